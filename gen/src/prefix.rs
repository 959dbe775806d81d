//! Names of modules with a prefix of the user's choice, so that modules of different parameters can be
//! parts of one design.

use crate::{Design, Module};
use std::{collections::BTreeMap, str::FromStr};

/// First word of the names of all modules of a design. Without a choice of the user, it is `tailback`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prefix(String);

/// A text that no name of a module can begin with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is not a prefix: it must be 1 to {} lower-case letters, digits and single `_`, and begin \
    with a letter and end with a letter or digit",
    Prefix::MOST_CHARACTERS
)]
pub struct NoPrefix {
    text: String,
}

impl Prefix {
    /// Most characters of a prefix.
    pub const MOST_CHARACTERS: usize = 40;
    /// Prefix of a design for which the user chooses none.
    const USUAL: &str = "tailback";

    /// The name with this prefix.
    fn apply(&self, name: &str) -> String {
        let rest = name.strip_prefix(Self::USUAL).unwrap_or(name).trim_start_matches('_');
        format!("{}_{rest}", self.0)
    }
}

impl FromStr for Prefix {
    type Err = NoPrefix;

    fn from_str(text: &str) -> Result<Self, NoPrefix> {
        let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let good = text.starts_with(|first: char| first.is_ascii_lowercase())
            && text.chars().all(allowed)
            && !text.ends_with('_')
            && !text.contains("__")
            && text.len() <= Self::MOST_CHARACTERS;
        good.then(|| Prefix(text.into())).ok_or_else(|| NoPrefix { text: text.into() })
    }
}

impl Design {
    /// Renames all modules and their instances, from `tailback_NAME` to `PREFIX_NAME`.
    #[must_use]
    pub fn with_prefix(mut self, prefix: &Prefix) -> Design {
        let names: BTreeMap<String, String> = self
            .modules
            .iter()
            .map(|module| (module.name.clone(), prefix.apply(&module.name)))
            .collect();
        let renamed = |name: &str| names.get(name).cloned().unwrap_or_else(|| name.into());
        self.top.module = renamed(&self.top.module);
        self.modules = self
            .modules
            .iter()
            .map(|module| Module {
                name: renamed(&module.name),
                text: replace(&module.text, &names),
            })
            .collect();
        self
    }
}

/// The text with other words for some of its identifiers.
pub(crate) fn replace(text: &str, names: &BTreeMap<String, String>) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        replaced += before;
        replaced += names.get(word).map_or(word, String::as_str);
        rest = after;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::PortTable;

    #[test]
    fn a_prefix_is_a_lower_case_identifier() {
        for good in ["a", "my_switch", "x1", &"a".repeat(40)] {
            assert!(good.parse::<Prefix>().is_ok(), "{good}");
        }
        for bad in ["", "_a", "a_", "a__b", "1a", "A", "a-b", "a b", "ä", &"a".repeat(41)] {
            let told = bad.parse::<Prefix>().expect_err(bad).to_string();
            assert!(told.contains("1 to 40 lower-case letters"), "{told}");
        }
    }

    #[test]
    fn whole_names_of_modules_are_replaced_and_nothing_else() {
        let module = |name: &str, text: &str| Module { name: name.into(), text: text.into() };
        let design = Design {
            top: PortTable {
                module: "tailback_q".into(),
                clocked: true,
                active_low_reset: false,
                clocks: Vec::new(),
                ports: Vec::new(),
            },
            interfaces: Vec::new(),
            modules: vec![
                module("tailback_q_2", "module tailback_q_2 ("),
                module(
                    "tailback_q",
                    "// By tailback. tailback_q_3\ntailback_q_2 tailback_q2 (tailback_q);",
                ),
            ],
        };
        let design = design.with_prefix(&"mine".parse().unwrap());
        assert_eq!(design.top.module, "mine_q");
        assert_eq!(design.modules[0], module("mine_q_2", "module mine_q_2 ("));
        let text = "// By tailback. tailback_q_3\nmine_q_2 tailback_q2 (mine_q);";
        assert_eq!(design.modules[1], module("mine_q", text));
    }
}
