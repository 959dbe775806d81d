//! Runs scenarios as tasks of a Slurm job array.
//!
//! The outcome of each scenario goes into a [store](tailback_report::store) in a directory that all
//! nodes share. The submitting command thus needs no connection to the nodes: it submits a job for
//! the missing outcomes, waits for their files, and repeats this while outcomes are missing.

mod error;
mod job_directory;
mod options;
mod queue;
mod recipes;
mod rounds;
mod submission;

pub use error::SlurmError;
pub use job_directory::{Entry, JobDirectory};
pub use options::Options;
pub use recipes::{Origin, Reader, Recipes};
pub use rounds::run;

/// Machines that run scenarios.
#[derive(Debug)]
pub enum On<'a> {
    /// All cores of this machine.
    Cores,
    /// Nodes of a Slurm cluster.
    Slurm {
        /// Options of the command line.
        options: &'a Options,
        /// Recipe of each scenario, in the order of the tasks.
        recipes: &'a Recipes,
    },
}
