//! The endpoint: all modules of EFL as one, with AXI4-Stream to the host and to a MAC, and
//! AXI4-Lite.
//!
//! Equal names are connected: an output of one module to the input of that name of another. The
//! rest is below. There are no registers between modules but those stated here.
//!
//! # Time
//!
//! `now` (24 bits) and `rest` count time; both are 0 after reset. With `f` the clock in hertz and
//! [`TICKS_PER_SECOND`](crate::wire::efl::TICKS_PER_SECOND),
//!
//! ```text
//! sum   = rest + TICKS_PER_SECOND mod f
//! rest' = sum - f if sum >= f, else sum
//! now'  = now + TICKS_PER_SECOND div f + 1 if sum >= f, else now + TICKS_PER_SECOND div f       modulo 2^24
//! ```
//!
//! # Queues
//!
//! A queue has 16 entries. `valid` (not empty) and the head are registers or memory outputs; an
//! entry that is put in cycle `c` into an empty queue is at the head from cycle `c + 1` on. `take`
//! with `valid` removes the head with the end of its cycle. A put in a cycle that begins with 16
//! entries is lost, also if one is taken in that cycle. Reset empties the queue. While it is
//! empty, the head is 0. The endpoint has one for events: put = `event_valid` of transmit, with all
//! `event_*`; take = `event_ready` of [`rate`](super::rate), whose `event_valid` is `valid`. An
//! event that is lost changes no rate, and is counted as `events_lost`.
//!
//! # Connections
//!
//! ```text
//! limiter (tailback_rate_limiter or tailback_flow_limiter of Efl::limiter)
//!   doorbell, start, delay, grant_ready = those of transmit; grant_ready of transmit is the limiter's input of that name
//!   start_words                         = of transmit
//!   ack, ack_flow                       = opens, opens_flow        ack_count = 1
//!     opens'      = 1 if look_up; else 0 if ack_ready; else opens           opens_flow' = look_up_flow if look_up
//! transmit
//!   grant, grant_flow = of the limiter
//!   words, ipd, probe = of pace
//!   ack_*, reply_*    = heads of the queues of receive;  ack_take, reply_take go there
//!   s_*               = s_axis_host_*
//! loss      lost, lost_flow to transmit; the events of transmit
//! pace      initial_*, minimum_*, maximum_*, paced_* of rate; request_* of transmit
//! receive   rx_* = m_* of the check, or s_axis_mac_* without FCS;  m_* = m_axis_host_*
//! registers state_write, state_flow = sent, sent_flow of transmit seven cycles before;  state = of pace
//!           sweeping = that of any module; the limiter, which is cleared too, holds up the first doorbell
//! MAC       m_axis_mac_* = m_* of the generation of the FCS, whose s_* are m_* of transmit; or m_* of transmit
//! ```
//!
//! The limiter's window of one packet opens with the first cycle after the look-up of each start
//! that is not a decline: EFL keeps its own window, by which packets are in the buffer. The rate of
//! a flow acts on the limiter as the interval that [`pace`](super::pace) computes: `start_words`
//! cycles, times `delay + 1`. So the limiter is used unchanged, with "words" that are cycles of the
//! interval. Its minimum of 20 to 24 cycles from a start to the next grant of a flow (9 with one
//! flow) limits a single flow to that many cycles for a packet.
//!
//! # Host
//!
//! The host keeps a number of credits for each flow, at first `W - 1`. It gives a flow a packet
//! only if it has a credit, uses one up for each packet, and gets back `m_axis_credit_tdata[15:0]`
//! credits for the flow in bits 31 to 16 with each message. A packet without a credit is dropped
//! and counted. So `s_axis_host` is never stalled by a flow whose window is closed. A flow label
//! exists once its peer is valid: packets of a flow without one are sent to the address 0, and are
//! not acknowledged; the host sets the peer first.
//!
//! ```text
//! m_axis_credit_tvalid = credit    m_axis_credit_tdata = {credit_flow, credit_count}, 16 bits each
//! ```
//!
//! # After reset
//!
//! `ready` (register) is 1 from the first cycle on after that in which no module is sweeping.
//! Before it the host must not send. Frames are dropped: those that are judged while
//! [`receive`](super::receive) is sweeping without a count; for later ones, no flow has a peer yet.
//!
//! # Guarantees
//!
//! * Every payload that is accepted from the host arrives at the peer's host once, in order and
//!   unaltered, as long as both endpoints are not reset and a frame gets through now and then. A
//!   host that resets one endpoint resets its peer.
//! * No input can stall the endpoint or a flow: what is bad is dropped and counted; what is lost is
//!   repaired by a time-out; a closed window affects its flow only; and a host that does not take
//!   packets loses them as the network does.
//! * A flow with packets in flight has a time-out of at most 2²² ticks, and is found late by at
//!   most `8 * 2^flow_bits` cycles and one frame for each loss by duplicates.
//! * The rate is R_MIN at least, and the interval of packets 2²⁰ cycles at most.
//!
//! Ports, in this order: inputs `s_axil_*` (see [`registers`](super::registers)), those below,
//! outputs `s_axil_*`, those below (`f` = `flow_bits`).
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `s_axis_host_tvalid`, `_tdata`, `_tkeep`, `_tlast`, `_tid` | 1, 64, 8, 1, f | payloads to be sent; `tid` is the flow |
//! | in `m_axis_host_tready` | 1 | the host accepts the beat |
//! | in `s_axis_mac_tvalid`, `_tdata`, `_tkeep`, `_tlast`, `_tuser` | 1, 64, 8, 1, 1 | frames received; `tuser` with `tlast`: bad |
//! | in `m_axis_mac_tready` | 1 | the MAC accepts the beat |
//! | out `ready` | 1 | the endpoint can be used |
//! | out `s_axis_host_tready` | 1 | the beat of the host is accepted |
//! | out `m_axis_host_tvalid`, `_tdata`, `_tkeep`, `_tlast`, `_tid` | 1, 64, 8, 1, f | payloads received, in order |
//! | out `m_axis_credit_tvalid`, `_tdata` | 1, 32 | credits for a flow; cannot be stalled |
//! | out `m_axis_mac_tvalid`, `_tdata`, `_tkeep`, `_tlast` | 1, 64, 8, 1 | frames to be sent |
//!
//! Module: `tailback_efl_endpoint`.

/// Entries of a queue.
pub const QUEUE: usize = super::receive::QUEUE;
