//! The `tailback` command.

mod arguments;
mod bad_config;
mod blocks;
mod board;
mod commands;
mod config_file;
mod failure;
mod files;
mod interrupt;
mod output;
mod place;
mod progress;
mod render;
mod scenario_file;
mod slurm;

use std::process::ExitCode;

fn main() -> ExitCode {
    interrupt::prepare();
    match arguments::parse() {
        Ok(arguments) => {
            let output = output::Output::new(arguments.json);
            let verdict = commands::run(&arguments.command, arguments::definition, &output);
            output.finish(verdict)
        }
        Err(error) => arguments::refuse(&error),
    }
}
