//! The rate limiter of two flows or more: frames of four cycles, and slots of one frame each.
//!
//! `events` decides starts, doorbells and ACKs; `turns` holds the queues in which flows wait until
//! they are granted.

mod events;
mod turns;

use std::collections::VecDeque;

use super::schedule::Schedule;
use super::told::{Delayed, Told};
use super::{Ack, RateLimiterInputs, RateLimiterOutputs, Start};
use tailback_spec::nic::{rate_limiter::FRAME_CYCLES, Nic};

/// Cycles of a frame.
const FRAME: u64 = FRAME_CYCLES as u64;

/// Queue in which a flow is, or its grant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Place {
    /// The schedule has passed, but no packet is ready or the window is closed.
    #[default]
    Parked,
    /// The schedule has not passed yet.
    Timed,
    /// The flow waits to be granted.
    Due,
    /// The flow may start a packet; the grant is offered or accepted.
    Granted,
}

/// State of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flow {
    pub(crate) place: Place,
    /// Whether a packet is ready.
    pub(crate) ready: bool,
    /// Whether no packet was ready when the flow was due.
    pub(crate) idle: bool,
    /// Packets in flight.
    pub(crate) in_flight: u32,
    /// Earliest start of the next packet, in ticks.
    pub(crate) next_start: u64,
    /// Time since which the next packet may be delayed.
    delayed: Delayed,
    /// Cycles from the beginning of the slot's frame to the flow's time.
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
    /// First cycle in which the event is held.
    since: u64,
}

/// A legal start, until its flow is put into a slot or queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Starting {
    flow: usize,
    words: u64,
    /// Cycle in which it was accepted.
    taken: u64,
    /// Frame in which it was decided.
    frame: u64,
    /// Cycles by which the packet was delayed.
    delayed: u64,
}

/// A flow taken from the far queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken {
    flow: usize,
    /// Frame in which the flow was taken.
    frame: u64,
}

/// A grant that has not been accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Grant {
    flow: usize,
    /// First cycle in which it is offered.
    since: u64,
}

/// The flows, and the queues in which they wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManyFlows {
    schedule: Schedule,
    window: u32,
    pub(crate) cycle: u64,
    pub(crate) flows: Vec<Flow>,

    doorbell: Option<Held<usize>>,
    start: Option<Held<Start>>,
    ack: Option<Held<Ack>>,
    /// Starts whose flows have not been put into a slot or queue, the earliest first.
    starting: VecDeque<Starting>,

    /// Flows of each slot, in order; frame `f` has slot `f` modulo their number.
    pub(crate) slots: Vec<VecDeque<usize>>,
    /// Flows whose time is beyond the slots.
    pub(crate) far: VecDeque<usize>,
    /// Flows that were taken from the far queue, the earliest first.
    pub(crate) from_far: VecDeque<Taken>,

    /// Flows that are due, one list after the other.
    due: VecDeque<usize>,
    /// Flows left of the walker's list, which is the first.
    walking: usize,
    /// Lengths of the lists behind it.
    lists: VecDeque<usize>,
    /// Whether the walker has taken its list directly from a slot, in this frame.
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
    /// The module after reset.
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

    /// Whether the memories have been cleared, one slot in each cycle.
    fn is_swept(&self) -> bool {
        self.cycle >= self.slots.len() as u64
    }

    /// Drives all outputs, none of which depends on the inputs.
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
