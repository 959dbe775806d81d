//! A module around a design, with interfaces as tools and IP of others expect them.
//!
//! A module of a description has one vector for all elements of an array of interfaces, a reset that is
//! active high, and `tdata` as wide as what it carries. The wrapper has interfaces of their own, whole
//! bytes, `awprot` and `arprot`, and `reset_n`. It is structure only, and adds no cycle.

mod signals;

#[cfg(test)]
mod tests;

use crate::{
    bus::{self, Bus},
    fabric::concatenation,
    ir::UNUSED,
    passes::print::{Lines, PortLine},
    ports, Design, Interface, Module,
};
use signals::{range, Signal};
use tailback_spec::{ClockPort, Direction, Port, PortTable};

/// Ending of the wrapper's name.
const ENDING: &str = "_axi";

/// Most characters in a line of a comment.
const COMMENT: usize = 92;

/// Indentation of the net connected to a pin.
const PIN: usize = 2;

impl Design {
    /// Adds a module around the topmost one: `NAME_axi` around `NAME`. Each element of an array of
    /// AXI4-Stream interfaces becomes an interface `INTERFACE_n`; `tdata` has whole bytes, of which
    /// the module uses the lower bits; AXI4-Lite has `awprot` and `arprot`, which the module ignores;
    /// and the reset is `reset_n`, synchronous and active low. Likewise, each element of an
    /// array of clocks and resets becomes a port of its own. All other ports remain.
    ///
    /// The first lines of the module do not name its source; a [`Package`](crate::package::Package) adds
    /// it.
    #[must_use]
    pub fn with_axi_wrapper(mut self) -> Design {
        let inner = self.top.module.clone();
        let mut wrapper = Wrapper::default();
        for port in &self.top.ports {
            match self.interfaces.iter().find(|interface| interface.ports.contains(&port.name)) {
                None => match self.top.clock_or_reset(&port.name) {
                    Some(is_clock) => wrapper.split(port, is_clock),
                    None => wrapper.pass(port, None),
                },
                Some(interface) => {
                    let buses = bus::of(&self, interface);
                    match interface.ports.first() == Some(&port.name) {
                        _ if buses.is_empty() => wrapper.pass(port, Some(interface)),
                        true => wrapper.wrap(&buses),
                        false => {}
                    }
                }
            }
        }
        let top = PortTable {
            module: format!("{inner}{ENDING}"),
            clocked: self.top.clocked,
            active_low_reset: true,
            clocks: wrapper.clocks(&self),
            ports: wrapper.ports().cloned().collect(),
        };
        self.modules.push(Module { name: top.module.clone(), text: wrapper.verilog(&top, &inner) });
        self.interfaces = wrapper.interfaces();
        self.top = top;
        self
    }
}

/// Ports of a module around a design, and the connections of the design with them.
#[derive(Default)]
struct Wrapper {
    signals: Vec<Signal>,
    /// Connections of the module inside, each as `.port(net)`.
    pins: Vec<String>,
}

impl Wrapper {
    /// Connects a port as it is.
    fn pass(&mut self, port: &Port, interface: Option<&Interface>) {
        self.signals.push(Signal::same(port, interface));
        self.pins.push(format!(".{0}({0})", port.name));
    }

    /// Connects clocks or resets, each element of which becomes a port.
    fn split(&mut self, port: &Port, is_clock: bool) {
        let signals: Vec<Signal> =
            (0..port.lanes).map(|element| Signal::of_clock(port, element, is_clock)).collect();
        let net = |signal: &Signal| match is_clock {
            true => signal.port.name.clone(),
            false => format!("~{}", signal.port.name),
        };
        let nets: Vec<String> = signals.iter().map(net).collect();
        self.pins.push(format!(".{}({})", port.name, concatenation(&nets, PIN)));
        self.signals.extend(signals);
    }

