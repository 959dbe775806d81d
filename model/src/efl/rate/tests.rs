//! Stages and equations, worked out by hand.

use super::*;
use crate::efl::examples::{efl, settings, CLOCK_HZ, LINE};

fn idle() -> EflRateInputs {
    let settings = settings();
    EflRateInputs {
        set_probes: true,
        set_delays: true,
        set_predicts: true,
        set_alpha: settings.alpha.into(),
        set_beta: settings.beta.into(),
        set_probe_alpha: settings.probe_alpha.into(),
        set_probe_beta: settings.probe_beta.into(),
        set_initial: settings.initial.into(),
        set_minimum: settings.minimum.into(),
        set_maximum: settings.maximum.into(),
        set_rtt_min: 0,
        ..Default::default()
    }
}

/// An ACK of a packet sent in the probing states, or in congestion avoidance.
fn ack(flow: u64, covered: bool, rtt: u64, time: u64, bytes: u64) -> EflRateInputs {
    EflRateInputs {
        event_valid: true,
        event_flow: flow,
        event_group: 1,
        event_covered: covered,
        event_rtt: rtt,
        event_time: time,
        event_bytes: bytes,
        ..idle()
    }
}

struct Driven {
    model: EflRate,
    cycle: u64,
}

impl Driven {
    fn new() -> Self {
        let mut driven = Driven { model: EflRate::new(&efl()), cycle: 0 };
        while driven.step(&idle()).sweeping {}
        driven
    }

    fn step(&mut self, inputs: &EflRateInputs) -> EflRateOutputs {
        self.cycle += 1;
        self.model.cycle(inputs)
    }

    /// Idles until just before a phase.
    fn until(&mut self, phase: u64) -> &mut Self {
        while self.cycle % 24 != phase {
            self.step(&idle());
        }
        self
    }

    /// Offers an event until it is accepted; returns the cycle of that.
    fn offer(&mut self, event: &EflRateInputs) -> u64 {
        while !self.step(event).event_ready {}
        self.cycle - 1
    }

    /// Cycle and outputs of the next update.
    fn updated(&mut self) -> (u64, EflRateOutputs) {
        const PATIENCE_CYCLES: u64 = 100;
        for _ in 0..PATIENCE_CYCLES {
            let outputs = self.step(&idle());
            if outputs.updated {
                return (self.cycle - 1, outputs);
            }
        }
        panic!("no update")
    }

    /// Rate after an event.
    fn rate(&mut self, event: &EflRateInputs) -> u64 {
        self.offer(event);
        self.updated().1.updated_rate
    }
}

fn code(rate: u32) -> (u64, u64) {
    let pace = Pace::of(rate, cycles_per_tick(CLOCK_HZ));
    (pace.mantissa.into(), pace.exponent.into())
}

#[test]
fn paces_of_the_settings_are_known_when_records_are_cleared() {
    let mut model = EflRate::new(&efl());
    for cycle in 0..72 {
        let outputs = model.cycle(&idle());
        assert!(outputs.sweeping && !outputs.event_ready);
        assert_eq!(outputs.initial_exponent == 0, cycle < 24);
        assert_eq!(outputs.minimum_exponent == 0, cycle < 48);
        assert_eq!(outputs.maximum_exponent, 0);
    }
    let outputs = model.cycle(&idle());
    assert!(!outputs.sweeping && outputs.event_ready);
    assert_eq!((outputs.initial_mantissa, outputs.initial_exponent), code(LINE / 36));
    assert_eq!((outputs.minimum_mantissa, outputs.minimum_exponent), code(LINE / 1000));
    assert_eq!((outputs.maximum_mantissa, outputs.maximum_exponent), code(LINE));
}

