//! Placement of a switch's ports, filled in from the templates in `constraints/`.

use super::{constraints::fill, Context, File, PackageError};
use crate::Design;
use minijinja::context;

#[cfg(test)]
mod tests;

/// Templates: name, suffix of the generated file, and text.
const TEMPLATES: [(&str, &str, &str); 2] = [
    ("floorplan.py", "_floorplan.py", include_str!("../../constraints/floorplan.py")),
    ("floorplan.tcl", "_floorplan.tcl", include_str!("../../constraints/floorplan.tcl")),
];

/// Returns one file per tool; none for a context without a floorplan.
pub(super) fn render(design: &Design, context: &Context) -> Result<Vec<File>, PackageError> {
    let Some(ports) = context.floorplan_ports() else { return Ok(Vec::new()) };
    let module = &design.top.module;
    let values = context! { module, configuration => context.configuration(), ports };
    TEMPLATES
        .iter()
        .map(|(name, ending, text)| {
            Ok(File { path: format!("{module}{ending}"), text: fill(name, text, values.clone())? })
        })
        .collect()
}
