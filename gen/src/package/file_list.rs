//! `NAME.f`: the Verilog files, in an order in which every tool can read them.

use crate::Design;

/// One relative path in each line and nothing else: not every tool knows comments in a file list.
pub(super) fn render(design: &Design) -> String {
    design.modules.iter().map(|module| format!("{}.v\n", module.name)).collect()
}
