//! INFOCOM'03 §IV-A on the golden model: a hand-computed trace of the marked packets.

use tailback_model::{
    switch::marking::{Counting, CountingInputs},
    Golden,
};
use tailback_spec::{config::Override, scenario::Scenario};

/// A packet arrives and waits.
const ARRIVES: (bool, bool, bool) = (true, false, false);
/// A waiting packet leaves.
const LEAVES: (bool, bool, bool) = (false, true, false);
/// A buffer becomes full.
const FULL: (bool, bool, bool) = (false, false, true);

/// Events, and for each leaving packet whether it is marked: five packets wait when a buffer
/// becomes full; two leave marked and one arrives; the next full buffer counts four anew; these
/// leave marked, and one that arrives later does not.
const TRACE: [((bool, bool, bool), Option<bool>); 17] = [
    (ARRIVES, None),
    (ARRIVES, None),
    (ARRIVES, None),
    (ARRIVES, None),
    (ARRIVES, None),
    (FULL, None),
    (LEAVES, Some(true)),
    (LEAVES, Some(true)),
    (ARRIVES, None),
    (FULL, None),
    (ARRIVES, None),
    (LEAVES, Some(true)),
    (LEAVES, Some(true)),
    (LEAVES, Some(true)),
    (LEAVES, Some(true)),
    (LEAVES, Some(false)),
    (ARRIVES, None),
];

const SCENARIO: &str = include_str!("../../examples/scenarios/infocom03-fig4b.toml");

/// Whether the golden model marks packets as the paper describes.
pub fn is_as_by_hand() -> Option<bool> {
    let scenario = Scenario::from_toml(SCENARIO, &[] as &[Override]).ok()?;
    let mut counting = Counting::new(&scenario.config.marking());
    let bit = u64::from;
    let agrees = TRACE.iter().all(|((arrives, leaves, full), marked)| {
        let outputs = counting.cycle(&CountingInputs {
            enqueue: bit(*arrives),
            dequeue: bit(*leaves),
            transmit: bit(*leaves),
            trigger: bit(*full),
        });
        marked.is_none_or(|marked| marked == (outputs.mark != 0))
    });
    Some(agrees)
}
