//! Plants several errors in one netlist, each enabled by a number at an input port.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use tailback_gen::{Design, Module};
use tailback_spec::{Direction, Port, PortTable};

use crate::harness::yosys::{read_design, yosys};
use crate::harness::{Builder, Error};

/// Input port that selects a mutant; 0 selects the unchanged design.
pub const SELECT: &str = "tailback_mutant";
/// Width of the port [`SELECT`], in bits.
const SELECT_BITS: usize = 16;
/// Largest number of mutants of one design.
pub const MOST: u32 = (1 << SELECT_BITS) - 1;

/// File of the unchanged design, in Yosys's format.
pub const BASE: &str = "base.il";
/// File with the Yosys commands that plant all mutants.
const LIST: &str = "mutants.ys";
/// File with the Yosys commands that plant the mutants of one netlist.
const PART: &str = "part.ys";
const NETLIST: &str = "part.v";

/// Mutants of a design, as Yosys commands.
pub struct Mutations<'a> {
    design: &'a Design,
    builder: &'a Builder,
    place: &'a Path,
    /// Numbers, from 1, and changes.
    mutants: Vec<(u32, String)>,
}

impl<'a> Mutations<'a> {
    /// Chooses `count` mutants by `seed`. Leaves [`BASE`] in `place`.
    ///
    /// # Errors
    ///
    /// If Yosys cannot be started or fails, or a file in `place` cannot be written or read.
    pub fn choose(
        design: &'a Design,
        builder: &'a Builder,
        (count, seed): (u32, u64),
        place: &'a Path,
    ) -> Result<Self, Error> {
        let cache = |source| Error::cache(place, source);
        let read = read_design(design, place)?;
        let top = &design.top.module;
        // Yosys takes a seed of 31 bits.
        let seed = seed & 0x7fff_ffff;
        // `wreduce` first: an integer in Verilog has 32 bits, most of which reach no output, and an
        // error in an unused bit is no error. `opt_dff`: a register that keeps its value has an enable. With
        // a path from its output instead, an inverted output would toggle, and after an even number of
        // cycles be as before.
        let script = format!(
            "{read}\nhierarchy -check -top {top}\nproc\nflatten\nmemory -nomap\n\
             wreduce\nopt_dff -nosdff\nopt_expr -mux_undef\nopt_clean\nwrite_rtlil {BASE}\n"
        );
        yosys(builder, place, "read.ys", &script)?;
        let list = |count: usize| {
            let script = format!(
                "read_rtlil {BASE}\n\
                 mutate -list {count} -seed {seed} -ctrl {SELECT} {SELECT_BITS} 1 -o {LIST}\n"
            );
            yosys(builder, place, "choose.ys", &script)?;
            fs::read_to_string(place.join(LIST)).map_err(cache)
        };
        let count = count as usize;
        let mut chosen = list(count)?;
        let base = fs::read_to_string(place.join(BASE)).map_err(cache)?;
        let free = free_reads(&base);
        let is_error = |line: &&str| !is_no_error(line) && !is_free_read(line, &free);
        let spoilt = chosen.lines().filter(|line| !is_error(line)).count();
        if spoilt > 0 {
            // Some of the additional changes may be invalid, too.
            chosen = list(count + 2 * spoilt)?;
        }
        let changes = chosen.lines().filter(is_error).filter_map(change);
        let mutants = (1..).zip(changes.take(count).map(String::from)).collect();
        Ok(Mutations { design, builder, place, mutants })
    }

    /// Omits all mutants but those of these numbers.
    ///
    /// # Errors
    ///
    /// If there is no mutant of one of these numbers.
    pub fn only(mut self, numbers: &[u32]) -> Result<Self, Error> {
        let made = self.mutants.len();
        if let Some(&number) =
            numbers.iter().find(|number| !(1..=made).contains(&(**number as usize)))
        {
            return Err(Error::NoMutant { number, made });
        }
        self.mutants.retain(|(number, _)| numbers.contains(number));
        Ok(self)
    }

    /// Number of mutants: Yosys makes fewer than requested if the design has fewer sites for them.
    pub fn len(&self) -> usize {
        self.mutants.len()
    }

    /// A mutant: its number, which selects it at the port [`SELECT`], and its change, as arguments of
    /// Yosys's `mutate`.
    pub fn mutant(&self, index: usize) -> (u32, &str) {
        let (number, change) = &self.mutants[index];
        (*number, change)
    }

