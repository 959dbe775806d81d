//! Packets that are marked, and counting of packets that arrive in the same cycle.

mod counted;
mod naive_rules;

use super::{told::*, *};
use crate::{switch::examples::port, Golden};
use tailback_spec::{
    switch::{
        marking::{OutputTrigger, Policy},
        policy_marking::PolicyMarking as Parameters,
        port::Port,
    },
    Lanes, WideWord, WideWords,
};

const PORTS: usize = 3;
const VIRTUAL_LANES: usize = 2;
/// Virtual lanes, including that of management.
const LANES: usize = 3;
/// Blocks of each data VL in each input port.
const LANE_BLOCKS: u32 = 20;

fn small() -> Port {
    port(PORTS as u32, VIRTUAL_LANES as u32, LANE_BLOCKS, 5)
}

/// Events with a queue for each of some input ports.
fn queues(events: &[(usize, usize)]) -> (u64, Lanes) {
    let (mut bits, mut queues) = (0, [0; PORTS]);
    for &(input, queue) in events {
        bits |= 1 << input;
        queues[input] = queue as u32;
    }
    (bits, queues.into_iter().collect())
}

/// Buffers become full, with packets that count in these queues.
fn trigger(events: &[(usize, usize)]) -> WideWords {
    let mut words: WideWords = vec![[0].into_iter().collect::<WideWord>(); PORTS];
    events.iter().for_each(|&(input, queue)| words[input][0] |= 1 << queue);
    words
}

#[test]
fn queues_are_an_output_port_and_a_data_vl_and_those_of_management_have_no_place() {
    let queues_of = Queues::new(&small());
    let (events, numbers) = queues(&[(0, LANES + 1), (1, 2), (2, 2 * LANES)]);
    let expected = [(0, 1, 1), (2, 2, 0)].map(|(input, output, virtual_lane)| Place {
        input,
        output,
        virtual_lane,
    });
    assert_eq!(queues_of.numbered(events, &numbers).collect::<Vec<_>>(), expected);
    let listed = trigger(&[(0, LANES + 1), (1, 2), (2, 2 * LANES)]);
    assert_eq!(queues_of.listed(&listed).collect::<Vec<_>>(), expected);
}
