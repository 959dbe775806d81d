//! Sub-blocks that only some configurations have.

use rust_hdl_core::prelude::{Block, Logic, Probe};
use std::ops::{Deref, DerefMut};

/// A sub-block that is there or not. Where it is not, the Verilog has none; the kernel may speak of
/// it only within an `if` of a `choice` that is then false.
pub struct Optional<B: Block> {
    block: B,
    present: bool,
}

impl<B: Block> Optional<B> {
    /// `block`, if it is to be `present`.
    pub fn new(present: bool, block: B) -> Self {
        Optional { block, present }
    }
}

impl<B: Block> Deref for Optional<B> {
    type Target = B;

    fn deref(&self) -> &B {
        &self.block
    }
}

impl<B: Block> DerefMut for Optional<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.block
    }
}

impl<B: Block> Logic for Optional<B> {
    fn update(&mut self) {}
}

impl<B: Block> Block for Optional<B> {
    fn connect_all(&mut self) {
        if self.present {
            self.block.connect_all();
        }
    }

    fn update_all(&mut self) {
        if self.present {
            self.block.update_all();
        }
    }

    fn has_changed(&self) -> bool {
        self.present && self.block.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        if self.present {
            self.block.accept(name, probe);
        }
    }
}
