//! Detection of losses: the events of the specification, and equality of Verilog and kernel.

use super::efl;
use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::efl::loss::LossDetector;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::loss::{Event, Loss, Timer, FRAME_CYCLES};

const SIZES: [u32; 5] = [1, 3, 8, 64, 1024];

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.map(|flows| Box::new(LossDetector::new(&efl(flows))) as _).into()
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
        "ack_flow" | "sent_flow" => words[0] %= SIZES[design].min(5),
        "set_rto_min" => words[0] = 1 + words[0] % 50,
        "now" => words[0] = cycle as u32,
        "ack_rtt" => words[0] %= 100,
        _ => (),
    });
}

#[test]
fn loss_text() {
    reviewed!("loss", &LossDetector::new(&efl(64)));
}

/// The specification's table of events, in frames.
struct Frames {
    timers: Vec<Timer>,
    scan: usize,
    scans: usize,
    loss: Option<(usize, Loss)>,
}

impl Frames {
    /// Applies an event, and returns whether it reports a loss.
    fn apply(&mut self, flow: usize, event: Event, now: u32, rto_min: u32) -> bool {
        let (timer, loss) = self.timers[flow].apply(event, now, rto_min);
        self.timers[flow] = timer;
        if let Some(loss) = loss {
            self.loss = Some((flow, loss));
        }
        loss.is_some()
    }
}

#[test]
fn each_event_has_the_effect_of_the_table() {
    let (mut time_outs, mut duplicates) = (0, 0);
    for (flows, ticks) in [(1, 3), (2, 2), (3, 700), (5, 1), (17, 5), (64, 100), (2, 1 << 20)] {
        let (late, duplicate) = run(flows, ticks);
        time_outs += late;
        duplicates += duplicate;
    }
    assert!(time_outs > 1000 && duplicates > 1000, "{time_outs} {duplicates}");
}

/// Runs random events, and returns the number of losses of each kind; `ticks` is the most by which
/// time advances in a cycle.
fn run(flows: u32, ticks: usize) -> (usize, usize) {
    let efl = efl(flows);
    let mut random = Random::new(u64::from(flows) + ticks as u64);
    let mut block = reset(LossDetector::new(&efl));
    let mut frames = Frames {
        timers: vec![Timer::default(); flows as usize],
        scan: 0,
        scans: 1 << efl.flow_bits(),
        loss: None,
    };
    let sweep = flows.div_ceil(FRAME_CYCLES) * FRAME_CYCLES;
    let (mut now, mut reported, mut time_outs, mut duplicates) = (0, [0, 0], 0, 0);
    let mut lost_in_phase_3 = false;
    for at in 0..40_000_u32 {
        let phase = at % FRAME_CYCLES;
        let sweeping = at < sweep;
        now = (now + random.below(ticks + 1) as u32) & 0xFF_FFFF;
        // A few flows only, so that events of the same flow meet.
        let flow = |random: &mut Random| match random.percent(60) {
            true => frames.scan.min(flows as usize - 1),
            false => random.below(flows.min(4) as usize),
        };
        let (ack_flow, sent_flow) = (flow(&mut random), flow(&mut random));
        let (acknowledged, left) =
            (random.percent(if at % 8000 < 4000 { 30 } else { 3 }), random.percent(50));
        let (duplicate, sent) = (!acknowledged && random.percent(40), random.percent(40));
        let most = if at % 16_000 < 1000 { 1 << 23 } else { 60 };
        let rtt = random.below(most) as u32;
        let most = if random.percent(1) { 1 << 22 } else { 60 };
        let rto_min = 1 + random.below(most) as u32;
        let given = [
            ("now", u128::from(now)),
            ("set_rto_min", rto_min.into()),
            ("ack_flow", ack_flow as u128),
            ("acknowledged", acknowledged.into()),
            ("ack_rtt", rtt.into()),
            ("ack_left", left.into()),
            ("duplicate", duplicate.into()),
            ("sent", sent.into()),
            ("sent_flow", sent_flow as u128),
        ];
        let found = cycle(&mut block, &given, ["sweeping", "lost", "lost_flow", "lost_late"]);
        let mut lost = 0;
        if let Some((flow, loss)) = frames.loss.filter(|_| phase == 0) {
            frames.loss = None;
            lost = 1;
            reported = [flow as u128, u128::from(loss == Loss::TimeOut)];
            time_outs += usize::from(loss == Loss::TimeOut);
            duplicates += usize::from(loss == Loss::Duplicates);
        }
        let expected = [sweeping.into(), lost, reported[0], reported[1]];
        assert_eq!(found, expected, "cycle {at}, {flows} flows");
        if sweeping {
            continue;
        }
        if phase == 2 {
            let event = match acknowledged {
                true => Some(Event::Acknowledged { rtt, left }),
                false => duplicate.then_some(Event::Duplicate),
            };
            lost_in_phase_3 =
                event.is_some_and(|event| frames.apply(ack_flow, event, now, rto_min));
        } else if phase == 4 && sent {
            frames.apply(sent_flow, Event::Sent, now, rto_min);
        } else if phase == 6 && !lost_in_phase_3 {
            if frames.scan < flows as usize {
                frames.apply(frames.scan, Event::Scanned, now, rto_min);
            }
            frames.scan = (frames.scan + 1) % frames.scans;
        }
    }
    (time_outs, duplicates)
}
