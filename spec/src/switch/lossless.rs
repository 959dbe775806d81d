//! The switch: single-chip, input-buffered, cut-through, lossless, marking (Globecom'02 §II).
//!
//! It has no logic of its own but what is said here; all else is in its blocks, which are joined by
//! name. With *i* an input port, *j* an output port, *v* a data VL, *l* a lane, `q = j * lanes + l`,
//! and *before* for the value of the cycle
//! before (0 after reset), *earlier* for that of the cycle before that:
//!
//! | block, for each | its inputs, other than those of the same name |
//! |---|---|
//! | [`ingress`](super::ingress), *i* | `rx_*` of *i*; `known`, `port` from the table; `free` from the buffer |
//! | [`forwarding`](super::forwarding), one | `dlid[i] = destination` of ingress *i*; `write_*` and `read_address` from the registers |
//! | [`input_buffer`](super::input_buffer), *i* | `write*` from ingress, and `write_first = begins`, whether it is written or not; `read = start[i]`, `read_queue = start_queue[i]` of the dispatcher; `pause = full` of the egress `destination[i]`, before, and not `start[i]` |
//! | [`progress`](super::progress), *i* | `start[i]`; `issue`, `ends`, `complete` of the buffer; `roomy` of the egress `destination[i]`, before; `header = word_valid and word_first`, `words` = PktLen in that word |
//! | [`head_of_queue`](super::head_of_queue), one | `limit[j] = hoq_life[j]` of the registers; `stalled`, see below; `start`, `destination`, `lane`, `engaged`, `source` of the dispatcher |
//! | [`dispatcher`](super::dispatcher), one | `begins`, `begins_lane` of ingress; `arrive = write and write_first`, `arrive_queue = write_queue`; `waiting`, `ends`, `near_end`; `may_send`, see below; `clogged[j]`: not `roomy` of egress *j* |
//! | [`egress`](super::egress), *j* | words of the crossbar, see below; `mark[j]`; flow control from the transmitter; `tx_ready` |
//! | [`credit_receiver`](crate::link::credit_receiver), *i* | `received`, `received_vl` of ingress, and `free` of data VLs, before; `update*` of the checker, with FCTBS, before |
//! | [`credit_sender`](crate::link::credit_sender), *j* | `update*` of the checker of the same port, with FCCL, before; `blocks` = those of a longest packet, for each VL, and of two with `begins[j]`; `send = transmit` with its VL and blocks |
//! | [flow-control checker](crate::link::flow_control), *i* | `valid`, `packet` = `flow_control`, `flow_control_packet` of ingress |
//! | [flow-control transmitter](crate::link::flow_control), *j* | `active = link_active[j]`; `fctbs = sent` of egress; `fccl` of the receiver of the same port, before; `ready = flow_control_ready` |
//! | [`policy_marking`](super::policy_marking), one, if the switch marks by a policy | `enqueue*`, `dequeue` of the buffers, `dequeue_queue = start_queue[i]`; `trigger`; `transmit*`; `source[j]` = `from[j]` of the crossbar |
//! | [`detector_marking`](super::detector_marking), one, if it marks by detectors | settings from the registers; `taken`, and `taken_queue`: `write_queue` with `write_first`, else that of the last such; `leaves*`, see below; `stalled`; `transmit*` |
//! | [`counters`](super::counters), *i* | see below; `index`, `clear` from the registers |
//! | [`registers`](super::registers), one | AXI4-Lite; `initialised`; `congested`, `victim`, `occupancy` (0 if it marks by a policy); `value` of the counters |
//!
//! ```text
//! may_send[q]     = expired[q] of head_of_queue, or
//!                   link_active[j], and may_send[l] of the sender of j if l is a data VL
//! dropped[i]'     = discard[i] of head_of_queue    if start[i], else dropped[i]; 0 after reset
//! stalled[q]      = that of the dispatcher, and not transmit[j]
//!
//! crossbar:
//! joined[j]       = engaged[j], earlier           from[j] = source[j], earlier
//! arrives[j]      = joined[j], and word_valid of the buffer from[j], before
//! word_valid[j]   = arrives[j], and neither word_discard of that buffer nor dropped[from[j]], before;
//!                   word_first, word_last,
//!                   word_bad are that buffer's, before, with word_valid[j], else 0
//! word[j]         = that of the buffer from[j], before
//! begins[j]       = arrives[j], and the word is the first of a packet
//! leaves[j]       = arrives[j], and the word is the first of a block of its packet
//! leaves_lane[j]  = lane[from[j]] of the dispatcher, earlier; 0 without leaves[j]
//! ```
//!
//! So the crossbar ends in registers: words come from block RAM, and late. A packet counts against
//! the credits from the cycle after `begins` on. In that cycle its output port may already be free:
//! what is then found able to go must do with what the longest packet would leave. `stalled` is the
//! one that counters and detectors see.
//!
//! # Counters of port *p*
//!
//! What happens is counted in the cycle after.
//!
//! | counter | counts |
//! |---|---|
//! | `malformed`, in the order of the map | `drops` of ingress *p*, but for `NoManagementRoom` |
//! | `flow_control.received`, `bad_crc`, `bad_operation`, `bad_virtual_lane` | `update` of the checker, before; `bad_crc`, before, or `bad_framing` of ingress; `bad_op`; `bad_vl`, before |
//! | `flow_control.sent` | `flow_control_ready` of egress *p* |
//! | `vl15.dropped` | `NoManagementRoom` |
//! | `packets_in`, `blocks_in` of a lane | `accepted` with that lane; its blocks |
//! | `packets_out`, `blocks_out` of a lane | `transmit` of egress *p* with its VL; its blocks |
//! | `marked` of a data VL | `marked` of egress *p*, while the packet of that VL comes: `lane[from[p]]` earlier |
//! | `credit_stalls` of a data VL | `stalled[p * lanes + v]` |
//! | `head_of_queue_dropped` of a lane | `late[p]` of head_of_queue with that `late_lane[p]` |
//!
//! # Time
//!
//! The first word of a packet that finds all free goes out [`LATENCY_CYCLES`] cycles after it came, of
//! 8 ns each at 125 MHz (the papers' switch takes 40 ns, INFOCOM'03 Table I). Packets to the same output
//! port follow each other without a gap if they have four words or more; shorter ones start every four
//! cycles.
//!
//! Ports, in this order, after AXI4-Lite as in [`super::registers`] with `s_axil_` before each name
//! (inputs first, then outputs, in that order):
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `link_active` | ports × 1 | the link is up |
//! | in `s_axis_tvalid` | ports × 1 | a beat comes; it cannot be stalled |
//! | in `s_axis_tdata` | ports × [`Port::width_bits`] | its bytes |
//! | in `s_axis_tkeep` | ports × [`Port::width_bytes`] | which of them count, with `tlast` |
//! | in `s_axis_tlast` | ports × 1 | it is the last of its packet |
//! | in `s_axis_tuser` | ports × 2 | bit 0: it is a flow-control packet; bit 1: the packet is bad |
//! | in `m_axis_tready` | ports × 1 | the link takes the beat |
//! | out `m_axis_tvalid` | ports × 1 | a beat goes |
//! | out `m_axis_tdata` | ports × [`Port::width_bits`] | |
//! | out `m_axis_tkeep` | ports × [`Port::width_bytes`] | |
//! | out `m_axis_tlast` | ports × 1 | |
//! | out `m_axis_tuser` | ports × 2 | as that of `s_axis` |
//!
//! The whole list begins with the inputs of AXI4-Lite, then those above, then the outputs of
//! AXI4-Lite, then those above. Module: `tailback_switch`.
//!
//! [`Port::width_bits`]: super::port::Port::width_bits
//! [`Port::width_bytes`]: super::port::Port::width_bytes

use super::detector_marking::DetectorMarking;
use super::dispatcher::Dispatcher;
use super::forwarding::Forwarding;
use super::head_of_queue::HeadOfQueue;
use super::policy_marking::PolicyMarking;
use super::port::Port;
use super::registers::Registers;
use crate::link::Link;
use serde::Serialize;

/// Cycles from the first word of a packet to its coming out, if all is free.
pub const LATENCY_CYCLES: usize = 6;

/// By what packets are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Marks {
    /// A policy of the papers.
    Policy(PolicyMarking),
    /// The congestion detectors of IBA.
    Detector(DetectorMarking),
}

/// The parameters of a switch: of its blocks, all for the same ports and VLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct LosslessSwitch {
    /// What is at each port.
    pub port: Port,
    /// Each link.
    pub link: Link,
    /// The forwarding table.
    pub forwarding: Forwarding,
    /// What chooses packets.
    pub dispatcher: Dispatcher,
    /// What marks packets.
    pub marks: Marks,
    /// What drops packets that wait for too long.
    pub head_of_queue: HeadOfQueue,
    /// The registers.
    pub registers: Registers,
}
