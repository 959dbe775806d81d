//! Coverage of the stimulus: legal, and all cases of a forwarding table.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 30_000;

fn reaches_every_corner(entries: u32) {
    let parameters = Forwarding::new(5, entries).unwrap();
    let mut model = ForwardingTable::new(&parameters);
    let mut stimulus = ForwardingTableStimulus::new(&parameters, 1);
    let (mut step, mut last) = (Step::default(), ForwardingTableOutputs::default());
    let mut seen = BTreeSet::new();
    let mut before = last.clone();
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        assert!(inputs.dlid.len() == 5 && inputs.dlid.iter().all(|&lid| lid <= 0xFFFF));
        let has_entry = |lid: u64| lid < u64::from(entries);
        assert!(has_entry(inputs.write_address) && has_entry(inputs.read_address));
        assert!(inputs.write_port < 1 << PORT_BITS && inputs.link_active < 1 << 5);
        let written = |lid: &u32| inputs.write && u64::from(*lid) == inputs.write_address;
        let beyond = |lid: &u32| *lid >= entries && stimulus.in_use.contains(&(lid % entries));
        let corners = [
            ("all ways are known", last.known == 0b11111),
            ("some are not", ![0, 0b11111].contains(&last.known)),
            ("an entry is written while it is asked for", inputs.dlid.iter().any(written)),
            ("or read", inputs.write && inputs.write_address == inputs.read_address),
            ("a LID beyond the table that is in use below it", inputs.dlid.iter().any(beyond)),
            ("a write while clearing", inputs.write && last.clearing),
            ("a reset while clearing", step.reset && last.clearing),
            ("a reset of a table in use", step.reset && last.known != 0),
            ("clearing has ended", before.clearing && !last.clearing),
            ("an entry without its port", last.read_valid && last.read_port >= 5),
            ("a port of an entry that does not count", !last.read_valid && last.read_port != 0),
            ("a link is down", inputs.link_active != 0b11111),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
        let all = corners.len();
        before = last.clone();
        if step.reset {
            model.reset();
        }
        if seen.len() == all {
            return;
        }
    }
    panic!("within {CYCLES} cycles, only {seen:?}");
}

#[test]
fn questions_reach_every_corner_of_a_fast_table() {
    reaches_every_corner(64);
}

#[test]
fn questions_reach_every_corner_of_one_in_block_ram() {
    reaches_every_corner(512);
}
