//! Round robin, order, shares, and packets that are dropped.

use super::*;
use crate::switch::examples::port;
use proptest::prelude::*;

const PORTS: usize = 4;
/// Two data VLs, and VL15.
const LANES: usize = 3;
/// Packets of a data VL in the allocator's list.
const SHARE: usize = 2;

fn arrivals() -> Arrivals {
    let port = port(PORTS as u32, 2, 8, 5);
    Arrivals::new(&Parameters::new(&port, SHARE as u32).unwrap())
}

/// Inputs with packets that arrive, as input ports and queues.
fn arriving(packets: &[(usize, usize)]) -> ArrivalsInputs {
    let mut inputs = ArrivalsInputs {
        begins_lane: [0; PORTS].into_iter().collect(),
        arrive_queue: [0; PORTS].into_iter().collect(),
        ..Default::default()
    };
    for &(port, queue) in packets {
        inputs.begins |= 1 << port;
        inputs.begins_lane[port] = (queue % LANES) as u32;
        inputs.arrive_queue[port] = queue as u32;
    }
    ArrivalsInputs { arrive: inputs.begins, ..inputs }
}

/// Packets of these ports arrive in VL 0, each for the output of the port's number.
fn from(ports: &[usize]) -> ArrivalsInputs {
    let packets: Vec<_> = ports.iter().map(|port| (*port, LANES * port)).collect();
    arriving(&packets)
}

/// A packet of a port and virtual lane leaves the allocator's list.
fn leaving(port: usize, lane: u64) -> ArrivalsInputs {
    ArrivalsInputs { leaves: 1 << port, leaves_lane: lane, ..Default::default() }
}

/// Port and queue of the packet that is passed on.
fn one(arrivals: &mut Arrivals, inputs: &ArrivalsInputs) -> Option<(u64, u64)> {
    let outputs = arrivals.cycle(inputs);
    outputs.pass.then_some((outputs.pass_input, outputs.pass_queue))
}

/// Ports and queues of the packets that are passed on in the next cycles.
fn passed(arrivals: &mut Arrivals, cycles: usize) -> Vec<(u64, u64)> {
    (0..cycles).filter_map(|_| one(arrivals, &ArrivalsInputs::default())).collect()
}

#[test]
fn a_packet_is_passed_on_in_the_cycle_in_which_it_arrives() {
    let outputs = arrivals().cycle(&from(&[2]));
    assert_eq!(outputs, ArrivalsOutputs { pass: true, pass_input: 2, pass_queue: 6 });
}

#[test]
fn ports_take_turns_and_port_0_comes_first() {
    let mut arrivals = arrivals();
    assert_eq!(arrivals.cycle(&from(&[0, 1, 3])).pass_input, 0);
    assert_eq!(arrivals.cycle(&from(&[0, 2])).pass_input, 1);
    assert_eq!(passed(&mut arrivals, 5), [(2, 6), (3, 9), (0, 0)]);
}

#[test]
fn lanes_of_a_port_take_turns_and_lane_0_comes_first() {
    let mut arrivals = arrivals();
    // Meanwhile, port 3 waits for the others by round robin.
    assert_eq!(one(&mut arrivals, &from(&[0, 1, 2, 3])), Some((0, 0)));
    assert_eq!(one(&mut arrivals, &arriving(&[(3, 1)])), Some((1, 3)));
    assert_eq!(one(&mut arrivals, &arriving(&[(3, 2)])), Some((2, 6)));
    assert_eq!(one(&mut arrivals, &arriving(&[(3, 0)])), Some((3, 9)));
    assert_eq!(passed(&mut arrivals, 4), [(3, 1), (3, 2), (3, 0)]);
}

#[test]
fn a_packet_waits_while_its_port_and_lane_have_no_free_entry_and_holds_up_no_other() {
    let mut arrivals = arrivals();
    assert_eq!(one(&mut arrivals, &from(&[1])), Some((1, 3)));
    assert_eq!(one(&mut arrivals, &from(&[1])), Some((1, 3)));
    // The share of VL 0 is used up; VL 1 and VL15 of the port have their own, and so has port 2.
    assert_eq!(one(&mut arrivals, &arriving(&[(1, 0)])), None);
    assert_eq!(one(&mut arrivals, &arriving(&[(1, 4)])), Some((1, 4)));
    assert_eq!(one(&mut arrivals, &arriving(&[(1, 8)])), Some((1, 8)));
    assert_eq!(one(&mut arrivals, &arriving(&[(2, 3)])), Some((2, 3)));
    // The share of VL15 is one packet.
    assert_eq!(one(&mut arrivals, &arriving(&[(1, 5)])), None);
    // An entry is free from the cycle after the one in which its packet leaves.
    assert_eq!(one(&mut arrivals, &leaving(1, 0)), None);
    assert_eq!(passed(&mut arrivals, 3), [(1, 0)]);
    assert_eq!(one(&mut arrivals, &leaving(1, 2)), None);
    assert_eq!(passed(&mut arrivals, 3), [(1, 5)]);
}

