//! The allocator traced by hand, properties for all requests, and the bound, exhaustively for two
//! ports.

mod bound;

use super::*;
use proptest::prelude::*;

fn allocator(ports: usize) -> RoundRobinAllocator {
    RoundRobinAllocator::new(&RoundRobin::new(ports as u32).unwrap())
}

/// Grants of a cycle, by input.
fn cycle(model: &mut RoundRobinAllocator, request: &[u64]) -> Vec<u64> {
    let request = request.iter().copied().collect();
    model.cycle(&RoundRobinAllocatorInputs { request }).grant.to_vec()
}

/// Output granted to each input, two cycles after one with these requests.
fn grants(model: &mut RoundRobinAllocator, request: &[u64]) -> Vec<Option<usize>> {
    let nothing = vec![0; request.len()];
    assert_eq!(cycle(model, request), nothing, "requests are held");
    assert_eq!(cycle(model, &nothing), nothing, "outputs offer themselves");
    let grant = cycle(model, &nothing);
    grant.iter().map(|&bits| (bits != 0).then(|| bits.trailing_zeros() as usize)).collect()
}

#[test]
fn after_reset_port_0_comes_first() {
    let mut model = allocator(3);
    // All outputs choose input 0, which accepts output 0 only.
    assert_eq!(grants(&mut model, &[0b111; 3]), [Some(0), None, None]);
    // Output 0 now chooses input 1; the offers of the others to input 0 are made again.
    assert_eq!(grants(&mut model, &[0b111; 3]), [Some(1), Some(0), None]);
    assert_eq!(grants(&mut model, &[0b111; 3]), [Some(2), Some(1), Some(0)]);
}

#[test]
fn with_all_requests_every_port_is_busy_after_some_cycles() {
    let mut model = allocator(8);
    (0..16).for_each(|_| drop(grants(&mut model, &[0xff; 8])));
    for _ in 0..16 {
        assert!(grants(&mut model, &[0xff; 8]).iter().all(Option::is_some));
    }
}

#[test]
fn inputs_that_contend_for_one_output_take_turns() {
    let mut model = allocator(4);
    let served: Vec<_> = (0..8)
        .map(|_| grants(&mut model, &[0b10; 4]).iter().position(Option::is_some).unwrap())
        .collect();
    assert_eq!(served, [0, 1, 2, 3, 0, 1, 2, 3]);
}

#[test]
fn an_input_with_packets_for_all_outputs_takes_them_in_turn() {
    let mut model = allocator(4);
    let served: Vec<_> =
        (0..8).map(|_| grants(&mut model, &[0, 0, 0b1111, 0])[2].unwrap()).collect();
    assert_eq!(served, [0, 1, 2, 3, 0, 1, 2, 3]);
}

#[test]
fn an_offer_that_is_not_accepted_is_made_again() {
    let mut model = allocator(2);
    // Both outputs offer themselves to input 0; output 1 waits for input 0, and not for input 1.
    assert_eq!(grants(&mut model, &[0b11, 0b10]), [Some(0), None]);
    assert_eq!(grants(&mut model, &[0b11, 0b10]), [Some(1), None]);
    assert_eq!(grants(&mut model, &[0b11, 0b10]), [Some(0), Some(1)]);
}

#[test]
fn a_grant_stands_even_if_its_request_is_withdrawn() {
    let mut model = allocator(2);
    cycle(&mut model, &[0b01, 0b10]);
    assert_eq!(cycle(&mut model, &[0, 0]), [0, 0]);
    assert_eq!(cycle(&mut model, &[0, 0]), [0b01, 0b10]);
    assert_eq!(cycle(&mut model, &[0, 0]), [0, 0]);
}

#[test]
fn outputs_choose_in_every_cycle_independently_of_each_other() {
    let mut model = allocator(3);
    cycle(&mut model, &[0b001, 0, 0]);
    assert_eq!(cycle(&mut model, &[0, 0b010, 0]), [0, 0, 0]);
    assert_eq!(cycle(&mut model, &[0, 0, 0b100]), [0b001, 0, 0]);
    assert_eq!(cycle(&mut model, &[0, 0, 0]), [0, 0b010, 0]);
    assert_eq!(cycle(&mut model, &[0, 0, 0]), [0, 0, 0b100]);
}

