//! Printing of memories: an array of words, a write port and a read port.
//!
//! Every synthesis tool infers block RAM or distributed RAM from this code without further
//! attributes. One attribute is for Yosys, and saves the logic that returns the old value of a word
//! that is read while it is written. No design may rely on that value: it is unknown in simulation.
//! Another attribute, for Yosys and Vivado, selects block RAM for a small memory for which these
//! tools would take distributed RAM. Both macros stand for synthesis, the second one in Quartus.
//!
//! The deeper a block RAM, the narrower its words. For a deep memory, tools that choose wider words
//! join several block RAMs by multiplexers behind their slow read data; a deep memory is therefore
//! printed in *lanes* of the width that one block RAM of that depth has.

use std::ops::Range;

use super::array::{label, variable};
use super::expression::Printer;
use super::lines::{loop_head, Lines};
use crate::ir::{Block, Child, Int, Memory, Signal, SignalId};
use tailback_hdl::MemoryKind;

/// Whether a signal is the data register of a memory.
pub(super) fn held(block: &Block, signal: &Signal) -> bool {
    let memory = signal.child.as_ref().filter(|port| port.port == "read_data");
    let memory = memory.and_then(|port| block.children[port.child].memory());
    memory.is_some_and(|memory| memory.kind != MemoryKind::Lut)
}

/// Prints the declaration of a memory, before its first port; for an array of memories, only the
/// comment.
pub(super) fn declare(lines: &mut Lines, block: &Block, id: SignalId) {
    let Some(port) = &block.signals[id].child else { return };
    let before = id.checked_sub(1).and_then(|before| block.signals[before].child.as_ref());
    if before.is_some_and(|before| before.child == port.child) {
        return;
    }
    let child = &block.children[port.child];
    if let Some(memory) = child.memory() {
        lines.comment(&memory.doc);
        if child.count.is_none() {
            words(lines, &child.name, memory);
        }
    }
}

/// Returns the word width of a block RAM with this number of words; ECP5 and UltraScale+ agree.
fn lane_width(words: usize) -> Option<usize> {
    match words {
        ..=1024 => None,
        1025..=2048 => Some(9),
        2049..=4096 => Some(4),
        4097..=8192 => Some(2),
        8193.. => Some(1),
    }
}

/// A slice of all words of a memory, declared as an array of its own.
struct Lane {
    name: String,
    /// Bit range of the lane in a word.
    bits: Range<usize>,
}

impl Lane {
    /// Selects the bits of the lane from the word `whole`.
    fn of(&self, whole: &str) -> String {
        match self.bits.len() {
            1 => format!("{whole}[{}]", self.bits.start),
            _ => format!("{whole}[{}:{}]", self.bits.end - 1, self.bits.start),
        }
    }
}

