//! The transmit path: packets of the host as they are granted, and replies between them.

mod answer;
mod host;
mod ports;
#[cfg(test)]
mod tests;

use self::answer::Answer;
use self::host::{Host, Next, Stored};
pub use self::ports::{TransmitInputs, TransmitOutputs};
use crate::switch::beat;
use crate::Golden;
use tailback_spec::{
    link::VCRC_BYTES,
    nic::{
        reflector::PSN_BITS,
        transmit::{Cause, BUILD_CYCLES, PSN_BYTE},
        Nic,
    },
    switch::port::Port,
    wire::lrh,
    WideWord,
};

/// Packet that is transmitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Idle,
    Host,
    Answer,
    /// A packet without grant is discarded.
    Dropping,
}

/// Beat that is offered to the link, or was last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shown {
    valid: bool,
    data: WideWord,
    keep: u64,
    last: bool,
    bad: bool,
}

/// A packet of the host that has begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Began {
    flow: u64,
    service_level: u64,
    /// PktLen.
    words: usize,
}

/// Events of the cycle before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Events {
    sent: bool,
    answered: u64,
    drops: u64,
}

/// The transmit path of the NIC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transmit {
    nic: Nic,
    port: Port,
    host: Host,
    /// Whether a decline is held.
    declines: bool,
    /// Flow of the decline that was held last.
    decline_flow: u64,
    answer: Option<Answer>,
    /// VL of the reply; before it is accepted, of the one that is offered.
    reply_vl: u64,
    way: Way,
    shown: Shown,
    /// Packet of the host that began last.
    began: Began,
    /// Bytes of that packet that have been offered to the link.
    moved: usize,
    /// PSN that was offered to the link last.
    psn: u64,
    events: Events,
}

impl Transmit {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        Transmit {
            nic: *nic,
            port: nic.port(),
            host: Host::new(nic),
            declines: false,
            decline_flow: 0,
            answer: None,
            reply_vl: 0,
            way: Way::Idle,
            shown: Shown::default(),
            began: Began::default(),
            moved: 0,
            psn: 0,
            events: Events::default(),
        }
    }

    /// Drives the outputs that do not depend on inputs: all but those about a packet that begins or
    /// lacks credits, and `decline_ignored`.
    pub(super) fn show(&self, outputs: &mut TransmitOutputs) {
        *outputs = TransmitOutputs::default();
        outputs.m_valid = self.shown.valid;
        outputs.m_data = self.shown.data.clone();
        outputs.m_keep = self.shown.keep;
        outputs.m_last = self.shown.last;
        outputs.m_bad = self.shown.bad;
        outputs.sent = self.events.sent;
        let Began { flow, service_level, words } = self.began;
        (outputs.sent_flow, outputs.sent_sl) = (flow, service_level);
        outputs.sent_psn = self.psn;
        outputs.sent_bytes = (words * lrh::WORD_BYTES + VCRC_BYTES) as u64;
        outputs.answered = self.events.answered;
        outputs.drops = self.events.drops;
        outputs.first_sl = self.host.service_level;
        outputs.s_ready = self.host.ready;
        outputs.decline_ready = !self.declines;
        outputs.answer_ready = self.answer.is_none();
        (outputs.host_vl, outputs.host_blocks) = (self.host.virtual_lane, self.host.blocks());
        outputs.reply_vl = self.reply_vl;
        self.show_start(outputs);
    }

    /// Whether the next packet requests a start from the limiter.
    fn asks(&self) -> bool {
        matches!(self.host.next, Next::Refused | Next::Asks)
    }

    /// Drives the start for the limiter.
    fn show_start(&self, outputs: &mut TransmitOutputs) {
        let asks = self.asks();
        outputs.start = asks || self.declines;
        outputs.start_flow = if asks { self.host.flow } else { self.decline_flow };
        outputs.start_more = asks && self.host.more;
        if self.host.next == Next::Asks {
            outputs.start_words = self.host.beats() as u64;
        }
    }

    /// Processes starts and declines, and the limiter's responses.
    fn start(&mut self, inputs: &TransmitInputs, outputs: &mut TransmitOutputs, drops: &mut u64) {
        let asks = self.asks();
        outputs.decline_ignored = inputs.start_ignored && self.host.next != Next::Waits;

        self.host.next = match self.host.next {
            Next::Refused if inputs.start_ready => Next::None,
            Next::Asks if inputs.start_ready => Next::Waits,
            Next::Waits if inputs.look_up => Next::Goes,
            Next::Waits if inputs.start_ignored => {
                *drops |= 1 << Cause::NoGrant as u64;
                Next::Dropped
            }
            next => next,
        };
        if self.declines {
            self.declines = asks || !inputs.start_ready;
        } else if inputs.decline && inputs.decline_flow < self.nic.flows() as u64 {
            (self.declines, self.decline_flow) = (true, inputs.decline_flow);
        }
    }

    /// Chooses a packet that may begin; returns the kind of packet that begins or begins to be
    /// discarded. A reply precedes the next packet, unless it lacks credits.
    fn begin(
        &self,
        room: bool,
        inputs: &TransmitInputs,
        outputs: &mut TransmitOutputs,
    ) -> Option<Way> {
        let idle = self.way == Way::Idle;
        let has_answer = self.answer.as_ref().is_some_and(Answer::is_built);
        let has_host = self.host.next == Next::Goes;
        let answers = has_answer && inputs.answer_may_send;
        let may_begin = answers || has_host && inputs.host_may_send;
        outputs.begins = idle && room && may_begin;
        (outputs.begins_vl, outputs.begins_blocks) = match answers {
            true => (self.reply_vl, 1),
            false => (outputs.host_vl, outputs.host_blocks),
        };
        outputs.lacks_credits = idle && (has_answer || has_host) && !may_begin;
        match (outputs.begins, answers) {
            (true, true) => Some(Way::Answer),
            (true, false) => Some(Way::Host),
            _ if idle && self.host.next == Next::Dropped => Some(Way::Dropping),
            _ => None,
        }
    }

    /// Offers a beat of the host's packet.
    fn move_stored(&mut self, stored: Stored, events: &mut Events) {
        let width = self.port.width_bytes();
        if (self.moved..self.moved + width).contains(&PSN_BYTE) {
            let first = PSN_BYTE - self.moved;
            let bytes = beat::bytes(&stored.data);
            let psn = &bytes[first..first + PSN_BITS / u8::BITS as usize];
            self.psn = psn.iter().fold(0, |psn, byte| psn << u8::BITS | u64::from(*byte));
        }
        self.moved += width;
        self.shown = Shown {
            valid: true,
            data: stored.data,
            keep: beat::keep(stored.counted),
            last: stored.last,
            bad: stored.cut.is_some(),
        };
        if stored.last {
            self.way = Way::Idle;
            events.sent = stored.cut.is_none();
            events.drops |= stored.cut.map_or(0, |cause| 1 << cause as u64);
        }
    }

    /// Offers a beat of the reply.
    fn move_answer(&mut self, events: &mut Events) {
        let Some(answer) = &mut self.answer else { return };
        let width = self.port.width_bytes();
        let (data, counted, last) = answer.next_beat(width);
        self.shown = Shown { valid: true, data, keep: beat::keep(counted), last, bad: false };
        if last {
            events.answered = 1 << u64::from(answer.is_cnp);
            (self.answer, self.way) = (None, Way::Idle);
        }
    }
}