#[test]
fn an_input_and_an_output_are_granted_again_three_cycles_after_a_grant() {
    for request in [[0b11, 0], [0b01, 0b01]] {
        let mut model = allocator(2);
        let granted: Vec<bool> =
            (0..12).map(|_| cycle(&mut model, &request).iter().any(|&grant| grant != 0)).collect();
        let expected: Vec<bool> = (0..12).map(|cycle| cycle % 3 == 2).collect();
        assert_eq!(granted, expected);
    }
}

#[test]
fn a_void_offer_keeps_no_output_from_making_another_one() {
    let mut model = allocator(3);
    cycle(&mut model, &[0b001, 0, 0]);
    cycle(&mut model, &[0b001, 0, 0]);
    // Output 1 sees the request of input 0 as output 0 is granted to that.
    assert_eq!(cycle(&mut model, &[0b010, 0, 0]), [0b001, 0, 0]);
    cycle(&mut model, &[0, 0b010, 0]);
    assert_eq!(model.offers, [0b010, 0, 0]);
    assert_eq!(cycle(&mut model, &[0; 3]), [0; 3]);
    assert_eq!(cycle(&mut model, &[0; 3]), [0, 0b010, 0]);
}

#[test]
fn without_requests_nothing_is_offered() {
    let mut model = allocator(3);
    (0..4).for_each(|_| assert_eq!(cycle(&mut model, &[0; 3]), [0; 3]));
    assert_eq!(model, allocator(3));
}

#[test]
fn the_largest_switch_uses_bits_beyond_the_32nd() {
    let mut model = allocator(36);
    let mut request = [0; 36];
    request[35] = 1 << 35 | 1 << 33;
    assert_eq!(grants(&mut model, &request)[35], Some(33));
    assert_eq!(grants(&mut model, &request)[35], Some(35));
}

#[test]
fn reset_sets_every_pointer_to_the_last_port_and_takes_back_all_offers() {
    let mut model = allocator(5);
    (0..8).for_each(|_| drop(cycle(&mut model, &[0b10110; 5])));
    assert_ne!(model.offers, [0; 5]);
    model.reset();
    assert_eq!(model, allocator(5));
}

fn any_requests() -> impl Strategy<Value = (usize, Vec<Vec<u64>>)> {
    (2..=36usize).prop_flat_map(|ports| {
        let all = u64::MAX >> (64 - ports);
        let bits = (any::<u64>(), any::<u64>(), 0..3usize).prop_map(move |(some, few, kind)| {
            [some, some & few, some & few & few.rotate_left(17)][kind] & all
        });
        (Just(ports), prop::collection::vec(prop::collection::vec(bits, ports), 1..40))
    })
}

proptest! {
    #[test]
    fn grants_are_requests_and_use_each_port_once(requests in any_requests()) {
        let (ports, requests) = requests;
        let mut model = allocator(ports);
        let mut earlier = [vec![0; ports], vec![0; ports]];
        // Ports granted in the cycle before, and in the one before it.
        let (mut inputs, mut outputs) = ([0u64; 2], [0u64; 2]);
        for request in requests {
            let (mut to, mut from) = (0, 0);
            for (input, grant) in cycle(&mut model, &request).into_iter().enumerate() {
                prop_assert!(grant.count_ones() <= 1, "an input sends to one output");
                prop_assert_eq!(grant & !earlier[1][input], 0, "requested two cycles before");
                prop_assert_eq!(grant & from, 0, "an output takes from one input");
                from |= grant;
                to |= u64::from(grant != 0) << input;
            }
            prop_assert_eq!(to & (inputs[0] | inputs[1]), 0, "no two grants in three cycles");
            prop_assert_eq!(from & (outputs[0] | outputs[1]), 0, "no two grants in three cycles");
            (inputs, outputs) = ([to, inputs[0]], [from, outputs[0]]);
            earlier.swap(0, 1);
            earlier[0] = request;
        }
    }
}
