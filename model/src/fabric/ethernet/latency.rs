//! Cycles of endpoint and switch between the decisions of the engine.

use tailback_spec::efl::{loss, rate, transmit};

/// Cycles of a frame of the transmit path and of the detection of losses.
pub const FRAME: u64 = transmit::FRAME_CYCLES as u64;
/// Cycles of a frame of the rate controller.
pub const RATE_FRAME: u64 = rate::FRAME_CYCLES as u64;
const _: () = assert!(transmit::FRAME_CYCLES == loss::FRAME_CYCLES);

/// From the last beat received by an endpoint to its judgement (`receive`: *judged* in `v + 2`, with
/// `v` the cycle after that in which the beat is received).
pub const JUDGED: u64 = 3;
/// From the cycle whose time counts for the RTT of an ACK to its judgement (`receive`).
pub const TIMED: u64 = 1;
/// From a judgement to the cycle in which the ACK or reply is at the head of its queue (`endpoint`,
/// *Queues*).
pub const QUEUED: u64 = 1;
/// Phase in which an ACK is taken (`transmit`, *Frames*).
pub const ACK_PHASE: u64 = transmit::ACK_PHASE as u64;
/// From there to the reports of the ACK, its event and its credits; what it changes is visible, too
/// (`transmit`, *ACKs*).
pub const ACK_REPORT: u64 = 3;
/// From a report to the event at the head of the queue of the rate controller (`endpoint`, *Queues*).
pub const EVENT_QUEUED: u64 = 1;
/// From a loss by duplicates, found in phase 2, to phase 4 of the next frame, in which it is read
/// (`loss`; `transmit`, *Frames*).
pub const DUPLICATES_READ: u64 = 10;
/// From a loss by time-out, found in phase 6, to that.
pub const TIME_OUT_READ: u64 = 6;
/// Phase in which the timer of a flow is compared (`loss`, *Cycle by cycle*).
pub const SCAN_PHASE: u64 = 6;
/// From the read of a loss to its doorbell and event (`transmit`, *Losses*).
pub const LOSS_REPORT: u64 = 2;

/// From the first beat of a packet of the host to its last is a cycle less than its beats; from the
/// last to the doorbell, with which the packet is in the buffer (`transmit`, *Host*).
pub const DOORBELL: u64 = 2;
/// From the last beat to the next first one (`transmit`, *Host*: `s_tready`).
pub const NEXT_BEAT: u64 = 3;
/// From credits to the first beat of the host that uses them: a host reacts to outputs of earlier
/// cycles.
pub const HOST: u64 = 1;

/// From a doorbell to the decision to grant a flow that waits (`rate_limiter`, *One flow*).
pub const GRANT_DECIDED: u64 = 1;
/// From that decision to the cycle in which the grant is shown and accepted.
pub const GRANT_SHOWN: u64 = 1;
/// From there to the first cycle in which the grant is held (`transmit`, *Sends*).
pub const GRANT_HELD: u64 = 1;
/// From a start to the first cycle in which the flow may wait again, with one flow (`rate_limiter`,
/// *One flow*: the end of cycle `u >= s + 7`).
pub const WAITS_ONE: u64 = 8;
/// From a start to the first cycle in which the flow may wait again, with many flows: the next grant
/// is at least 20 cycles after the start.
pub const WAITS_MANY: u64 = 19;
/// Phase in which a held grant is read (`transmit`, *Frames*).
pub const SEND_PHASE: u64 = transmit::SEND_PHASE as u64;
/// From a read to the report of the packet, phase 4.
pub const SENT: u64 = 2;
/// From a read to the request for its pace, phase 6.
pub const REQUEST: u64 = 4;
/// From a read to its start at the limiter and to the earliest beginning of its frame, phase 2 of the
/// next frame.
pub const START: u64 = 8;
/// From an ACK to be sent in stage K to the earliest beginning of its frame.
pub const REPLY: u64 = transmit::REPLY_CYCLES as u64;
/// From the beginning of a frame to its first beat on the link (`transmit`, *Framing*).
pub const FIRST_BEAT: u64 = 1;

/// Frames of the rate controller from that in which an event is divided to that in whose first cycle
/// its pace is reported (`rate`, *Frames*).
pub const PACED_FRAMES: u64 = 3;
/// Frames after which an event of the same flow may be divided.
pub const SAME_FLOW_FRAMES: u64 = 2;

/// From the last beat received by a switch to the first slot in which its frame can be moved
/// (`switch`, *Output*).
pub const MOVED: u64 = 2;
/// From that slot to the cycle in which the output pops the frame, at the earliest.
pub const POPPED: u64 = 1;
/// From there to the read of its first word.
pub const ISSUED: u64 = 1;
/// From the read of a word to the cycle at whose end it is at the output.
pub const LOADED: u64 = 2;
/// From there to its first beat.
pub const SHOWN: u64 = 1;
