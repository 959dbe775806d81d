//! Memories: an array of words, a write port and a read port.
//!
//! What is written here, every synthesis tool takes for block RAM or distributed RAM without being
//! told. The one attribute is for Yosys, and spares it logic that gives a word that is read while
//! it is written its old value. Nothing may rely on that value: in simulation it is unknown. Both
//! macros stand for synthesis, the second one in Quartus.

use super::comment;
use super::expression::Printer;
use super::instance::{label, variable};
use super::statement::{loop_head, Lines};
use crate::ir::{Block, Child, Int, Memory, Signal, SignalId};
use tailback_hdl::MemoryKind;

/// Whether a signal is the data register of a memory.
pub(super) fn held(block: &Block, signal: &Signal) -> bool {
    let memory = signal.child.as_ref().filter(|port| port.port == "read_data");
    let memory = memory.and_then(|port| block.children[port.child].memory());
    memory.is_some_and(|memory| memory.kind != MemoryKind::Lut)
}

/// The declaration of a memory, in front of that of its first port; of an array of memories, the
/// comment alone.
pub(super) fn declare(lines: &mut Lines, block: &Block, id: SignalId) {
    let Some(port) = &block.signals[id].child else { return };
    let before = id.checked_sub(1).and_then(|before| block.signals[before].child.as_ref());
    if before.is_some_and(|before| before.child == port.child) {
        return;
    }
    let child = &block.children[port.child];
    if let Some(memory) = child.memory() {
        comment(lines, &memory.doc);
        if child.count.is_none() {
            words(lines, &child.name, memory);
        }
    }
}

fn words(lines: &mut Lines, name: &str, memory: &Memory) {
    if memory.kind != MemoryKind::Lut {
        lines.line("(* no_rw_check *)");
    }
    let range = match memory.width {
        1 => String::new(),
        width => format!("[{}:0] ", width - 1),
    };
    lines.line(&format!("reg {range}{name} [0:{}];", memory.words - 1));
}

/// The ports of a memory, or of an array of them.
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
            words(lines, &child.name, memory);
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
    let store = |lines: &mut Lines| {
        lines.nest(
            &format!("if ({write}) begin"),
            |lines| lines.line(&format!("{name}[{at}] <= {};", wire("write_data"))),
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
            let fetch = format!("{data} <= {name}[{from}];");
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

/// A compiler directive, at the left margin as is usual.
fn unpadded(lines: &mut Lines, directive: &str) {
    let depth = std::mem::take(&mut lines.depth);
    lines.line(directive);
    lines.depth = depth;
}
