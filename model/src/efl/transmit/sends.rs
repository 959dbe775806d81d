//! Sends: a grant of the limiter becomes a packet to be framed (stage A).

use super::buffer::{after, distance, Buffer};
use super::{EflTransmitInputs, EflTransmitOutputs};
use serde::{Deserialize, Serialize};
use tailback_spec::efl::Efl;

/// The packet of a grant, or the lack of one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Send {
    pub(super) flow: usize,
    /// There is a packet.
    has: bool,
    /// There is a further packet behind it.
    pub(super) more: bool,
    again: bool,
    pub(super) sequence: u32,
    group: u8,
    /// Packets of the group before this one.
    sent: u32,
    pub(super) payload_bytes: u32,
}

/// Stage A, and its reports. Values of reports are those of the last send.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sends {
    /// Flow of the grant that is held.
    grant: Option<usize>,
    /// Send that was read in the cycle before.
    read: Option<Send>,
    /// Stage A, or the last send that was in it.
    stage: Send,
    is_full: bool,
    /// The frame can begin.
    is_ready: bool,
    /// The start is offered to the limiter.
    start: bool,
    /// The frame, or the start, is still to come.
    needs_frame: bool,
    needs_start: bool,
    is_sent: bool,
    is_requested: bool,
    /// Last send with a packet, as reported with `sent`.
    reported: (usize, bool),
    /// Last request: flow, group, packets before, size.
    request: (usize, u8, u32, u32),
}

impl Sends {
    /// Packet that can be framed.
    pub(super) fn ready(&self) -> Option<Send> {
        self.is_ready.then_some(self.stage)
    }

    /// Drives the outputs; the start passes the results of the request on.
    pub(super) fn show(&self, inputs: &EflTransmitInputs, outputs: &mut EflTransmitOutputs) {
        outputs.start = self.start;
        let has = self.start && self.stage.has;
        outputs.start_flow = if self.start { self.stage.flow as u64 } else { 0 };
        outputs.start_words = if has { inputs.words } else { 0 };
        outputs.start_more = has && self.stage.more;
        outputs.delay = inputs.ipd;
        outputs.grant_ready = self.grant.is_none();
        outputs.sent = self.is_sent;
        let (flow, again) = if self.is_sent { self.reported } else { (0, false) };
        (outputs.sent_flow, outputs.sent_again) = (flow as u64, again);
        outputs.request = self.is_requested;
        let request = if self.is_requested { self.request } else { Default::default() };
        let (flow, group, sent, size) = request;
        (outputs.request_flow, outputs.request_group) = (flow as u64, group.into());
        (outputs.request_sent, outputs.request_size) = (sent.into(), size.into());
        outputs.data_peer_flow = self.stage.flow as u64;
    }

    /// Phase 2: the flow of the grant is read.
    pub(super) fn read(&mut self, buffer: &Buffer) {
        let Some(flow) = self.grant.filter(|_| !self.is_full) else { return };
        let numbers = &buffer.flows[flow];
        self.read = Some(Send {
            flow,
            has: numbers.next != numbers.tail,
            more: after(numbers.next) != numbers.tail,
            again: numbers.next != numbers.high,
            sequence: numbers.next,
            group: numbers.group,
            sent: distance(numbers.first, numbers.next),
            payload_bytes: buffer.slot(flow, numbers.next).payload.len() as u32,
        });
    }

    /// Phase 3: stage A is filled.
    pub(super) fn write(&mut self, buffer: &mut Buffer) {
        let Some(send) = self.read.take() else { return };
        self.grant = None;
        (self.stage, self.is_full) = (send, true);
        (self.needs_frame, self.needs_start) = (send.has, true);
        if send.has {
            let numbers = &mut buffer.flows[send.flow];
            numbers.next = after(send.sequence);
            if !send.again {
                numbers.high = numbers.next;
            }
            self.is_sent = true;
            self.reported = (send.flow, send.again);
        }
    }

    /// Phase 5: the interval is requested in the next cycle.
    pub(super) fn ask(&mut self, efl: &Efl) {
        let Send { flow, has, group, sent, payload_bytes, .. } = self.stage;
        if self.is_fresh() && has {
            self.is_requested = true;
            self.request = (flow, group, sent, efl.size(payload_bytes));
        }
    }

    /// Whether stage A has been filled, and its start has not been offered yet.
    fn is_fresh(&self) -> bool {
        self.is_full && !self.is_ready && !self.start && self.needs_start
    }

    /// Phase 1: the start is offered, and the frame can begin, from the next cycle on.
    pub(super) fn offer(&mut self) {
        if self.is_fresh() {
            (self.start, self.is_ready) = (true, self.stage.has);
        }
    }

    /// The end of a cycle, before its phase: acceptance of starts and grants, and the beginning of the frame.
    pub(super) fn clock(&mut self, inputs: &EflTransmitInputs, begins: bool, grant_ready: bool) {
        (self.is_sent, self.is_requested) = (false, false);
        if self.start && inputs.start_ready {
            (self.start, self.needs_start) = (false, false);
        }
        if begins {
            (self.is_ready, self.needs_frame) = (false, false);
        }
        if !self.needs_start && !self.needs_frame {
            self.is_full = false;
        }
        if inputs.grant && grant_ready {
            self.grant = Some(inputs.grant_flow as usize);
        }
    }
}
