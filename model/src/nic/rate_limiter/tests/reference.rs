//! Several flows, compared with a scheduler that sorts: no slots, no far queue, no lists.
//!
//! The reference predicts when each flow becomes due, and all outputs, to the cycle. Only among
//! flows of one slot it leaves the choice to the model.

use super::hosts::{any_chances, any_nic, run};
use super::many_flows::Place;
use super::*;
use proptest::prelude::*;
use tailback_spec::nic::rate_limiter::{ipd_ticks, table_ticks, FRAME_CYCLES};

/// Cycles of a frame.
const FRAME: u64 = FRAME_CYCLES as u64;
/// Frames from a start to the earliest slot.
const AHEAD_FRAMES: u64 = 4;

#[derive(Clone, Default)]
struct Known {
    ready: bool,
    busy: bool,
    in_flight: u32,
    schedule: u64,
    /// Cycle in which the flow becomes due, if it is timed.
    due: Option<u64>,
    told: bool,
    parked: bool,
}

struct Reference {
    nic: Nic,
    flows: Vec<Known>,
    doorbell: Option<(usize, u64)>,
    start: Option<(Start, u64)>,
    ack: Option<(Ack, u64)>,
    /// Start of this frame: flow, words, and the cycle in which it was accepted.
    starting: Option<(usize, u64, u64)>,
    /// Flows that are due, with the cycle since which they are.
    due: Vec<(u64, usize)>,
    /// Grant that is not accepted yet, and the first cycle in which it is offered.
    grant: Option<(usize, u64)>,
    /// Outputs expected next; ready and grant are determined in the cycle itself.
    expected: RateLimiterOutputs,
}

impl Reference {
    fn new(nic: &Nic) -> Self {
        Reference {
            nic: *nic,
            flows: vec![Known { parked: true, ..Default::default() }; nic.flows()],
            doorbell: None,
            start: None,
            ack: None,
            starting: None,
            due: Vec::new(),
            grant: None,
            expected: RateLimiterOutputs::default(),
        }
    }

    /// Takes an event that is decided in this cycle, which is of the right phase.
    fn ripe<E>(event: &mut Option<(E, u64)>, cycle: u64) -> Option<(E, u64)> {
        event.take_if(|(_, taken)| *taken + 3 <= cycle)
    }

    fn look_on(
        &mut self,
        cycle: u64,
        model: &ManyFlows,
        inputs: &RateLimiterInputs,
        outputs: &RateLimiterOutputs,
    ) {
        if cycle < self.nic.slots() as u64 {
            return assert_eq!(*outputs, RateLimiterOutputs::default());
        }
        self.expected.doorbell_ready = self.doorbell.is_none();
        self.expected.start_ready = self.start.is_none();
        self.expected.ack_ready = self.ack.is_none();
        self.expected.grant = self.grant.is_some_and(|(_, since)| since <= cycle);
        assert_eq!(without_delays(outputs), self.expected, "cycle {cycle}");
        (self.expected.look_up, self.expected.start_ignored, self.expected.ack_ignored) =
            (false, false, false);
        match cycle % FRAME {
            0 => self.phase_0(cycle, inputs.delay),
            1 => self.phase_1(cycle),
            2 => self.phase_2(cycle),
            _ => self.phase_3(cycle, model),
        }
        if outputs.grant && inputs.grant_ready {
            let (flow, _) = self.grant.take().expect("shown");
            self.flows[flow].told = true;
        }
        if outputs.doorbell_ready {
            self.doorbell = inputs.doorbell().map(|flow| (flow, cycle));
        }
        if outputs.start_ready {
            self.start = inputs.start().map(|start| (start, cycle));
        }
        if outputs.ack_ready {
            self.ack = inputs.ack().map(|ack| (ack, cycle));
        }
    }

    fn phase_0(&mut self, cycle: u64, delay: u64) {
        if let Some((number, words, taken)) = self.starting.take() {
            self.schedule(cycle / FRAME - 1, number, words, taken, delay);
        }
        for (number, flow) in self.flows.iter_mut().enumerate() {
            if flow.due == Some(cycle) {
                flow.due = None;
                self.due.push((cycle, number));
            }
        }
        let Some((start, taken)) = Self::ripe(&mut self.start, cycle) else { return };
        self.expected.look_up_flow = start.flow as u64;
        self.expected.look_up_fresh = false;
        match self.flows.get_mut(start.flow) {
            Some(flow) if flow.told => {
                flow.told = false;
                flow.ready |= start.more;
                flow.in_flight += start.words.min(1) as u32;
                assert!(flow.in_flight <= self.nic.window());
                self.expected.look_up = start.words > 0;
                self.expected.look_up_fresh = !flow.busy;
                self.starting = Some((start.flow, start.words, taken));
            }
            _ => self.expected.start_ignored = true,
        }
    }

