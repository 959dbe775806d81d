//! Events, legal and illegal, and their effects on windows, grants and bits.

use super::*;
use std::collections::BTreeSet;

#[test]
fn all_kinds_of_events_come_and_all_kinds_of_illegal_ones() {
    for (flows, response) in [(1, Response::Lipd), (5, Response::Lipd), (64, Response::Cct)] {
        let nic = nic(flows, 2, response, (33, 64));
        let mut seen = BTreeSet::new();
        let mut counts = [0; 5];
        // Flow of the grant shown last, of the grant accepted last, and of the start decided last.
        let (mut shown, mut taken, mut decided) = (None, None, None);
        drive(&nic, CYCLES, |it| {
            let (inputs, outputs) = (&it.step.inputs, it.outputs);
            let start = inputs.start && outputs.start_ready;
            let ack = inputs.ack && outputs.ack_ready;
            let there_is = |flow: u64| flow < u64::from(flows);
            seen.extend((outputs.start_ignored).then_some("start ignored"));
            seen.extend((outputs.ack_ignored).then_some("ACK ignored"));
            seen.extend((outputs.look_up && outputs.look_up_fresh).then_some("fresh"));
            seen.extend((outputs.look_up && !outputs.look_up_fresh).then_some("not fresh"));
            let start_of = |flow| start && Some(inputs.start_flow) == flow;
            seen.extend(start_of(shown).then_some("start of a grant shown, not taken"));
            seen.extend(start_of(taken).then_some("start of the last grant"));
            seen.extend((start_of(decided) && taken.is_none()).then_some("second start"));
            seen.extend((start && !there_is(inputs.start_flow)).then_some("start of no flow"));
            seen.extend((ack && !there_is(inputs.ack_flow)).then_some("ACK of no flow"));
            let rings = inputs.doorbell && outputs.doorbell_ready;
            seen.extend((rings && !there_is(inputs.doorbell_flow)).then_some("no flow rings"));
            let gone = it.started.is_some_and(|(started, _)| started.words == 0);
            seen.extend(gone.then_some("no words"));
            let beyond = start && inputs.start_words > u64::from(nic.packet_words());
            seen.extend(beyond.then_some("more words than a packet has"));
            shown = (outputs.grant && !inputs.grant_ready).then_some(outputs.grant_flow);
            taken = (outputs.grant && inputs.grant_ready).then_some(outputs.grant_flow).or(taken);
            if let Some((started, _)) = it.started {
                decided = Some(started.flow as u64);
                taken = taken.filter(|_| taken != decided);
            }
            let events = [rings, start, ack, outputs.look_up, outputs.grant && inputs.grant_ready];
            (0..5).for_each(|kind| counts[kind] += u64::from(events[kind]));
        });
        // With 64 flows, every flow number has a flow.
        let expected = if flows == 64 { 9 } else { 12 };
        assert_eq!(seen.len(), expected, "{flows} flows: {seen:?}");
        assert!(counts.iter().all(|&count| count > CYCLES / 100), "{flows} flows: {counts:?}");
    }
}

/// A start is decided in the cycle in which its grant is accepted, and in the one after.
#[test]
fn grants_are_taken_just_in_time_for_a_start_and_just_too_late() {
    for flows in [1, 3, 16] {
        let nic = nic(flows, 1, Response::Lipd, (9, 8));
        let (mut taken, mut by_cycles) = (vec![None; flows as usize], [0; 3]);
        let mut flow = None;
        drive(&nic, CYCLES, |it| {
            // The decision falls in the cycle before the next start may be accepted.
            if it.outputs.start_ready {
                if let Some(taken) = flow.take().and_then(|flow: u64| *taken.get(flow as usize)?) {
                    let after: u64 = it.cycle - 1 - taken;
                    if let Some(count) = by_cycles.get_mut(after as usize) {
                        *count += 1;
                    }
                }
                if it.step.inputs.start {
                    flow = Some(it.step.inputs.start_flow);
                }
            }
            if it.outputs.grant && it.step.inputs.grant_ready {
                taken[it.outputs.grant_flow as usize] = Some(it.cycle);
            }
            if it.step.reset {
                taken.fill(None);
                flow = None;
            }
        });
        assert!(by_cycles.iter().all(|&count| count > 2), "{flows}: {by_cycles:?}");
    }
}

