//! Times: far ones, equal ones, and ones that wrap around.

use super::*;
use std::collections::BTreeMap;

/// Cycle in which a flow may start, once its delay is known.
fn time(it: &Seen, flow: usize) -> u64 {
    let fraction_bits = it.stimulus.nic.fraction_bits();
    it.stimulus.delays.flows[flow].schedule.div_ceil(1 << fraction_bits)
}

#[test]
fn many_flows_are_due_in_one_slot_and_the_far_queue_has_nearly_all() {
    for (flows, response, words) in [
        (2, Response::Lipd, (33, 64)),
        (7, Response::Cct, (33, 64)),
        (32, Response::Lipd, (259, 8)),
        (64, Response::Cct, (259, 8)),
    ] {
        let nic = nic(flows, 2, response, words);
        let mut looked_up = None;
        // Slot of each flow with a pending time.
        let mut slots = BTreeMap::<usize, u64>::new();
        let (mut most_far, mut most_together) = (0, 0);
        drive(&nic, 2 * CYCLES, |it| {
            if it.step.reset {
                slots.clear();
                looked_up = None;
                return;
            }
            let frame = it.cycle / FRAME;
            // The schedule of the flow now includes the delay.
            if let Some(flow) = looked_up.take() {
                slots.insert(flow, time(it, flow) / FRAME);
                slots.retain(|_, slot| *slot > frame);
                let beyond = |slot: &&u64| **slot >= frame + nic.slots() as u64;
                most_far = most_far.max(slots.values().filter(beyond).count());
                let mut together = BTreeMap::<u64, usize>::new();
                slots.values().for_each(|slot| *together.entry(*slot).or_default() += 1);
                most_together = most_together.max(together.values().copied().max().unwrap_or(0));
            }
            looked_up = it.started.map(|(started, _)| started.flow);
        });
        let flows = flows as usize;
        assert!(most_far * 4 >= flows * 3, "{flows}: {most_far} are far at once");
        assert!(most_together * 4 >= flows * 3, "{flows}: {most_together} are due at once");
    }
}

#[test]
fn credit_is_just_used_up_and_just_not_and_lateness_wraps() {
    for (flows, words) in [(1, (1, 64)), (2, (1, 8)), (16, (1, 64)), (2, (33, 64))] {
        let nic = nic(flows, 1, Response::Lipd, words);
        let around = 1 << nic.time_bits();
        // Start, its lateness, and the cycle in which its delay is valid.
        let mut started: Option<(Started, u64, u64)> = None;
        // Whether lateness has wrapped around, and by how much the delay exceeds it.
        let mut seen = BTreeMap::<(bool, i64), u64>::new();
        drive(&nic, 4 * CYCLES, |it| {
            let comes = it.cycle + LOOK_UP_CYCLES as u64;
            let looks_up = it.started.map(|(started, late)| (started, late, comes));
            started = looks_up.or(started).filter(|_| !it.step.reset);
            if let Some((started, late, _)) = started.take_if(|(_, _, comes)| *comes == it.cycle) {
                let delay = (it.step.inputs.delay + 1) * started.words;
                let longer = delay as i64 - (late % around) as i64;
                if !started.fresh && started.words > 0 {
                    *seen.entry((late >= around, longer.clamp(-2, 2))).or_default() += 1;
                }
            }
        });
        let count = |wrapped, least, most| -> u64 {
            seen.range((wrapped, least)..=(wrapped, most)).map(|(_, count)| count).sum()
        };
        for longer in -2..=2 {
            let late = count(false, longer, longer);
            assert!(late > 100, "{flows} flows, {words:?}, {longer}: {seen:?}");
            // Long times seldom wrap around.
            let wrapped = words.0 > 1 || count(true, longer, longer) > 3;
            assert!(wrapped, "{flows} flows, {words:?}, {longer}: {seen:?}");
        }
        assert!(count(true, -2, 0) > 0 && count(true, 1, 2) > 0, "{words:?}: {seen:?}");
    }
}

#[test]
fn the_longest_delays_come_when_there_has_been_time_for_others() {
    for (flows, words) in [(1, (1, 64)), (3, (9, 8)), (16, (33, 64))] {
        let nic = nic(flows, 2, Response::Lipd, words);
        let longest = 256 * u64::from(nic.packet_words());
        let (mut first, mut number) = (None, 0);
        drive(&nic, 4 * CYCLES, |it| {
            number += 1;
            if (0..flows as usize).any(|flow| time(it, flow) > it.cycle + longest - 8) {
                first.get_or_insert(number);
            }
        });
        assert!(first.is_some_and(|first| first > longest), "{flows} flows: {first:?}");
    }
}
