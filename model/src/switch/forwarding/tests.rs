//! Look-ups traced by hand, and a table against a map.

use super::*;
use crate::bits::first_lanes;
use proptest::prelude::*;
use std::collections::HashMap;

const PORTS: u32 = 3;
const FAST: u32 = 64;
const SLOW: u32 = 512;

fn forwarding(entries: u32) -> Forwarding {
    Forwarding::new(PORTS, entries).unwrap()
}

/// A table whose entries have been cleared.
fn cleared(entries: u32) -> ForwardingTable {
    let mut table = ForwardingTable::new(&forwarding(entries));
    for _ in 0..entries {
        assert!(table.cycle(&ForwardingTableInputs::default()).clearing);
    }
    table
}

/// All links are up, and each input port looks up this LID.
fn ask(lid: u32) -> ForwardingTableInputs {
    ForwardingTableInputs {
        dlid: [lid; PORTS as usize].into_iter().collect(),
        link_active: first_lanes(PORTS as usize),
        ..Default::default()
    }
}

fn write(lid: u64, port: u64) -> ForwardingTableInputs {
    ForwardingTableInputs {
        write: true,
        write_address: lid,
        write_valid: true,
        write_port: port,
        ..ask(lid as u32)
    }
}

/// Route that all input ports get, if it is a hit.
fn way(outputs: &ForwardingTableOutputs) -> Option<u32> {
    let [port, rest @ ..] = &outputs.port[..] else { panic!("no port") };
    assert!(rest.iter().all(|other| other == port), "ports differ: {outputs:?}");
    assert!([0, first_lanes(PORTS as usize)].contains(&outputs.known), "{outputs:?}");
    assert!(outputs.known != 0 || *port == 0, "a port that is not known: {outputs:?}");
    (outputs.known != 0).then_some(*port)
}

/// Results of look-ups, each of which is valid in the cycle after.
fn answers(entries: u32, questions: &[ForwardingTableInputs]) -> Vec<Option<u32>> {
    let mut table = cleared(entries);
    let end = ask(0);
    let asked = questions.iter().chain([&end]);
    asked.map(|inputs| way(&table.cycle(inputs))).skip(1).collect()
}

#[test]
fn an_entry_is_there_from_the_cycle_after_it_was_written() {
    for entries in [FAST, SLOW] {
        let found = answers(entries, &[ask(5), write(5, 2), ask(5), write(5, 1), ask(5), ask(6)]);
        assert_eq!(found, [None, None, Some(2), Some(2), Some(1), None]);
    }
}

#[test]
fn a_question_is_answered_with_what_was_written_before_it() {
    let mut table = cleared(SLOW);
    table.cycle(&write(5, 2));
    assert_eq!(way(&table.cycle(&ask(5))), None, "it was asked as the entry was written");
    assert_eq!(way(&table.cycle(&write(5, 1))), Some(2));
    assert_eq!(way(&table.cycle(&ask(5))), Some(2), "the write came with the question");
    assert_eq!(way(&table.cycle(&ask(5))), Some(1));
}

#[test]
fn lids_beyond_the_table_are_unknown() {
    for entries in [FAST, SLOW] {
        let last = entries - 1;
        let questions = [write(last.into(), 1), ask(last), ask(entries), ask(entries + last)];
        assert_eq!(answers(entries, &questions), [None, Some(1), None, None]);
    }
}

#[test]
fn ports_that_do_not_exist_and_links_that_are_down_are_no_way() {
    let down = ForwardingTableInputs { link_active: 0b011, ..ask(5) };
    assert_eq!(answers(FAST, &[write(5, 2), ask(5), down.clone()]), [None, Some(2), None]);
    assert_eq!(answers(FAST, &[write(5, 3), ask(5)]), [None, None]);
    assert_eq!(answers(FAST, &[write(5, 34), ask(5)]), [None, None], "34 is 2 in the low bits");

    // The state of the link is sampled with the look-up.
    let mut table = cleared(SLOW);
    table.cycle(&write(5, 2));
    table.cycle(&down);
    assert_eq!(way(&table.cycle(&ask(5))), None);
    assert_eq!(way(&table.cycle(&down)), Some(2));
}

#[test]
fn an_entry_is_read_as_it_was_written() {
    let mut table = cleared(FAST);
    for valid in [true, false] {
        table.cycle(&ForwardingTableInputs { write_valid: valid, ..write(63, 45) });
        let inputs = ForwardingTableInputs { read_address: 63, ..Default::default() };
        table.cycle(&inputs);
        let outputs = table.cycle(&inputs);
        assert_eq!((outputs.read_valid, outputs.read_port), (valid, 45));
    }
}

#[test]
fn a_reset_clears_each_entry_and_nothing_is_written_meanwhile() {
    for entries in [FAST, SLOW] {
        let mut table = cleared(entries);
        let last = u64::from(entries) - 1;
        table.cycle(&write(last, 2));
        table.reset();
        let question = ForwardingTableInputs { read_address: last, ..write(last, 1) };
        for _ in 0..entries {
            let outputs = table.cycle(&question);
            assert!(outputs.clearing && way(&outputs).is_none());
            assert_eq!((outputs.read_valid, outputs.read_port), (false, 0));
        }
        // The entry was looked up in the very cycle in which it was cleared.
        let outputs = table.cycle(&ForwardingTableInputs { write: false, ..question });
        assert!(!outputs.clearing && way(&outputs).is_none() && !outputs.read_valid);
    }
}

proptest! {
    #[test]
    fn a_table_is_a_map_from_lids_to_ports(
        fast: bool,
        cycles in prop::collection::vec((0..40_u32, any::<bool>(), 0..4_u64, any::<bool>()), 1..80),
    ) {
        let entries = if fast { FAST } else { SLOW };
        let mut map = HashMap::new();
        let (mut questions, mut expected) = (Vec::new(), Vec::new());
        for (lid, writes, port, valid) in cycles {
            // LIDs near the end of the table, and beyond it.
            let lid = entries - 32 + lid;
            expected.push(map.get(&lid).copied());
            let writes = writes && lid < entries;
            if writes {
                match valid && port < PORTS.into() {
                    true => map.insert(lid, port as u32),
                    false => map.remove(&lid),
                };
            }
            let address = lid.min(entries - 1).into();
            questions.push(ForwardingTableInputs {
                write: writes,
                write_valid: valid,
                dlid: ask(lid).dlid,
                ..write(address, port)
            });
        }
        prop_assert_eq!(answers(entries, &questions), expected);
    }
}
