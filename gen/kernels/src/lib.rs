//! Random kernels that prove the Verilog back end.
//!
//! `generator` makes the kernels, and [`ast`] turns them into rust-hdl syntax trees. `build.rs`
//! writes a thousand of them as Rust source, so that rust-hdl's macro and the Rust compiler process
//! them like a hand-written module: only the tests of this crate have these kernels, which take
//! minutes to compile.

pub mod ast;
#[allow(dead_code)]
pub mod generator;

use tailback_language::{clock, settle, CombinationalLoop, Hardware};

/// A module of unknown type that can be simulated.
pub trait Kernel {
    /// Returns the module, for the back end.
    fn hardware(&mut self) -> &mut dyn Hardware;

    /// See [`settle`].
    ///
    /// # Errors
    ///
    /// If the wires do not settle, because of a combinational loop.
    fn settle(&mut self) -> Result<(), CombinationalLoop>;

    /// See [`clock`].
    fn clock(&mut self, reset: bool);
}

impl<H: Hardware> Kernel for H {
    fn hardware(&mut self) -> &mut dyn Hardware {
        self
    }

    fn settle(&mut self) -> Result<(), CombinationalLoop> {
        settle(self)
    }

    fn clock(&mut self, reset: bool) {
        clock(self, reset);
    }
}
