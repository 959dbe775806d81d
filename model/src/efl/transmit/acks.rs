//! Received ACKs and losses: what they change, and their reports.

use super::buffer::{distance, Buffer, MASK};
use super::{EflTransmitInputs, EflTransmitOutputs};
use serde::{Deserialize, Serialize};
use tailback_spec::efl::transmit::{verdict, Verdict};

/// Event for the rate controller; its values are those of the last one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Event {
    flow: usize,
    group: u8,
    loss: bool,
    covered: bool,
    probe: bool,
    rtt: u64,
    time: u64,
    bytes: u32,
}

/// What an ACK is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Kind {
    New,
    Duplicate,
    Old,
    Bad,
    #[default]
    None,
}

/// An ACK that was read, and what it changes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Ack {
    kind: Kind,
    /// Packets that are acknowledged.
    packets: u32,
    /// Packets are left in flight.
    left: bool,
    una: u32,
    next: u32,
    /// Event, if the ACK is new.
    event: Event,
}

/// Received ACKs and losses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Acks {
    /// ACK that was read in one of the two cycles before.
    ack: Option<Ack>,
    /// Loss that was read in the cycle before.
    loss: Option<Event>,
    /// Report in this cycle.
    kind: Kind,
    /// Flow, RTT, and whether packets are left in flight, of the ACK that is reported; 0 without one.
    acked: (usize, u64, bool),
    /// Flow and packets of that ACK, if it is new; else 0.
    credit: (usize, u32),
    /// There is an event in this cycle.
    has_event: bool,
    event: Event,
}

impl Acks {
    /// Reads an ACK.
    pub(super) fn read_ack(&mut self, buffer: &Buffer, inputs: &EflTransmitInputs) {
        let (flow, number) = (inputs.ack_flow as usize, inputs.ack_sequence as u32);
        let numbers = &buffer.flows[flow];
        let kind = match verdict(number, inputs.ack_gap, numbers.una, numbers.high) {
            Verdict::New => Kind::New,
            Verdict::Duplicate => Kind::Duplicate,
            Verdict::Old => Kind::Old,
            Verdict::Bad => Kind::Bad,
            Verdict::Idle => Kind::None,
        };
        let packets = distance(numbers.una, number);
        let is_behind = distance(numbers.una, numbers.next) < packets;
        self.ack = Some(Ack {
            kind,
            packets,
            left: number != numbers.high,
            una: number,
            next: if is_behind { number } else { numbers.next },
            event: Event {
                flow,
                group: numbers.group,
                loss: false,
                covered: u64::from(distance(numbers.first, number)) >= inputs.set_probe_packets,
                probe: inputs.ack_probe,
                rtt: inputs.ack_rtt,
                time: inputs.ack_time,
                bytes: buffer.slot(flow, number.wrapping_sub(1) & MASK).sum,
            },
        });
    }

    /// Reads the flow of a loss.
    pub(super) fn read_loss(&mut self, buffer: &Buffer, flow: usize) {
        let numbers = &buffer.flows[flow];
        let event = Event { flow, group: numbers.group, loss: true, ..Event::default() };
        self.loss = (numbers.una != numbers.high).then_some(event);
    }

    /// The end of a cycle without a report in the next one.
    pub(super) fn clear(&mut self) {
        (self.kind, self.has_event) = (Kind::None, false);
        (self.acked, self.credit) = (Default::default(), Default::default());
    }

    /// The end of the second cycle after that in which an ACK was read.
    pub(super) fn write_ack(&mut self, buffer: &mut Buffer) {
        let Some(ack) = self.ack.take() else { return };
        let Event { flow, rtt, .. } = ack.event;
        self.kind = ack.kind;
        self.acked = (flow, rtt, ack.left);
        if ack.kind == Kind::New {
            self.credit = (flow, ack.packets);
            (self.has_event, self.event) = (true, ack.event);
            let numbers = &mut buffer.flows[flow];
            (numbers.una, numbers.next) = (ack.una, ack.next);
        }
    }

    /// The end of the cycle after that in which a loss was read. Returns the flow whose packets are
    /// sent again.
    pub(super) fn write_loss(&mut self, buffer: &mut Buffer) -> Option<usize> {
        let event = self.loss.take()?;
        let numbers = &mut buffer.flows[event.flow];
        numbers.next = numbers.una;
        (self.has_event, self.event) = (true, event);
        Some(event.flow)
    }

    pub(super) fn show(&self, outputs: &mut EflTransmitOutputs) {
        outputs.acknowledged = self.kind == Kind::New;
        outputs.duplicate = self.kind == Kind::Duplicate;
        outputs.acks_old = self.kind == Kind::Old;
        outputs.acks_bad = self.kind == Kind::Bad;
        let (flow, rtt, left) = self.acked;
        (outputs.acked_flow, outputs.acked_rtt, outputs.acked_left) = (flow as u64, rtt, left);
        let (flow, packets) = self.credit;
        outputs.credit = self.kind == Kind::New;
        (outputs.credit_flow, outputs.credit_count) = (flow as u64, packets.into());
        let Event { flow, group, loss, covered, probe, rtt, time, bytes } = self.event;
        outputs.event_valid = self.has_event;
        (outputs.event_flow, outputs.event_group) = (flow as u64, group.into());
        (outputs.event_loss, outputs.event_covered, outputs.event_probe) = (loss, covered, probe);
        (outputs.event_rtt, outputs.event_time, outputs.event_bytes) = (rtt, time, bytes.into());
    }
}
