//! Submodules with a clock of their own.

use super::connect::Instances;
use super::signal::Wire;
use super::simulate::{at_edge, phase, Inputs, Phase};
use rust_hdl_core::prelude::{Block, In, Logic, Probe};
use std::ops::{Deref, DerefMut};

/// End of the name under which a submodule with a clock of its own is visited.
pub const OWN_CLOCK: char = '@';

/// A submodule whose clock and reset are ports, which the module around it connects: with clocks of
/// its own ports, or with those that other submodules have, too.
///
/// In Rust, a clock is high in each step in which it has a rising edge; clocks that are high in the
/// same step rise at the same time.
pub struct Clocked<B: Block> {
    /// The clock has a rising edge at the end of this step.
    pub clock: Wire<In, bool>,
    /// Reset, synchronous to the clock.
    pub reset: Wire<In, bool>,
    module: B,
}

impl<B: Block> Clocked<B> {
    /// Gives `module` a clock of its own.
    pub fn new(module: B) -> Self {
        Clocked { clock: Wire::new(1, ""), reset: Wire::new(1, ""), module }
    }
}

impl<B: Block> Deref for Clocked<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.module
    }
}

impl<B: Block> DerefMut for Clocked<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.module
    }
}

impl<B: Block> Instances for Clocked<B> {
    type One = Self;

    fn instances(&mut self) -> &mut [Self] {
        std::slice::from_mut(self)
    }
}

impl<B: Block> Logic for Clocked<B> {
    fn update(&mut self) {}
}

impl<B: Block> Block for Clocked<B> {
    fn connect_all(&mut self) {
        self.module.connect_all();
    }

    fn update_all(&mut self) {
        self.clock.enter();
        self.reset.enter();
        match phase() {
            Phase::Settle | Phase::Reset => self.module.update_all(),
            Phase::Clock if self.clock.val() => at_edge(&mut self.module, self.reset.val()),
            Phase::Clock => {}
        }
    }

    fn has_changed(&self) -> bool {
        self.module.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.module.accept(&format!("{name}{OWN_CLOCK}"), probe);
    }
}
