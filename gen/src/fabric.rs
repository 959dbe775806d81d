//! The fabric of a scenario as one Verilog module: structure only, made of modules that are
//! generated like all others.

mod board;
mod ethernet;
mod instances;
mod values;

pub use board::board;
pub use ethernet::ethernet_fabric;
pub(crate) use values::concatenation;

use self::instances::{line, monitor, nets, nic, switch};
use crate::{
    ir,
    library::Library,
    passes::{
        collect::collect,
        print::{Lines, PortLine},
    },
    Design, Module, Refusal,
};
use std::collections::{btree_map::Entry, BTreeMap};
use tailback_hdl::{
    link::{LinkDelay, SlowLink},
    nic::NicTop,
    switch::SwitchTop,
};
use tailback_spec::{
    fabric::{ports, Fabric},
    link::delay::LinkDelay as Parameters,
    Port, PortTable,
};

/// Returns the Verilog of a fabric. `origin`, in the first lines of each module, names its source.
///
/// # Errors
///
/// If the description of the switch, the NIC or a link is refused, as in
/// [`verilog`](crate::verilog).
pub fn fabric(fabric: &Fabric, origin: &str) -> Result<Design, Refusal> {
    let mut library = Library::new(origin);
    let table = add(fabric, &mut library, origin)?;
    Ok(Design { top: table, interfaces: Vec::new(), modules: library.modules })
}

/// Adds the modules of a fabric to a library, and returns the ports of the topmost one.
fn add(fabric: &Fabric, library: &mut Library, origin: &str) -> Result<PortTable, Refusal> {
    let blocks = Blocks {
        switch: library.add(collect(&SwitchTop::new(&fabric.switch())))?,
        nic: library.add(collect(&NicTop::new(&fabric.nic())))?,
        lines: lines(fabric, library)?,
    };
    let table = ports::table(fabric);
    let text = top(fabric, &table, &blocks, origin);
    library.modules.push(Module { name: table.module.clone(), text });
    Ok(table)
}

/// The modules of a fabric.
struct Blocks {
    switch: ir::Block,
    nic: ir::Block,
    /// The module of each directed link.
    lines: Vec<ir::Block>,
}

/// Modules of the links: those of the same delay share one.
fn lines(fabric: &Fabric, library: &mut Library) -> Result<Vec<ir::Block>, Refusal> {
    let mut known = BTreeMap::new();
    let mut block = |link: usize| {
        let (slow, link_delay) = (fabric.slow_link(link), &fabric.link_delays()[link]);
        let block = match known.entry((link_delay.delay(), slow.is_some())) {
            Entry::Occupied(occupied) => occupied.into_mut(),
            Entry::Vacant(vacant) => vacant.insert(match slow {
                Some(slow) => library.add(collect(&SlowLink::new(&slow)))?,
                None => library.add(collect(&LinkDelay::new(link_delay)))?,
            }),
        };
        Ok(block.clone())
    };
    (0..fabric.link_delays().len()).map(&mut block).collect()
}

/// Modules of links by delay.
fn link_delays(
    links: &[Parameters],
    library: &mut Library,
) -> Result<BTreeMap<usize, ir::Block>, Refusal> {
    let mut link_delays = BTreeMap::new();
    for link_delay in links {
        if let Entry::Vacant(vacant) = link_delays.entry(link_delay.delay()) {
            vacant.insert(library.add(collect(&LinkDelay::new(link_delay)))?);
        }
    }
    Ok(link_delays)
}

fn top(fabric: &Fabric, table: &PortTable, blocks: &Blocks, origin: &str) -> String {
    let scenario = fabric.scenario();
    let mut lines = Lines::of_module(&table.module, origin);
    lines.comment(&format!(
        "The fabric of the scenario {}: its switches, NICs and links.",
        scenario.name
    ));
    lines.header(&table.module, &port_lines(table));
    lines.depth = 1;
    for link in 0..scenario.links() {
        lines.line("");
        lines.comment(&format!("{}, one direction.", scenario.link_name(link)));
        nets(&mut lines, fabric, table, link);
    }
    for component in 0..scenario.switches.len() {
        switch(&mut lines, fabric, table, &blocks.switch, component);
    }
    for host in 0..scenario.hosts.len() {
        nic(&mut lines, fabric, table, &blocks.nic, host);
    }
    for (link, block) in blocks.lines.iter().enumerate() {
        line(&mut lines, fabric, block, link);
    }
    monitor(&mut lines, fabric);
    lines.end_module()
}

/// Returns the ports of the module, as its header lists them.
fn port_lines(table: &PortTable) -> Vec<PortLine> {
    let port = |port: &Port| PortLine::of(port, port.doc.clone());
    PortLine::clock_and_reset(table.reset())
        .into_iter()
        .chain(table.ports.iter().map(port))
        .collect()
}
