//! The receive path: checks frames, accepts data packets in order, and decides which of them are
//! acknowledged at once (Shimonishi'07 §II).

mod host;
mod ports;
#[cfg(test)]
mod tests;

pub use ports::{EflReceiveInputs, EflReceiveOutputs};

use self::host::Buffer;
use super::{beat, queue::Queue};
use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    efl::{
        receive::{buffer_beats, data, Cause, Expected, Order},
        Efl,
    },
    wire::efl::{Address, Content, Error, Repr, HEADER_BYTES, LABEL, LEAST_BYTES},
};

/// Cycles from the last beat of a frame to that in which the frame is judged.
const JUDGED_CYCLES: usize = 3;
/// Bytes of a frame that matter: those behind belong to a payload that is longer than any.
const MOST_BYTES: usize = 2048;
/// Half of the range of a time stamp.
const HALF: u64 = 1 << 23;
/// Mask of a time stamp.
const TIME_MASK: u64 = 0xFF_FFFF;

/// A received frame.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Frame {
    bytes: Vec<u8>,
    /// The frame is marked as bad.
    bad: bool,
}

/// A received ACK.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Ack {
    flow: u64,
    sequence: u64,
    gap: bool,
    probe: bool,
    rtt: u64,
    time: u64,
}

/// An ACK to be sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Reply {
    flow: u64,
    sequence: u64,
    stamp: u64,
    probe: bool,
    gap: bool,
}

/// What becomes of a frame.
#[derive(Debug, Default)]
struct Judgement {
    drop: Option<Cause>,
    ack: Option<Ack>,
    reply: Option<Reply>,
    duplicate: bool,
    gap: bool,
    /// Flow and payload of a packet in order.
    payload: Option<(u64, Vec<u8>)>,
}

impl Judgement {
    fn dropped(cause: Cause) -> Self {
        Judgement { drop: Some(cause), ..Default::default() }
    }
}

/// Time, own address and peer, with which a frame is judged in the next cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    now: u64,
    address: u64,
    peer: Option<u64>,
}

/// Events of the cycle before.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Events {
    accepted: bool,
    duplicate: bool,
    gap: bool,
    ack: bool,
    reply_lost: bool,
    drops: u64,
}

/// The receive path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EflReceive {
    ether_type: u16,
    payload_bytes: usize,
    ack_every: u32,
    /// Mask of a flow in a flow label.
    flow_mask: u64,
    /// State of each flow.
    expected: Vec<Expected>,
    /// Frame that is being received.
    frame: Frame,
    /// Frames that will be judged, in this cycle and in the next ones.
    judging: [Option<Frame>; JUDGED_CYCLES],
    /// Inputs of the cycle before.
    seen: Seen,
    /// Flow that is looked up from the next cycle on.
    label: Option<u64>,
    peer_flow: u64,
    buffer: Buffer,
    acks: Queue<Ack>,
    replies: Queue<Reply>,
    events: Events,
    accepted_flow: u64,
    /// Cycles until memories are cleared.
    clearing: usize,
}

impl EflReceive {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflReceive {
            ether_type: efl.ether_type(),
            payload_bytes: efl.payload_bytes() as usize,
            ack_every: efl.ack_every(),
            flow_mask: (1 << efl.flow_bits()) - 1,
            expected: vec![Expected::default(); efl.flows()],
            frame: Frame::default(),
            judging: Default::default(),
            seen: Seen::default(),
            label: None,
            peer_flow: 0,
            buffer: Buffer::new(buffer_beats(efl) as usize),
            acks: Queue::default(),
            replies: Queue::default(),
            events: Events::default(),
            accepted_flow: 0,
            clearing: efl.flows(),
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut EflReceiveOutputs) {
        let (ack, reply, events) = (self.acks.head(), self.replies.head(), &self.events);
        *outputs = EflReceiveOutputs {
            sweeping: self.clearing > 0,
            peer_flow: self.peer_flow,
            ack: self.acks.is_valid(),
            ack_flow: ack.flow,
            ack_sequence: ack.sequence,
            ack_gap: ack.gap,
            ack_probe: ack.probe,
            ack_rtt: ack.rtt,
            ack_time: ack.time,
            reply: self.replies.is_valid(),
            reply_flow: reply.flow,
            reply_sequence: reply.sequence,
            reply_stamp: reply.stamp,
            reply_probe: reply.probe,
            reply_gap: reply.gap,
            accepted: events.accepted,
            accepted_flow: self.accepted_flow,
            duplicates: events.duplicate,
            gaps: events.gap,
            acks: events.ack,
            replies_lost: events.reply_lost,
            drops: events.drops,
            ..Default::default()
        };
        self.buffer.show(outputs);
    }

    /// Receives a beat; returns the frame that it completes.
    fn receive(&mut self, inputs: &EflReceiveInputs) -> Option<Frame> {
        const LABEL_BYTE: usize = LABEL.offset + 1;
        let valid = beat::valid_bytes(inputs.rx_tkeep, inputs.rx_tlast);
        let before = self.frame.bytes.len();
        if before < MOST_BYTES {
            self.frame.bytes.extend(beat::bytes(inputs.rx_tdata, valid));
        }
        let bytes = &self.frame.bytes;
        if before <= LABEL_BYTE && bytes.len() > LABEL_BYTE {
            let label = u16::from_be_bytes([bytes[LABEL.offset], bytes[LABEL_BYTE]]);
            self.label = Some(u64::from(label) & self.flow_mask);
        }
        self.frame.bad = inputs.rx_tuser;
        inputs.rx_tlast.then(|| std::mem::take(&mut self.frame))
    }