#[test]
fn windows_are_full_and_have_room_and_acks_are_late() {
    for (flows, window) in [(1, 1), (1, 16), (2, 4), (8, 16), (64, 2)] {
        let nic = nic(flows, window, Response::Lipd, (33, 64));
        let mut in_flight = vec![0u32; flows as usize];
        let (mut full, mut opened, mut longest) = (0, 0, 0u64);
        let mut since = vec![0; flows as usize];
        let mut acked = None;
        drive(&nic, CYCLES, |it| {
            if it.outputs.look_up {
                let flow = it.outputs.look_up_flow as usize;
                in_flight[flow] += 1;
                if in_flight[flow] == window {
                    (full, since[flow]) = (full + 1, it.cycle);
                }
            }
            if it.outputs.ack_ready {
                if let Some(flow) = acked.take().filter(|_| !it.outputs.ack_ignored) {
                    let flow: usize = flow;
                    if in_flight[flow] == window {
                        opened += 1;
                        longest = longest.max(it.cycle - since[flow]);
                    }
                    in_flight[flow] -= 1;
                }
                acked = it.step.inputs.ack.then_some(it.step.inputs.ack_flow as usize);
            }
            if it.step.reset {
                in_flight.fill(0);
                acked = None;
            }
        });
        assert!(full > 20 && opened > 20, "{flows} {window}: {full} {opened}");
        assert!(longest > 500, "{flows} {window}: {longest}");
    }
}

#[test]
fn grants_wait_for_long_and_resets_come_in_the_middle_and_while_memories_are_cleared() {
    for flows in [1, 7, 256] {
        let nic = nic(flows, 1, Response::Lipd, (33, 64));
        let (mut waits, mut longest, mut resets) = (0, 0, [0; 2]);
        drive(&nic, CYCLES, |it| {
            waits = if it.outputs.grant && !it.step.inputs.grant_ready { waits + 1 } else { 0 };
            longest = longest.max(waits);
            let swept = flows == 1 || it.cycle >= nic.slots() as u64;
            resets[usize::from(swept)] += u64::from(it.step.reset);
        });
        assert!(longest > 150, "{flows}: {longest}");
        assert!(resets[1] > 5 && (flows == 1 || resets[0] > 5), "{flows}: {resets:?}");
    }
}

#[test]
fn every_bit_toggles() {
    for (flows, response, words) in
        [(1, Response::Cct, (33, 64)), (100, Response::Lipd, (259, 8)), (4, Response::Cct, (9, 8))]
    {
        let nic = nic(flows, 2, response, words);
        let (mut ones, mut zeros) = ([0; 6], [0; 6]);
        drive(&nic, CYCLES, |it| {
            let inputs = &it.step.inputs;
            let values = [
                inputs.doorbell_flow,
                inputs.start_flow,
                inputs.start_words,
                inputs.ack_flow,
                inputs.delay,
                it.outputs.grant_flow,
            ];
            for (port, value) in values.into_iter().enumerate() {
                (ones[port], zeros[port]) = (ones[port] | value, zeros[port] | !value);
            }
        });
        let flow = if flows == 1 { 0 } else { nic.flow_bits() };
        let [any_flow, words, delay] = [nic.flow_bits(), nic.word_bits(), nic.delay_bits()];
        for (port, bits) in [any_flow, any_flow, words, any_flow, delay, flow].iter().enumerate() {
            let all = (1u64 << bits) - 1;
            assert_eq!((ones[port], zeros[port] & all), (all, all), "{flows} flows: port {port}");
        }
    }
}

/// Model and hosts agree about the state of each flow; otherwise traffic would run dry.
#[test]
fn traffic_does_not_run_dry() {
    for (flows, window) in [(1, 1), (3, 1), (64, 3), (1000, 1)] {
        let nic = nic(flows, window, Response::Lipd, (33, 64));
        let (mut early, mut late, mut number) = (0, 0, 0);
        drive(&nic, 4 * CYCLES, |it| {
            let grants = u64::from(it.outputs.grant && it.step.inputs.grant_ready);
            number += 1;
            if number <= 2 * CYCLES {
                early += grants
            } else {
                late += grants
            }
        });
        assert!(early > 3000 && late > early / 3, "{flows}: {early} {late}");
    }
}
