//! The modules, each at several sizes: traces of the specification, lint of the Verilog, its text for
//! review, and equality of the Verilog and the description.

/// Compares the Verilog of each module of a design with its snapshot.
macro_rules! reviewed {
    ($name:literal, $hardware:expr) => {
        for module in tailback_harness::blocks::design($hardware).modules {
            let module_name = module.name.trim_start_matches("tailback_");
            insta::assert_snapshot!(format!("{}__{module_name}", $name), module.text);
        }
    };
}

mod board;
mod crc;
mod crossing;
mod efl;
mod link;
mod nic;
mod support;
mod switch;