#[test]
fn a_packet_that_begins_without_a_free_entry_takes_no_turn() {
    let mut arrivals = arrivals();
    arrivals.cycle(&from(&[0]));
    arrivals.cycle(&from(&[0]));
    arrivals.cycle(&from(&[3]));
    assert_eq!(one(&mut arrivals, &from(&[0, 1])), Some((1, 3)));
}

#[test]
fn one_that_is_dropped_takes_its_turn() {
    let mut arrivals = arrivals();
    assert!(!arrivals.cycle(&ArrivalsInputs { arrive: 0, ..from(&[1]) }).pass);
    assert_eq!(arrivals.cycle(&from(&[1, 2])).pass_input, 2);
    assert_eq!(passed(&mut arrivals, 3), [(1, 3)]);
}

#[test]
fn behind_one_that_is_dropped_the_oldest_of_the_list_is_passed_on() {
    let mut arrivals = arrivals();
    arrivals.cycle(&from(&[0, 1]));
    let outputs = arrivals.cycle(&ArrivalsInputs { arrive: 0, ..from(&[1]) });
    assert_eq!(outputs, ArrivalsOutputs { pass: true, pass_input: 1, pass_queue: 3 });
}

#[test]
fn reset_forgets_all_packets_and_turns() {
    let mut model = arrivals();
    model.cycle(&from(&[0, 1, 2]));
    model.cycle(&arriving(&[(0, 1), (1, 2)]));
    model.reset();
    assert_eq!(model, arrivals());
}

proptest! {
    /// For all traffic, the packets of each port and virtual lane are passed on once and in order,
    /// never more than the share without one that leaves; and a packet that can be passed on is,
    /// before all other ports have been served twice for each virtual lane of its port.
    #[test]
    fn each_packet_is_passed_on_in_its_turn_and_within_its_share(
        cycles in prop::collection::vec((0..16u64, 0..16u64, 0..PORTS, 0..LANES, any::<bool>()), 1..300),
    ) {
        let mut arrivals = arrivals();
        let mut lists: Vec<Vec<VecDeque<u64>>> = vec![vec![VecDeque::new(); LANES]; PORTS];
        let mut listed = vec![vec![0; LANES]; PORTS];
        let mut passed_over = vec![vec![0; LANES]; PORTS];
        let share = |lane: usize| if lane < 2 { SHARE } else { 1 };
        for (number, (begins, stored, port, lane, leaves)) in cycles.into_iter().enumerate() {
            let packets: Vec<_> = set_lanes(begins)
                .map(|input| (input, LANES * (number % PORTS) + (number + input) % LANES))
                .collect();
            let mut inputs = arriving(&packets);
            inputs.arrive &= stored;
            for input in set_lanes(inputs.arrive) {
                let queue = inputs.arrive_queue[input];
                lists[input][queue as usize % LANES].push_back(queue.into());
            }
            let can_pass = |lists: &Vec<Vec<VecDeque<u64>>>, listed: &Vec<Vec<usize>>, port: usize, lane: usize| {
                !lists[port][lane].is_empty() && listed[port][lane] < share(lane)
            };
            let before = listed.clone();
            if leaves && listed[port][lane] > 0 {
                (inputs.leaves, inputs.leaves_lane) = (1 << port, lane as u64);
                listed[port][lane] -= 1;
            }
            let can = (0..PORTS).any(|port| (0..LANES).any(|lane| can_pass(&lists, &before, port, lane)));
            let outputs = arrivals.cycle(&inputs);
            if outputs.pass {
                let port = outputs.pass_input as usize;
                let lane = outputs.pass_queue as usize % LANES;
                prop_assert!(before[port][lane] < share(lane));
                prop_assert_eq!(lists[port][lane].pop_front(), Some(outputs.pass_queue));
                listed[port][lane] += 1;
                passed_over[port][lane] = 0;
            } else if inputs.begins == inputs.arrive {
                prop_assert!(!can);
            }
            for (port, lanes) in passed_over.iter_mut().enumerate() {
                for (lane, over) in lanes.iter_mut().enumerate() {
                    *over = if can_pass(&lists, &listed, port, lane) { *over + 1 } else { 0 };
                    prop_assert!(*over <= PORTS * LANES);
                }
            }
        }
    }
}