impl Golden for Transmit {
    type Inputs = TransmitInputs;
    type Outputs = TransmitOutputs;

    fn step(&mut self, inputs: &TransmitInputs, outputs: &mut TransmitOutputs) {
        self.show(outputs);
        let mut events = Events::default();
        let room = !self.shown.valid || inputs.m_ready;
        let answer_ready = self.answer.is_none();
        let level = self.host.queue.len();
        let has_stored = level > 0;
        let began = self.begin(room, inputs, outputs);
        self.start(inputs, outputs, &mut events.drops);

        if let Some(way) = began {
            self.way = way;
            if way != Way::Answer {
                self.host.next = Next::None;
            }
            if way == Way::Host {
                let Host { flow, service_level, words, .. } = self.host;
                self.began = Began { flow, service_level, words };
                self.moved = 0;
            }
        }
        if room {
            self.shown.valid = false;
        }
        match self.way {
            Way::Host if room && has_stored => {
                if let Some(stored) = self.host.queue.pop_front() {
                    self.move_stored(stored, &mut events);
                }
            }
            Way::Answer if room => self.move_answer(&mut events),
            // A packet that begins to be discarded is removed from the next cycle on.
            Way::Dropping if began.is_none() && has_stored => {
                let gone = self.host.queue.pop_front();
                if gone.is_some_and(|stored| stored.last) {
                    self.way = Way::Idle;
                }
            }
            _ => {}
        }
        if let Some(answer) = &mut self.answer {
            answer.cycles = (answer.cycles + 1).min(BUILD_CYCLES);
        }
        if answer_ready {
            self.reply_vl = inputs.answer_vl;
            self.answer = inputs.answer_valid.then(|| Answer::new(inputs));
        }
        if outputs.s_ready && inputs.s_valid {
            let refused = self.host.take(inputs);
            events.drops |= refused.map_or(0, |cause| 1 << cause as u64);
        }
        self.host.clock(level);
        self.events = events;
    }

    fn reset(&mut self) {
        *self = Transmit::new(&self.nic);
    }
}
