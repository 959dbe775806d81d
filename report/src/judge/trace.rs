//! INFOCOM'03 §IV-A, traced by hand on the golden model: which packets are marked.

use tailback_model::{
    switch::marking::{Counting, CountingInputs},
    Golden,
};
use tailback_spec::{config::Override, scenario::Scenario};

/// A packet arrives and waits.
const ARRIVES: (bool, bool, bool) = (true, false, false);
/// A packet that waited leaves.
const LEAVES: (bool, bool, bool) = (false, true, false);
/// A buffer has become full.
const FULL: (bool, bool, bool) = (false, false, true);

/// Events, and for each that is a packet leaving whether it is marked: five wait when a buffer
/// becomes full; two leave marked and one comes; the next full buffer counts four anew; those leave
/// marked, and one that came afterwards does not.
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

const SCENARIO: &str = include_str!("../../../examples/scenarios/infocom03-fig4b.toml");

/// Whether the golden model marks as the paper's words say.
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
