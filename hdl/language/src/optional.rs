//! Submodules, and signals of interfaces, that only some configurations have.

use super::connect::Pins;
use super::simulate::Inputs;
use rust_hdl_core::prelude::{Block, Logic, Probe};
use std::ops::{Deref, DerefMut};

/// A submodule, or a signal of an interface, that only some configurations have.
///
/// A submodule or signal that does not exist is not in the Verilog either, and the kernel may use
/// it only in a branch that a `choice` excludes.
pub struct Optional<B: Block>(Option<B>);

/// The panic message for a kernel that uses a submodule or signal that does not exist.
const ABSENT: &str = "the submodule or signal does not exist in this configuration";

impl<B: Block> Optional<B> {
    /// The result of `make` if `present`; otherwise, `make` is not called.
    pub fn new(present: bool, make: impl FnOnce() -> B) -> Self {
        Optional(present.then(make))
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [B] {
        self.0.as_mut_slice()
    }
}

impl<B: Block + Pins> Optional<B> {
    /// Makes an output of an interface a register that reset clears. `name` is the name of the
    /// module and of the signal, for the error message.
    ///
    /// # Panics
    ///
    /// If the signal does not exist.
    pub fn register(&mut self, name: &str) {
        match self.as_mut_slice() {
            [signal] => signal.register(),
            _ => panic!("{name} cannot be a register: it does not exist in this configuration"),
        }
    }
}

impl<B: Block> Deref for Optional<B> {
    type Target = B;

    fn deref(&self) -> &B {
        self.0.as_ref().expect(ABSENT)
    }
}

impl<B: Block> DerefMut for Optional<B> {
    fn deref_mut(&mut self) -> &mut B {
        self.0.as_mut().expect(ABSENT)
    }
}

impl<B: Block> Logic for Optional<B> {
    fn update(&mut self) {}
}

impl<B: Block + Inputs> Inputs for Optional<B> {
    fn enter(&mut self) -> bool {
        self.0.as_mut().is_some_and(Inputs::enter)
    }
}

impl<B: Block> Block for Optional<B> {
    fn connect_all(&mut self) {
        self.0.iter_mut().for_each(Block::connect_all);
    }

    fn update_all(&mut self) {
        self.0.iter_mut().for_each(Block::update_all);
    }

    fn has_changed(&self) -> bool {
        self.0.iter().any(Block::has_changed)
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.0.iter().for_each(|block| block.accept(name, probe));
    }
}
