//! The marking counters of all switches, see [`tailback_spec::switch::policy_marking`].

use tailback_spec::{
    scenario::{OutputTrigger, Scenario},
    switch::marking::Policy,
};

/// One pair of counters.
#[derive(Debug, Clone, Default)]
struct Lane {
    /// Packets that wait, cnt1 in the papers.
    waiting: u32,
    /// Packets still to be marked, cnt2.
    to_mark: u32,
    /// The last cycle in which one ceased to wait.
    dequeue: Option<u64>,
}

/// The counters of every output port; with the naive policy, of every input port for each of them.
#[derive(Debug)]
pub(super) struct Marking {
    policy: Policy,
    output_trigger: OutputTrigger,
    /// Output ports that an input port tells apart.
    stride: usize,
    lanes: Vec<Lane>,
}

impl Marking {
    /// For so many ports in the whole fabric, and at most `most` at one switch.
    pub fn new(scenario: &Scenario, ports: usize, most: usize) -> Self {
        let policy = scenario.config.marking().policy();
        let output_trigger = scenario.readings.output_trigger;
        let (stride, lanes) = match policy {
            Policy::Naive => (most, ports * most),
            _ => (0, ports),
        };
        Marking { policy, output_trigger, stride, lanes: vec![Lane::default(); lanes] }
    }

    fn lane(&mut self, input: usize, local: usize, output: usize) -> &mut Lane {
        let lane = if self.stride == 0 { output } else { input * self.stride + local };
        &mut self.lanes[lane]
    }

    /// A packet begins to wait. Whether that has set off the output trigger.
    pub fn enqueue(&mut self, now: u64, input: usize, local: usize, output: usize) -> bool {
        let (policy, output_trigger) = (self.policy, self.output_trigger);
        let lane = self.lane(input, local, output);
        let waited = lane.waiting;
        lane.waiting += 1;
        let Policy::InputOutputTriggered { output_threshold } = policy else { return false };
        let stays = lane.dequeue == Some(now);
        let fires = match output_trigger {
            OutputTrigger::Crossing => waited == output_threshold && !stays,
            OutputTrigger::Above => waited + u32::from(!stays) > output_threshold,
        };
        if fires {
            lane.to_mark = waited + u32::from(!stays);
        }
        fires
    }

    /// It is known that a packet will cease to wait in cycle `when`.
    pub fn announce(&mut self, when: u64, input: usize, local: usize, output: usize) {
        self.lane(input, local, output).dequeue = Some(when);
    }

    /// A packet has ceased to wait.
    pub fn dequeue(&mut self, input: usize, local: usize, output: usize) {
        self.lane(input, local, output).waiting -= 1;
    }

    /// The input's buffer has become full, and holds a packet for the output.
    pub fn trigger(&mut self, input: usize, local: usize, output: usize) {
        let lane = self.lane(input, local, output);
        lane.to_mark = lane.waiting;
    }

    /// Whether a packet that begins to go is marked.
    pub fn transmit(&mut self, input: usize, local: usize, output: usize) -> bool {
        let lane = self.lane(input, local, output);
        let mark = lane.to_mark > 0;
        lane.to_mark -= u32::from(mark);
        mark
    }
}
