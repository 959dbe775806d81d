//! Runs scenarios at all points of their sweeps, and compares the results with the papers.

pub mod expected;
pub mod figures;
pub mod increase;
pub mod judge;
pub mod markdown;
pub mod outcome;
pub mod page;
pub mod plot;
pub mod results;
pub mod runner;
pub mod store;
pub mod table;
pub mod tree;
pub mod tune;

mod curves;
mod fairness;
