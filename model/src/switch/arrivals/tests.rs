//! Turns, order, and packets that are dropped.

use super::*;
use crate::switch::examples::port;
use proptest::prelude::*;

const PORTS: usize = 4;

fn arrivals() -> Arrivals {
    Arrivals::new(&port(PORTS as u32, 2, 8, 0))
}

/// Packets of these ports arrive, each with the queue ten times its port.
fn arriving(ports: &[usize]) -> ArrivalsInputs {
    let bits = ports.iter().fold(0, |bits, port| bits | 1 << port);
    let arrive_queue = (0..PORTS as u32).map(|port| 10 * port).collect();
    ArrivalsInputs { begins: bits, arrive: bits, arrive_queue, full: false }
}

/// The ports and queues of packets that are passed on in the next cycles.
fn passed(arrivals: &mut Arrivals, cycles: usize) -> Vec<(u64, u64)> {
    let outputs = (0..cycles).map(|_| arrivals.cycle(&ArrivalsInputs::default()));
    outputs.filter(|it| it.pass).map(|it| (it.pass_input, it.pass_queue)).collect()
}

#[test]
fn a_packet_is_passed_on_in_the_cycle_in_which_it_arrives() {
    let outputs = arrivals().cycle(&arriving(&[2]));
    assert_eq!(outputs, ArrivalsOutputs { pass: true, pass_input: 2, pass_queue: 20 });
}

#[test]
fn ports_take_turns_and_port_0_comes_first() {
    let mut arrivals = arrivals();
    assert_eq!(arrivals.cycle(&arriving(&[0, 1, 3])).pass_input, 0);
    assert_eq!(arrivals.cycle(&arriving(&[0, 2])).pass_input, 1);
    assert_eq!(passed(&mut arrivals, 5), [(2, 20), (3, 30), (0, 0)]);
}

#[test]
fn nothing_is_passed_on_while_full_and_no_turn_is_lost() {
    let mut arrivals = arrivals();
    for input in [0, 1] {
        let outputs = arrivals.cycle(&ArrivalsInputs { full: true, ..arriving(&[input]) });
        assert_eq!(outputs, ArrivalsOutputs::default());
    }
    assert_eq!(passed(&mut arrivals, 3), [(0, 0), (1, 10)]);
}

#[test]
fn one_that_is_dropped_takes_its_turn() {
    let mut arrivals = arrivals();
    assert!(!arrivals.cycle(&ArrivalsInputs { arrive: 0, ..arriving(&[1]) }).pass);
    assert_eq!(arrivals.cycle(&arriving(&[1, 2])).pass_input, 2);
    assert_eq!(passed(&mut arrivals, 3), [(1, 10)]);
}

#[test]
fn behind_one_that_is_dropped_the_oldest_of_the_list_is_passed_on() {
    let mut arrivals = arrivals();
    arrivals.cycle(&ArrivalsInputs { full: true, ..arriving(&[1]) });
    let outputs = arrivals.cycle(&ArrivalsInputs { arrive: 0, ..arriving(&[1]) });
    assert_eq!(outputs, ArrivalsOutputs { pass: true, pass_input: 1, pass_queue: 10 });
}

#[test]
fn reset_forgets_all_packets_and_turns() {
    let mut model = arrivals();
    model.cycle(&arriving(&[0, 1, 2]));
    model.reset();
    assert_eq!(model, arrivals());
}

proptest! {
    /// Whatever comes, each port's packets are passed on once and in order, one in each cycle in
    /// which there are some, and one that is the oldest of its port before all others have had two.
    #[test]
    fn each_packet_is_passed_on_in_its_turn(
        cycles in prop::collection::vec((0..16u64, 0..16u64, 0..4u32), 1..200),
    ) {
        let mut arrivals = arrivals();
        let mut lists: Vec<VecDeque<u64>> = vec![VecDeque::new(); PORTS];
        let mut passed_over = [0; PORTS];
        for (number, (begins, stored, full)) in cycles.into_iter().enumerate() {
            let arrive = begins & stored;
            let queue = number as u64;
            let inputs = ArrivalsInputs {
                begins,
                arrive,
                arrive_queue: [queue as u32; PORTS].into_iter().collect(),
                full: full == 0,
            };
            for port in set_lanes(arrive) {
                lists[port].push_back(queue);
            }
            let outputs = arrivals.cycle(&inputs);
            prop_assert!(!(outputs.pass && inputs.full));
            if outputs.pass {
                let port = outputs.pass_input as usize;
                prop_assert_eq!(lists[port].pop_front(), Some(outputs.pass_queue));
                passed_over[port] = 0;
            } else if begins == arrive && !inputs.full {
                prop_assert!(lists.iter().all(VecDeque::is_empty));
            }
            for (port, over) in passed_over.iter_mut().enumerate() {
                *over = if lists[port].is_empty() { 0 } else { *over + u32::from(!inputs.full) };
                prop_assert!(*over <= PORTS as u32);
            }
        }
    }
}
