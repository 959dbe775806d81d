//! A register map as a C header.

use std::fmt::Write;
use tailback_spec::registers::{Content, Entry, Field, Map, Placed};

/// The header, in C99 without extensions; it needs no other.
///
/// For each register there is `…_ADDRESS`, with an argument for each repetition, and for each field
/// `…_LSB`, `…_WIDTH`, `…_MASK`, `…_RESET` (if reset sets it), `…_GET(word)`, which takes it out of a
/// word, and `…_PUT(value)`, which is a word that has it and zeros.
pub fn header(map: &Map) -> String {
    let prefix = format!("TAILBACK_{}", map.name().to_uppercase());
    let mut text = comment(map.doc());
    let guard = format!("{prefix}_REGISTERS_H");
    let _ = write!(text, "#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n\n");
    text += "/* Bytes of the map. */\n";
    define(&mut text, &format!("{prefix}_BYTES"), &format!("{:#x}u", map.bytes()));
    counts(&mut text, &prefix, map.entries());
    for register in map.registers() {
        let name = format!("{prefix}_{}", register.path.join("_").to_uppercase());
        let about = format!("{}: {}", register.indexed_path(map), register.doc);
        text.push('\n');
        text += &comment(&about);
        address(&mut text, &name, &register);
        for field in register.fields {
            field_macros(&mut text, &format!("{name}_{}", field.name.to_uppercase()), field);
        }
    }
    text + "\n#endif\n"
}

/// One macro.
fn define(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "#define {name} {value}");
}

/// How often each repeated entry is there.
fn counts(text: &mut String, prefix: &str, entries: &[Entry]) {
    for entry in entries {
        let name = format!("{prefix}_{}", entry.name.to_uppercase());
        if let Some(repeat) = &entry.repeat {
            define(text, &format!("{name}_COUNT"), &format!("{}u", repeat.count));
        }
        if let Content::Entries(inner) = &entry.content {
            counts(text, &name, inner);
        }
    }
}

fn address(text: &mut String, name: &str, register: &Placed) {
    let base = format!("{:#x}u", register.address);
    if register.repeats.is_empty() {
        return define(text, &format!("{name}_ADDRESS"), &base);
    }
    let arguments: Vec<_> = register.repeats.iter().map(|repeat| &*repeat.index).collect();
    let sum: String = register
        .repeats
        .iter()
        .map(|repeat| format!(" + {:#x}u * (uint32_t)({})", repeat.stride, repeat.index))
        .collect();
    let call = format!("{name}_ADDRESS({})", arguments.join(", "));
    define(text, &call, &format!("({base}{sum})"));
}

fn field_macros(text: &mut String, name: &str, field: &Field) {
    let unit = field.unit.as_ref().map_or(String::new(), |unit| format!(", in {unit}"));
    let range = field.range.map_or(String::new(), |(least, most)| format!(", {least} to {most}"));
    let about = format!("{} ({}{unit}{range}): {}", field.name, field.access.name(), field.doc);
    text.push_str(&comment(&about));
    let (lsb, highest) = (field.lsb, field.highest());
    define(text, &format!("{name}_LSB"), &lsb.to_string());
    define(text, &format!("{name}_WIDTH"), &field.width.to_string());
    define(text, &format!("{name}_MASK"), &format!("{:#010x}u", field.mask()));
    if let Some(reset) = field.reset {
        define(text, &format!("{name}_RESET"), &format!("{reset:#x}u"));
    }
    let get = format!("(((uint32_t)(word) >> {lsb}) & {highest:#x}u)");
    define(text, &format!("{name}_GET(word)"), &get);
    let put = format!("(((uint32_t)(value) & {highest:#x}u) << {lsb})");
    define(text, &format!("{name}_PUT(value)"), &put);
}

/// A comment of lines that fit a terminal.
fn comment(text: &str) -> String {
    /// Columns of text, without the comment's own.
    const COLUMNS: usize = 96;
    // What ends a comment must not be in it.
    let text = text.replace("*/", "* /");
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= COLUMNS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    format!("/* {} */\n", lines.join("\n   "))
}
