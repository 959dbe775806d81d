//! Constraints for the clock and the reset of a configuration, filled in from the templates in
//! `constraints/`.

use super::{Context, File, PackageError};
use crate::Design;
use minijinja::{context, syntax::SyntaxConfig, Environment, UndefinedBehavior, Value};

/// Templates: name, suffix of the generated file, and text.
const TEMPLATES: [(&str, &str, &str); 4] = [
    ("scoped.xdc", ".xdc", include_str!("../../constraints/scoped.xdc")),
    ("ooc.xdc", "_ooc.xdc", include_str!("../../constraints/ooc.xdc")),
    ("quartus.sdc", ".sdc", include_str!("../../constraints/quartus.sdc")),
    ("nextpnr.lpf", ".lpf", include_str!("../../constraints/nextpnr.lpf")),
];

/// Returns one file per tool; none for a module without a clock, which has nothing to constrain.
pub(super) fn render(design: &Design, context: &Context) -> Result<Vec<File>, PackageError> {
    if !design.top.clocked {
        return Ok(Vec::new());
    }
    let module = &design.top.module;
    // Name of an example instance: `u_nic` for the module `tailback_nic`.
    let instance = format!("u_{}", module.strip_prefix("tailback_").unwrap_or(module));
    let values = context! {
        module,
        reset => design.top.reset(),
        instance,
        configuration => context.configuration(),
        mhz => context.clock_mhz().to_string(),
        period_ns => context.period_ns(),
    };
    TEMPLATES
        .iter()
        .map(|(name, ending, text)| {
            Ok(File { path: format!("{module}{ending}"), text: fill(name, text, values.clone())? })
        })
        .collect()
}

/// Fills in a template. A placeholder without a value is an error.
pub(super) fn fill(
    name: &'static str,
    text: &'static str,
    values: Value,
) -> Result<String, PackageError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    SyntaxConfig::builder()
        .trim_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .and_then(|syntax| {
            environment.set_syntax(syntax);
            environment.render_named_str(name, text, values)
        })
        .map_err(|source| PackageError::Template { template: name, source })
}
