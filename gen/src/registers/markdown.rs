//! A register map as a page of Markdown.

use std::fmt::Write;
use tailback_spec::registers::{Field, Map, Placed};

/// The page: an overview of all registers, then the fields of each.
pub fn page(map: &Map) -> String {
    let mut text = format!("# Registers: {}\n\n{}\n\n", map.name(), map.doc());
    let _ = write!(
        text,
        "{} bytes, addresses of {} bits. Each register has 32 bits and is read and written as a \
         whole; bits that are not listed read as 0, and writes to them have no effect.\n\n",
        map.bytes(),
        map.address_bits()
    );
    text += "| Access | Meaning |\n|---|---|\n\
        | const | constant |\n\
        | ro | read only |\n\
        | rw | read and write |\n\
        | w1c | writing 1 clears a bit |\n\
        | rc | reading clears the field |\n\n\
        | Address | Register | |\n|---|---|---|\n";
    let registers = map.registers();
    for register in &registers {
        let path = register.indexed_path(map);
        let _ = writeln!(
            text,
            "| `{}` | [`{path}`](#{}) | {} |",
            address(register),
            anchor(&path),
            first_sentence(register.doc)
        );
    }
    for register in &registers {
        section(&mut text, register, map);
    }
    text
}

fn section(text: &mut String, register: &Placed, map: &Map) {
    let _ = write!(text, "\n## {}\n\nAddress `{}`", register.indexed_path(map), address(register));
    for repeat in &register.repeats {
        let _ = write!(text, ", {} 0 to {}", repeat.index.replace('_', " "), repeat.count - 1);
    }
    let _ = write!(text, ".\n\n{}\n\n", register.doc);
    *text += "| Bits | Field | Access | Reset | Range | |\n|---|---|---|---|---|---|\n";
    for field in register.fields.iter().rev() {
        let reset = field.reset.map_or("kept".to_owned(), |value| format!("{value:#x}"));
        let _ = writeln!(
            text,
            "| {} | `{}` | {} | {reset} | {} | {} |",
            bits(field),
            field.name,
            field.access.name(),
            range(field),
            cell(&field.doc)
        );
    }
}

/// The address as a sum over the repetitions.
fn address(register: &Placed) -> String {
    let mut text = format!("0x{:05x}", register.address);
    for repeat in &register.repeats {
        let _ = write!(text, " + {:#x}·{}", repeat.stride, repeat.index);
    }
    text
}

fn bits(field: &Field) -> String {
    match field.width {
        1 => field.lsb.to_string(),
        _ => format!("{}:{}", field.msb(), field.lsb),
    }
}

fn range(field: &Field) -> String {
    let range = field.range.map(|(least, most)| format!("{least} to {most}"));
    [range, field.unit.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Text that cannot end its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn first_sentence(text: &str) -> String {
    let text = cell(text);
    text.split_once(". ").map_or(text.clone(), |(first, _)| format!("{first}."))
}

/// The anchor that renderers make of a heading.
fn anchor(heading: &str) -> String {
    heading.chars().filter(|c| c.is_alphanumeric() || *c == '_' || *c == '-').collect()
}
