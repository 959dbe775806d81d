//! The counter, traced by hand, and properties for any behaviour of its neighbours.

use super::*;
use proptest::prelude::*;

fn counter(total: u32) -> CreditCounter {
    CreditCounter::new(&spec::CreditCounter::new(total).unwrap())
}

const IDLE: (bool, bool) = (false, false);
const TAKE: (bool, bool) = (true, false);
const GIVE: (bool, bool) = (false, true);
const BOTH: (bool, bool) = (true, true);

/// Outputs of the module in the cycle with these events.
fn cycle(counter: &mut CreditCounter, (take, give): (bool, bool)) -> (bool, bool, u64) {
    let CreditCounterOutputs { available, full, credits } =
        counter.cycle(&CreditCounterInputs { take, give });
    (available, full, credits)
}

#[test]
fn a_link_of_two_credits_by_hand() {
    let mut counter = counter(2);
    let seen = [IDLE, TAKE, TAKE, IDLE, GIVE, IDLE, BOTH, GIVE, IDLE]
        .map(|events| cycle(&mut counter, events));
    let expected = [
        (true, true, 2),
        (true, true, 2),
        (true, false, 1),
        (false, false, 0),
        (false, false, 0),
        (true, false, 1),
        (true, false, 1),
        (true, false, 1),
        (true, true, 2),
    ];
    assert_eq!(seen, expected);
}

#[test]
fn a_take_without_a_credit_changes_nothing() {
    let mut counter = counter(1);
    cycle(&mut counter, TAKE);
    cycle(&mut counter, TAKE);
    assert_eq!(counter.credits, 0);
    cycle(&mut counter, BOTH);
    assert_eq!(counter.credits, 0, "a credit that comes back can be taken in the cycle after");
}

#[test]
fn a_give_without_a_debt_changes_nothing() {
    let mut counter = counter(3);
    cycle(&mut counter, GIVE);
    cycle(&mut counter, BOTH);
    assert_eq!(counter.credits, 3);
}

#[test]
fn reset_gives_all_credits() {
    let mut counter = counter(3);
    cycle(&mut counter, TAKE);
    counter.reset();
    assert_eq!(cycle(&mut counter, IDLE), (true, true, 3));
}

proptest! {
    #[test]
    fn the_counter_never_leaves_its_range(
        total in 1..20u32,
        events in prop::collection::vec(any::<(bool, bool)>(), 1..200),
    ) {
        let mut counter = counter(total);
        for event in events {
            let (available, full, credits) = cycle(&mut counter, event);
            prop_assert!(credits <= total.into());
            prop_assert_eq!((available, full), (credits > 0, credits == u64::from(total)));
        }
    }

    #[test]
    fn credits_are_conserved_between_neighbours_that_obey(
        total in 1..20u32,
        wishes in prop::collection::vec(any::<(bool, bool)>(), 1..200),
    ) {
        let (mut counter, mut held) = (counter(total), 0);
        for (send, free) in wishes {
            let take = send && counter.credits > 0;
            let give = free && held > 0;
            cycle(&mut counter, (take, give));
            held += u32::from(take);
            held -= u32::from(give);
            prop_assert_eq!(counter.credits + held, total);
        }
    }
}
