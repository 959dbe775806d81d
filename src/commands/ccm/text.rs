//! Imported settings as text.

use super::{Imported, Target};
use serde_json::{json, Value};
use std::fmt::Write as _;
use tailback_spec::config::Override;

/// Returns a title line that cannot end a comment.
fn title(imported: &Imported) -> String {
    let source = imported.source.escape_debug().to_string().replace("*/", "* /");
    let block = match imported.block {
        Target::Nic => "NIC",
        Target::Switch => "switch",
    };
    format!("Congestion control for the {block}, from {source}")
}

/// Returns the configuration, or tables of one.
pub fn toml(imported: &Imported) -> String {
    let source = imported.source.escape_debug();
    format!("# Congestion control, from {source}\n\n{}", imported.toml)
}

/// Returns all settings, in the format of `--json`.
pub fn json(imported: &Imported) -> String {
    // Strings and numbers only, which JSON can always represent.
    serde_json::to_string_pretty(imported).unwrap_or_default() + "\n"
}

/// Returns a C header: the writes, and a function that does them.
pub fn c(imported: &Imported) -> String {
    let name = format!("tailback_{}", imported.block.name());
    let guard = format!("{}_SETUP_H", name.to_uppercase());
    let mut text = format!(
        "/* {} */\n#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n#include <stdint.h>\n\n\
         /* Register writes, in this order; addresses in bytes. */\n\
         static const struct {{\n    uint32_t address, value;\n}} {name}_setup[] = {{\n",
        title(imported)
    );
    for write in &imported.writes {
        let (address, value) = (write.address, write.value);
        let _ =
            writeln!(text, "    {{{address:#07x}u, {value:#010x}u}}, /* {} */", write.comment());
    }
    let _ = write!(
        text,
        "}};\n\n/* Performs all writes to the registers that begin at base. */\n\
         static inline void {name}_set_up(volatile uint32_t *base)\n{{\n    \
         for (size_t i = 0; i < sizeof {name}_setup / sizeof *{name}_setup; i++)\n        \
         base[{name}_setup[i].address / sizeof *base] = {name}_setup[i].value;\n}}\n\n#endif\n"
    );
    text
}

/// Returns a shell script with a line for each write.
pub fn devmem(imported: &Imported) -> String {
    let mut text = format!(
        "#!/bin/sh\n# {}\nset -eu\n: \"${{BASE:?the address of the registers, as 0xa0000000}}\"\n",
        title(imported)
    );
    for write in &imported.writes {
        let (address, value) = (write.address, write.value);
        let comment = write.comment();
        let _ = writeln!(text, "devmem $((BASE + {address:#07x})) 32 {value:#010x} # {comment}");
    }
    text
}

/// Returns the table and the name of a key.
fn parts(change: &Override) -> (&str, &str) {
    change.key.split_once('.').unwrap_or(("", &change.key))
}

/// Returns values as tables of a configuration.
pub fn tables(changes: &[Override]) -> String {
    let mut text = String::new();
    let mut last = None;
    for change in changes {
        let (table, name) = parts(change);
        if last.replace(table) != Some(table) {
            let space = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{space}[{table}]");
        }
        let _ = writeln!(text, "{name} = {}", change.value);
    }
    text
}

/// Returns values as nested JSON objects; JSON and TOML have the same syntax for these strings and
/// numbers.
pub fn nested(changes: &[Override]) -> Value {
    let mut nested = json!({});
    for change in changes {
        let (table, name) = parts(change);
        nested[table][name] = serde_json::from_str(&change.value).unwrap_or_default();
    }
    nested
}
