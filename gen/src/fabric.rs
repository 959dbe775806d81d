//! The fabric of a scenario as one Verilog module: structure only, made of modules that are
//! generated like all others.

mod instances;
mod lines;

use self::instances::{link_delay, monitor, nets, nic, switch};
use crate::{ir, library::Library, passes::collect::collect, Design, Module, Refusal};
use std::collections::{btree_map::Entry, BTreeMap};
use tailback_hdl::{link::LinkDelay, nic::NicTop, switch::SwitchTop};
use tailback_spec::{
    fabric::{ports, Fabric},
    Direction, PortTable,
};

/// Returns the Verilog of a fabric. `origin`, the first line of each module, names its source.
///
/// # Errors
///
/// If the description of the switch, the NIC or a link is refused, as in
/// [`verilog`](crate::verilog).
pub fn fabric(fabric: &Fabric, origin: &str) -> Result<Design, Refusal> {
    let mut library = Library::new(origin);
    let blocks = Blocks {
        switch: library.add(collect(&SwitchTop::new(&fabric.switch())))?,
        nic: library.add(collect(&NicTop::new(&fabric.nic())))?,
        link_delays: link_delays(fabric, &mut library)?,
    };
    let table = ports::table(fabric);
    let text = top(fabric, &table, &blocks, origin);
    let mut modules = library.modules;
    modules.push(Module { name: table.module.clone(), text });
    Ok(Design { top: table, interfaces: Vec::new(), modules })
}

/// The modules of a fabric.
struct Blocks {
    switch: ir::Block,
    nic: ir::Block,
    /// Link modules by delay.
    link_delays: BTreeMap<usize, ir::Block>,
}

fn link_delays(
    fabric: &Fabric,
    library: &mut Library,
) -> Result<BTreeMap<usize, ir::Block>, Refusal> {
    let mut link_delays = BTreeMap::new();
    for link_delay in fabric.link_delays() {
        if let Entry::Vacant(vacant) = link_delays.entry(link_delay.delay()) {
            vacant.insert(library.add(collect(&LinkDelay::new(link_delay)))?);
        }
    }
    Ok(link_delays)
}

fn top(fabric: &Fabric, table: &PortTable, blocks: &Blocks, origin: &str) -> String {
    let scenario = fabric.scenario();
    let mut text = format!("// {origin}\n\n`default_nettype none\n\n");
    text += &format!(
        "// The fabric of the scenario {}: its switches, NICs and links.\n",
        scenario.name
    );
    text += &declaration(table);
    for link in 0..scenario.links() {
        text += &format!("\n    // {}, one direction.\n", scenario.link_name(link));
        text += &nets(fabric, table, link);
    }
    for component in 0..scenario.switches.len() {
        text += &switch(fabric, table, &blocks.switch, component);
    }
    for host in 0..scenario.hosts.len() {
        text += &nic(fabric, table, &blocks.nic, host);
    }
    for (link, parameters) in fabric.link_delays().iter().enumerate() {
        text += &link_delay(fabric, &blocks.link_delays[&parameters.delay()], link);
    }
    text += &monitor(fabric);
    text + "endmodule\n\n`default_nettype wire\n"
}

/// Returns the header of the module.
fn declaration(table: &PortTable) -> String {
    let range = |bits: usize| if bits > 1 { format!("[{}:0]", bits - 1) } else { String::new() };
    let most = table.ports.iter().map(|port| range(port.bits()).len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    let mut add = |doc: &str, direction: &str, bits: usize, name: &str| {
        let comment = if doc.is_empty() { String::new() } else { format!("    // {doc}\n") };
        lines.push(format!("{comment}    {direction} wire {:most$} {name}", range(bits)));
    };
    add("", "input ", 1, "clock");
    add("", "input ", 1, "reset");
    for port in &table.ports {
        let direction = if port.direction == Direction::Input { "input " } else { "output" };
        add(&port.doc, direction, port.bits(), &port.name);
    }
    format!("module {} (\n{}\n);\n", table.module, lines.join(",\n"))
}
