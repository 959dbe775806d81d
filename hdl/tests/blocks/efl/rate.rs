//! The rate controller: the pure functions of the specification, and equality of Verilog and kernel.

use super::efl;
use std::collections::VecDeque;
use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::efl::rate::{Normalized, RateController, RateDivider, RateMultiplier};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::pace::{cycles_per_tick, Pace};
use tailback_spec::efl::rate::arithmetic::reciprocal;
use tailback_spec::efl::rate::{
    divide, multiply, Event, Mark, Parts, Record, Settings, FRAME_CYCLES,
};

const SIZES: [u32; 5] = [1, 3, 8, 64, 1024];

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.map(|flows| Box::new(RateController::new(&efl(flows))) as _).into()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike_if(every_size(), |design, cycle, name, words| match name {
        // Resets would leave no time after the sweep.
        "" => words[0] = u32::from(cycle == 0),
        "event_flow" => words[0] %= SIZES[design].min(4),
        _ => (),
    });
}

#[test]
fn rate_text() {
    reviewed!("rate", &RateController::new(&efl(64)));
}

#[test]
fn a_divider_divides() {
    let mut random = Random::new(1);
    for (divisor_bits, quotient_bits) in [(24, 26), (30, 18), (5, 2)] {
        let mut block = reset(RateDivider::new(divisor_bits, quotient_bits));
        for _ in 0..300 {
            let most = 1 + random.below(divisor_bits);
            let divisor = random.number(most).max(1);
            let first = random.number(divisor_bits) % divisor;
            let below = random.number(quotient_bits);
            let given = [("begins", 1), ("first", first), ("below", below), ("divisor", divisor)];
            cycle(&mut block, &given, []);
            for _ in 0..quotient_bits / 2 {
                cycle(&mut block, &[("divisor", 7)], []);
            }
            let expected = (first << quotient_bits | below) / divisor;
            for _ in 0..2 {
                assert_eq!(cycle(&mut block, &[], ["quotient"]), [expected]);
            }
        }
    }
}

#[test]
fn a_divisor_is_normalised() {
    let mut random = Random::new(2);
    let mut block = reset(Normalized::new(24));
    for _ in 0..1000 {
        let bits = 1 + random.below(24);
        let number = random.number(bits).max(1);
        cycle(&mut block, &[("number", number)], []);
        cycle(&mut block, &[], []);
        let shift = u128::from(reciprocal(number as u32).shift);
        let found = cycle(&mut block, &[], ["normalized", "shift"]);
        assert_eq!(found, [number << shift, shift]);
    }
}

#[test]
fn a_product_begins_every_three_cycles() {
    let mut random = Random::new(3);
    let mut block = reset(RateMultiplier::new());
    let mut expected = VecDeque::new();
    for _ in 0..500 {
        let (left, right) = (random.number(30), random.number(33));
        expected.push_back(left * right);
        let given = [("begins", 1), ("left", left), ("right", right)];
        let [product] = cycle(&mut block, &given, ["product"]);
        if expected.len() == 3 {
            assert_eq!(Some(product), expected.pop_front());
        }
        cycle(&mut block, &[], []);
        cycle(&mut block, &[("begins_next", 1)], []);
    }
}

/// An event in one of the stages, with its flow.
type Staged = Option<(usize, Event)>;

/// The frames of the specification.
struct Frames {
    settings: Settings,
    cycles_per_tick: u32,
    records: Vec<Record>,
    held: Staged,
    divides: Option<(usize, Event, Record)>,
    multiplies: Option<(usize, Event, tailback_spec::efl::rate::Quotients)>,
    paces: Option<(usize, Record)>,
    frame: u32,
    /// `updated_*`, `paced_*` and the paces of the settings.
    updated: [u128; 8],
    paced: [u128; 6],
    of_settings: [u128; 6],
    pulses: [bool; 3],
    multiplied: [usize; 6],
}

