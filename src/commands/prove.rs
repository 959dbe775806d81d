//! `tailback prove`: proves claims about the Verilog for all inputs.

use crate::{
    blocks::BlockName,
    config_file::ConfigFile,
    failure::Failure,
    interrupt::Hold,
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use std::time::Instant;
use tailback_testbench::{
    catalog,
    harness::{Builder, Optimise},
    proofs::{check, Answer, Reach},
};

/// Prove claims about the Verilog of a module, for all inputs.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: BlockName,
}

/// Results of the claims.
#[derive(Debug, Serialize)]
struct Proved {
    block: &'static str,
    variant: String,
    claims: Vec<Claim>,
}

/// Result of a claim.
#[derive(Debug, Serialize)]
struct Claim {
    claim: String,
    #[serde(flatten)]
    reach: Reach,
    answer: Answer,
    seconds: f64,
}

impl Claim {
    fn human(&self) -> String {
        let Claim { claim, reach, answer, seconds } = self;
        let answer = match answer {
            Answer::Proven => "proven",
            Answer::Refuted => "REFUTED",
            Answer::Vacuous => "VACUOUS: its assumptions cannot hold",
            Answer::Open | Answer::OtherState => "not decided",
        };
        format!("  {claim}, {reach}: {answer} ({seconds:.1} s)\n")
    }
}

impl Report for Proved {
    fn human(&self) -> String {
        let Proved { block, variant, claims } = self;
        match claims.len() {
            0 => format!("{block} ({variant}): no claims\n"),
            _ => {
                let claims: String = claims.iter().map(Claim::human).collect();
                format!("{block} ({variant}):\n{claims}")
            }
        }
    }
}

/// Runs `tailback prove`.
///
/// # Errors
///
/// If the configuration cannot be read or has problems, a tool is missing or fails, Ctrl-C was
/// pressed, or standard output cannot be written. A claim that is not proven is no error, but
/// [`Verdict::Found`].
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let block = arguments.block.of(&config)?;
    let hold = Hold::new();
    let builder = Builder::of_user(Optimise::Run)?;
    let all = catalog::proofs(block.name, &config);
    let bar = progress::bar(output, all.len() as u64, "claims");
    let mut claims = Vec::new();
    for proof in all {
        if hold.asked() {
            return Err(Failure::Interrupted);
        }
        let start = Instant::now();
        let answer = check(&block.design, &proof, &builder)?;
        let seconds = start.elapsed().as_secs_f64();
        claims.push(Claim { claim: proof.claim, reach: proof.reach, answer, seconds });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let good = claims.iter().all(|claim| claim.answer == Answer::Proven);
    let variant = block.bench.variant().to_owned();
    output.report(&Proved { block: block.name, variant, claims })?;
    Ok(if good { Verdict::Good } else { Verdict::Found })
}
