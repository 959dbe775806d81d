//! Properties of arbitrary settings and arbitrary text.

use super::*;
use crate::{config::Location, wire::Number};
use proptest::{array, collection::vec, prelude::*};

fn number<const BITS: u32>() -> impl Strategy<Value = Number<BITS>> {
    any::<u32>().prop_map(Number::low)
}

fn entry() -> impl Strategy<Value = Entry> {
    (number(), number()).prop_map(|(shift, multiplier)| Entry { shift, multiplier })
}

fn mask() -> impl Strategy<Value = PortMask> {
    "[0-9a-f]{1,64}".prop_map(|digits| PortMask::from_hex(&digits).expect("digits"))
}

fn switch() -> impl Strategy<Value = Switch> {
    let masks = (number(), mask(), mask());
    (masks, number(), number(), number(), entry(), number()).prop_map(
        |(
            (control_map, victim_mask, credit_mask),
            threshold,
            packet_size,
            starvation_threshold,
            return_delay,
            marking_rate,
        )| Switch {
            control_map,
            victim_mask,
            credit_mask,
            threshold,
            packet_size,
            starvation_threshold,
            return_delay,
            marking_rate,
        },
    )
}

/// Levels whose minimum is in a table of `entries` entries.
fn level(entries: usize) -> impl Strategy<Value = Level> {
    let least = 0..entries.clamp(1, 256) as u32;
    (number(), number(), number(), least.prop_map(Number::low))
        .prop_map(|(timer, increase, trigger, min)| Level { timer, increase, trigger, min })
}

fn settings() -> impl Strategy<Value = Settings> {
    vec(entry(), 0..=Room::MOST.entries).prop_flat_map(|table| {
        let throttled = prop_oneof![Just(Throttled::Qp), Just(Throttled::Sl)];
        let levels = array::uniform16(level(table.len()));
        let adapter = (throttled, number(), levels).prop_map(|(throttled, control_map, levels)| {
            Adapter { throttled, control_map, levels }
        });
        (any::<bool>(), any::<u64>(), any::<u32>(), switch(), adapter).prop_map(
            move |(enabled, key, outstanding_mads, switch, adapter)| {
                let table = table.clone();
                Settings { enabled, key, outstanding_mads, switch, adapter, table }
            },
        )
    })
}

/// Reads a text; each problem must lie in it.
fn judge(source: &str) {
    let Err(Problems(problems)) = Settings::parse(source, Room::MOST) else { return };
    assert!(!problems.is_empty());
    for problem in problems {
        let notes = problem.notes.iter().map(|(span, _)| span);
        let place = match &problem.location {
            Location::Source(span) => Some(span),
            _ => None,
        };
        for span in notes.chain(place) {
            assert!(source.get(span.clone()).is_some(), "{span:?} of {source:?}");
        }
        assert!(problem.help.is_some(), "{problem:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(settings in settings()) {
        let text = settings.to_string();
        prop_assert_eq!(Settings::parse(&text, Room::MOST), Ok(settings), "{}", text);
    }

    #[test]
    fn arbitrary_text_never_panics(source: String) {
        judge(&source);
    }

    #[test]
    fn arbitrary_values_never_panic(
        lines in vec((0..key::ALL.len(), "[-0-9a-fx:, \\t#üTRUE]{0,20}"), 0..6),
    ) {
        let lines = lines.iter().map(|(key, value)| format!("{} {value}\n", key::ALL[*key].0));
        judge(&lines.collect::<String>());
    }

    #[test]
    fn a_damaged_example_never_panics(
        damage in vec((0..2500_usize, 0..6_usize, "[-a-z0-9:,\n#ü ]{0,6}"), 1..4),
    ) {
        let mut text: Vec<char> = EXAMPLE.chars().collect();
        for (at, removed, inserted) in damage {
            let at = at.min(text.len());
            text.splice(at..(at + removed).min(text.len()), inserted.chars());
        }
        judge(&text.into_iter().collect::<String>());
    }
}
