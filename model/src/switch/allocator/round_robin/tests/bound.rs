//! Bound of the cycles in which a request is granted, if none is withdrawn before its grant.

use super::*;
use std::collections::HashMap;
use tailback_spec::switch::allocator::round_robin::bound_cycles;

/// All pointers, and all waiting requests, while nothing is offered: the state that determines the
/// future.
type State = (Vec<usize>, Vec<usize>, Vec<u64>);

/// The search for the longest wait of the request of input 0 for output 0.
struct Search {
    ports: usize,
    /// Most choices from a state on; `None` while they are being computed.
    longest: HashMap<State, Option<usize>>,
}

impl Search {
    /// Choices until the request is granted, at worst. A choice is two cycles; other requests that
    /// begin in the second are ignored until the next choice.
    fn from(&mut self, state: &State) -> usize {
        if let Some(known) = self.longest.get(state) {
            return known.expect("a state that comes again without a grant: it starves");
        }
        self.longest.insert(state.clone(), None);
        let (last_input, last_output, waiting) = state;
        // All combinations of further requests.
        let free: Vec<(usize, usize)> = (0..self.ports)
            .flat_map(|input| (0..self.ports).map(move |output| (input, output)))
            .filter(|&(input, output)| !is_set(waiting[input], output))
            .collect();
        let mut worst = 0;
        for more in 0..1u32 << free.len() {
            let mut request = waiting.clone();
            for (index, (input, output)) in free.iter().enumerate() {
                request[*input] |= u64::from(more >> index & 1) << output;
            }
            let (last_input, last_output) = (last_input.clone(), last_output.clone());
            let offers = vec![0; self.ports];
            let mut model = RoundRobinAllocator { last_input, last_output, offers };
            cycle(&mut model, &request);
            let grant = cycle(&mut model, &request);
            let choices = match grant[0] & 1 {
                1 => 1,
                _ => {
                    request.iter_mut().zip(&grant).for_each(|(request, grant)| *request &= !grant);
                    1 + self.from(&(model.last_input, model.last_output, request))
                }
            };
            worst = worst.max(choices);
        }
        self.longest.insert(state.clone(), Some(worst));
        worst
    }
}

/// Most choices from any state of the pointers.
fn most_choices(ports: usize) -> usize {
    let mut search = Search { ports, longest: HashMap::new() };
    let pointers = |mut number: usize| {
        let digits = std::iter::repeat_with(|| {
            let digit = number % ports;
            number /= ports;
            digit
        });
        digits.take(ports).collect::<Vec<_>>()
    };
    let mut waiting = vec![0; ports];
    waiting[0] = 1;
    let all = ports.pow(ports as u32);
    (0..all)
        .flat_map(|one| (0..all).map(move |other| (one, other)))
        .map(|(one, other)| search.from(&(pointers(one), pointers(other), waiting.clone())))
        .max()
        .unwrap_or(0)
}

/// The second number is more than the square of 3: an input that is nearer in the rotation can take
/// an offer from one that has nearly reached it.
#[test]
fn no_request_of_a_small_switch_waits_for_more_choices_than_the_bound() {
    for (ports, exact) in [(2, 4), (3, 11)] {
        let bound = bound_cycles(&RoundRobin::new(ports as u32).unwrap());
        let choices = most_choices(ports);
        assert_eq!(choices, exact, "{ports} ports");
        // A request that begins in the cycle of a grant waits for the end of that choice, which is
        // one cycle, and is granted in the second cycle of its own last one.
        assert!(2 * choices <= bound, "{ports} ports: {choices} choices, bound {bound} cycles");
    }
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
