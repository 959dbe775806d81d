//! Coverage of the stimulus: packets follow each other in all orders, links lack credits, and
//! requests become urgent.

use std::collections::BTreeSet;

use tailback_model::switch::allocator::guard::{RequestGuard, RequestGuardInputs};
use tailback_model::Golden;
use tailback_spec::{Lanes, WideWords};

use super::*;
use crate::switch::examples::port;
use crate::switch::port::each;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 300_000;
const LANES: usize = 3;
const PATIENCE: u32 = 200;

fn small() -> Port {
    port(4, 2, 12, 6)
}

/// Inputs and outputs of the dispatcher in a cycle.
struct Cycle {
    known: WideWords,
    sendable: WideWords,
    near_end: u64,
    ends: u64,
    reset: bool,
    outputs: DispatcherOutputs,
}

/// FIFO allocator with queues for all packets that the buffers hold.
fn fifo(port: &Port, bypasses: u32) -> Fifo {
    let (ports, lanes) = (port.ports() as u32, port.lanes() as u32);
    let blocks = port.buffer().lane_blocks().max(port.buffer().management_blocks()) as u32;
    Fifo::new(ports, lanes, ports * blocks, bypasses).unwrap()
}

fn in_order() -> Vec<Cycle> {
    let port = small();
    let (mut model, mut stimulus) =
        (FifoDispatcher::new(&port, &fifo(&port, 2)), FifoDispatcherStimulus::new(&port, 1));
    let (mut step, mut outputs) = (Step::default(), DispatcherOutputs::default());
    let run = (0..CYCLES).map(|_| {
        stimulus.drive(&outputs, &mut step);
        let reset = step.reset;
        let FifoDispatcherInputs { arrive, ref arrive_queue, .. } = step.inputs;
        assert_eq!(arrive >> 4, 0);
        assert!(each(arrive).all(|input| (arrive_queue[input] as usize) < 4 * LANES));
        model.step(&step.inputs, &mut outputs);
        if reset {
            model.reset();
        }
        let FifoDispatcherInputs { known, sendable, near_end, ends, .. } = step.inputs.clone();
        Cycle { known, sendable, near_end, ends, reset, outputs: outputs.clone() }
    });
    run.collect()
}

fn in_turns() -> Vec<Cycle> {
    let port = small();
    let allocator = RoundRobin::new(4).unwrap();
    let (mut model, mut stimulus) = (
        RoundRobinDispatcher::new(&port, &allocator, &guard()),
        RoundRobinDispatcherStimulus::new(&port, &guard(), 1),
    );
    let (mut step, mut outputs) = (Step::default(), DispatcherOutputs::default());
    let run = (0..CYCLES).map(|_| {
        stimulus.drive(&outputs, &mut step);
        let reset = step.reset;
        model.step(&step.inputs, &mut outputs);
        if reset {
            model.reset();
        }
        let RoundRobinDispatcherInputs { known, sendable, near_end, ends, .. } =
            step.inputs.clone();
        Cycle { known, sendable, near_end, ends, reset, outputs: outputs.clone() }
    });
    run.collect()
}

fn guard() -> Guard {
    Guard::new(4, LANES as u32, PATIENCE).unwrap()
}

fn is_known(cycle: &Cycle, input: usize, queue: usize) -> bool {
    cycle.known[input][0] >> queue & 1 != 0
}

/// Queues of an output port.
fn queues_of(output: usize) -> u64 {
    ((1 << LANES) - 1) << (output * LANES)
}

#[test]
fn a_packet_that_can_be_sent_is_known_and_remains_so_until_a_packet_starts() {
    for run in [in_order(), in_turns()] {
        // Packets that can no longer be sent, because another one starts, or the link is down; and
        // those that are no longer known.
        let (mut overtaken, mut down, mut fetched) = (0, 0, 0);
        for pair in run.windows(2) {
            let [before, now] = pair else { unreachable!() };
            if before.reset {
                continue;
            }
            for input in 0..4 {
                assert_eq!(now.sendable[input][0] & !now.known[input][0], 0, "not known");
                let gone = before.known[input][0] & !now.known[input][0];
                let started = before.outputs.start >> input & 1 != 0;
                let queue = before.outputs.start_queue[input];
                assert_eq!(gone & !(u64::from(started) << queue), 0, "input {input}: unknown");
                fetched += gone.count_ones();
                let lost = before.sendable[input][0] & !now.sendable[input][0] & !gone;
                for output in (0..4).filter(|output| lost & queues_of(*output) != 0) {
                    let begins = before.outputs.begins >> output & 1 != 0;
                    let none = |sendable: &WideWords| {
                        sendable.iter().all(|queues| queues[0] & queues_of(output) == 0)
                    };
                    assert!(begins || none(&now.sendable), "{input} to {output}: withdrawn");
                    overtaken += u64::from(begins);
                    down += u64::from(!begins);
                }
            }
        }
        assert!(overtaken > 20 && down > 20 && fetched > 20, "{overtaken} {down} {fetched}");
    }
}

#[test]
fn only_packets_that_are_known_start_and_ports_send_one_at_a_time() {
    for run in [in_order(), in_turns()] {
        let mut sending: Vec<Option<usize>> = vec![None; 4];
        for cycle in &run {
            let destination = |input: usize| 1_u64 << cycle.outputs.destination[input];
            let begins = each(cycle.outputs.start).map(destination).sum::<u64>();
            assert_eq!(cycle.outputs.begins, begins, "output ports of packets that start");
            // The packet that ends in the cycle of a start is the one before.
            for input in each(cycle.ends) {
                sending[input] = None;
            }
            for input in each(cycle.outputs.start) {
                let queue = cycle.outputs.start_queue[input] as usize;
                assert!(is_known(cycle, input, queue), "input {input}, queue {queue}");
                assert!(sending[input].is_none() && !sending.contains(&Some(queue / LANES)));
                sending[input] = Some(queue / LANES);
            }
            if cycle.reset {
                sending.fill(None);
            }
        }
    }
}

