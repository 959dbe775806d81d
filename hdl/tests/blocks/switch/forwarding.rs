//! The forwarding table: traces of the specification, and equality of Verilog and kernel at every
//! size.

use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::ForwardingTable;
use tailback_kernels::Kernel;
use tailback_spec::switch::forwarding::Forwarding;

/// Ports and entries.
const SIZES: [[u32; 2]; 7] =
    [[2, 64], [8, 64], [8, 256], [12, 512], [12, 1024], [36, 256], [36, 16_384]];

fn config([ports, entries]: [u32; 2]) -> Forwarding {
    Forwarding::new(ports, entries).expect("a table that is possible")
}

fn tables(sizes: &[[u32; 2]]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(ForwardingTable::new(&config(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(tables(&SIZES));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(tables(&SIZES));
}

#[test]
fn fast_text() {
    reviewed!("fast", &ForwardingTable::new(&config([8, 256])));
}

#[test]
fn slow_text() {
    reviewed!("slow", &ForwardingTable::new(&config([8, 1024])));
}

/// A table of eight ports after clearing.
fn cleared(entries: u32) -> ForwardingTable {
    let mut table = reset(ForwardingTable::new(&config([8, entries])));
    for _ in 0..entries {
        assert_eq!(cycle(&mut table, &[("write", 1)], ["clearing"]), [1]);
    }
    table
}

const OUTPUTS: [&str; 5] = ["known", "port", "read_valid", "read_port", "clearing"];

fn write(lid: u128, port: u128) -> [(&'static str, u128); 4] {
    [("write", 1), ("write_address", lid), ("write_valid", 1), ("write_port", port)]
}

/// Inputs with a request of input port 1 and a read for this LID. The links of ports 0 to 5 are up.
fn ask(lid: u128) -> [(&'static str, u128); 3] {
    [("dlid", lid << 16), ("link_active", 0b11_1111), ("read_address", lid & 0xFF)]
}

#[test]
fn a_table_answers_with_what_the_entry_was() {
    for entries in [256, 512] {
        let mut table = cleared(entries);
        let steps = [
            (write(7, 5), [0, 0, 0, 0, 0]),
            (write(7, 2), [1 << 1, 5 << 3, 1, 5, 0]),
            // A missing port, and a port whose link is down.
            (write(7, 9), [1 << 1, 2 << 3, 1, 2, 0]),
            (write(7, 6), [0, 0, 1, 9, 0]),
            (write(8, 1), [0, 0, 1, 6, 0]),
            (write(8, 1), [0, 0, 1, 6, 0]),
        ];
        let mut found = Vec::new();
        for (inputs, _) in steps {
            let asked: Vec<_> = inputs.into_iter().chain(ask(7)).collect();
            found.push(cycle(&mut table, &asked, OUTPUTS));
        }
        found.push(cycle(&mut table, &ask(7), OUTPUTS));
        for (step, (_, expected)) in steps.into_iter().enumerate() {
            assert_eq!(found[step + 1], expected, "{entries}, step {step}");
        }
    }
}

#[test]
fn a_lid_beyond_the_table_has_no_way() {
    for entries in [256, 512] {
        let mut table = cleared(entries);
        cycle(&mut table, &write(7, 1), []);
        for _ in 0..2 {
            assert_eq!(cycle(&mut table, &ask(7 + u128::from(entries)), ["known"]), [0]);
        }
        for _ in 0..2 {
            cycle(&mut table, &ask(7), []);
        }
        assert_eq!(cycle(&mut table, &ask(7), ["known"]), [1 << 1]);
    }
}

#[test]
fn a_reset_clears_what_was_written_even_for_a_question_in_the_last_cycle_of_clearing() {
    for entries in [256, 512] {
        let mut table = cleared(entries);
        let last = u128::from(entries) - 1;
        cycle(&mut table, &write(last, 1), []);
        table = reset(table);
        for _ in 0..entries {
            assert_eq!(cycle(&mut table, &ask(last), OUTPUTS), [0, 0, 0, 0, 1]);
        }
        for _ in 0..3 {
            assert_eq!(cycle(&mut table, &ask(last), OUTPUTS), [0; 5]);
        }
    }
}
