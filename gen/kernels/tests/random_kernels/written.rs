//! The kernels that `build.rs` wrote as Rust source.

#[cfg(not(clippy))]
#[allow(missing_docs, warnings)]
mod all {
    use tailback_kernels::Kernel;
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}

/// Clippy skips these kernels: no person wrote them, and linting them would take a minute.
#[cfg(clippy)]
mod all {
    pub static KERNELS: &[fn() -> Box<dyn tailback_kernels::Kernel>] = &[];
    pub const SEED: u64 = 0;
}

pub use all::{KERNELS, SEED};
