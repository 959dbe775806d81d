//! Constraints for the clocks and the resets of a configuration, filled in from the templates in
//! `constraints/`.

use super::{Context, File, PackageError};
use crate::{bus, Design};
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
    if !design.top.is_sequential() {
        return Ok(Vec::new());
    }
    let module = &design.top.module;
    // Name of an example instance: `u_nic` for the module `tailback_nic`.
    let instance = format!("u_{}", module.strip_prefix("tailback_").unwrap_or(module));
    let clocks = bus::clocks(design, &[]);
    let nets: Vec<String> = clocks.iter().map(bus::Clock::net).collect();
    let resets: Vec<&str> = clocks.iter().map(|clock| clock.ports[1].as_str()).collect();
    let values = context! {
        module,
        tcl_clocks => nets.iter().map(|net| in_tcl(net)).collect::<Vec<_>>(),
        clocks => nets,
        several => !design.top.clocked,
        fifos => crossings(design, FIFO),
        synchronizers => crossings(design, SYNCHRONIZER),
        reset => resets[0],
        instance,
        configuration => context.configuration(),
        mhz => context.clock_mhz().to_string(),
        period_ns => context.period_ns(),
    };
    let own =
        TEMPLATES.iter().map(|(name, ending, text)| (*name, format!("{module}{ending}"), *text));
    let mut files = Vec::new();
    for (name, path, text) in own {
        files.push(File { path, text: fill(name, text, values.clone())? });
    }
    let parts = [
        (FIFO, "fifo.xdc", include_str!("../../constraints/fifo.xdc")),
        (SYNCHRONIZER, "synchronizer.xdc", include_str!("../../constraints/synchronizer.xdc")),
    ];
    for (ending, name, text) in parts {
        for module in crossings(design, ending) {
            let values = context! { module => &module, configuration => context.configuration() };
            let file = File { path: format!("{module}.xdc"), text: fill(name, text, values)? };
            // The constraints of such a module replace those of a module with one clock.
            files.retain(|other: &File| other.path != file.path);
            files.push(file);
        }
    }
    Ok(files)
}

/// Returns a net as a word of Tcl, in which brackets would be a command.
fn in_tcl(net: &str) -> String {
    if net.contains('[') {
        format!("{{{net}}}")
    } else {
        net.to_owned()
    }
}

/// Names of the modules between two clocks end so, before the number of a copy.
const FIFO: &str = "_async_fifo";
const SYNCHRONIZER: &str = "_synchronizer";

/// Returns the names of the modules of a design that end with `ending`, perhaps with a number behind it.
fn crossings(design: &Design, ending: &str) -> Vec<String> {
    let names = design.modules.iter().map(|module| &module.name);
    let is = |name: &&String| {
        let number = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        name.ends_with(ending) || number.strip_suffix('_').is_some_and(|it| it.ends_with(ending))
    };
    names.filter(is).cloned().collect()
}

/// Fills in a template. A placeholder without a value is an error.
pub(crate) fn fill(
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
