//! The harness: everything about co-simulation that is the same for all blocks.
//!
//! A [`Design`](tailback_gen::Design) is verilated, compiled with a generated [`shim`] and loaded
//! ([`build`], [`cache`], [`library`]); it runs in [`lockstep`] with its golden model; and a
//! difference is turned into files that explain it ([`investigate`], [`minimise`], [`report`]). The
//! description itself, run in Rust, is held against the same Verilog by [`kernel`].

pub mod bench;
pub mod block;
pub mod build;
pub mod cache;
pub mod check;
pub mod compile;
pub mod error;
pub mod fields;
pub mod images;
pub mod investigate;
pub mod kernel;
pub mod legal;
pub mod library;
pub mod lockstep;
pub mod minimise;
pub mod recording;
pub mod report;
pub mod rtl;
pub mod shim;
pub mod table;
pub mod tools;
pub mod yosys;

pub use bench::{Bench, Job, Run};
pub use block::BlockBench;
pub use build::Builder;
pub use cache::Cache;
pub use check::{Checker, Violation};
pub use compile::Optimise;
pub use error::Error;
pub use images::Images;
pub use kernel::Kernel;
pub use library::Library;
pub use lockstep::{Ending, Held, Lockstep, Step, Stimulus};
pub use report::{Failure, Verdict};
pub use tools::Tools;
