//! Properties that hosts can rely on, in terms of the ports only.

use super::hosts::{any_chances, any_nic, run};
use super::*;
use proptest::prelude::*;
use tailback_spec::nic::rate_limiter::{ipd_ticks, table_ticks, FRAME_CYCLES, LOOK_UP_CYCLES};

/// Cycles from a look-up to its delay.
const LOOK_UP: u64 = LOOK_UP_CYCLES as u64;

/// A start that has been decided.
struct Decided {
    flow: usize,
    words: u64,
    /// Cycle in which it was accepted.
    taken: u64,
    /// Cycle in which it was decided.
    cycle: u64,
    fresh: bool,
}

/// Determines the cycle in which each start is decided.
#[derive(Default)]
struct Starts {
    taken: Option<(Start, u64)>,
}

impl Starts {
    /// Legal start that was decided in the cycle before this one, in which `start_ready` is high
    /// again.
    fn decided(
        &mut self,
        cycle: u64,
        inputs: &RateLimiterInputs,
        outputs: &RateLimiterOutputs,
    ) -> Option<Decided> {
        let decided = self.taken.take_if(|_| outputs.start_ready);
        if outputs.start_ready {
            self.taken = inputs.start().map(|start| (start, cycle));
        }
        let (start, taken) = decided.filter(|_| !outputs.start_ignored)?;
        let Start { flow, words, .. } = start;
        Some(Decided { flow, words, taken, cycle: cycle - 1, fresh: outputs.look_up_fresh })
    }
}