    fn judge(&mut self, frame: &Frame) -> Judgement {
        if frame.bad {
            return Judgement::dropped(Cause::Bad);
        }
        // The length of data is checked after the addresses.
        let head = &frame.bytes[..frame.bytes.len().min(LEAST_BYTES)];
        let parsed = Repr::parse(&frame.bytes, self.ether_type);
        let repr = match parsed {
            Err(Error::Truncated(_)) => return Judgement::dropped(Cause::Short),
            Err(Error::EtherType { .. }) => return Judgement::dropped(Cause::Type),
            _ => parsed,
        };
        let field = |offset: usize| number(&head[offset..offset + size_of::<Address>()]);
        if field(0) != self.seen.address {
            return Judgement::dropped(Cause::Other);
        }
        let label = u16::from_be_bytes([head[LABEL.offset], head[LABEL.offset + 1]]);
        let flow = usize::from(label);
        let is_peer = self.seen.peer == Some(field(size_of::<Address>()));
        if flow >= self.expected.len() || !is_peer {
            return Judgement::dropped(Cause::Unknown);
        }
        let Ok(repr) = repr else { return Judgement::dropped(Cause::Length) };
        let sequence = repr.sequence.get();
        let stamp = u64::from(repr.stamp.get());
        match repr.content {
            Content::Ack { probe, gap } => {
                let rtt = self.seen.now.wrapping_sub(stamp) & TIME_MASK;
                let ack = Ack {
                    flow: flow as u64,
                    sequence: sequence.into(),
                    gap,
                    probe,
                    rtt,
                    time: self.seen.now,
                };
                match () {
                    () if rtt >= HALF => Judgement::dropped(Cause::Future),
                    () if self.acks.is_full() => Judgement::dropped(Cause::Lost),
                    () => Judgement { ack: Some(ack), ..Default::default() },
                }
            }
            Content::Data { payload_bytes, .. }
                if usize::from(payload_bytes) > self.payload_bytes =>
            {
                Judgement::dropped(Cause::Length)
            }
            Content::Data { probe, last, payload_bytes } => {
                let bytes = usize::from(payload_bytes);
                let (order, state, replies) =
                    data(self.expected[flow], sequence, probe || last, self.ack_every);
                match order {
                    Order::Beyond => return Judgement::dropped(Cause::Beyond),
                    Order::Next if !self.buffer.fits(bytes) => {
                        return Judgement::dropped(Cause::Overrun);
                    }
                    _ => self.expected[flow] = state,
                }
                let flow = flow as u64;
                let is_next = order == Order::Next;
                let reply = Reply {
                    flow,
                    sequence: state.sequence.into(),
                    stamp,
                    probe: probe && is_next,
                    gap: order == Order::Gap,
                };
                let payload = &frame.bytes[HEADER_BYTES..HEADER_BYTES + bytes];
                Judgement {
                    reply: replies.then_some(reply),
                    duplicate: order == Order::Duplicate,
                    gap: order == Order::Gap,
                    payload: is_next.then(|| (flow, payload.to_vec())),
                    ..Default::default()
                }
            }
        }
    }
}

/// A number with the first byte in the most significant bits.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << u8::BITS | u64::from(*byte))
}

impl Golden for EflReceive {
    type Inputs = EflReceiveInputs;
    type Outputs = EflReceiveOutputs;

    fn step(&mut self, inputs: &EflReceiveInputs, outputs: &mut EflReceiveOutputs) {
        self.show(outputs);
        let judged = self.judging[0].take().filter(|_| self.clearing == 0);
        let judgement = judged.map(|frame| self.judge(&frame)).unwrap_or_default();
        self.events = Events {
            accepted: judgement.payload.is_some(),
            duplicate: judgement.duplicate,
            gap: judgement.gap,
            ack: judgement.ack.is_some(),
            reply_lost: judgement.reply.is_some() && self.replies.is_full(),
            drops: judgement.drop.map_or(0, |cause| 1 << cause as u32),
        };
        let payload = judgement.payload.as_ref().map(|(flow, payload)| (*flow, &payload[..]));
        self.accepted_flow = payload.map_or(0, |(flow, _)| flow);
        self.buffer.clock(inputs.m_tready, payload);
        self.acks.clock(judgement.ack, inputs.ack_take);
        self.replies.clock(judgement.reply, inputs.reply_take);

        self.seen = Seen {
            now: inputs.now,
            address: inputs.set_address,
            peer: inputs.peer_valid.then_some(inputs.peer_address),
        };
        self.peer_flow = self.label.take().unwrap_or(self.peer_flow);
        self.judging.rotate_left(1);
        if inputs.rx_tvalid {
            self.judging[JUDGED_CYCLES - 1] = self.receive(inputs);
        }
        self.clearing = self.clearing.saturating_sub(1);
    }

    fn reset(&mut self) {
        self.expected.fill(Expected::default());
        self.frame = Frame::default();
        self.judging = Default::default();
        self.seen = Seen::default();
        (self.label, self.peer_flow) = (None, 0);
        self.buffer.reset();
        (self.acks, self.replies) = (Queue::default(), Queue::default());
        (self.events, self.accepted_flow) = (Events::default(), 0);
        self.clearing = self.expected.len();
    }
}
