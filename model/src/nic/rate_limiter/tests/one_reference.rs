//! The single flow, compared with closed forms of its grants and of its idle state.

use super::hosts::{any_chances, any_nic, run};
use super::*;
use proptest::prelude::*;
use tailback_spec::nic::rate_limiter::{ipd_ticks, table_ticks};

/// Cycles from a start to the earliest grant.
const LOOP_CYCLES: u64 = 9;

struct Reference {
    nic: Nic,
    /// Tick of the schedule, and first cycle in which a grant is possible.
    schedule: u64,
    earliest: u64,
    /// First cycle in which a packet is ready, and in which the window is open, as it begins.
    ready: Option<u64>,
    open: Option<u64>,
    in_flight: u32,
    /// A start of this cycle, until its delay is known: cycle, words, idle.
    starting: Option<(u64, u64, bool)>,
    granted: bool,
    idle: bool,
    expected: RateLimiterOutputs,
}

impl Reference {
    fn new(nic: &Nic) -> Self {
        let ready = RateLimiterOutputs {
            doorbell_ready: true,
            start_ready: true,
            ack_ready: true,
            ..Default::default()
        };
        Reference {
            nic: *nic,
            schedule: 0,
            earliest: 1,
            ready: None,
            open: Some(0),
            in_flight: 0,
            starting: None,
            granted: false,
            idle: true,
            expected: ready,
        }
    }

    fn look_on(&mut self, cycle: u64, inputs: &RateLimiterInputs, outputs: &RateLimiterOutputs) {
        assert_eq!(without_delays(outputs), self.expected, "cycle {cycle}");
        let told = self.granted && !outputs.grant;
        self.expected.grant &= !inputs.grant_ready;
        if let (false, Some(ready), Some(open)) = (self.granted, self.ready, self.open) {
            let shown = self.earliest.max(ready + 1).max(open + 1);
            if cycle + 1 == shown {
                (self.granted, self.expected.grant) = (true, true);
                // No packet was ready in a cycle in which the flow could have been granted.
                self.idle |= ready + 1 > self.earliest;
                self.ready = None;
            }
        }

        let began_with = self.in_flight;
        (self.expected.look_up, self.expected.start_ignored) = (false, false);
        if let Some(start) = inputs.start() {
            let legal = start.flow == 0 && told;
            self.expected.start_ignored = !legal;
            self.expected.look_up_fresh = legal && self.idle;
            if legal {
                self.expected.look_up = start.words > 0;
                self.starting = Some((cycle, start.words, self.idle));
                (self.granted, self.idle) = (false, false);
                // No grant until the delay is known.
                self.earliest = u64::MAX;
                self.in_flight += start.words.min(1) as u32;
                if start.more {
                    self.ready = self.ready.or(Some(cycle + 1));
                }
            }
        }
        self.expected.ack_ignored = false;
        if let Some(ack) = inputs.ack() {
            let legal = ack.flow == 0 && ack.packets > 0 && ack.packets <= began_with;
            self.expected.ack_ignored = !legal;
            self.in_flight -= if legal { ack.packets } else { 0 };
        }
        match self.in_flight < self.nic.window() {
            true => self.open = self.open.or(Some(cycle + 1)),
            false => self.open = None,
        }
        assert!(self.in_flight <= self.nic.window());
        if inputs.doorbell() == Some(0) {
            self.ready = self.ready.or(Some(cycle + 1));
        }
        if let Some((start, words, idle)) = self.starting.filter(|it| it.0 + 4 == cycle) {
            self.schedule(start, words, idle, inputs.delay);
        }
    }

    fn schedule(&mut self, cycle: u64, words: u64, idle: bool, delay: u64) {
        let fraction_bits = self.nic.fraction_bits();
        let (ticks, start) = (words << fraction_bits, cycle << fraction_bits);
        let delay_ticks = match self.nic.has_table() {
            true => table_ticks(ticks, delay >> MULTIPLIER_BITS, delay % (1 << MULTIPLIER_BITS)),
            false => ipd_ticks(ticks, delay),
        };
        assert!(self.schedule <= start, "lateness is never negative");
        let round = 1 << (self.nic.time_bits() + fraction_bits);
        let lateness = (start - self.schedule) % round;
        // A start so late that it counts as early waits for no longer than the page states.
        let early = self.nic.early_cycles() << fraction_bits;
        let looks_early = lateness > ticks && lateness - ticks + early >= round;
        let before = self.schedule;
        self.schedule = match idle {
            true => start + delay_ticks,
            false if looks_early => start + (round - lateness) + delay_ticks,
            false => start + delay_ticks.saturating_sub(lateness),
        };
        // The credit is one packet, and no more.
        assert!(self.schedule >= (before + delay_ticks).max(start));
        self.earliest = self.schedule.div_ceil(1 << fraction_bits).max(cycle + LOOP_CYCLES);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..Default::default() })]
    #[test]
    fn it_is_granted_as_soon_as_its_time_a_packet_and_the_window_allow(
        nic in any_nic(1..2),
        chances in any_chances(),
    ) {
        let mut reference = Reference::new(&nic);
        run(&nic, &chances, |driven, inputs, outputs| {
            reference.look_on(driven.cycle - 1, inputs, outputs);
        });
    }
}
