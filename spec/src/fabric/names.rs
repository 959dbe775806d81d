//! Names of a scenario as identifiers of the hardware.

use crate::scenario::Scenario;
use std::collections::HashSet;

/// Names of components and links.
#[derive(Debug, Clone)]
pub(super) struct Names {
    pub components: Vec<String>,
    pub links: Vec<String>,
}

impl Names {
    /// Names of the components of a scenario, those at hosts as `of_host` and the name of the host.
    pub fn new(scenario: &Scenario, of_host: &str) -> Self {
        let mut taken = HashSet::new();
        let switches = scenario.switches.iter().map(|name| format!("switch_{}", word(name)));
        let hosts = scenario.hosts.iter().map(|host| format!("{of_host}_{}", word(&host.name)));
        let components = switches.chain(hosts).map(|name| own(name, &mut taken)).collect();
        let link = |link| {
            let name = scenario.link_name(link);
            let (from, to) = name.split_once("->").unwrap_or((&name, "nowhere"));
            own(format!("{}_to_{}", word(from), word(to)), &mut taken)
        };
        let links = (0..scenario.links()).map(link).collect();
        Names { components, links }
    }
}

/// Lower case letters, digits and `_`, beginning with a letter.
fn word(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        match letter.to_ascii_lowercase() {
            letter if letter.is_ascii_alphanumeric() => word.push(letter),
            // No two underscores in a row, for legibility.
            _ if word.ends_with('_') => {}
            _ => word.push('_'),
        }
    }
    let word = word.trim_matches('_');
    match word.starts_with(|first: char| first.is_ascii_alphabetic()) {
        true => word.into(),
        false => format!("n{word}"),
    }
}

/// The name, with a number if it is already taken.
fn own(name: String, taken: &mut HashSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let own = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name));
    let own = own.unwrap_or(name);
    taken.insert(own.clone());
    own
}
