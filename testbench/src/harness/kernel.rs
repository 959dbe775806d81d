//! Kernel: the description executed as Rust. A difference from its Verilog is an error of the back
//! end. A comparison with the golden model needs neither Verilog nor a compiler.

use std::ops::ControlFlow;

use tailback_hdl::{clock, settle, Bits, Hardware};
use tailback_model::Golden;
use tailback_spec::{ports::PortField, Direction, Port, PortTable};

use super::error::Error;
use super::fields::{differences, Difference};
use super::images::Images;
use super::library::Library;
use super::lockstep::{are_equal, check_ports, model_alone};
use super::stimulus::Stimulus;

/// A description with the port interface of its Verilog.
pub struct Kernel {
    hardware: Box<dyn Hardware>,
    table: PortTable,
}

/// Difference between a kernel and its Verilog or golden model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelDifference {
    /// First cycle that differs.
    pub cycle: usize,
    /// Outputs that differ in that cycle, with both values.
    pub fields: Vec<String>,
}

impl Kernel {
    /// A kernel after reset, whose ports are those of `table`.
    ///
    /// # Errors
    ///
    /// If the ports of `hardware` are not those of `table` ([`Error::PortMismatch`]).
    pub fn new(mut hardware: Box<dyn Hardware>, table: &PortTable) -> Result<Self, Error> {
        let model: Vec<String> =
            hardware.ports().into_iter().map(|(name, _)| name.into_owned()).collect();
        let verilog: Vec<String> = table.ports.iter().map(|port| port.name.clone()).collect();
        if model != verilog {
            return Err(Error::PortMismatch {
                side: "ports",
                module: table.module.clone(),
                verilog,
                model,
            });
        }
        clock(&mut *hardware, true);
        Ok(Kernel { hardware, table: table.clone() })
    }

    /// One clock cycle: computes `outputs` from `inputs`, then applies the rising clock edge.
    ///
    /// # Errors
    ///
    /// If the kernel does not settle ([`Error::CombinationalLoop`]).
    pub fn step(
        &mut self,
        reset: bool,
        mut inputs: &[u64],
        mut outputs: &mut [u64],
    ) -> Result<(), Error> {
        for ((_, signal), port) in self.hardware.ports().into_iter().zip(&self.table.ports) {
            if port.direction == Direction::Input {
                let (words, rest) = inputs.split_at(port.words());
                signal.drive(Bits::from_words(port.bits(), words));
                inputs = rest;
            }
        }
        settle(&mut *self.hardware)?;
        for ((_, signal), port) in self.hardware.ports().into_iter().zip(&self.table.ports) {
            if port.direction == Direction::Output {
                let (words, rest) = outputs.split_at_mut(port.words());
                words.copy_from_slice(&signal.read().words()[..words.len()]);
                outputs = rest;
            }
        }
        if self.table.is_sequential() {
            clock(&mut *self.hardware, reset);
        }
        Ok(())
    }

    /// Runs in lockstep with the Verilog and compares every output in every cycle.
    ///
    /// # Errors
    ///
    /// If the kernel does not settle ([`Error::CombinationalLoop`]), or the simulation of the
    /// Verilog stops by itself ([`Error::Simulation`]).
    pub fn first_difference(
        mut self,
        library: &Library,
        seed: u64,
        images: &Images,
    ) -> Result<Option<KernelDifference>, Error> {
        let ports: Vec<Port> = self.table.of(Direction::Output).cloned().collect();
        let mut expected = vec![0; self.table.words(Direction::Output)];
        let mut actual = expected.clone();
        let mut dut = library.instance(seed)?;
        if self.table.is_sequential() {
            dut.step(true, &self.table.reset_image(), &mut actual)?;
        }
        for (cycle, (reset, inputs)) in images.iter().enumerate() {
            dut.step(reset, inputs, &mut actual)?;
            self.step(reset, inputs, &mut expected)?;
            if !are_equal(&expected, &actual) {
                let fields = differences(&ports, &expected, &actual)
                    .iter()
                    .map(|it| format!("{}: kernel {}, verilog {}", it.field, it.model, it.verilog))
                    .collect();
                return Ok(Some(KernelDifference { cycle, fields }));
            }
        }
        Ok(None)
    }

    /// Runs in lockstep with a golden model after reset and compares every output in every cycle.
    ///
    /// # Errors
    ///
    /// If the kernel has other ports than the model ([`Error::PortMismatch`]), or does not settle
    /// ([`Error::CombinationalLoop`]).
    pub fn first_difference_from<M: Golden>(
        mut self,
        model: M,
        stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
        cycles: u64,
    ) -> Result<Option<KernelDifference>, Error> {
        let of = |direction| -> Vec<Port> { self.table.of(direction).cloned().collect() };
        let (driven, shown) = (of(Direction::Input), of(Direction::Output));
        check_ports::<M>(&self.table, &[])?;
        let mut inputs = vec![0; self.table.words(Direction::Input)];
        let mut expected = vec![0; self.table.words(Direction::Output)];
        let mut actual = expected.clone();
        let (mut cycle, mut found) = (0, Ok(None));
        model_alone(model, stimulus, |step, outputs| {
            step.inputs.store(&driven, &mut inputs);
            outputs.store(&shown, &mut expected);
            found = self.step(step.reset, &inputs, &mut actual).map(|()| {
                (!are_equal(&expected, &actual)).then(|| {
                    let fields = differences(&shown, &expected, &actual);
                    let text = |it: &Difference| {
                        format!("{}: model {}, kernel {}", it.field, it.model, it.verilog)
                    };
                    KernelDifference { cycle, fields: fields.iter().map(text).collect() }
                })
            });
            cycle += 1;
            match matches!(found, Ok(None)) && (cycle as u64) < cycles {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        let violation = stimulus
            .violation()
            .map(|violation| KernelDifference { cycle, fields: vec![violation.to_string()] });
        Ok(found?.or(violation))
    }
}