/// Bounds for a flow.
#[derive(Clone, Default)]
struct Allowed {
    /// Earliest start of the next packet, in ticks.
    earliest: u64,
    in_flight: u32,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..Default::default() })]

    /// Packets start no earlier than a bucket allows that holds one packet, or none for an idle
    /// flow.
    #[test]
    fn no_packet_is_granted_early_and_the_credit_is_one_packet(
        nic in any_nic(1..8),
        chances in any_chances(),
    ) {
        let fraction_bits = nic.fraction_bits();
        let mut flows = vec![Allowed::default(); nic.flows()];
        let (mut starts, mut starting, mut granted) = (Starts::default(), None, false);
        run(&nic, &chances, |driven, inputs, outputs| {
            let cycle = driven.cycle - 1;
            starting = starts.decided(cycle, inputs, outputs).or(starting.take());
            if let Some(Decided { flow, words, taken, fresh, .. }) =
                starting.take_if(|it| it.cycle + 1 + LOOK_UP == cycle)
            {
                let (ticks, delay) = (words << fraction_bits, inputs.delay);
                let delay_ticks = match nic.has_table() {
                    true => table_ticks(ticks, delay >> MULTIPLIER_BITS, delay % (1 << MULTIPLIER_BITS)),
                    false => ipd_ticks(ticks, delay),
                };
                let start = taken << fraction_bits;
                let earliest = &mut flows[flow].earliest;
                *earliest = match fresh {
                    true => start + delay_ticks,
                    false => (*earliest + delay_ticks).max(start),
                };
            }
            if outputs.grant && !granted {
                let earliest = flows[outputs.grant_flow as usize].earliest;
                assert!(cycle << fraction_bits >= earliest, "cycle {cycle}");
            }
            granted = outputs.grant && !inputs.grant_ready;
        });
    }

    /// A flow is granted a packet only if fewer are in flight than may be.
    #[test]
    fn the_window_is_never_exceeded(
        nic in any_nic(1..8),
        chances in any_chances(),
    ) {
        let mut flows = vec![Allowed::default(); nic.flows()];
        let (mut granted, mut acks) = (false, None);
        run(&nic, &chances, |_, inputs, outputs| {
            // An ACK is for a packet in flight unless it is ignored in the cycle in which the next
            // one may be accepted.
            if let Some((flow, packets)) = acks.take_if(|_| outputs.ack_ready) {
                let flow: &mut Allowed = &mut flows[flow as usize % nic.flows()];
                flow.in_flight -= if outputs.ack_ignored { 0 } else { packets as u32 };
            }
            if outputs.ack_ready && inputs.ack {
                acks = Some((inputs.ack_flow, inputs.ack_count));
            }
            if outputs.look_up {
                flows[outputs.look_up_flow as usize].in_flight += 1;
            }
            for flow in &flows {
                assert!(flow.in_flight <= nic.window());
            }
            if outputs.grant && !granted {
                assert!(flows[outputs.grant_flow as usize].in_flight < nic.window());
            }
            granted = outputs.grant && !inputs.grant_ready;
        });
    }

    #[test]
    fn at_most_one_grant_comes_in_a_frame(nic in any_nic(2..8), chances in any_chances()) {
        let (mut granted, mut last_frame) = (false, None);
        run(&nic, &chances, |driven, inputs, outputs| {
            if outputs.grant && !granted {
                let frame = Some((driven.cycle - 1) / u64::from(FRAME_CYCLES));
                assert!(last_frame < frame);
                last_frame = frame;
            }
            granted = outputs.grant && !inputs.grant_ready;
        });
    }

    /// An offer stays until it is accepted, and a ready signal until an event is accepted.
    #[test]
    fn nothing_that_is_shown_is_withdrawn(nic in any_nic(1..8), chances in any_chances()) {
        let mut before: Option<(RateLimiterInputs, RateLimiterOutputs)> = None;
        run(&nic, &chances, |_, inputs, outputs| {
            if let Some((inputs, last)) = &before {
                let untaken = last.grant && !inputs.grant_ready;
                assert!(!untaken || outputs.grant && outputs.grant_flow == last.grant_flow);
                assert!(outputs.start_ready || !last.start_ready || inputs.start);
                assert!(outputs.ack_ready || !last.ack_ready || inputs.ack);
                assert!(outputs.doorbell_ready || !last.doorbell_ready || inputs.doorbell);
            }
            before = Some((inputs.clone(), outputs.clone()));
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..Default::default() })]

    /// The delay of each start with words is reported in the sixth cycle after its look-up: 0 if
    /// the flow had been idle, and at most the time from the end of the packet before to the
    /// schedule.
    #[test]
    fn delays_are_reported_six_cycles_after_a_look_up_and_end_with_the_schedule(
        nic in any_nic(1..8),
        chances in any_chances(),
    ) {
        let fraction_bits = nic.fraction_bits();
        let mut starts = Starts::default();
        // The start that has been looked up, and the pending reports: cycle, flow and most cycles.
        let mut looked_up: Option<Decided> = None;
        let mut expected = std::collections::VecDeque::new();
        let mut last = (0, 0);
        // Earliest start of each flow's next packet, in ticks, and the end of its last packet. It is
        // unknown after a start that is so late that times wrap.
        let mut flows = vec![(Some(0), 0); nic.flows()];
        let wrap = 1 << (nic.time_bits() - 1 + fraction_bits);
        run(&nic, &chances, |driven, inputs, outputs| {
            let cycle = driven.cycle - 1;
            if let Some(started) = starts.decided(cycle, inputs, outputs) {
                assert_eq!(outputs.look_up, started.words > 0);
                let (earliest, end): (Option<u64>, u64) = flows[started.flow];
                let longest = match (started.fresh, earliest) {
                    (true, _) => 0,
                    (false, Some(tick)) => tick.div_ceil(1 << fraction_bits).saturating_sub(end),
                    (false, None) => u64::MAX,
                };
                if outputs.look_up {
                    expected.push_back((cycle + 6, started.flow as u64, longest));
                }
                flows[started.flow].1 = started.taken + started.words;
                looked_up = Some(started);
            }
            if let Some(Decided { flow, words, taken, fresh, .. }) =
                looked_up.take_if(|started| started.cycle + 1 + LOOK_UP == cycle)
            {
                let ticks = words << fraction_bits;
                let (high, low) =
                    (inputs.delay >> MULTIPLIER_BITS, inputs.delay % (1 << MULTIPLIER_BITS));
                let delay_ticks = match nic.has_table() {
                    true => table_ticks(ticks, high, low),
                    false => ipd_ticks(ticks, inputs.delay),
                };
                let start = taken << fraction_bits;
                let earliest = &mut flows[flow].0;
                *earliest = match (fresh, *earliest) {
                    (true, _) => Some(start + delay_ticks),
                    (false, Some(tick)) if start < tick + wrap => {
                        Some((tick + delay_ticks).max(start))
                    }
                    (false, _) => None,
                };
            }
            let reported = expected.front().copied().filter(|(due, ..)| *due == cycle);
            if let Some((_, flow, longest)) = reported {
                assert!(outputs.delayed_cycles <= longest, "{} of {longest}", outputs.delayed_cycles);
                last = (flow, outputs.delayed_cycles);
                expected.pop_front();
            }
            let seen = (outputs.delayed, outputs.delayed_flow, outputs.delayed_cycles);
            assert_eq!(seen, (reported.is_some(), last.0, last.1));
        });
    }
}
