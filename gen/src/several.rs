//! Names of modules in several designs that become parts of one.

use crate::{header, prefix, Design, Module};
use std::collections::BTreeMap;

/// Gives modules of one name but different contents different names, by a number at the end.
///
/// Equal modules keep their name, and are then the same module. Smaller designs are named first:
/// a design that is itself a module of another one remains so.
#[must_use]
pub fn distinct(designs: Vec<Design>) -> Vec<Design> {
    let mut order: Vec<usize> = (0..designs.len()).collect();
    order.sort_by_key(|index| designs[*index].modules.len());
    let mut designs = designs;
    let mut known = BTreeMap::new();
    for index in order {
        rename(&mut designs[index], &mut known);
    }
    designs
}

/// Renames modules of a design that differ from known ones of the same name, and adds all to the
/// known ones, by name with their contents.
fn rename(design: &mut Design, known: &mut BTreeMap<String, String>) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for module in &mut design.modules {
        let old = module.name.clone();
        // Submodules precede the modules that contain them, so the text is final but for its own name.
        let text = prefix::replace(&module.text, &names);
        let candidates = (2..).map(|number| format!("{old}_{number}"));
        let found = std::iter::once(old.clone()).chain(candidates).find_map(|name| {
            let own = BTreeMap::from([(old.clone(), name.clone())]);
            let named = Module { text: prefix::replace(&text, &own), name };
            let contents = header::with_origin(&named, "");
            match known.get(&named.name) {
                Some(other) if *other != contents => None,
                _ => Some((named, contents)),
            }
        });
        let Some((named, contents)) = found else { unreachable!("there is a name that is free") };
        names.insert(old, named.name.clone());
        known.insert(named.name.clone(), contents);
        *module = named;
    }
    if let Some(name) = names.get(&design.top.module) {
        design.top.module = name.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::PortTable;

    fn design(modules: &[(&str, &str)]) -> Design {
        let module = |&(name, body): &(&str, &str)| Module {
            name: name.into(),
            text: format!("// Module {name}.\n\nmodule {name} ();\n{body}\nendmodule\n"),
        };
        let modules: Vec<Module> = modules.iter().map(module).collect();
        let module = modules.last().expect("a module").name.clone();
        let top = PortTable {
            module,
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports: Vec::new(),
        };
        Design { top, interfaces: Vec::new(), modules }
    }

    /// Names of the modules of a design, and the text of its last one.
    fn summary(design: &Design) -> (Vec<&str>, &str) {
        let names = design.modules.iter().map(|module| module.name.as_str()).collect();
        (names, &design.modules.last().expect("a module").text)
    }

    #[test]
    fn equal_modules_are_shared_and_others_get_a_number() {
        let nic = design(&[("f", "1"), ("g", "f i ();"), ("nic", "g i ();")]);
        let switch = design(&[("f", "2"), ("h", ""), ("g", "f i ();"), ("s", "g i (); h j ();")]);
        let again = design(&[("f", "2"), ("u", "f i ();")]);
        let [nic, switch, again] = &distinct(vec![nic, switch, again])[..] else { panic!() };
        assert_eq!(summary(again).0, ["f", "u"]);
        let text = "// Module nic.\n\nmodule nic ();\ng i ();\nendmodule\n";
        assert_eq!(summary(nic), (vec!["f_2", "g", "nic"], text));
        let text = "// Module s.\n\nmodule s ();\ng_2 i (); h j ();\nendmodule\n";
        assert_eq!(summary(switch), (vec!["f", "h", "g_2", "s"], text));
    }

    #[test]
    fn a_design_that_is_a_module_of_another_one_stays_so() {
        let all = design(&[("inner", "1"), ("outer", "inner i ();")]);
        let inner = design(&[("inner", "1")]);
        let [all, inner] = &distinct(vec![all, inner])[..] else { panic!() };
        assert_eq!((summary(all).0, summary(inner).0), (vec!["inner", "outer"], vec!["inner"]));
        let other = design(&[("inner", "2")]);
        let [all, other] = &distinct(vec![all.clone(), other])[..] else { panic!() };
        assert_eq!(summary(other).0, ["inner"]);
        assert_eq!(summary(all).0, ["inner_2", "outer"]);
    }

    #[test]
    fn a_name_with_a_number_that_is_taken_is_skipped() {
        let one = design(&[("f", "1"), ("f_2", "3"), ("a", "f i (); f_2 j ();")]);
        let two =
            design(&[("f", "2"), ("f_2", "4"), ("x", ""), ("b", "f i (); f_2 j (); x k ();")]);
        let [_, two] = &distinct(vec![one, two])[..] else { panic!() };
        let text = "// Module b.\n\nmodule b ();\nf_3 i (); f_2_2 j (); x k ();\nendmodule\n";
        assert_eq!(summary(two), (vec!["f_3", "f_2_2", "x", "b"], text));
    }
}