impl Frames {
    fn ends(&mut self, next_settings: Settings) {
        let settings = self.settings;
        let pace = |rate| {
            let pace = Pace::of(rate, self.cycles_per_tick);
            [u128::from(pace.mantissa), u128::from(pace.exponent)]
        };
        self.pulses[2] = self.paces.is_some();
        if let Some((flow, record)) = self.paces.take() {
            let [mantissa, exponent] = pace(record.rate);
            let (known, void) = (record.known.into(), record.void.into());
            self.paced = [flow as u128, record.group.into(), known, void, mantissa, exponent];
        } else {
            let rates = [settings.initial, settings.minimum, settings.maximum];
            let at = self.frame as usize % 3;
            let found = pace(settings.clamp(rates[at].into()));
            self.of_settings[2 * at..2 * at + 2].copy_from_slice(&found);
        }
        self.pulses[..2].copy_from_slice(&[false; 2]);
        if let Some((flow, event, quotients)) = self.multiplies.take() {
            let record = multiply(&settings, &quotients, &event);
            self.records[flow] = record;
            self.paces = Some((flow, record));
            self.pulses[..2].copy_from_slice(&[true, quotients.below]);
            self.updated = [
                flow as u128,
                record.group.into(),
                record.known.into(),
                record.void.into(),
                record.rate.into(),
                record.rtt.into(),
                record.rtt_min.into(),
                record.rtt_predicted.into(),
            ];
            use tailback_spec::efl::rate::Step;
            let kind = match quotients.step {
                Step::Loss => 0,
                Step::First => 1,
                Step::Wait => 2,
                Step::Bandwidth => 3,
                Step::Initial => 4,
                Step::Adapt { predicted } => {
                    if predicted && quotients.ratio < (4 << 24) - 1 {
                        5
                    } else {
                        2
                    }
                }
            };
            self.multiplied[kind] += 1;
        }
        let in_first = self.divides.as_ref().map(|(flow, _, _)| *flow);
        if let Some((flow, event, record)) = self.divides.take() {
            self.multiplies = Some((flow, event, divide(&settings, &record, &event)));
        }
        if let Some((flow, event)) = self.held.filter(|(flow, _)| in_first != Some(*flow)) {
            self.held = None;
            self.divides = Some((flow, event, self.records[flow]));
        }
        self.frame += 1;
        self.settings = next_settings;
    }
}

fn random_settings(random: &mut Random) -> Settings {
    let mut rate = |bits: usize| (random.number(bits) as u32).max(1 << 10);
    let (initial, one, other) = (rate(26), rate(20), rate(30));
    Settings {
        parts: Parts {
            probes: random.percent(70),
            delays: random.percent(50),
            predicts: random.percent(80),
        },
        probe_packets: 20,
        alpha: (random.number(13) as u32).max(1),
        beta: (random.number(14) as u32).max(1),
        probe_alpha: (random.number(20) as u32).max(1),
        probe_beta: if random.percent(20) { 1 << 16 } else { (random.number(15) as u32).max(1) },
        initial,
        minimum: one.min(other),
        maximum: one.max(other),
        rtt_min: if random.percent(50) { 0 } else { random.number(10) as u32 },
        rto_min: 5000,
    }
}

#[test]
fn each_update_is_that_of_the_specification() {
    for flows in [1, 3, 64] {
        run(flows);
    }
}