#[test]
fn near_its_end_a_packet_ends_in_this_cycle_or_the_next_three() {
    for run in [in_order(), in_turns()] {
        let mut seen = BTreeSet::new();
        for four in run.windows(4).filter(|four| four[..3].iter().all(|cycle| !cycle.reset)) {
            for input in 0..4 {
                let near = |cycle: &Cycle| cycle.near_end >> input & 1 != 0;
                let ends = |cycle: &Cycle| cycle.ends >> input & 1 != 0;
                let starts = |cycle: &Cycle| cycle.outputs.start >> input & 1 != 0;
                assert!(!near(&four[0]) || four.iter().any(ends));
                assert!(!near(&four[0]) || !starts(&four[0]));
                if ends(&four[3]) {
                    seen.insert([0, 1, 2, 3].map(|at| near(&four[at])));
                }
            }
        }
        for pattern in 0..16_u8 {
            let pattern = [0, 1, 2, 3].map(|at| pattern >> at & 1 != 0);
            let is_hidden = pattern[0] && pattern[3];
            assert!(is_hidden || seen.contains(&pattern), "never foreseen in {pattern:?}");
        }
    }
}

#[test]
fn a_packet_starts_in_the_cycle_in_which_the_one_before_it_ends_also_for_another_output() {
    for run in [in_order(), in_turns()] {
        let (mut to_same, mut to_other) = (0, 0);
        for pair in run.windows(2) {
            let [before, now] = pair else { unreachable!() };
            for input in each(now.outputs.start & now.ends) {
                let destination = |cycle: &Cycle| cycle.outputs.destination[input];
                match destination(before) == destination(now) {
                    true => to_same += 1,
                    false => to_other += 1,
                }
            }
        }
        assert!(to_same > 20 && to_other > 20, "{to_same} {to_other}");
    }
}

#[test]
fn connections_are_those_of_the_cycle_before_unless_their_packet_ended() {
    let number = |of: &Lanes, output: usize| of.get(output).copied().unwrap_or(0);
    for run in [in_order(), in_turns()] {
        for pair in run.windows(2) {
            let [before, now] = pair else { unreachable!() };
            let goes_on = |output: &usize| {
                let source = number(&before.outputs.source, *output);
                before.outputs.begins >> output & 1 != 0 || before.ends >> source & 1 == 0
            };
            let stay = each(before.outputs.engaged).filter(goes_on);
            let expected = if before.reset { 0 } else { stay.fold(0, |all, it| all | 1 << it) };
            assert_eq!(now.outputs.connected, expected);
            for output in 0..4 {
                let source = number(&before.outputs.source, output);
                let expected = if before.reset { 0 } else { source };
                assert_eq!(number(&now.outputs.feeder, output), expected);
            }
        }
    }
}

#[test]
fn all_queues_of_all_inputs_go_without_gaps_at_once_and_in_their_first_cycle() {
    for run in [in_order(), in_turns()] {
        /// Packets that start in one cycle.
        const MANY: u32 = 3;
        let (mut places, mut pairs, mut stalled) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut no_gap, mut at_once, mut resets, mut all_engaged) = (0, 0, 0, 0);
        for pair in run.windows(2) {
            let [before, now] = pair else { unreachable!() };
            let start = now.outputs.start;
            no_gap += u64::from(start & now.ends != 0);
            at_once += u64::from(start.count_ones() >= MANY);
            all_engaged += u64::from(now.outputs.engaged == 0b1111);
            for input in each(start) {
                let output = now.outputs.destination[input];
                places.insert((input, now.outputs.start_queue[input]));
                pairs.insert((before.outputs.source[output as usize] as usize, input, output));
            }
            stalled.extend((0..4 * LANES).filter(|queue| now.outputs.stalled.is_set(*queue)));
            resets += u64::from(now.reset);
        }
        assert_eq!(places.len(), 4 * 4 * LANES, "each queue of each input");
        assert_eq!(pairs.len(), 4 * 4 * 4, "each input after each at each output");
        assert_eq!(stalled.len(), 4 * LANES);
        let counts = [no_gap, at_once, all_engaged, resets];
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }
}

#[test]
fn places_become_urgent_and_are_served() {
    let run = in_turns();
    let mut model = RequestGuard::new(&guard());
    let (mut urgent, mut withheld, mut served) = (0, 0, 0);
    for pair in run.windows(2) {
        let [now, next] = pair else { unreachable!() };
        let wants = now.sendable.clone();
        let inputs = RequestGuardInputs {
            wants: wants.clone(),
            serve: next.outputs.start,
            serve_queue: next.outputs.start_queue.clone(),
        };
        let outputs = model.cycle(&inputs);
        urgent += u64::from(outputs.urgent);
        withheld += u64::from(outputs.allowed != wants);
        served += u64::from(outputs.urgent && next.outputs.start != 0);
        if now.reset {
            model.reset();
        }
    }
    let counts = [urgent, withheld, served];
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn the_largest_switch_has_traffic_for_all_its_queues() {
    let port = port(36, 8, 40, 10);
    let (mut model, mut stimulus) =
        (FifoDispatcher::new(&port, &fifo(&port, 4)), FifoDispatcherStimulus::new(&port, 1));
    let (mut step, mut outputs) = (Step::default(), DispatcherOutputs::default());
    let mut queues = BTreeSet::new();
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        queues.extend(each(outputs.start).map(|input| outputs.start_queue[input]));
        if step.reset {
            model.reset();
        }
    }
    assert_eq!(queues, (0..36 * 9).collect());
}
