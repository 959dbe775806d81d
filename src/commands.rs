//! The commands, one per file.

pub mod board;
pub mod build;
pub mod ccm;
pub mod check;
pub mod completions;
pub mod cosim;
pub mod dissector;
mod duration;
pub mod fabric;
pub mod gen;
pub mod init;
pub mod lint;
pub mod man;
pub mod mutants;
pub mod prove;
pub mod regs;
pub mod report;
pub mod schema;
pub mod slurm_task;
pub mod timing;
pub mod tune;

use crate::{
    failure::Failure,
    interrupt,
    output::{Output, Verdict},
};

/// Commands of `tailback`, with their arguments.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    Init(init::Arguments),
    Check(check::Arguments),
    Gen(gen::Arguments),
    Lint(lint::Arguments),
    Cosim(cosim::Arguments),
    Fabric(fabric::Arguments),
    Build(build::Arguments),
    Board(board::Arguments),
    Tune(tune::Arguments),
    Mutants(mutants::Arguments),
    Prove(prove::Arguments),
    Timing(timing::Arguments),
    Report(report::Arguments),
    Regs(regs::Arguments),
    Dissector(dissector::Arguments),
    Ccm(ccm::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    #[command(hide = true)]
    Man(man::Arguments),
    #[command(hide = true)]
    SlurmTask(slurm_task::Arguments),
}

/// Runs a command. `definition` makes clap's definition of the command line.
///
/// # Errors
///
/// As the `run` of the command. After Ctrl-C, each error is [`Failure::Interrupted`] or
/// [`Failure::RunsInterrupted`].
pub fn run(
    command: &Command,
    definition: fn() -> clap::Command,
    output: &Output,
) -> Result<Verdict, Failure> {
    // Ctrl-C also ends the tools run by this command; that is not a failure of theirs.
    dispatch(command, definition, output).map_err(|failure| match failure {
        failure @ Failure::RunsInterrupted { .. } => failure,
        _ if interrupt::asked() => Failure::Interrupted,
        failure => failure,
    })
}

fn dispatch(
    command: &Command,
    definition: fn() -> clap::Command,
    output: &Output,
) -> Result<Verdict, Failure> {
    match command {
        Command::Init(arguments) => init::run(arguments, output),
        Command::Check(arguments) => check::run(arguments, output),
        Command::Gen(arguments) => gen::run(arguments, output),
        Command::Lint(arguments) => lint::run(arguments, output),
        Command::Cosim(arguments) => cosim::run(arguments, output),
        Command::Fabric(arguments) => fabric::run(arguments, output),
        Command::Build(arguments) => build::run(arguments, output),
        Command::Board(arguments) => board::run(arguments, output),
        Command::Tune(arguments) => tune::run(arguments, output),
        Command::Mutants(arguments) => mutants::run(arguments, output),
        Command::Prove(arguments) => prove::run(arguments, output),
        Command::Timing(arguments) => timing::run(arguments, output),
        Command::Report(arguments) => report::run(arguments, output),
        Command::Regs(arguments) => regs::run(arguments, output),
        Command::Dissector(arguments) => dissector::run(arguments, output),
        Command::Ccm(arguments) => ccm::run(arguments, output),
        Command::Schema(arguments) => schema::run(arguments, output),
        Command::Completions(arguments) => completions::run(arguments, definition(), output),
        Command::Man(arguments) => man::run(arguments, definition(), output),
        Command::SlurmTask(arguments) => slurm_task::run(arguments, output),
    }
}