/// Returns the lanes of a memory, from the lowest bit on; none if one array suffices.
fn lanes(name: &str, memory: &Memory) -> Vec<Lane> {
    match lane_width(memory.words).filter(|width| *width < memory.width) {
        Some(width) if memory.kind != MemoryKind::Lut => (0..memory.width)
            .step_by(width)
            .enumerate()
            .map(|(lane, from)| Lane {
                name: format!("{name}_lane_{lane}"),
                bits: from..memory.width.min(from + width),
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn words(lines: &mut Lines, name: &str, memory: &Memory) {
    let lanes = lanes(name, memory);
    for lane in &lanes {
        array(lines, &lane.name, memory, lane.bits.len());
    }
    if lanes.is_empty() {
        array(lines, name, memory, memory.width);
    }
}

/// Prints the array of a memory, or of a lane of it, with words of `width` bits.
fn array(lines: &mut Lines, name: &str, memory: &Memory, width: usize) {
    if memory.in_block_ram {
        lines.line("(* no_rw_check, ram_style = \"block\" *)");
    } else if memory.kind != MemoryKind::Lut {
        lines.line("(* no_rw_check *)");
    }
    let range = match width {
        1 => String::new(),
        width => format!("[{}:0] ", width - 1),
    };
    lines.line(&format!("reg {range}{name} [0:{}];", memory.words - 1));
}

/// Prints the ports of a memory, or of an array of memories.
pub(super) fn print(
    printer: &Printer<'_>,
    block: &Block,
    lines: &mut Lines,
    id: usize,
    child: &Child,
) {
    let Some(memory) = child.memory() else { return };
    let Some(count) = child.count else {
        return ports(printer, block, lines, id, None);
    };
    let variable = variable(child);
    lines.line(&format!("genvar {variable};"));
    let head = format!("generate {} : {}", loop_head(&variable, 0, count), label(child));
    lines.nest(
        &head,
        |lines| {
            array(lines, &child.name, memory, memory.width);
            ports(printer, block, lines, id, Some(&variable));
        },
        "end endgenerate",
    );
}

fn ports(
    printer: &Printer<'_>,
    block: &Block,
    lines: &mut Lines,
    id: usize,
    variable: Option<&str>,
) {
    let child = &block.children[id];
    let Some(memory) = child.memory() else { return };
    let wire = |name: &str| -> String {
        let is = |signal: &Signal| {
            signal.child.as_ref().is_some_and(|port| port.child == id && port.port == name)
        };
        let place = block.signals.iter().position(is).unwrap_or_default();
        match variable {
            None => block.signals[place].name.clone(),
            Some(variable) => {
                let width = block.signals[place].width;
                printer.stripe(place, Int::Variable(variable.into()), width)
            }
        }
    };
    let name = &child.name;
    let (write, at) = (wire("write"), wire("write_address"));
    let (from, data) = (wire("read_address"), wire("read_data"));
    let new = wire("write_data");
    // A lane is a part-select of a wire; the words of an array of memories are part-selects
    // already.
    let stored = if variable.is_none() { lanes(name, memory) } else { Vec::new() };
    let store = |lines: &mut Lines| {
        lines.nest(
            &format!("if ({write}) begin"),
            |lines| {
                for lane in &stored {
                    lines.line(&format!("{}[{at}] <= {};", lane.name, lane.of(&new)));
                }
                if stored.is_empty() {
                    lines.line(&format!("{name}[{at}] <= {new};"));
                }
            },
            "end",
        );
    };
    if memory.kind == MemoryKind::Lut {
        lines.nest("always @(posedge clock) begin", store, "end");
        lines.line(&format!("assign {data} = {name}[{from}];"));
        return;
    }
    let read = wire("read");
    let is_cleared = memory.kind == MemoryKind::Cleared;
    let running = if is_cleared { "!reset && " } else { "" };
    lines.nest(
        "always @(posedge clock) begin",
        |lines| {
            store(lines);
            let word = match stored.is_empty() {
                true => format!("{name}[{from}]"),
                false => {
                    let read = |lane: &Lane| format!("{}[{from}]", lane.name);
                    let lanes: Vec<_> = stored.iter().rev().map(read).collect();
                    format!("{{{}}}", lanes.join(", "))
                }
            };
            let fetch = format!("{data} <= {word};");
            if is_cleared {
                lines.line(&format!("if (reset || !{read}) begin"));
                lines.indent(|lines| lines.line(&format!("{data} <= {};", zero(memory.width))));
                lines.nest("end else begin", |lines| lines.line(&fetch), "end");
            } else {
                lines.nest(&format!("if ({read}) begin"), |lines| lines.line(&fetch), "end");
            }
            unpadded(lines, "`ifndef SYNTHESIS");
            unpadded(lines, "`ifndef ALTERA_RESERVED_QIS");
            lines.line("// A word that is read while it is written is unknown.");
            lines.nest(
                &format!("if ({running}{read} && {write} && {from} == {at}) begin"),
                |lines| lines.line(&format!("{data} <= {};", unknown(memory.width))),
                "end",
            );
            unpadded(lines, "`endif");
            unpadded(lines, "`endif");
        },
        "end",
    );
}

fn zero(width: usize) -> String {
    match width {
        1 => "1'b0".into(),
        _ => format!("{width}'d0"),
    }
}

fn unknown(width: usize) -> String {
    match width {
        1 => "1'bx".into(),
        _ => format!("{{{width}{{1'bx}}}}"),
    }
}

/// Prints a compiler directive at the left margin, as usual.
fn unpadded(lines: &mut Lines, directive: &str) {
    let depth = std::mem::take(&mut lines.depth);
    lines.line(directive);
    lines.depth = depth;
}
