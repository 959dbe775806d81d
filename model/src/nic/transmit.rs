//! The way to the link: packets of the host as they are granted, and answers between them.

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
        transmit::{Cause, BUILD_CYCLES},
        Nic,
    },
    switch::port::Port,
    wire::lrh,
    WideWord,
};

/// What is on its way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Idle,
    Host,
    Answer,
    /// A packet without grant vanishes.
    Dropping,
}

/// The beat that the link is shown, or was shown last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shown {
    valid: bool,
    data: WideWord,
    keep: u64,
    last: bool,
    bad: bool,
}

/// What happened in the cycle before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Events {
    sent: bool,
    answered: u64,
    drops: u64,
}

/// The way to the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transmit {
    nic: Nic,
    port: Port,
    host: Host,
    /// The decline that is held.
    declines: bool,
    /// The flow of the decline that was held last.
    decline_flow: u64,
    answer: Option<Answer>,
    way: Way,
    /// An answer has just lacked credits.
    passed: bool,
    shown: Shown,
    /// Flow and PktLen of the packet of the host that began last.
    began: (u64, usize),
    events: Events,
}

impl Transmit {
    /// The block after reset.
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
            began: (0, 0),
            events: Events::default(),
        }
    }

    /// Outputs that registers show.
    fn show(&self, outputs: &mut TransmitOutputs) {
        outputs.m_valid = self.shown.valid;
        outputs.m_data = self.shown.data.clone();
        outputs.m_keep = self.shown.keep;
        outputs.m_last = self.shown.last;
        outputs.m_bad = self.shown.bad;
        outputs.sent = self.events.sent;
        outputs.sent_flow = self.began.0;
        outputs.sent_bytes = (self.began.1 * lrh::WORD_BYTES + VCRC_BYTES) as u64;
        outputs.answered = self.events.answered;
        outputs.drops = self.events.drops;
        outputs.s_ready = self.host.is_ready();
        outputs.decline_ready = !self.declines;
        outputs.answer_ready = self.answer.is_none();
    }

    /// Starts and declines, and what the limiter says of them.
    fn start(&mut self, inputs: &TransmitInputs, outputs: &mut TransmitOutputs, drops: &mut u64) {
        let asks = matches!(self.host.next, Next::Refused | Next::Asks);
        outputs.start = asks || self.declines;
        outputs.start_flow = if asks { self.host.flow } else { self.decline_flow };
        outputs.start_more = asks && self.host.more;
        if self.host.next == Next::Asks {
            outputs.start_words = self.host.beats() as u64;
        }
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

    /// Lets a packet begin, if one may: what begins or begins to be dropped.
    fn begin(
        &mut self,
        next: Next,
        room: bool,
        may_send: bool,
        outputs: &mut TransmitOutputs,
    ) -> Option<Way> {
        const WORDS_PER_BLOCK: usize = BLOCK_BYTES / lrh::WORD_BYTES;
        let idle = self.way == Way::Idle;
        let host = next == Next::Goes;
        let built = self.answer.as_ref().filter(|answer| answer.is_built());
        let answer = built.filter(|_| !(self.passed && host));
        outputs.want = idle && (host || built.is_some());
        let block_bits = self.port.block_bits();
        let blocks = (self.host.words / WORDS_PER_BLOCK + 1) % (1 << block_bits);
        (outputs.want_vl, outputs.want_blocks) = match answer {
            Some(answer) => (answer.virtual_lane, 1),
            None => (self.host.virtual_lane, blocks as u64),
        };
        outputs.begins = outputs.want && may_send && room;
        self.passed = outputs.want && answer.is_some() && !may_send;
        match (outputs.begins, answer) {
            (true, Some(_)) => Some(Way::Answer),
            (true, None) => Some(Way::Host),
            (false, _) if idle && next == Next::Dropped => Some(Way::Dropping),
            _ => None,
        }
    }

    /// Shows a beat of the host's packet.
    fn move_stored(&mut self, stored: Stored, events: &mut Events) {
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

    /// Shows a beat of the answer.
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
        *outputs = TransmitOutputs::default();
        self.show(outputs);
        let mut events = Events::default();
        let room = !self.shown.valid || inputs.m_ready;
        let (next, answer_ready) = (self.host.next, self.answer.is_none());
        let has_stored = !self.host.queue.is_empty();
        let began = self.begin(next, room, inputs.may_send, outputs);
        self.start(inputs, outputs, &mut events.drops);

        if let Some(way) = began {
            self.way = way;
            if way != Way::Answer {
                self.host.next = Next::None;
            }
            if way == Way::Host {
                self.began = (self.host.flow, self.host.words);
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
            // What begins to be dropped vanishes from the next cycle on.
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
