//! The switch: single-chip, input-buffered, cut-through, lossless, marking (Globecom'02 §II).
//!
//! The logic of its own is given below; all else is in its modules, whose ports are connected by
//! name. With *i* an input port, *j* an output port, *v* a data VL, *l* the index of a VL,
//! `q = j * lanes + l`, and *before* for the value of the cycle before (0 after reset), and so for
//! values of *three cycles ago*:
//!
//! | module, for each | inputs, other than those of the same name |
//! |---|---|
//! | [`ingress`](super::ingress), *i* | `rx_*` of *i*; `known`, `port` from the forwarding table; `free` from the buffer |
//! | [`forwarding`](super::forwarding), one | `dlid[i] = destination` of ingress *i*; `write_*` and `read_address` from the registers |
//! | [`input_buffer`](super::input_buffer), *i* | `write*` of ingress, before, and `write_first = begins` of ingress, before, whether it is written or not; `take*` of ingress; `read = start[i]`, `read_queue = start_queue[i]` of the dispatcher; `pause = full` of the egress `destination[i]`, before, and not `start[i]`; `roomy` of the egress `destination[i]`, before |
//! | [`head_of_queue`](super::head_of_queue), one | `limit[j] = hoq_life[j]` of the registers; `stalled`, see below; `start`, `destination`, `lane`, `engaged`, `source` of the dispatcher |
//! | [`dispatcher`](super::dispatcher), one | `arrive = write and write_first`, `arrive_queue = write_queue`, both of ingress, before; `known`, `ends`, `near_end` of the buffers; `sendable`, see below; `clogged[j]`: not `roomy` of egress *j* |
//! | [`egress`](super::egress), *j* | beats of the crossbar, see below; `mark[j]`; flow control from the transmitter; `tx_ready` |
//! | [`credit_receiver`](crate::link::credit_receiver), *i* | `received`, `received_vl` of ingress, and `free` of data VLs, before; `update*` of the checker, with FCTBS, before |
//! | [`credits`](super::credits), *j* | `update*` of the checker of the same port, with FCCL, before; `begins[j]` of the dispatcher; `claim*` and `waive*`, see below |
//! | [flow-control checker](crate::link::flow_control), *i* | `valid`, `packet` = `flow_control`, `flow_control_packet` of ingress |
//! | [flow-control transmitter](crate::link::flow_control), *j* | `active = link_active[j]`; `fctbs = sent` of egress; `fccl` of the receiver of the same port, before; `ready = flow_control_ready` |
//! | [`policy_marking`](super::policy_marking), one, if the switch marks by a policy | `enqueue*`, `dequeue` of the buffers, `dequeue_queue = start_queue[i]`; `trigger`; `transmit*`; `source[j]` = `from[j]` of the crossbar |
//! | [`detector_marking`](super::detector_marking), one, if it marks by detectors | settings from the registers; `taken`, and `taken_queue`: the `write_queue` of the buffer with `write_first`, else that of the last such; `leaves*`, see below; `stalled`; `transmit*` |
//! | [`counters`](super::counters), *i* | see below; `index`, `clear` from the registers |
//! | [`registers`](super::registers), one | AXI4-Lite; `initialised`; `congested`, `victim`, `occupancy` (0 if it marks by a policy); `value` of the counters |
//!
//! ```text
//! sendable[i][q]  = known[q] of buffer i, and expired[q] of head_of_queue or
//!                   link_active[j], and blocks[q] of buffer i <= available[l] of the credits of j if
//!                   l is a data VL
//! claim[j]        = begins[j] of the dispatcher, before
//! claim_lane[j]   = lane[i] of the dispatcher, claim_blocks[j] = blocks[start_queue[i]] of buffer i,
//!                   both before, with i = source[j] of the dispatcher, before; 0 without claim[j]
//! waive[j]        = begins[j] of the crossbar, see below, and not word_valid[j], before
//! waive_lane[j]   = lane[from[j]] of the dispatcher, three cycles before that; waive_blocks[j] =
//!                   PktLen / 16 + 1 in word[j], before; both 0 without waive[j]
//! dropped[i]'     = discard[i] of head_of_queue    if start[i], else dropped[i]; 0 after reset
//! discarded[i]'   = dropped[i]; 0 after reset
//! stalled[q]      = that of the dispatcher
//!
//! crossbar:
//! joined[j]       = engaged[j], three cycles ago    from[j] = source[j], three cycles ago
//! arrives[j]      = joined[j], and word_valid of the buffer from[j], before
//! word_valid[j]   = arrives[j], and neither word_discard of that buffer nor discarded[from[j]], before;
//!                   word_first, word_last,
//!                   word_bad are that buffer's, before, with word_valid[j], else 0
//! word[j]         = that of the buffer from[j], before
//! begins[j]       = arrives[j], and the beat is the first of a packet
//! leaves[j]       = arrives[j], and the beat is the first of a block of its packet
//! leaves_lane[j]  = lane[from[j]] of the dispatcher, three cycles ago; 0 without leaves[j]
//! ```
//!
//! The crossbar ends in registers. Counters and detectors see the `stalled` given here. The `engaged`
//! of three cycles ago is that of the cycle in which the beat was issued that is on the crossbar.
//!
//! # Counters of port *p*
//!
//! An event is counted in the cycle after it.
//!
//! | counter | counts |
//! |---|---|
//! | `malformed`, in the order of the map | `drops` of ingress *p*, but for `NoManagementRoom` |
//! | `flow_control.received`, `bad_crc`, `bad_operation`, `bad_virtual_lane` | `update` of the checker, before; `bad_crc`, before, or `bad_framing` of ingress; `bad_op`; `bad_vl`, before |
//! | `flow_control.sent` | `flow_control_ready` of egress *p* |
//! | `vl15.dropped` | `NoManagementRoom` |
//! | `packets_in`, `blocks_in` of a VL | `accepted` with that VL; its blocks |
//! | `packets_out`, `blocks_out` of a VL | `transmit` of egress *p* with its VL; its blocks |
//! | `marked` of a data VL | `marked` of egress *p*, while a packet of that VL is on the crossbar: `lane[from[p]]` three cycles ago |
//! | `credit_stalls` of a data VL | `stalled[p * lanes + v]` |
//! | `head_of_queue_dropped` of a VL | `late[p]` of head_of_queue with that `late_lane[p]` |
//!
//! # Time
//!
//! The first beat of a packet that finds all ports free is transmitted [`LATENCY_CYCLES`] cycles
//! after it is received, of 8 ns each at 125 MHz (the papers' switch takes 40 ns, INFOCOM'03 Table
//! I). Packets to the same output port follow each other without a gap if they have four beats or
//! more; shorter ones start every four cycles. Packets of one input port to the same output port start
//! six cycles after each other at least, counted from start to start.
//!
//! Ports, in this order, after the ports `s_axil_*` of [`super::registers`] (inputs first, then
//! outputs, in that order):
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `link_active` | ports × 1 | the link is up |
//! | in `s_axis_tvalid` | ports × 1 | a beat is received; it cannot be stalled |
//! | in `s_axis_tdata` | ports × [`Port::width_bits`] | bytes of the beat |
//! | in `s_axis_tkeep` | ports × [`Port::width_bytes`] | valid bytes of the beat, with `tlast` |
//! | in `s_axis_tlast` | ports × 1 | last beat of its packet |
//! | in `s_axis_tuser` | ports × 2 | bit 0: the beat is a flow-control packet; bit 1: the packet is bad |
//! | in `m_axis_tready` | ports × 1 | the link accepts the beat |
//! | out `m_axis_tvalid` | ports × 1 | a beat is transmitted |
//! | out `m_axis_tdata` | ports × [`Port::width_bits`] | as that of `s_axis` |
//! | out `m_axis_tkeep` | ports × [`Port::width_bytes`] | as that of `s_axis` |
//! | out `m_axis_tlast` | ports × 1 | as that of `s_axis` |
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

/// Cycles from the reception of the first beat of a packet to its transmission, if all ports are
/// free.
pub const LATENCY_CYCLES: usize = 11;

/// Mechanism that marks packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Marks {
    /// A policy of the papers.
    Policy(PolicyMarking),
    /// The congestion detectors of IBA.
    Detector(DetectorMarking),
}

/// Parameters of a switch: those of its modules, all for the same ports and VLs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct SwitchTop {
    /// Parameters of each port.
    pub port: Port,
    /// Parameters of each link.
    pub link: Link,
    /// The forwarding table.
    pub forwarding: Forwarding,
    /// The allocator and its surroundings, which choose packets.
    pub dispatcher: Dispatcher,
    /// Mechanism that marks packets.
    pub marks: Marks,
    /// Limits beyond which waiting packets are dropped.
    pub head_of_queue: HeadOfQueue,
    /// The registers.
    pub registers: Registers,
}
