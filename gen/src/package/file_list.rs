//! `NAME.f`: the Verilog files, in an order that every tool can read.

use crate::Design;

/// Writes one relative path per line and nothing else: some tools do not accept comments in a file
/// list.
pub(super) fn render(design: &Design) -> String {
    design.modules.iter().map(|module| format!("{}.v\n", module.name)).collect()
}
