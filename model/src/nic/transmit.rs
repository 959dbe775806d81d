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
    link::{BLOCK_BYTES, VCRC_BYTES},
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
    way: Way,
    /// Whether a reply has just lacked credits.
    passed: bool,
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
            way: Way::Idle,
            passed: false,
            shown: Shown::default(),
            began: Began::default(),
            moved: 0,
            psn: 0,
            events: Events::default(),
        }
    }

    /// Drives the outputs that do not depend on inputs: all but `begins` and `decline_ignored`.
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
        outputs.s_ready = self.host.is_ready();
        outputs.decline_ready = !self.declines;
        outputs.answer_ready = self.answer.is_none();
        self.show_start(outputs);
        self.show_wish(outputs);
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

    /// Reply that requests the link, if there is one.
    fn wanted_answer(&self) -> Option<&Answer> {
        let built = self.answer.as_ref().filter(|answer| answer.is_built());
        built.filter(|_| !(self.passed && self.host.next == Next::Goes))
    }

    /// Packet that requests the link.
    fn show_wish(&self, outputs: &mut TransmitOutputs) {
        const WORDS_PER_BLOCK: usize = BLOCK_BYTES / lrh::WORD_BYTES;
        let answer = self.wanted_answer();
        let any = answer.is_some() || self.host.next == Next::Goes;
        outputs.want = self.way == Way::Idle && any;
        let block_bits = self.port.block_bits();
        let blocks = (self.host.words / WORDS_PER_BLOCK + 1) % (1 << block_bits);
        (outputs.want_vl, outputs.want_blocks) = match answer {
            Some(answer) => (answer.virtual_lane, 1),
            None => (self.host.virtual_lane, blocks as u64),
        };
    }

    /// Starts a packet, if one may start; returns the kind of packet that begins or begins to be
    /// discarded.
    fn begin(&mut self, room: bool, may_send: bool, outputs: &mut TransmitOutputs) -> Option<Way> {
        let answer = self.wanted_answer().is_some();
        outputs.begins = outputs.want && may_send && room;
        self.passed = outputs.want && answer && !may_send;
        match (outputs.begins, answer) {
            (true, true) => Some(Way::Answer),
            (true, false) => Some(Way::Host),
            _ if self.way == Way::Idle && self.host.next == Next::Dropped => Some(Way::Dropping),
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
        let has_stored = !self.host.queue.is_empty();
        let began = self.begin(room, inputs.may_send, outputs);
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
        if answer_ready && inputs.answer_valid {
            self.answer = Some(Answer::new(inputs));
        }
        if outputs.s_ready && inputs.s_valid {
            let refused = self.host.take(inputs);
            events.drops |= refused.map_or(0, |cause| 1 << cause as u64);
        }
        self.events = events;
    }

    fn reset(&mut self) {
        *self = Transmit::new(&self.nic);
    }
}
