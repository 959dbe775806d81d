//! Co-simulation harness: the part of co-simulation that is common to all modules.
//!
//! A [`Design`](tailback_gen::Design) is verilated, compiled with a generated [`shim`] and loaded
//! ([`build`], [`cache`], [`library`]). It runs in [`lockstep`] with its golden model, and files
//! explain a difference ([`investigate`], [`minimise`], [`report`]). [`kernel`] compares the
//! description itself, executed as Rust, with the same Verilog.

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
pub mod stimulus;
pub mod table;
pub mod tools;
pub mod waves;
pub mod yosys;

pub use bench::{Bench, Job, Run};
pub use block::BlockBench;
pub use build::Builder;
pub use cache::Cache;
pub use check::Checker;
pub use compile::Optimise;
pub use error::Error;
pub use images::Images;
pub use kernel::Kernel;
pub use library::Library;
pub use lockstep::{Ending, Held, Lockstep};
pub use report::{Failure, Verdict};
pub use stimulus::{Step, Stimulus, Violation};
pub use tools::Tools;