    fn phase_1(&mut self, cycle: u64) {
        let Some((ack, _)) = Self::ripe(&mut self.ack, cycle) else { return };
        match self.flows.get_mut(ack.flow) {
            Some(flow) if ack.packets > 0 && ack.packets <= flow.in_flight => {
                flow.in_flight -= ack.packets;
                if flow.parked && flow.ready {
                    flow.parked = false;
                    self.due.push((cycle, ack.flow));
                }
            }
            _ => self.expected.ack_ignored = true,
        }
    }

    fn phase_2(&mut self, cycle: u64) {
        let Some((rung, _)) = Self::ripe(&mut self.doorbell, cycle) else { return };
        let Some(flow) = self.flows.get_mut(rung) else { return };
        flow.ready = true;
        if flow.parked && flow.in_flight < self.nic.window() {
            flow.parked = false;
            self.due.push((cycle, rung));
        }
    }

    fn phase_3(&mut self, cycle: u64, model: &ManyFlows) {
        let frame = cycle / FRAME;
        // Flows that became due in this frame, after its phase 0, are not considered yet.
        let first = self.due.iter().map(|(since, _)| *since).min();
        let Some(first) = first.filter(|since| *since <= frame * FRAME) else { return };
        if self.grant.is_some() {
            return;
        }
        let gone = |&(_, number): &(u64, usize)| model.flows[number].place != Place::Due;
        let goes = self.due.iter().position(gone).expect("the walker does not rest");
        let (since, number) = self.due.remove(goes);
        assert_eq!(since, first, "flow {number} is not the first in cycle {cycle}");
        assert!(!self.due.iter().any(gone), "one at a time");
        let flow = &mut self.flows[number];
        if flow.ready && flow.in_flight < self.nic.window() {
            flow.ready = false;
            let time = flow.schedule.div_ceil(1 << self.nic.fraction_bits());
            // The grant is exact to the cycle if the flow became due in this frame.
            let shown = if since == frame * FRAME { time.max(cycle + 1) } else { cycle + 1 };
            assert!(shown >= time, "flow {number} is early");
            self.grant = Some((number, shown));
            self.expected.grant_flow = number as u64;
        } else {
            flow.parked = true;
            flow.busy &= flow.ready;
        }
    }

    /// Updates the schedule of a flow that started a packet in a frame.
    fn schedule(&mut self, frame: u64, number: usize, words: u64, taken: u64, delay: u64) {
        let fraction_bits = self.nic.fraction_bits();
        let (ticks, start) = (words << fraction_bits, taken << fraction_bits);
        let delay_ticks = match self.nic.has_table() {
            true => table_ticks(ticks, delay >> MULTIPLIER_BITS, delay % (1 << MULTIPLIER_BITS)),
            false => ipd_ticks(ticks, delay),
        };
        let flow = &mut self.flows[number];
        // A start before its grant is not late.
        let round = 1 << (self.nic.time_bits() + fraction_bits);
        let lateness = start.saturating_sub(flow.schedule) % round;
        // A start so late that it counts as early waits for no longer than the page states.
        let early = self.nic.early_cycles() << fraction_bits;
        let looks_early = lateness > ticks && lateness - ticks + early >= round;
        let before = flow.schedule;
        flow.schedule = match flow.busy {
            true if looks_early => start + (round - lateness) + delay_ticks,
            true => start.max(flow.schedule) + delay_ticks.saturating_sub(lateness),
            false => start + delay_ticks,
        };
        // The credit is one packet, and no more.
        assert!(flow.schedule >= (before + delay_ticks).max(start));
        flow.busy = true;
        let slot = (flow.schedule.div_ceil(1 << fraction_bits) / FRAME).max(frame + AHEAD_FRAMES);
        flow.due = Some((slot - 1) * FRAME);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..Default::default() })]
    #[test]
    fn whoever_is_due_first_goes_first_and_to_the_cycle(
        nic in any_nic(2..8),
        chances in any_chances(),
    ) {
        let mut reference = Reference::new(&nic);
        run(&nic, &chances, |driven, inputs, outputs| {
            reference.look_on(driven.cycle - 1, driven.many(), inputs, outputs);
        });
    }
}
