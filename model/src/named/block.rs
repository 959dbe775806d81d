//! A golden model behind packed bits.

use super::widths::Widths;
use crate::Golden;
use tailback_spec::{ports::PortField, ClockPort, Direction, Port, PortTable, PortValues};

/// A golden model whose ports are images.
pub(super) trait Cycle: Send {
    /// As [`Golden::step`].
    fn cycle(&mut self, inputs: &[u64], outputs: &mut [u64]);

    /// As [`Golden::reset`].
    fn reset(&mut self);
}

/// Makes a golden model after reset.
type NewModel = Box<dyn Fn(&PortTable) -> Box<dyn Cycle> + Send + Sync>;

/// Ports and golden model of a module with given parameters.
pub(super) struct Block {
    table: PortTable,
    new: NewModel,
}

impl Block {
    /// A module with this Verilog name.
    pub(super) fn new<G: Golden + 'static>(
        module: &str,
        widths: &Widths,
        new: impl Fn() -> G + Send + Sync + 'static,
    ) -> Self {
        let ports = [
            ports::<G::Inputs>(Direction::Input, widths),
            ports::<G::Outputs>(Direction::Output, widths),
        ];
        Block {
            table: PortTable {
                module: module.into(),
                clocked: true,
                active_low_reset: false,
                clocks: Vec::new(),
                ports: ports.concat(),
            },
            new: Box::new(move |table| Box::new(Packed::new(new(), table))),
        }
    }

    /// The module without `clock` and `reset`: its outputs depend on the inputs of the same cycle alone.
    pub(super) fn combinational(mut self) -> Self {
        self.table.clocked = false;
        self
    }

    /// The module with these clocks among its ports, each with the beginnings of the names of the ports
    /// that are synchronous to it.
    pub(super) fn with_clocks(mut self, clocks: &[(&str, &str)]) -> Self {
        self.table.clocked = false;
        let of = |starts: &str| -> Vec<String> {
            let is = |name: &&String| starts.split_whitespace().any(|it| name.starts_with(it));
            self.table.ports.iter().map(|port| &port.name).filter(is).cloned().collect()
        };
        let clock =
            |(name, starts): &(&str, &str)| ClockPort { name: (*name).into(), ports: of(starts) };
        self.table.clocks = clocks.iter().map(clock).collect();
        self
    }

    /// The ports: inputs, then outputs.
    pub(super) fn table(&self) -> &PortTable {
        &self.table
    }

    /// The golden model after reset.
    pub(super) fn model(&self) -> Box<dyn Cycle> {
        (self.new)(&self.table)
    }
}

/// The ports of one direction.
fn ports<V: PortValues>(direction: Direction, widths: &Widths) -> Vec<Port> {
    let named = V::port_names().into_iter().zip(V::port_docs());
    let port = |(name, doc): (String, String)| {
        let (lanes, width) = widths.of(&name);
        Port { name, direction, lanes, width, doc }
    };
    named.map(port).collect()
}

struct Packed<G: Golden> {
    model: G,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    values: G::Outputs,
}

impl<G: Golden> Packed<G> {
    fn new(model: G, table: &PortTable) -> Self {
        let ports = |direction| table.of(direction).cloned().collect();
        let (inputs, outputs) = (ports(Direction::Input), ports(Direction::Output));
        Packed { model, inputs, outputs, values: G::Outputs::default() }
    }
}

impl<G: Golden> Cycle for Packed<G> {
    fn cycle(&mut self, inputs: &[u64], outputs: &mut [u64]) {
        let inputs = G::Inputs::load(&self.inputs, inputs);
        self.model.step(&inputs, &mut self.values);
        self.values.store(&self.outputs, outputs);
    }

    fn reset(&mut self) {
        self.model.reset();
    }
}
