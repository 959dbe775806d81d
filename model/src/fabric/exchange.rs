//! Messages that wait for others ([`tailback_spec::scenario::Exchange`]).

use std::collections::VecDeque;
use tailback_spec::scenario::{Exchange, Scenario, Traffic};

/// Follows the messages of all flows: when each has been received, and which others may start then.
#[derive(Debug, Clone)]
pub(super) struct Exchanges {
    flows: Vec<Option<Waits>>,
    /// Flows that wait for the messages of each flow, with the place of the flow in their queues.
    awaited_by: Vec<Vec<(u32, u32)>>,
}

/// Messages that must be received before the next message of a flow starts.
#[derive(Debug, Clone)]
struct Waits {
    /// For each flow that it waits for, cycles in which messages have been received that count for the
    /// next messages of this one, the oldest first.
    received: Vec<VecDeque<u64>>,
    overhead: u64,
    /// Cycle in which the last message started.
    started: u64,
}

/// A message that may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Start {
    pub flow: u16,
    /// Cycle in which nothing is missing but the software.
    pub ready: u64,
    /// Cycle of the start.
    pub at: u64,
}

impl Exchanges {
    /// The messages of a scenario before the first one, and those that may start at once.
    pub fn new(scenario: &Scenario) -> (Self, Vec<Start>) {
        let mut all = Exchanges {
            flows: vec![None; scenario.flows.len()],
            awaited_by: vec![Vec::new(); scenario.flows.len()],
        };
        for (number, flow) in scenario.flows.iter().enumerate() {
            let Traffic::Exchange(exchange) = &flow.traffic else { continue };
            let Exchange { in_flight, after, overhead, .. } = &**exchange;
            let own = (number, *in_flight);
            let awaited = [own].into_iter().chain(after.iter().map(|it| (it.flow, it.ahead)));
            let mut received = Vec::new();
            for (awaited, ahead) in awaited {
                all.awaited_by[awaited].push((number as u32, received.len() as u32));
                received.push(VecDeque::from(vec![flow.start; ahead as usize]));
            }
            let (overhead, started) = (*overhead, 0);
            all.flows[number] = Some(Waits { received, overhead, started });
        }
        let mut starts = Vec::new();
        for number in 0..all.flows.len() {
            all.start(number, &mut starts);
        }
        (all, starts)
    }

    /// Whether a flow has messages that wait for others.
    pub fn has(&self, flow: usize) -> bool {
        self.flows[flow].is_some()
    }

    /// A message of a flow is received in a cycle; adds the messages that may start then.
    pub fn received(&mut self, flow: usize, cycle: u64, starts: &mut Vec<Start>) {
        for place in 0..self.awaited_by[flow].len() {
            let (waiting, queue) = self.awaited_by[flow][place];
            if let Some(waits) = &mut self.flows[waiting as usize] {
                waits.received[queue as usize].push_back(cycle);
            }
            self.start(waiting as usize, starts);
        }
    }

    /// Adds the messages of a flow for which nothing is missing.
    fn start(&mut self, flow: usize, starts: &mut Vec<Start>) {
        let Some(waits) = &mut self.flows[flow] else { return };
        while waits.received.iter().all(|queue| !queue.is_empty()) {
            let last = waits.received.iter_mut().filter_map(VecDeque::pop_front).max();
            let ready = last.unwrap_or_default();
            waits.started = ready.max(waits.started) + waits.overhead;
            starts.push(Start { flow: flow as u16, ready, at: waits.started });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts of the first messages of a scenario with these flows or patterns, then those after the
    /// messages of flows that are received in a cycle; each as flow, and cycle of its start.
    fn starts(traffic: &str, received: &[(usize, u64)]) -> Vec<Vec<(u16, u64)>> {
        let text = format!(
            "name = \"x\"\nconfiguration.preset = \"santos-2003\"\nswitches = [\"S\"]\n\
             hosts.H = {{ switch = \"S\", count = 2 }}\nhosts.A.switch = \"S\"\n\
             hosts.B.switch = \"S\"\nrun.duration_ms = 1\nmeasure = {{ from_ms = 0, to_ms = 1 }}\n\
             {traffic}\n"
        );
        let scenario = Scenario::from_toml(&text, &[]).expect("valid");
        let plain = |starts: &[Start]| starts.iter().map(|start| (start.flow, start.at)).collect();
        let (mut exchanges, first) = Exchanges::new(&scenario);
        let mut all = vec![plain(&first)];
        for (flow, cycle) in received {
            let mut starts = Vec::new();
            exchanges.received(*flow, *cycle, &mut starts);
            all.push(plain(&starts));
        }
        all
    }

    /// A microsecond is 125 cycles.
    #[test]
    fn a_limited_number_of_messages_is_in_flight_and_software_takes_its_time_for_each() {
        let flow = "flows.F = { from = \"A\", to = \"B\", traffic = \"messages\", \
            message_bytes = 8, in_flight = 3, overhead_us = 1, start_us = 2 }";
        let found = starts(flow, &[(0, 1000), (0, 1001)]);
        assert_eq!(found[0], [(0, 375), (0, 500), (0, 625)]);
        assert_eq!(found[1..], [[(0, 1125)], [(0, 1250)]]);
    }

    #[test]
    fn in_a_ping_pong_each_answers_the_other() {
        let pattern = "patterns.P = { kind = \"ping-pong\", hosts = \"H\", message_bytes = 8 }";
        let found = starts(pattern, &[(0, 10), (1, 20), (0, 35)]);
        assert_eq!(found, [vec![(0, 0)], vec![(1, 10)], vec![(0, 20)], vec![(1, 35)]]);
    }

    /// Two hosts with a process each: both neighbours of a process are the other one.
    #[test]
    fn in_a_ring_a_process_goes_on_after_both_messages_of_its_neighbours() {
        let pattern = "patterns.P = { kind = \"ring-exchange\", hosts = \"H\", \
            message_bytes = 8, overhead_us = 1 }";
        let received = [(0, 200), (1, 330), (2, 340), (3, 350)];
        let found = starts(pattern, &received);
        assert_eq!(found[0], [(0, 125), (1, 250), (2, 125), (3, 250)]);
        assert!(found[1..4].iter().all(Vec::is_empty));
        let mut last = found[4].clone();
        last.sort_unstable();
        assert_eq!(last, [(0, 475), (1, 600), (2, 475), (3, 600)]);
    }

    /// Two processes of each host, and neighbours in a host: two of four hops leave it. A process that is
    /// not at the end of its host follows the other one by a message at most.
    #[test]
    fn a_process_is_a_message_behind_its_neighbour_in_the_host_at_most() {
        let pattern = "patterns.P = { kind = \"ring-exchange\", hosts = \"H\", \
            message_bytes = 8, processes = 2 }";
        // Flows: 0 from the first to the last process, 1 from the second to the third, 2 and 3 back.
        let round = |cycle| [(1, cycle), (2, cycle)];
        let found = starts(pattern, &[round(10), round(20), round(30)].concat());
        assert_eq!(found[0], [(0, 0), (1, 0), (2, 0), (3, 0)]);
        let started = |flow| found[1..].iter().flatten().filter(|start| start.0 == flow).count();
        assert_eq!([0, 1, 2, 3].map(started), [0, 1, 1, 0]);
        let spread = starts(&pattern.replace('}', ", order = \"spread\" }"), &[]);
        assert_eq!(spread[0].len(), 8);
    }
}
