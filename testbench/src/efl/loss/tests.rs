//! Coverage of the stimulus: all losses, and all corners of a timer.

use super::*;
use crate::efl::examples::efl;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::efl::loss::{time_out, Event, Loss, Timer, LONGEST, MOST_BACKOFF};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 3_000_000;

/// Timers of the specification, to see the corners of what happens to them.
struct Timers {
    timers: Vec<Timer>,
    seen: BTreeSet<&'static str>,
}

impl Timers {
    fn apply(&mut self, flow: u64, event: Event, inputs: &EflLossInputs) {
        let (now, rto_min) = (inputs.now as u32, inputs.set_rto_min as u32);
        let old = self.timers[flow as usize];
        let (new, loss) = old.apply(event, now, rto_min);
        self.timers[flow as usize] = new;
        let since = now.wrapping_sub(old.deadline) & 0xFF_FFFF;
        let scanned = old.armed && event == Event::Scanned;
        let rto = time_out(new.srtt8, rto_min, new.backoff);
        let corners = [
            ("two duplicates", loss == Some(Loss::Duplicates)),
            ("a time-out", loss == Some(Loss::TimeOut)),
            ("a time-out of a flow that recovers", old.recovering && loss == Some(Loss::TimeOut)),
            ("a duplicate while it recovers", old.recovering && event == Event::Duplicate),
            ("most doublings", loss.is_some() && old.backoff == MOST_BACKOFF),
            ("a longest time-out", loss.is_some() && rto == LONGEST),
            ("the cycle of the deadline", scanned && since == 0),
            ("the cycle before", scanned && since == 0xFF_FFFF),
            ("the last late time", scanned && since == (1 << 23) - 1),
            ("the first early time", scanned && since == 1 << 23),
            ("a least time-out that counts", loss.is_some() && rto_min > new.srtt8 / 4),
            ("one that does not", loss.is_some() && rto_min < new.srtt8 / 4),
            ("a flow that is idle again", old.armed && !new.armed),
            ("a first RTT", old.srtt8 == 0 && new.srtt8 > 0),
            ("a later RTT", old.srtt8 > 0 && new.srtt8 != old.srtt8),
        ];
        self.seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| name));
    }
}

#[test]
fn every_corner_is_reached_with_any_number_of_flows() {
    for flows in [1, 2, 5, 64] {
        let efl = efl(flows);
        let mut model = EflLoss::new(&efl);
        let mut stimulus = EflLossStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflLossOutputs::default());
        let mut timers =
            Timers { timers: vec![Timer::default(); flows as usize], seen: BTreeSet::new() };
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            let (cycle, scan) = (stimulus.cycle.wrapping_sub(1) % 8, stimulus.scan);
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            assert!(inputs.ack_flow < u64::from(flows) && inputs.sent_flow < u64::from(flows));
            let (rtt, left) = (inputs.ack_rtt as u32, inputs.ack_left);
            match cycle {
                _ if last.sweeping || step.reset => {}
                2 if inputs.acknowledged => {
                    timers.apply(inputs.ack_flow, Event::Acknowledged { rtt, left }, inputs);
                }
                2 if inputs.duplicate => timers.apply(inputs.ack_flow, Event::Duplicate, inputs),
                4 if inputs.sent => timers.apply(inputs.sent_flow, Event::Sent, inputs),
                6 if scan < u64::from(flows) => timers.apply(scan, Event::Scanned, inputs),
                _ => {}
            }
            if step.reset {
                model.reset();
                timers.timers.fill(Timer::default());
            }
        }
        let seen = timers.seen;
        assert_eq!(seen.len(), 15, "{flows} flows: only {seen:?}");
    }
}
