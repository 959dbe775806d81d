//! Topologies: fabrics described by a few numbers or by a file, instead of link by link.
//!
//! A topology is laid out as a [`Plan`] before the configuration is read, since the number of ports of
//! the switches follows from it.

mod file;
mod grid;
mod hpcc;
mod ibnetdiscover;
mod plan;
mod section;
mod tree;

pub(super) use plan::{Plan, PlannedHost, PlannedLink};
pub(super) use section::{Format as TopologyFormat, Kind as TopologyKind, TopologySection};

use super::builder::File;
use crate::config::{document::Document, relate::value, Kind, Problem};

/// Key of the table.
pub(super) const TOPOLOGY: &str = "topology";

/// Problem of a key of the table, without its location.
#[derive(Debug)]
pub(super) struct Bad {
    kind: Kind,
    /// Key below `topology`; empty for the table.
    key: &'static str,
    message: String,
    label: String,
    help: String,
}

impl Bad {
    fn new(kind: Kind, key: &'static str, message: impl Into<String>) -> Self {
        Bad {
            kind,
            key,
            message: message.into(),
            label: "not possible".into(),
            help: String::new(),
        }
    }

    fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    fn problem(self, document: &Document) -> Problem {
        let key = match self.key {
            "" => TOPOLOGY.to_owned(),
            key => format!("{TOPOLOGY}.{key}"),
        };
        let place = [key.as_str(), TOPOLOGY].into_iter().find_map(|key| document.entry(key));
        let location = place.map_or(crate::config::Location::Nowhere, |(name, value)| {
            let span = if value.get_ref().is_table() { name.span() } else { value.span() };
            document.location(&key, span)
        });
        Problem::new(self.kind, &key, location, self.message).label(self.label).help(self.help)
    }
}

/// The plan of the fabric in `[topology]`. `None` if the scenario has no such table, or it has a
/// problem.
pub(super) fn plan(document: &Document, file: File, problems: &mut Vec<Problem>) -> Option<Plan> {
    let section: TopologySection = value(document, TOPOLOGY)?;
    let laid_out = lay_out(&section, file).and_then(|plan| {
        plan.check()?;
        Ok(plan)
    });
    for key in ["switches", "hosts", "links"] {
        let Some((name, _)) = document.entry(key) else { continue };
        let message = format!("the scenario has both `{key}` and a topology");
        let location = document.location(key, name.span());
        let help = format!("remove `{key}` or [topology], which describes the same");
        let problem = Problem::new(Kind::Superfluous, key, location, message);
        problems.push(problem.label("not allowed").help(help));
    }
    match laid_out {
        Ok(plan) => Some(plan),
        Err(bad) => {
            problems.push(bad.problem(document));
            None
        }
    }
}

fn lay_out(section: &TopologySection, file: File) -> Result<Plan, Bad> {
    section.check()?;
    match section.kind {
        Some(TopologyKind::FatTree) => tree::plan(section),
        Some(TopologyKind::DumbBell) => Ok(grid::dumb_bell(section)),
        Some(TopologyKind::Ring) => grid::torus(section, &[section.switches.unwrap_or_default()]),
        Some(TopologyKind::Torus) => {
            grid::torus(section, section.dimensions.as_deref().unwrap_or_default())
        }
        None => match &section.file {
            Some(name) => file::plan(section, name, file),
            None => Err(Bad::new(Kind::Missing, "", "the topology has neither `kind` nor `file`")
                .label("needs `kind` or `file`")
                .help("add `kind = \"fat-tree\"`")),
        },
    }
}