    /// Returns the clocks of the wrapper of `design`, each element of which has ports of its own.
    fn clocks(&self, design: &Design) -> Vec<ClockPort> {
        let buses = bus::all(design);
        let of = |clock: bus::Clock| {
            let synchronous = self.signals.iter().filter(|signal| {
                let of = |(name, _): &(String, String)| clock.buses.contains(name);
                signal.interface.as_ref().is_some_and(of)
            });
            let mut ports: Vec<String> = synchronous.map(|it| it.port.name.clone()).collect();
            let name = signals::clock_name(&clock.ports[0], clock.element);
            ports.insert(0, signals::reset_name(&clock.ports[1], clock.element));
            ClockPort { name, ports }
        };
        match design.top.clocked {
            true => Vec::new(),
            false => bus::clocks(design, &buses).into_iter().map(of).collect(),
        }
    }

    /// Connects an interface, or all elements of an array of interfaces.
    fn wrap(&mut self, buses: &[Bus]) {
        for bus in buses {
            self.signals.extend(Signal::all(bus));
        }
        for (place, slice) in buses[0].slices.iter().enumerate() {
            let net = |bus: &Bus| Signal::new(bus, &bus.slices[place]).net();
            let nets: Vec<String> = buses.iter().map(net).collect();
            self.pins.push(format!(".{}({})", slice.port.name, concatenation(&nets, PIN)));
        }
    }

    fn ports(&self) -> impl Iterator<Item = &Port> {
        self.signals.iter().map(|signal| &signal.port)
    }

    /// Returns the interfaces, whose ports are adjacent.
    fn interfaces(&self) -> Vec<Interface> {
        let mut found: Vec<Interface> = Vec::new();
        for signal in &self.signals {
            let Some((name, doc)) = &signal.interface else { continue };
            let port = signal.port.name.clone();
            match found.last_mut().filter(|last| last.name == *name) {
                Some(last) => last.ports.push(port),
                None => {
                    let (name, doc) = (name.clone(), doc.clone());
                    found.push(Interface { name, doc, ports: vec![port] });
                }
            }
        }
        found
    }

    fn verilog(&self, top: &PortTable, inner: &str) -> String {
        let mut lines = Lines::of_module(&top.module, "");
        lines.comment(&format!(
            "Interfaces of {inner} as AXI defines them: one for each element of an array, data of whole
            bytes, protection types, and a reset that is active low."
        ));
        lines.header(&top.module, &self.header(top));
        lines.depth = 1;
        let clock: &[&str] = match top.clocked {
            true => &[".clock(clock)", ".reset(~reset_n)"],
            false => &[],
        };
        let pins: Vec<String> =
            clock.iter().map(ToString::to_string).chain(self.pins.iter().cloned()).collect();
        lines.instance(inner, "wrapped", &pins);
        self.spare(&mut lines);
        lines.end_module()
    }

    /// Sets spare bits of outputs to 0, and reads those of inputs.
    fn spare(&self, lines: &mut Lines) {
        let spare = || self.signals.iter().filter_map(|signal| Some((signal, signal.spare()?)));
        let of = |direction| spare().filter(move |(signal, _)| signal.port.direction == direction);
        for (index, (_, (net, bits))) in of(Direction::Output).enumerate() {
            if index == 0 {
                lines.line("");
                lines.comment("Bits that carry nothing.");
            }
            lines.line(&format!("assign {net} = {bits}'d0;"));
        }
        for (index, (signal, (net, bits))) in of(Direction::Input).enumerate() {
            if index == 0 {
                lines.line("");
                lines.comment("Bits that the module has no use for.");
            }
            lines.line(&format!("wire {}{UNUSED}{} = {net};", range(bits), signal.port.name));
        }
    }

    fn header(&self, top: &PortTable) -> Vec<PortLine> {
        let mut ports = match top.clocked {
            true => Vec::from(PortLine::clock_and_reset(top.reset())),
            false => Vec::new(),
        };
        let mut before = None;
        for Signal { port, interface, .. } in &self.signals {
            let doc = textwrap::fill(&ports::described(port), COMMENT);
            let doc = match interface {
                None if before.is_some() => format!("\n{doc}"),
                Some((name, about)) if before != Some(name) => {
                    let heading = format!("Interface {name}: {about}");
                    format!("{}\n\n{doc}", textwrap::fill(&heading, COMMENT))
                }
                _ => doc,
            };
            before = interface.as_ref().map(|(name, _)| name);
            ports.push(PortLine::of(port, doc));
        }
        ports
    }
}
