//! Bound of the cycles in which a request is granted, if none is withdrawn before its grant.

use super::*;
use std::collections::{HashMap, HashSet};
use tailback_spec::switch::allocator::round_robin::bound_cycles;

/// The model, and the requests that wait: the state that determines the future.
type State = (RoundRobinAllocator, Vec<u64>);

/// The state after a cycle with these requests, and the grants.
fn after(model: &RoundRobinAllocator, mut request: Vec<u64>) -> (State, Vec<u64>) {
    let mut model = model.clone();
    let grant = cycle(&mut model, &request);
    request.iter_mut().zip(&grant).for_each(|(request, grant)| *request &= !grant);
    ((model, request), grant)
}

/// All combinations of the requests that wait with further ones.
fn requests(ports: usize, waiting: &[u64]) -> Vec<Vec<u64>> {
    let free: Vec<(usize, usize)> = (0..ports)
        .flat_map(|input| (0..ports).map(move |output| (input, output)))
        .filter(|&(input, output)| !is_set(waiting[input], output))
        .collect();
    let with = |more: u32| {
        let mut request = waiting.to_vec();
        for (index, (input, output)) in free.iter().enumerate() {
            request[*input] |= u64::from(more >> index & 1) << output;
        }
        request
    };
    (0..1u32 << free.len()).map(with).collect()
}

/// All states that can be reached from reset.
fn reachable(ports: usize) -> HashSet<State> {
    let first = (allocator(ports), vec![0; ports]);
    let (mut states, mut rest) = (HashSet::from([first.clone()]), vec![first]);
    while let Some((model, waiting)) = rest.pop() {
        for request in requests(ports, &waiting) {
            let (next, _) = after(&model, request);
            if states.insert(next.clone()) {
                rest.push(next);
            }
        }
    }
    states
}

/// Cycles from a state in which input 0 requests output 0 to the grant, both included, at worst.
/// `longest` has what is known; `None` while that is being computed.
fn cycles(ports: usize, longest: &mut HashMap<State, Option<usize>>, state: State) -> usize {
    if let Some(known) = longest.get(&state) {
        return known.expect("a state that comes again without a grant: it starves");
    }
    longest.insert(state.clone(), None);
    let mut worst = 0;
    for request in requests(ports, &state.1) {
        let (next, grant) = after(&state.0, request);
        let cycles = if is_set(grant[0], 0) { 1 } else { 1 + cycles(ports, longest, next) };
        worst = worst.max(cycles);
    }
    longest.insert(state, Some(worst));
    worst
}

#[test]
fn no_request_of_two_ports_waits_longer_than_the_bound() {
    const PORTS: usize = 2;
    let mut longest = HashMap::new();
    let begins = |(model, mut waiting): State| {
        waiting[0] |= 1;
        (model, waiting)
    };
    let states = reachable(PORTS).into_iter().map(begins);
    let worst = states.map(|state| cycles(PORTS, &mut longest, state)).max();
    let bound = bound_cycles(&RoundRobin::new(PORTS as u32).unwrap());
    assert_eq!((worst, bound), (Some(14), 20));
}

proptest! {
    /// A random environment, and one that always requests again what was just granted.
    #[test]
    fn no_request_waits_longer_than_the_bound(
        ports in 2..7usize,
        density in 0..4u32,
        random in prop::collection::vec(any::<u64>(), 600),
    ) {
        let mut model = allocator(ports);
        let bound = bound_cycles(&RoundRobin::new(ports as u32).unwrap());
        let all = u64::MAX >> (64 - ports);
        let mut request = vec![0u64; ports];
        let mut waited = vec![vec![0usize; ports]; ports];
        for random in random {
            for (input, request) in request.iter_mut().enumerate() {
                let bits = random.rotate_left(7 * input as u32);
                *request |= all & match density {
                    0 => bits & bits.rotate_left(23) & bits.rotate_left(41),
                    1 => bits & bits.rotate_left(23),
                    2 => bits,
                    _ => all,
                };
            }
            let grant = cycle(&mut model, &request);
            for input in 0..ports {
                for (output, waited) in waited[input].iter_mut().enumerate() {
                    *waited = match (is_set(request[input], output), is_set(grant[input], output)) {
                        (true, false) => *waited + 1,
                        _ => 0,
                    };
                    prop_assert!(*waited <= bound);
                }
                request[input] &= !grant[input];
            }
        }
    }
}