    /// Netlist with some of the mutants, with the port [`SELECT`] after all others.
    ///
    /// # Errors
    ///
    /// If Yosys cannot be started or fails, or a file in the directory cannot be written or read.
    pub fn planted(&self, part: Range<usize>) -> Result<Design, Error> {
        let cache = |source| Error::cache(self.place, source);
        let command = |index: usize| {
            let (number, change) = self.mutant(index);
            format!("mutate -ctrl {SELECT} {SELECT_BITS} {number} {change}\n")
        };
        let commands: String = part.map(command).collect();
        fs::write(self.place.join(PART), commands).map_err(cache)?;
        // Bits of a vector that depend on each other, over other wires, look like a loop, and Verilator
        // 5.006 simulates some of these wrongly; so each bit is a wire of its own.
        let script = format!(
            "read_rtlil {BASE}\nscript {PART}\nopt_clean\nsplitnets\nopt_clean\n\
             write_verilog -noattr {NETLIST}\n"
        );
        yosys(self.builder, self.place, "plant.ys", &script)?;
        let text = fs::read_to_string(self.place.join(NETLIST)).map_err(cache)?;
        let name = self.design.top.module.clone();
        let modules = vec![Module { name, text }];
        let interfaces = self.design.interfaces.clone();
        Ok(Design { top: with_select(&self.design.top), interfaces, modules })
    }
}

/// Ports of a design with mutants.
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

/// Whether a line of Yosys's list changes a pin that Yosys adds to each memory: a reset, which no
/// generated memory has, or a clock. Neither change corresponds to an error in the Verilog, and
/// Yosys fails on some of them.
fn is_no_error(line: &str) -> bool {
    const PINS: [&str; 4] = ["RD_ARST", "RD_SRST", "RD_CLK", "WR_CLK"];
    PINS.iter().any(|pin| line.contains(&format!(" -port {pin} ")))
}

/// Memories and read ports without a clock, in a netlist that Yosys wrote. The enable of such a
/// port is no signal of the Verilog.
fn free_reads(netlist: &str) -> HashSet<(String, usize)> {
    let mut free = HashSet::new();
    let mut memory = None;
    for line in netlist.lines().map(str::trim) {
        if let Some(cell) = line.strip_prefix("cell ") {
            memory = cell.strip_prefix("$mem_v2 ").map(|name| name.trim_start_matches('\\'));
        }
        let clocked = line.strip_prefix(r"parameter \RD_CLK_ENABLE ");
        if let (Some(memory), Some((_, bits))) =
            (memory, clocked.and_then(|it| it.split_once('\'')))
        {
            let ports = bits.bytes().rev().enumerate().filter(|(_, bit)| *bit == b'0');
            free.extend(ports.map(|(port, _)| (memory.to_owned(), port)));
        }
    }
    free
}

/// Whether a line of Yosys's list changes the enable of a read port without a clock; Yosys fails on
/// it.
fn is_free_read(line: &str, free: &HashSet<(String, usize)>) -> bool {
    let option = |name: &str| {
        let mut words = line.split_whitespace();
        words.find(|word| *word == name).and_then(|_| words.next())
    };
    let (Some("RD_EN"), Some(cell), Some(Ok(port))) =
        (option("-port"), option("-cell"), option("-portbit").map(str::parse))
    else {
        return false;
    };
    free.contains(&(cell.trim_start_matches('\\').to_owned(), port))
}

/// Change in a line of Yosys's list, without the port that selects it.
fn change(line: &str) -> Option<&str> {
    let arguments = line.strip_prefix("mutate -ctrl ")?;
    // Skips name, width and value of the port.
    arguments.splitn(4, ' ').nth(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_gets_no_reset_and_keeps_its_clock() {
        let line = |port| format!("mutate -mode inv -cell places -port {port} -portbit 0");
        assert!(is_no_error(&line("RD_ARST")));
        assert!(!is_no_error(&line("RD_ADDR")));
    }

    #[test]
    fn a_read_without_a_clock_cannot_be_disabled() {
        let netlist = "  cell $mem_v2 \\places\n    parameter \\RD_CLK_ENABLE 2'01\n  end\n";
        let free = free_reads(netlist);
        let line = |port| format!("mutate -mode inv -cell places -port RD_EN -portbit {port}");
        assert!(!is_free_read(&line(0), &free));
        assert!(is_free_read(&line(1), &free));
        assert!(!is_free_read("mutate -mode inv -cell places -port RD_ADDR -portbit 1", &free));
    }

    #[test]
    fn a_change_is_what_follows_the_selecting_port() {
        let line = "mutate -ctrl tailback_mutant 16 7 -mode inv -module m -cell $and$1 -port Y";
        assert_eq!(change(line).unwrap(), "-mode inv -module m -cell $and$1 -port Y");
    }
}
