//! A register map in SystemRDL 2.0.

use std::fmt::Write;
use tailback_spec::registers::{Access, Content, Entry, Field, Map, WORD_BITS};

/// The map as one `addrmap`.
pub fn text(map: &Map) -> String {
    let mut text = format!("addrmap tailback_{} {{\n", map.name());
    let _ = writeln!(text, "    desc = {};", quoted(map.doc()));
    let _ = writeln!(text, "    default regwidth = {WORD_BITS};");
    for entry in map.entries() {
        write_entry(&mut text, entry, 1);
    }
    text + "};\n"
}

/// Columns of one step to the right.
const STEP: &str = "    ";

fn write_entry(text: &mut String, entry: &Entry, depth: usize) {
    let indent = STEP.repeat(depth);
    let kind = match &entry.content {
        Content::Fields(_) => "reg",
        Content::Entries(_) => "regfile",
    };
    let _ = write!(text, "\n{indent}{kind} {{\n{indent}{STEP}desc = {};\n", quoted(&entry.doc));
    match &entry.content {
        Content::Fields(fields) => {
            for field in fields {
                write_field(text, field, depth + 1);
            }
        }
        Content::Entries(entries) => {
            for entry in entries {
                write_entry(text, entry, depth + 1);
            }
        }
    }
    let _ = write!(text, "{indent}}} {}", name(&entry.name));
    if let Some(repeat) = &entry.repeat {
        let _ = write!(text, "[{}]", repeat.count);
    }
    let _ = write!(text, " @ {:#x}", entry.offset);
    if let Some(repeat) = &entry.repeat {
        let _ = write!(text, " += {:#x}", repeat.stride);
    }
    *text += ";\n";
}

fn write_field(text: &mut String, field: &Field, depth: usize) {
    let indent = STEP.repeat(depth);
    let access = match field.access {
        Access::Constant => "sw = r; hw = na;",
        Access::ReadOnly => "sw = r; hw = w;",
        Access::ReadWrite => "sw = rw; hw = r;",
        Access::WriteOneToClear => "sw = rw; onwrite = woclr; hw = rw;",
        Access::ReadToClear => "sw = r; onread = rclr; hw = w;",
    };
    let mut about = field.doc.clone();
    if let Some((least, most)) = field.range {
        let _ = write!(about, " {least} to {most}.");
    }
    if let Some(unit) = &field.unit {
        let _ = write!(about, " Unit: {unit}.");
    }
    let _ = write!(
        text,
        "{indent}field {{\n{indent}{STEP}desc = {};\n{indent}{STEP}{access}\n{indent}}} {}[{}:{}]",
        quoted(&about),
        name(&field.name),
        field.msb(),
        field.lsb
    );
    if let Some(reset) = field.reset {
        let _ = write!(text, " = {reset:#x}");
    }
    *text += ";\n";
}

/// A string of the language.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A name, escaped if the language has a use of its own for it.
fn name(name: &str) -> String {
    let reserved = RESERVED.binary_search(&name).is_ok();
    format!("{}{name}", if reserved { "\\" } else { "" })
}

/// The words that SystemRDL 2.0 keeps for itself, in alphabetical order.
#[rustfmt::skip]
const RESERVED: [&str; 74] = [
    "abstract", "accesstype", "addressingtype", "addrmap", "alias", "all", "alternate", "bit",
    "boolean", "bothedge", "byte", "compact", "component", "componentwidth", "constraint",
    "default", "encode", "enum", "external", "false", "field", "fullalign", "hw", "inside", "int",
    "internal", "level", "longint", "mem", "na", "negedge", "nonsticky", "number", "onreadtype",
    "onwritetype", "posedge", "precedencetype", "property", "r", "rclr", "real", "ref", "reg",
    "regalign", "regfile", "rset", "ruser", "rw", "rw1", "shortint", "shortreal", "signal",
    "signed", "string", "struct", "sw", "this", "true", "type", "unsigned", "w", "w1", "wclr",
    "with", "within", "woclr", "woset", "wot", "wr", "wset", "wuser", "wzc", "wzs", "wzt",
];
