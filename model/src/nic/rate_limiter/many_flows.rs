//! The rate limiter of two flows or more: frames of four cycles, and slots of one frame each.
//!
//! `events` decides what hosts and ACKs say; `turns` is where flows wait for their turn.

mod events;
mod turns;

use std::collections::VecDeque;

use super::schedule::Schedule;
use super::told::{Delayed, Told};
use super::{Ack, RateLimiterInputs, RateLimiterOutputs, Start};
use tailback_spec::nic::{rate_limiter::FRAME_CYCLES, Nic};

/// Cycles of a frame.
const FRAME: u64 = FRAME_CYCLES as u64;

/// Where a flow is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// Its schedule has passed, but it has no packet ready or its window is closed.
    #[default]
    Parked,
    /// Its schedule has not passed yet.
    Timed,
    /// It waits for its turn.
    Due,
    /// It may start a packet, or is about to be told so.
    Granted,
}

/// What is known of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flow {
    pub(crate) place: Place,
    /// It has a packet ready.
    pub(crate) ready: bool,
    /// It had none when its time had come.
    pub(crate) idle: bool,
    /// Packets in flight.
    pub(crate) in_flight: u32,
    /// The tick before which its next packet may not start.
    pub(crate) next_start: u64,
    /// Since when its next packet may be delayed.
    delayed: Delayed,
    /// Cycles of its slot's frame that go before its time.
    rest: u64,
}

impl Flow {
    /// A flow after reset.
    const AFTER_RESET: Flow = Flow {
        place: Place::Parked,
        ready: false,
        idle: true,
        in_flight: 0,
        next_start: 0,
        delayed: Delayed::AFTER_RESET,
        rest: 0,
    };
}

/// An event that waits for its phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held<E> {
    event: E,
    /// The first cycle in which it is held.
    since: u64,
}

/// A legal start, until its flow is put away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Starting {
    flow: usize,
    words: u64,
    /// The cycle in which it was taken.
    taken: u64,
    /// The frame in which it was decided.
    frame: u64,
    /// Cycles for which the packet was delayed.
    delayed: u64,
}

/// A flow taken from the far queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken {
    flow: usize,
    /// The frame in which that was.
    frame: u64,
}

/// A grant that has not been taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grant {
    flow: usize,
    /// The first cycle in which it is shown.
    since: u64,
}

/// The flows, and where they wait for their turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyFlows {
    schedule: Schedule,
    window: u32,
    pub(crate) cycle: u64,
    pub(crate) flows: Vec<Flow>,

    doorbell: Option<Held<usize>>,
    start: Option<Held<Start>>,
    ack: Option<Held<Ack>>,
    /// Starts whose flows have not been put away, the earliest first.
    starting: VecDeque<Starting>,

    /// The flows of each slot, in order; that of frame `f` is `f` modulo their number.
    pub(crate) slots: Vec<VecDeque<usize>>,
    /// Flows whose time is beyond the slots.
    pub(crate) far: VecDeque<usize>,
    /// Those that were taken from there, the earliest first.
    pub(crate) from_far: VecDeque<Taken>,

    /// Flows that are due, one list after the other.
    due: VecDeque<usize>,
    /// Flows left of the walker's list, which is the first.
    walking: usize,
    /// Flows of each list behind it.
    lists: VecDeque<usize>,
    /// The walker has taken its list directly from a slot, in this frame.
    directly: bool,

    grant: Option<Grant>,
    grant_flow: usize,
    look_up: bool,
    look_up_flow: usize,
    look_up_fresh: bool,
    start_ignored: bool,
    ack_ignored: bool,
    told: Told,
}

impl ManyFlows {
    /// The block after reset.
    pub(crate) fn new(nic: &Nic) -> Self {
        ManyFlows {
            schedule: Schedule::new(nic),
            window: nic.window(),
            cycle: 0,
            flows: vec![Flow::AFTER_RESET; nic.flows()],
            doorbell: None,
            start: None,
            ack: None,
            starting: VecDeque::new(),
            slots: vec![VecDeque::new(); nic.slots()],
            far: VecDeque::new(),
            from_far: VecDeque::new(),
            due: VecDeque::new(),
            walking: 0,
            lists: VecDeque::new(),
            directly: false,
            grant: None,
            grant_flow: 0,
            look_up: false,
            look_up_flow: 0,
            look_up_fresh: false,
            start_ignored: false,
            ack_ignored: false,
            told: Told::default(),
        }
    }

    pub(crate) fn reset(&mut self) {
        self.cycle = 0;
        self.flows.fill(Flow::AFTER_RESET);
        (self.doorbell, self.start, self.ack) = (None, None, None);
        self.starting.clear();
        self.slots.iter_mut().for_each(VecDeque::clear);
        self.far.clear();
        self.from_far.clear();
        self.due.clear();
        (self.walking, self.directly) = (0, false);
        self.lists.clear();
        (self.grant, self.grant_flow) = (None, 0);
        (self.look_up, self.look_up_flow, self.look_up_fresh) = (false, 0, false);
        (self.start_ignored, self.ack_ignored) = (false, false);
        self.told.reset();
    }

    /// Memories are cleared, one slot in a cycle.
    fn is_swept(&self) -> bool {
        self.cycle >= self.slots.len() as u64
    }

    /// All outputs of a cycle: none depends on its inputs.
    #[inline]
    pub(crate) fn show(&self, outputs: &mut RateLimiterOutputs) {
        let (cycle, swept) = (self.cycle, self.is_swept());
        *outputs = RateLimiterOutputs {
            doorbell_ready: swept && self.doorbell.is_none(),
            start_ready: swept && self.start.is_none(),
            ack_ready: swept && self.ack.is_none(),
            look_up: self.look_up,
            look_up_flow: self.look_up_flow as u64,
            look_up_fresh: self.look_up_fresh,
            start_ignored: self.start_ignored,
            ack_ignored: self.ack_ignored,
            grant: self.grant.is_some_and(|grant| grant.since <= cycle),
            grant_flow: self.grant_flow as u64,
            ..RateLimiterOutputs::default()
        };
        self.told.show(cycle, outputs);
    }

    #[inline]
    pub(crate) fn step(&mut self, inputs: &RateLimiterInputs, outputs: &mut RateLimiterOutputs) {
        let (cycle, swept) = (self.cycle, self.is_swept());
        self.show(outputs);
        self.told.clock(cycle);
        (self.look_up, self.start_ignored, self.ack_ignored) = (false, false, false);

        let frame = cycle / FRAME;
        match cycle % FRAME {
            _ if !swept => {}
            0 => {
                self.take_delay(frame, inputs.delay);
                self.take_from_far(frame);
                self.decide_start(frame);
                self.put_started_away(frame);
                self.slot_becomes_due(frame + 1);
            }
            1 => self.decide_ack(),
            2 => {
                self.decide_doorbell();
                self.put_far_away(frame);
            }
            _ => self.walk(),
        }

        if outputs.grant && inputs.grant_ready {
            self.grant = None;
        }
        let since = cycle + 1;
        if let Some(event) = inputs.doorbell().filter(|_| outputs.doorbell_ready) {
            self.doorbell = Some(Held { event, since });
        }
        if let Some(event) = inputs.start().filter(|_| outputs.start_ready) {
            self.start = Some(Held { event, since });
        }
        if let Some(event) = inputs.ack().filter(|_| outputs.ack_ready) {
            self.ack = Some(Held { event, since });
        }
        self.cycle += 1;
    }
}
