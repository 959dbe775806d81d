//! Submodules, and signals of interfaces, that only some configurations have.

use rust_hdl_core::prelude::{Block, Logic, Probe};
use std::ops::{Deref, DerefMut};

/// A submodule, or a signal of an interface, that only some configurations have.
///
/// Where it does not exist, it is not in the Verilog either, and the kernel may use it only in a
/// branch that a `choice` excludes.
pub struct Optional<B: Block>(Option<B>);

/// The panic message for a kernel that uses a submodule that does not exist.
const ABSENT: &str = "the submodule does not exist in this configuration";

impl<B: Block> Optional<B> {
    /// The result of `make` if `present`; otherwise, `make` is not called.
    pub fn new(present: bool, make: impl FnOnce() -> B) -> Self {
        Optional(present.then(make))
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [B] {
        self.0.as_mut_slice()
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
