//! The marking counters of all switches, see [`tailback_spec::switch::policy_marking`].

use crate::fabric::lanes::Lanes;
use tailback_spec::{
    scenario::Scenario,
    switch::marking::{OutputTrigger, Policy},
};

/// One pair of counters.
#[derive(Debug, Clone, Default)]
struct Lane {
    /// Packets that wait, cnt1 in the papers.
    waiting: u32,
    /// Packets still to be marked, cnt2.
    to_mark: u32,
    /// Last cycle in which a packet ceased to wait.
    dequeue: Option<u64>,
    /// Pending output trigger: its cycle, and the packets that wait then.
    above: Option<(u64, u32)>,
}

impl Lane {
    /// Applies the pending output trigger to the counters if it is before a cycle.
    fn settle(&mut self, before: u64) {
        if let Some((_, waits)) = self.above.filter(|(comes, _)| *comes < before) {
            self.to_mark = waits;
            self.above = None;
        }
    }

    /// Sets an output trigger for the next cycle, with the number of packets that wait then.
    fn trigger_above(&mut self, now: u64, waits: u32) {
        // Nothing of this cycle is left but packets that begin to wait.
        self.settle(now + 1);
        self.above = Some((now + 1, waits));
    }
}

/// The counters of all switches.
#[derive(Debug)]
pub(super) struct Marking {
    policy: Policy,
    lanes: Lanes<Lane>,
}

impl Marking {
    /// Counters for so many ports in the whole fabric, and at most `most` at one switch.
    pub fn new(scenario: &Scenario, ports: usize, most: usize) -> Self {
        let policy = scenario.config.marking().policy();
        Marking { policy, lanes: Lanes::new(scenario, ports, most) }
    }

    /// A packet begins to wait; returns whether that fires the output trigger.
    pub fn enqueue(&mut self, now: u64, input: usize, local: usize, output: usize) -> bool {
        let policy = self.policy;
        let lane = self.lanes.get(input, local, output);
        let waited = lane.waiting;
        lane.waiting += 1;
        let Policy::InputOutputTriggered { output_threshold, output_trigger } = policy else {
            return false;
        };
        let waits = waited + u32::from(lane.dequeue != Some(now));
        let fires = waits > output_threshold;
        match output_trigger {
            OutputTrigger::Above if fires => lane.trigger_above(now, waits),
            OutputTrigger::Crossing if fires && waited == output_threshold => lane.to_mark = waits,
            _ => return false,
        }
        true
    }

    /// Announces that a packet will cease to wait in cycle `when`.
    pub fn announce(&mut self, when: u64, input: usize, local: usize, output: usize) {
        self.lanes.get(input, local, output).dequeue = Some(when);
    }

    /// A packet ceases to wait.
    pub fn dequeue(&mut self, input: usize, local: usize, output: usize) {
        self.lanes.get(input, local, output).waiting -= 1;
    }

    /// The input's buffer has become full, and holds a packet for the output.
    pub fn trigger(&mut self, now: u64, input: usize, local: usize, output: usize) {
        let lane = self.lanes.get(input, local, output);
        lane.settle(now);
        lane.to_mark = lane.waiting;
    }

    /// Whether a packet that starts is marked.
    pub fn transmit(&mut self, now: u64, input: usize, local: usize, output: usize) -> bool {
        let lane = self.lanes.get(input, local, output);
        lane.settle(now);
        let mark = lane.to_mark > 0;
        lane.to_mark -= u32::from(mark);
        mark
    }
}
