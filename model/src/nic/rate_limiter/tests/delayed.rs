//! Reported delays of packets, for one flow and for several.

use super::*;
use tailback_spec::nic::rate_limiter::FRAME_CYCLES;

/// Words of each packet.
const WORDS: u64 = 10;
/// Inter-packet delay: a packet is due `IPD + 1` times its own length after the one before it.
const IPD: u64 = 31;
/// Cycles between two packets' schedules.
const PERIOD: u64 = WORDS * (IPD + 1);

/// Cycles after which memories have been cleared.
const CLEARED: u64 = 1000;

/// A limiter with its reports.
struct Reporting {
    driven: Driven,
    /// Cycles of delay of the packets that have been reported.
    reports: Vec<u64>,
    /// Cycles that an event may wait until it is decided.
    slack: u64,
}

impl Reporting {
    fn new(flows: u32, window: u32) -> Self {
        let mut driven = Driven::new(&nic(flows, window, Response::Lipd, (64, 8)));
        driven.inputs.delay = IPD;
        driven.until(CLEARED);
        let slack = if flows == 1 { 0 } else { 2 * u64::from(FRAME_CYCLES) };
        Reporting { driven, reports: Vec::new(), slack }
    }

    fn step(&mut self) -> RateLimiterOutputs {
        assert!(self.driven.cycle < CLEARED + 100 * PERIOD, "{:?}", self.reports);
        let outputs = self.driven.step();
        if outputs.delayed {
            self.reports.push(outputs.delayed_cycles);
        }
        outputs
    }

    fn until(&mut self, cycle: u64) {
        while self.driven.cycle < cycle {
            assert!(!self.step().grant, "cycle {}", self.driven.cycle - 1);
        }
    }

    /// Starts a packet as soon as it is granted; returns the cycle of its start.
    fn start(&mut self, more: bool) -> u64 {
        while !self.step().grant {}
        self.step();
        self.driven.start(0, WORDS, more);
        self.driven.cycle
    }

    /// Runs until so many reports have been made; returns the last one.
    fn report(&mut self, number: usize) -> u64 {
        while self.reports.len() < number {
            self.step();
        }
        *self.reports.last().expect("a report")
    }

    /// Asserts that the report is of a packet that was ready from a cycle on.
    fn expect(&mut self, number: usize, due: u64, ready: u64) {
        let (cycles, slack) = (self.report(number), self.slack);
        let most = due - ready;
        assert!((most - slack..=most).contains(&cycles), "{cycles}, not {most}");
    }
}

#[test]
fn packets_that_come_after_their_schedule_are_not_delayed() {
    for flows in [1, 4] {
        let mut limiter = Reporting::new(flows, 8);
        for number in 1..=6 {
            limiter.driven.doorbell(0);
            limiter.start(false);
            limiter.report(number);
            let rest = limiter.driven.cycle + 2 * PERIOD;
            limiter.until(rest);
        }
        assert_eq!(limiter.reports, [0; 6]);
    }
}

#[test]
fn a_packet_that_is_always_ready_is_delayed_from_the_end_of_the_one_before() {
    for flows in [1, 4] {
        let mut limiter = Reporting::new(flows, 8);
        limiter.driven.doorbell(0);
        let first = limiter.start(true);
        let (mut due, mut last) = (first + PERIOD, first);
        for number in 2..=6 {
            let start = limiter.start(true);
            assert!((due..due + 8).contains(&start));
            assert_eq!(limiter.report(number), due - (last + WORDS));
            (due, last) = (due + PERIOD, start);
        }
        assert_eq!(limiter.reports[0], 0);
    }
}

#[test]
fn a_packet_that_comes_amid_its_delay_is_delayed_from_then_on() {
    for flows in [1, 4] {
        let mut limiter = Reporting::new(flows, 8);
        limiter.driven.doorbell(0);
        let start = limiter.start(false);
        limiter.until(start + 100);
        limiter.driven.doorbell(0);
        limiter.start(false);
        limiter.expect(2, start + PERIOD, start + 100);
    }
}

#[test]
fn a_packet_whose_window_opens_amid_its_delay_is_delayed_from_then_on() {
    for flows in [1, 4] {
        let mut limiter = Reporting::new(flows, 1);
        limiter.driven.doorbell(0);
        let start = limiter.start(true);
        limiter.until(start + 100);
        limiter.driven.ack(0);
        limiter.start(true);
        limiter.expect(2, start + PERIOD, start + 100);
        // The schedule of this packet passes while the window is closed.
        let late = limiter.driven.cycle + 3 * PERIOD;
        limiter.until(late);
        limiter.driven.ack(0);
        limiter.start(false);
        assert_eq!(limiter.report(3), 0);
    }
}
