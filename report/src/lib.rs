//! Runs scenarios at all points of their sweeps, and holds what comes out against the papers.

pub mod outcome;
pub mod runner;
pub mod store;
pub mod table;

mod curves;
