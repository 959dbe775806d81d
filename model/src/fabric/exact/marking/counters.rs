//! The counters of the papers' policies, see [`tailback_spec::switch::policy_marking`].

use crate::fabric::lanes::Lanes;
use tailback_spec::{
    scenario::Scenario,
    switch::marking::{OutputTrigger, Policy},
};

/// Events of a pair of counters that may accumulate before they are processed.
const MOST_EVENTS: usize = 32;

/// Events of a pair of counters in a cycle.
#[derive(Debug, Clone, Copy, Default)]
struct Events {
    cycle: u64,
    enqueue: bool,
    dequeue: bool,
    transmit: bool,
    trigger: bool,
}

/// One pair of counters.
#[derive(Debug, Clone, Default)]
struct Lane {
    /// Packets that wait, cnt1 in the papers.
    waiting: u32,
    /// Packets still to be marked, cnt2.
    to_mark: u32,
    /// First cycle in which a packet that arrives can be counted.
    counts: u64,
    /// Events not yet processed, in the order of cycles.
    events: Vec<Events>,
    /// Whether they may include a trigger.
    triggered: bool,
}

impl Lane {
    /// The events of a cycle.
    fn at(&mut self, cycle: u64) -> &mut Events {
        let place = match self.events.last() {
            Some(last) if cycle <= last.cycle => {
                self.events.partition_point(|events| events.cycle < cycle)
            }
            _ => self.events.len(),
        };
        if self.events.get(place).is_none_or(|events| events.cycle > cycle) {
            self.events.insert(place, Events { cycle, ..Events::default() });
        }
        &mut self.events[place]
    }

    /// Counts the packets that wait as a cycle begins, without a trigger.
    fn count(&mut self, now: u64) {
        let done = self.events.partition_point(|events| events.cycle < now);
        for Events { enqueue, dequeue, .. } in self.events.drain(..done) {
            self.waiting = self.waiting + u32::from(enqueue) - u32::from(dequeue);
        }
    }

    /// Updates the counters to the beginning of a cycle; returns how often the output trigger has
    /// fired.
    fn settle(&mut self, now: u64, policy: Policy) -> u64 {
        let (mut fired, mut done) = (0, 0);
        while let Some(events) = self.events.get(done).copied().filter(|it| it.cycle < now) {
            done += 1;
            let Events { cycle, enqueue, dequeue, transmit, trigger } = events;
            let waiting = self.waiting;
            let stays = waiting - u32::from(dequeue && waiting > 0);
            let mut crosses = false;
            if let Policy::InputOutputTriggered { output_threshold, output_trigger } = policy {
                let exceeds = enqueue && stays >= output_threshold;
                match output_trigger {
                    OutputTrigger::Above if exceeds => {
                        self.at(cycle + 1).trigger = true;
                        fired += 1;
                    }
                    OutputTrigger::Crossing if exceeds && waiting == output_threshold => {
                        crosses = true;
                        fired += 1;
                    }
                    _ => {}
                }
            }
            self.waiting = waiting + u32::from(enqueue) - u32::from(dequeue);
            if crosses {
                self.to_mark = waiting + 1;
            } else if trigger {
                self.to_mark = waiting;
            } else if transmit {
                self.to_mark = self.to_mark.saturating_sub(1);
            }
        }
        self.events.drain(..done);
        self.triggered = self.events.iter().any(|events| events.trigger);
        fired
    }
}

/// The counters of all switches.
#[derive(Debug)]
pub(in crate::fabric::exact) struct Counters {
    policy: Policy,
    lanes: Lanes<Lane>,
    /// Times that the output trigger has fired.
    pub output_triggers: u64,
}

impl Counters {
    /// Counters for so many ports in the whole fabric, and at most `most` at one switch.
    pub fn new(scenario: &Scenario, ports: usize, most: usize) -> Self {
        let policy = scenario.config.marking().policy();
        Counters { policy, lanes: Lanes::new(scenario, ports, most), output_triggers: 0 }
    }

    /// A packet begins to wait; of those that do at once, one is counted in each cycle.
    pub fn enqueue(&mut self, cycle: u64, input: usize, local: usize, output: usize) {
        let lane = self.lanes.get(input, local, output);
        let counted = cycle.max(lane.counts);
        lane.counts = counted + 1;
        lane.at(counted).enqueue = true;
    }

    /// A packet ceases to wait.
    pub fn dequeue(&mut self, cycle: u64, input: usize, local: usize, output: usize) {
        self.lanes.get(input, local, output).at(cycle).dequeue = true;
    }

    /// The input's buffer has become full, and holds a packet for the output.
    pub fn trigger(&mut self, cycle: u64, input: usize, local: usize, output: usize) {
        let lane = self.lanes.get(input, local, output);
        lane.at(cycle).trigger = true;
        lane.triggered = true;
    }

    /// Reports whether a packet that starts is marked.
    pub fn transmit(&mut self, now: u64, input: usize, local: usize, output: usize) -> bool {
        let policy = self.policy;
        let lane = self.lanes.get(input, local, output);
        // Nothing is marked until a trigger: the waiting packets can be counted up then.
        let by_input = !matches!(policy, Policy::InputOutputTriggered { .. });
        if by_input && lane.to_mark == 0 && !lane.triggered {
            if lane.events.len() >= MOST_EVENTS {
                lane.count(now);
            }
            return false;
        }
        let fired = lane.settle(now, policy);
        let mark = lane.to_mark > 0;
        if mark {
            lane.at(now).transmit = true;
        }
        self.output_triggers += fired;
        mark
    }
}
