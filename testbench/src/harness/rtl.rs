//! Verilog of the user in place of generated modules.

mod scan;

use std::collections::{BTreeSet, HashMap, HashSet};

use scan::Definition;
use tailback_gen::{Design, Module};

/// Error: a Verilog file cannot replace generated modules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// The file defines no module.
    #[error("no module is defined in it")]
    Empty,
    /// The file defines a module more than once.
    #[error("module `{0}` is defined more than once")]
    Duplicate(String),
    /// The file defines modules that the design under test does not contain.
    #[error(
        "{} not part of `{top}`, so nothing would be compared; its modules are {}",
        subject(.unused),
        modules.join(", ")
    )]
    Unused {
        /// Modules that nothing instantiates.
        unused: Vec<String>,
        /// Topmost module of the design.
        top: String,
        /// Generated modules, the topmost first.
        modules: Vec<String>,
    },
}

fn subject(unused: &[String]) -> String {
    let names: Vec<String> = unused.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [name] => format!("module {name} is"),
        names => format!("modules {} are", names.join(", ")),
    }
}

/// Name of the user's text among the modules of the design, and of the file that Verilator reads.
const NAME: &str = "user_rtl";

/// The design with the modules of `text` in place of the generated modules of the same names.
///
/// `text` is preprocessed Verilog. A module of the file replaces the generated module of its name,
/// and may instantiate generated modules as well as others of the file. Generated modules that are
/// no longer part of the design are left out.
///
/// # Errors
///
/// If `text` has no module, defines one more than once, or defines one that is not part of the
/// resulting design.
pub fn substitute(design: &Design, text: &str) -> Result<Design, Unusable> {
    let own = scan::definitions(text);
    if own.is_empty() {
        return Err(Unusable::Empty);
    }
    let mut defined = HashSet::new();
    for module in &own {
        if !defined.insert(module.name.as_str()) {
            return Err(Unusable::Duplicate(module.name.clone()));
        }
    }
    let generated: Vec<Definition> =
        design.modules.iter().flat_map(|module| scan::definitions(&module.text)).collect();
    let kept = generated.iter().filter(|module| !defined.contains(module.name.as_str()));
    let instantiates: HashMap<&str, &BTreeSet<String>> =
        kept.chain(&own).map(|module| (module.name.as_str(), &module.instantiates)).collect();
    let used = reachable(&design.top.module, &instantiates);
    let unused: Vec<String> = own
        .iter()
        .map(|module| module.name.clone())
        .filter(|name| !used.contains(name.as_str()))
        .collect();
    if !unused.is_empty() {
        let modules = design.modules.iter().rev().map(|module| module.name.clone()).collect();
        return Err(Unusable::Unused { unused, top: design.top.module.clone(), modules });
    }
    let stays = |module: &&Module| {
        used.contains(module.name.as_str()) && !defined.contains(module.name.as_str())
    };
    let mut modules: Vec<Module> = design.modules.iter().filter(stays).cloned().collect();
    modules.push(Module { name: NAME.into(), text: text.into() });
    let (top, interfaces) = (design.top.clone(), design.interfaces.clone());
    Ok(Design { top, interfaces, modules })
}

/// All modules below `top`, including `top`.
fn reachable<'a>(
    top: &'a str,
    instantiates: &HashMap<&'a str, &'a BTreeSet<String>>,
) -> HashSet<&'a str> {
    let mut found = HashSet::new();
    let mut open = vec![top];
    while let Some(name) = open.pop() {
        let Some((name, below)) = instantiates.get_key_value(name) else { continue };
        if found.insert(*name) {
            open.extend(below.iter().map(String::as_str));
        }
    }
    found
}

#[cfg(test)]
mod tests;