#[test]
fn an_update_takes_50_to_73_cycles_and_its_pace_24_more() {
    for (phase, cycles) in [(22, 50), (23, 73), (0, 72)] {
        let mut driven = Driven::new();
        let accepted = driven.until(phase).offer(&ack(1, false, 100, 5000, 1920));
        let (updated, outputs) = driven.updated();
        assert_eq!((updated - accepted, outputs.updated_flow), (cycles, 1), "phase {phase}");
        for _ in 1..24 {
            assert!(!driven.step(&idle()).paced);
        }
        let paced = driven.step(&idle());
        assert!(paced.paced && !paced.updated && paced.updated_flow == 1);
        assert_eq!((paced.paced_mantissa, paced.paced_exponent), code(LINE / 36));
    }
}

#[test]
fn a_second_event_of_a_flow_waits_for_the_result_of_the_first() {
    let mut driven = Driven::new();
    let mut events = vec![
        ack(2, false, 100, 5000, 1920),
        ack(1, true, 110, 5100, 3840),
        ack(1, false, 100, 5000, 1920),
    ];
    let mut order = Vec::new();
    driven.until(1);
    for _ in 0..240 {
        let outputs = driven.step(events.last().unwrap_or(&idle()));
        if outputs.event_ready {
            events.pop();
        }
        if outputs.updated {
            order.push((driven.cycle - 1, outputs));
        }
    }
    let flows: Vec<_> = order.iter().map(|(_, outputs)| outputs.updated_flow).collect();
    assert_eq!(flows, [1, 1, 2]);
    assert_eq!(order[1].0 - order[0].0, 48);
    assert_eq!(order[2].0 - order[1].0, 24);
    // Equation 1 needs the mark of the first ACK.
    assert!(order[1].1.updated_rate.abs_diff((1920 << 20) / 100) <= 8);
}

#[test]
fn bandwidth_is_what_is_acknowledged_after_the_first_ack() {
    let mut driven = Driven::new();
    driven.rate(&ack(3, false, 1000, 10_000, 1920));
    // 1920 bytes in 46 ticks: a third of the line.
    let rate = driven.rate(&ack(3, true, 1000, 10_046, 3840));
    assert!(rate.abs_diff((1920 << 20) / 46) <= 8);
}

#[test]
fn a_loss_halves_a_rate_that_is_known_and_voids_one_that_is_not() {
    let mut driven = Driven::new();
    driven.rate(&ack(3, false, 1000, 10_000, 1920));
    let before = driven.rate(&ack(3, true, 1000, 10_046, 3840));
    let loss = EflRateInputs { event_loss: true, ..ack(3, false, 0, 0, 0) };
    assert_eq!(driven.rate(&loss), before / 2);
    driven.offer(&EflRateInputs { event_group: 2, ..loss });
    let outputs = driven.updated().1;
    assert!(outputs.updated_void && !outputs.updated_known);
    assert_eq!(outputs.updated_rate, u64::from(LINE / 1000));
}

#[test]
fn a_rate_at_the_least_rtt_rises_by_alpha_beta_over_the_rtt() {
    let mut driven = Driven::new();
    let plain = |event: EflRateInputs| EflRateInputs { set_probes: false, ..event };
    driven.until(23).step(&plain(idle()));
    driven.offer(&plain(ack(0, false, 1000, 10_000, 1920)));
    while !driven.model.updated.now {
        driven.step(&plain(idle()));
    }
    let rise = 4000 * 1966 * 16 / 1000;
    let rate = u64::from(driven.model.records[0].rate);
    assert!(rate.abs_diff(u64::from(LINE / 36) + rise) <= 4, "{rate}");
}

#[test]
fn an_rtt_below_the_preset_minimum_is_reported() {
    let mut driven = Driven::new();
    let preset = |event: EflRateInputs| EflRateInputs { set_rtt_min: 1000, ..event };
    driven.until(23).step(&preset(idle()));
    driven.offer(&preset(ack(0, false, 999, 10_000, 1920)));
    loop {
        let outputs = driven.step(&preset(idle()));
        assert_eq!(outputs.below, outputs.updated);
        if outputs.updated {
            assert_eq!(outputs.updated_rtt, 1000);
            break;
        }
    }
}