fn run(flows: u32) {
    let efl = efl(flows);
    let mut random = Random::new(u64::from(flows));
    let mut settings = random_settings(&mut random);
    let mut block = RateController::new(&efl);
    let of_settings = |settings: &Settings| {
        [
            ("set_probes", u128::from(settings.parts.probes)),
            ("set_delays", settings.parts.delays.into()),
            ("set_predicts", settings.parts.predicts.into()),
            ("set_alpha", settings.alpha.into()),
            ("set_beta", settings.beta.into()),
            ("set_probe_alpha", settings.probe_alpha.into()),
            ("set_probe_beta", settings.probe_beta.into()),
            ("set_initial", settings.initial.into()),
            ("set_minimum", settings.minimum.into()),
            ("set_maximum", settings.maximum.into()),
            ("set_rtt_min", settings.rtt_min.into()),
        ]
    };
    cycle(&mut block, &of_settings(&settings), []);
    let mut block = reset(block);
    let mut frames = Frames {
        settings,
        cycles_per_tick: cycles_per_tick(efl.clock_hz()),
        records: vec![Record::default(); flows as usize],
        held: None,
        divides: None,
        multiplies: None,
        paces: None,
        frame: 0,
        updated: [0; 8],
        paced: [0; 6],
        of_settings: [0; 6],
        pulses: [false; 3],
        multiplied: [0; 6],
    };
    let mut time = 0;
    let mut bytes = vec![0_u32; flows as usize];
    let mut groups = vec![0_u8; flows as usize];
    for at in 0..60_000_u32 {
        let phase = at % FRAME_CYCLES;
        let sweeping = at / FRAME_CYCLES < efl.sweep_frames();
        if at > 0 && random.percent(1) && random.percent(30) {
            settings = random_settings(&mut random);
        }
        let flow = random.below(flows.min(3) as usize);
        let valid = random.percent(20);
        time = (time + random.below(8) as u32) & 0xFF_FFFF;
        let event = Event {
            group: groups[flow],
            loss: random.percent(10),
            covered: random.percent(40),
            probe: random.percent(20),
            rtt: if random.percent(5) {
                random.number(23) as u32
            } else {
                random.number(11) as u32
            },
            mark: Mark { time, bytes: bytes[flow] },
        };
        let mut given = of_settings(&settings).to_vec();
        given.extend([
            ("event_valid", u128::from(valid)),
            ("event_flow", flow as u128),
            ("event_group", event.group.into()),
            ("event_loss", event.loss.into()),
            ("event_covered", event.covered.into()),
            ("event_probe", event.probe.into()),
            ("event_rtt", event.rtt.into()),
            ("event_time", event.mark.time.into()),
            ("event_bytes", event.mark.bytes.into()),
        ]);
        let ready = frames.held.is_none() && !sweeping;
        let pulses = if phase == 0 { frames.pulses } else { [false; 3] };
        let mut expected: Vec<u128> = vec![ready.into(), sweeping.into()];
        expected.extend(pulses.map(u128::from));
        expected.extend(frames.updated);
        expected.extend(frames.paced);
        expected.extend(frames.of_settings);
        let names = [
            "event_ready",
            "sweeping",
            "updated",
            "below",
            "paced",
            "updated_flow",
            "updated_group",
            "updated_known",
            "updated_void",
            "updated_rate",
            "updated_rtt",
            "updated_rtt_min",
            "updated_rtt_predicted",
            "paced_flow",
            "paced_group",
            "paced_known",
            "paced_void",
            "paced_mantissa",
            "paced_exponent",
            "initial_mantissa",
            "initial_exponent",
            "minimum_mantissa",
            "minimum_exponent",
            "maximum_mantissa",
            "maximum_exponent",
        ];
        let found = cycle(&mut block, &given, names);
        for ((name, found), expected) in names.iter().zip(found).zip(expected) {
            assert_eq!(found, expected, "{name} in cycle {at}, {flows} flows");
        }
        if phase == FRAME_CYCLES - 1 {
            frames.ends(settings);
        }
        if valid && ready {
            frames.held = Some((flow, event));
            let most = if random.percent(5) { 1 << 25 } else { 3000 };
            bytes[flow] = bytes[flow].wrapping_add(random.below(most) as u32);
            if random.percent(10) {
                groups[flow] = groups[flow].wrapping_add(1);
            }
        }
    }
    assert!(frames.multiplied.iter().all(|count| *count >= 10), "{:?}", frames.multiplied);
}
