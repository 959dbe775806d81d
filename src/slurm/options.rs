//! Options of commands that can run scenarios with Slurm.

use super::{On, Recipes};
use crate::failure::Failure;
use std::path::PathBuf;
use tailback_testbench::harness::Cache;

/// Machines that an option names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Where {
    /// Tasks of a Slurm job array
    Slurm,
}

/// Options of a command that can run scenarios with Slurm.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Run on the nodes of a cluster instead of on all cores of this machine.
    #[arg(long, value_name = "WHERE", help_heading = "Slurm")]
    on: Option<Where>,

    /// Most tasks of the job array; each has one core, unless `--sbatch-option` requests more.
    #[arg(long, value_name = "N", default_value_t = 256, requires = "on", help_heading = "Slurm",
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    tasks: u32,

    /// Pass an option to sbatch, as `partition=long`; may be given several times.
    #[arg(long = "sbatch-option", value_name = "OPTION", requires = "on", help_heading = "Slurm",
          allow_hyphen_values = true, value_parser = sbatch_option)]
    sbatch: Vec<String>,

    /// Directory that all nodes share, for results and logs; else the cache directory.
    #[arg(long, value_name = "DIR", requires = "on", help_heading = "Slurm",
          value_hint = clap::ValueHint::DirPath)]
    share: Option<PathBuf>,
}

impl Options {
    /// Whether the command line requests Slurm.
    pub fn requested(&self) -> bool {
        self.on == Some(Where::Slurm)
    }

    /// Returns the machines that run scenarios with these recipes.
    pub fn on<'a>(&'a self, recipes: &'a Recipes) -> On<'a> {
        match self.requested() {
            true => On::Slurm { options: self, recipes },
            false => On::Cores,
        }
    }

    /// Most tasks of a job array.
    pub fn tasks(&self) -> usize {
        self.tasks as usize
    }

    /// Options for sbatch, with their leading hyphens.
    pub fn sbatch(&self) -> &[String] {
        &self.sbatch
    }

    /// Returns the absolute path of the directory that all nodes share.
    ///
    /// # Errors
    ///
    /// If it is that of the cache, and the user has no home directory.
    pub fn share(&self) -> Result<PathBuf, Failure> {
        let cache = match &self.share {
            Some(share) => Cache::at(share),
            None => Cache::of_user()?,
        };
        Ok(cache.root().to_owned())
    }
}

/// Parses an option of sbatch. Without its hyphens, sbatch would take it for a script.
fn sbatch_option(text: &str) -> Result<String, String> {
    match text.trim() {
        "" | "-" | "--" => Err("an option of sbatch is written as `partition=long`".into()),
        option if option.starts_with('-') => Ok(option.to_owned()),
        option => Ok(format!("--{option}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_sbatch_is_never_taken_for_a_script() {
        assert_eq!(sbatch_option("partition=long").as_deref(), Ok("--partition=long"));
        assert_eq!(sbatch_option("--time=60").as_deref(), Ok("--time=60"));
        assert_eq!(sbatch_option("-Along").as_deref(), Ok("-Along"));
        assert!(sbatch_option(" -- ").is_err());
    }
}
