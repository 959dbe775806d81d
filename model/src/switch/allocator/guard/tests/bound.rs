//! Bound of the cycles in which a queue that keeps requesting becomes urgent or is served.

use super::*;
use proptest::prelude::*;
use tailback_spec::switch::allocator::guard::bound_cycles;

/// Cycles within which an urgent queue is served.
const SERVICE_CYCLES: usize = 6;

/// Random stimulus of a cycle: queues that each input begins and ceases to request, and which of
/// the allowed ones is served.
type Chance = (Vec<u64>, Vec<u64>, usize);

fn any_chances() -> impl Strategy<Value = (u32, u32, u32, Vec<Chance>)> {
    (2..=3u32, 1..=2u32, 1..=5u32).prop_flat_map(|(ports, lanes, patience)| {
        let queues = 0..1u64 << (ports * lanes);
        let few = prop_oneof![6 => Just(0), 1 => queues.clone()];
        let some = prop_oneof![2 => Just(0), 1 => queues];
        let of_inputs = |some| prop::collection::vec(some, ports as usize);
        let chance = (of_inputs(some.boxed()), of_inputs(few.boxed()), 0..64usize);
        (Just(ports), Just(lanes), Just(patience), prop::collection::vec(chance, 1..600))
    })
}

proptest! {
    #[test]
    fn what_is_allowed_is_wanted_and_all_of_it_unless_a_place_is_urgent(
        (ports, lanes, patience, chances) in any_chances(),
    ) {
        let mut model = guard(ports, lanes, patience);
        for (wants, ..) in chances {
            let (allowed, urgent) = cycle(&mut model, &wants, None);
            for (allowed, wants) in allowed.iter().zip(&wants) {
                prop_assert_eq!(allowed & !wants, 0);
                prop_assert!(urgent || allowed == wants);
            }
        }
    }

    /// The urgent queue may be requested, and no other of its input, and none for its output.
    #[test]
    fn an_urgent_place_stands_alone(
        (ports, lanes, patience, chances) in any_chances(),
    ) {
        let mut model = guard(ports, lanes, patience);
        let mut wants = vec![0u64; ports as usize];
        for (begins, ceases, _) in chances {
            for (wants, (begins, ceases)) in wants.iter_mut().zip(begins.iter().zip(&ceases)) {
                *wants = (*wants | begins) & !ceases;
            }
            let (input, queue, _) = watched(&model);
            let (allowed, urgent) = cycle(&mut model, &wants, None);
            if urgent {
                prop_assert_eq!(allowed[input], wants[input] & 1 << queue);
                let lanes = lanes as usize;
                let of_output = ((1u64 << lanes) - 1) << (queue / lanes * lanes);
                let others = (0..ports as usize).filter(|&other| other != input);
                for other in others {
                    prop_assert_eq!(allowed[other], wants[other] & !of_output);
                }
            }
        }
    }

    #[test]
    fn no_place_wants_for_longer_than_the_bound(
        (ports, lanes, patience, chances) in any_chances(),
    ) {
        let parameters = Guard::new(ports, lanes, patience).unwrap();
        let bound = bound_cycles(&parameters, SERVICE_CYCLES);
        let mut model = RequestGuard::new(&parameters);
        let mut wants = vec![0u64; ports as usize];
        let mut waited = vec![vec![0usize; parameters.queues()]; ports as usize];
        let mut urgent_cycles = 0;
        // The stimulus is repeated, because the bound is long.
        for (begins, ceases, choice) in chances.iter().cycle().take(20 * chances.len()) {
            for (wants, (begins, ceases)) in wants.iter_mut().zip(begins.iter().zip(ceases)) {
                *wants = (*wants | begins) & !ceases;
            }
            let (input, queue, age) = watched(&model);
            let urgent = age == patience;
            urgent_cycles = if urgent { urgent_cycles + 1 } else { 0 };
            // Others are served at random, an urgent queue just in time.
            let serve = match urgent {
                true => (urgent_cycles > SERVICE_CYCLES).then_some((input, queue as u32)),
                false => {
                    let (input, queue) = (choice % ports as usize, choice / 3 % parameters.queues());
                    is_set(wants[input], queue).then_some((input, queue as u32))
                }
            };
            prop_assert_eq!(cycle(&mut model, &wants, serve).1, urgent);
            for (at, waited) in waited.iter_mut().enumerate() {
                for (of, waited) in waited.iter_mut().enumerate() {
                    let is_served = serve == Some((at, of as u32));
                    let is_urgent = urgent && (at, of) == (input, queue);
                    *waited = match is_set(wants[at], of) && !is_served && !is_urgent {
                        true => *waited + 1,
                        false => 0,
                    };
                    prop_assert!(*waited <= bound, "{} cycles, bound {}", waited, bound);
                }
            }
            if let Some((input, queue)) = serve {
                wants[input] &= !(1 << queue);
            }
        }
    }
}

/// The worst case: all queues request all the time, and each is served as late as possible.
#[test]
fn the_bound_is_reached() {
    let parameters = Guard::new(2, 2, 3).unwrap();
    let bound = bound_cycles(&parameters, SERVICE_CYCLES);
    let mut model = RequestGuard::new(&parameters);
    // Input 0 begins to request its first queue again as soon as the guard has passed it.
    cycle(&mut model, &[0b1110, 0b1111], None);
    let mut urgent_cycles = 0;
    let waited = (0..)
        .take_while(|_| {
            let (input, queue, age) = watched(&model);
            let urgent = age == 3;
            urgent_cycles = if urgent { urgent_cycles + 1 } else { 0 };
            let serve = (urgent_cycles > SERVICE_CYCLES).then_some((input, queue as u32));
            assert_eq!(cycle(&mut model, &[0b1111; 2], serve).1, urgent);
            !(urgent && (input, queue) == (0, 0))
        })
        .count();
    assert_eq!(waited + 1, bound);
}
