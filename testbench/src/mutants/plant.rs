//! Many errors in one netlist, each switched on by a number at an input port.

use std::fs;
use std::path::Path;

use tailback_gen::{Design, Module};
use tailback_spec::{Direction, Port, PortTable};

use crate::harness::tools::Job;
use crate::harness::{Builder, Error, Tools};

/// The input port that selects a mutant; 0 is the design itself.
pub const SELECT: &str = "tailback_mutant";
/// Its bits.
const SELECT_BITS: usize = 16;
/// The most mutants of one netlist.
pub const MOST: u32 = (1 << SELECT_BITS) - 1;

/// The design itself, as Yosys reads it.
pub const BASE: &str = "base.il";
/// The commands that plant the mutants.
const LIST: &str = "mutants.ys";
const NETLIST: &str = "mutants.v";

/// A design with mutants.
pub struct Planted {
    /// The netlist, with the port [`SELECT`] after all others.
    pub design: Design,
    /// For each mutant, the arguments of Yosys's `mutate` that say what it changes.
    pub changes: Vec<String>,
}

/// Plants `count` mutants, chosen by `seed`. Leaves [`BASE`] in `place`.
pub fn plant(
    design: &Design,
    builder: &Builder,
    (count, seed): (u32, u64),
    place: &Path,
) -> Result<Planted, Error> {
    let cache = |source| Error::cache(place, source);
    let mut files = Vec::new();
    for module in &design.modules {
        let file = format!("{}.v", module.name);
        fs::write(place.join(&file), &module.text).map_err(cache)?;
        files.push(file);
    }
    let top = &design.top.module;
    // Yosys takes a seed of 31 bits.
    let seed = seed & 0x7fff_ffff;
    // `wreduce` first: an integer in Verilog has 32 bits, most of which reach no output, and an
    // error in those is no error.
    let script = format!(
        "read_verilog {files}\nhierarchy -check -top {top}\nproc\nflatten\nmemory -nomap\nwreduce\n\
         opt_clean\nwrite_rtlil {BASE}\n\
         mutate -list {count} -seed {seed} -ctrl {SELECT} {SELECT_BITS} 1 -o {LIST}\n\
         script {LIST}\nopt_clean\nwrite_verilog -noattr {NETLIST}\n",
        files = files.join(" ")
    );
    yosys(builder, place, "plant.ys", &script)?;
    let list = fs::read_to_string(place.join(LIST)).map_err(cache)?;
    let text = fs::read_to_string(place.join(NETLIST)).map_err(cache)?;
    Ok(Planted {
        design: Design {
            top: with_select(&design.top),
            modules: vec![Module { name: top.clone(), text }],
        },
        changes: list.lines().filter_map(change).collect(),
    })
}

/// The ports of a design with mutants.
fn with_select(top: &PortTable) -> PortTable {
    let mut table = top.clone();
    table.ports.push(Port {
        name: SELECT.into(),
        direction: Direction::Input,
        lanes: 1,
        width: SELECT_BITS,
        doc: "Selects a mutant.".into(),
    });
    table
}

/// What a line of Yosys's list changes, without the port that selects it.
fn change(line: &str) -> Option<String> {
    let arguments = line.strip_prefix("mutate -ctrl ")?;
    // The port's name, width and value.
    arguments.splitn(4, ' ').nth(3).map(String::from)
}

/// Runs a Yosys script in `place`. Its log is [`log`].
pub fn yosys(builder: &Builder, place: &Path, name: &str, script: &str) -> Result<(), Error> {
    fs::write(place.join(name), script).map_err(|source| Error::cache(place, source))?;
    let key = blake3::hash(script.as_bytes()).to_hex();
    Job {
        tool: &builder.tools().yosys,
        variable: Tools::YOSYS,
        // Not quiet: the log must say why a proof fails.
        arguments: vec!["-s".into(), name.into()],
        directory: place,
        log: LOG,
        keep: builder.cache().failed_log(&key, "yosys"),
    }
    .run()
}

/// The log of the last [`yosys`] in its directory.
pub const LOG: &str = "yosys.log";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_what_follows_the_selecting_port() {
        let line = "mutate -ctrl tailback_mutant 16 7 -mode inv -module m -cell $and$1 -port Y";
        assert_eq!(change(line).unwrap(), "-mode inv -module m -cell $and$1 -port Y");
    }
}
