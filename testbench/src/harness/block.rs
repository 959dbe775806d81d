//! Test bench of a module, built from its golden model and its stimulus.

use std::ops::ControlFlow;
use std::path::Path;

use tailback_model::Golden;
use tailback_spec::PortTable;

use super::bench::{Bench, Job, Run, WAVES_CYCLES};
use super::check::{Checker, Watched};
use super::error::Error;
use super::images::Images;
use super::investigate::{first_difference, pieces, witness, Piece};
use super::kernel::{Kernel, KernelDifference};
use super::legal::misfit;
use super::library::Library;
use super::lockstep::{model_alone, Ending, Held, Lockstep, Watch};
use super::minimise::{minimise, BUDGET};
use super::recording::{Header, Recording, Replay};
use super::report::{command, Failure, Files, Verdict};
use super::stimulus::{Step, Stimulus};
use super::waves::{Compared, Focus, Tracing, Waves};

/// Makes a model in its state after reset.
type NewModel<M> = Box<dyn Fn() -> M + Send + Sync>;
/// Makes a stimulus from a seed.
type NewStimulus<S> = Box<dyn Fn(u64) -> S + Send + Sync>;
/// Makes a checker for a run.
type NewChecker<M> =
    Box<dyn Fn() -> Box<dyn Checker<<M as Golden>::Inputs, <M as Golden>::Outputs>> + Send + Sync>;

/// The [`Bench`] of a golden model and a stimulus.
pub struct BlockBench<M: Golden, S> {
    block: &'static str,
    variant: String,
    parameters: String,
    model: NewModel<M>,
    stimulus: NewStimulus<S>,
    checker: Option<NewChecker<M>>,
}

impl<M: Golden, S: Stimulus<M::Inputs, M::Outputs>> BlockBench<M, S>
where
    M::Inputs: Sync,
{
    /// Test bench of `block`. `variant` lists all parameters, so that it distinguishes designs.
    pub fn new(
        block: &'static str,
        variant: String,
        model: impl Fn() -> M + Send + Sync + 'static,
        stimulus: impl Fn(u64) -> S + Send + Sync + 'static,
    ) -> Self {
        let parameters = blake3::hash(variant.as_bytes()).to_hex().to_string();
        let (model, stimulus) = (Box::new(model), Box::new(stimulus));
        BlockBench { block, variant, parameters, model, stimulus, checker: None }
    }

    /// Adds a checker that observes each run.
    pub fn checked<C: Checker<M::Inputs, M::Outputs> + 'static>(
        self,
        checker: impl Fn() -> C + Send + Sync + 'static,
    ) -> Self {
        BlockBench { checker: Some(Box::new(move || Box::new(checker()))), ..self }
    }

    /// Stimulus from `seed`, observed by the checker if there is one.
    fn watched(&self, seed: u64) -> Watched<'_, S, M::Inputs, M::Outputs> {
        let checker = self.checker.as_ref().map(|new| new());
        Watched::new((self.stimulus)(seed), checker)
    }

    fn lockstep(&self, library: &Library, seed: u64, held: &[Held]) -> Result<Lockstep<M>, Error> {
        Lockstep::new((self.model)(), library, seed, held)
    }

    fn verdict(&self, seed: u64, cycles: u64) -> Verdict {
        let (block, variant) = (self.block.into(), self.variant.clone());
        Verdict { block, variant, seed, cycles, waves: None, failure: None }
    }

    fn header(&self, seed: u64) -> Header {
        Header::new(self.block, &self.variant, &self.parameters, seed)
    }

    /// Writes the files about a difference in cycle `at` of a piece of a run. The piece is saved as
    /// a recording unless it comes from one.
    fn explain(
        &self,
        job: &Job<'_>,
        library: &Library,
        piece: &Piece<M::Inputs>,
        at: usize,
        files: Files,
        command: String,
    ) -> Result<Failure, Error> {
        let seed = job.seed;
        let fresh = || self.lockstep(library, seed, &[]);
        let Piece { first_cycle, steps } = piece;
        let seen = witness(
            fresh()?,
            library.table(),
            &mut Replay::new(steps),
            (*first_cycle, at as u64),
            &files.waves,
        )?;
        let header = Header { first_cycle: *first_cycle, ..self.header(seed) };
        if let Some(path) = &files.stimulus {
            Recording { header: header.clone(), steps: steps.clone() }.write(path)?;
        }
        // A candidate that causes an error shows nothing about the difference, so it does not
        // count.
        let fails = |steps: &[_]| fresh().and_then(|it| first_difference(it, steps)).ok().flatten();
        let minimised = minimise(&steps[..=at], fails, BUDGET);
        let minimised_cycles = Some(minimised.len());
        let mut replay = None;
        if let Some(path) = &files.minimised {
            Recording { header: Header { first_cycle: 0, ..header }, steps: minimised }
                .write(path)?;
            replay = Some(self.replay_command(job, path));
        }
        Ok(Failure {
            cycle: first_cycle + at as u64,
            differences: seen.differences,
            violation: None,
            history: seen.history,
            command,
            replay,
            minimised_cycles,
            files,
        })
    }

    fn replay_command(&self, job: &Job<'_>, file: &Path) -> String {
        command(job.config, self.block, &["--replay", &file.display().to_string()])
    }

    /// Command that repeats the run up to cycle `at`. A checker examines a cycle in the next one,
    /// so a run with a checker takes one cycle more.
    fn again(&self, job: &Job<'_>, at: u64) -> String {
        let after = if self.checker.is_some() { 2 } else { 1 };
        let (seed, cycles) = (job.seed.to_string(), (at + after).to_string());
        command(job.config, self.block, &["--seed", &seed, "--cycles", &cycles])
    }

    /// Explains a difference in cycle `at` of the run with generated stimulus.
    fn investigate(&self, job: &Job<'_>, at: u64) -> Result<Failure, Error> {
        let library = &traceable(job)?;
        let stimulus = || (self.stimulus)(job.seed);
        let files = Files::named(job.out, self.block, job.seed);
        let again = self.again(job, at);
        for piece in pieces((self.model)(), &mut stimulus(), at) {
            let lockstep = self.lockstep(library, job.seed, &[])?;
            if let Some(at) = first_difference(lockstep, &piece.steps)? {
                return self.explain(job, library, &piece, at, files, again);
            }
        }
        self.repeat(job, library, at)
    }

    /// Repeats the run with generated stimulus up to cycle `at`, and records values and a waveform
    /// around that cycle.
    fn repeat(&self, job: &Job<'_>, library: &Library, at: u64) -> Result<Failure, Error> {
        let files = Files::named(job.out, self.block, job.seed);
        let again = self.again(job, at);
        let mut stimulus = (self.stimulus)(job.seed);
        let lockstep = self.lockstep(library, job.seed, &[])?;
        let seen = witness(lockstep, library.table(), &mut stimulus, (0, at), &files.waves)?;
        Ok(Failure {
            cycle: at,
            differences: seen.differences,
            violation: None,
            history: seen.history,
            command: again,
            replay: None,
            minimised_cycles: None,
            files: Files { stimulus: None, minimised: None, ..files },
        })
    }

    /// Repeats the first cycles of the run with a waveform.
    fn waves(&self, job: &Job<'_>) -> Result<Waves, Error> {
        let waves = Waves::named(job.out, &format!("{}-seed{}.start", self.block, job.seed));
        let mut stimulus = (self.stimulus)(job.seed);
        let library = traceable(job)?;
        let mut lockstep = self.lockstep(&library, job.seed, &[])?;
        let mut compared = Compared::of(library.table(), 0);
        let tracing = Tracing::new(&waves)?;
        lockstep.trace_start(&tracing.vcd, 0)?;
        let mut step = Step::default();
        for _ in 0..job.cycles.min(WAVES_CYCLES) {
            stimulus.drive(lockstep.last(), &mut step);
            lockstep.cycle(&step)?;
            compared.push(&lockstep);
        }
        lockstep.trace_stop(&waves.vcd)?;
        tracing.finish(&waves, &compared, Focus { cycle: 0, differences: &[] })?;
        Ok(waves)
    }
}

/// Simulation model of a job's design that can write waveforms.
fn traceable(job: &Job<'_>) -> Result<Library, Error> {
    job.builder.with_waves().build(job.design)
}

impl<M: Golden, S: Stimulus<M::Inputs, M::Outputs>> Bench for BlockBench<M, S>
where
    M::Inputs: Sync,
{
    fn block(&self) -> &str {
        self.block
    }

    fn variant(&self) -> &str {
        &self.variant
    }

    fn simulate(&self, job: &Job<'_>, watch: Watch<'_>) -> Result<Verdict, Error> {
        let library = job.builder.build(job.design)?;
        let mut stimulus = self.watched(job.seed);
        let mut lockstep = self.lockstep(&library, job.seed, &[])?;
        let mut verdict = self.verdict(job.seed, job.cycles);
        match lockstep.run(&mut stimulus, job.cycles, watch)? {
            Ending::Agreed => {}
            Ending::Differed(cycle) => {
                verdict.cycles = cycle + 1;
                verdict.failure = Some(self.investigate(job, cycle)?);
            }
            Ending::Violated(cycle) => {
                verdict.cycles = cycle + 1;
                let violation = stimulus.violation().map(ToString::to_string);
                let failure = self.repeat(job, &traceable(job)?, cycle)?;
                verdict.failure = Some(Failure { violation, ..failure });
            }
        }
        if job.waves {
            verdict.waves = Some(self.waves(job)?);
        }
        verdict.write()?;
        Ok(verdict)
    }

    fn replay(&self, job: &Job<'_>, file: &Path, watch: Watch<'_>) -> Result<Verdict, Error> {
        let Recording { header, steps } = Recording::<M::Inputs>::read(file)?;
        let own = self.header(header.seed);
        if (&header.block, &header.parameters) != (&own.block, &own.parameters) {
            let message = format!(
                "recorded for {} ({}), not for {} ({})",
                header.block, header.variant, own.block, own.variant
            );
            return Err(Error::Recording { path: file.into(), line: 1, message });
        }
        if let Some((cycle, message)) = misfit(&steps, &job.design.top) {
            /// Line 1 holds the header; lines count from 1.
            const FIRST_LINE: usize = 2;
            return Err(Error::Recording { path: file.into(), line: cycle + FIRST_LINE, message });
        }
        let job = Job { seed: header.seed, builder: job.builder, ..*job };
        let library = job.builder.build(job.design)?;
        let mut lockstep = self.lockstep(&library, job.seed, &[])?;
        let cycles = steps.len() as u64;
        let mut verdict = self.verdict(job.seed, cycles);
        if let Ending::Differed(cycle) = lockstep.run(&mut Replay::new(&steps), cycles, watch)? {
            verdict.cycles = cycle + 1;
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let named = |end: &str| job.out.join(format!("{stem}.replay{end}"));
            let files = Files {
                report: named(".report.txt"),
                waves: Waves::named(job.out, &format!("{stem}.replay")),
                stimulus: None,
                minimised: Some(named(".minimised.jsonl")),
            };
            let again = self.replay_command(&job, file);
            let piece = Piece { first_cycle: header.first_cycle, steps };
            let failure =
                self.explain(&job, &traceable(&job)?, &piece, cycle as usize, files, again)?;
            verdict.failure = Some(failure);
        }
        verdict.write()?;
        Ok(verdict)
    }

    fn first_difference(&self, library: &Library, run: &Run<'_>) -> Result<Option<u64>, Error> {
        let mut stimulus = self.watched(run.seed);
        let mut lockstep = self.lockstep(library, run.seed, run.held)?;
        let mut never = |_| ControlFlow::Continue(());
        match lockstep.run(&mut stimulus, run.cycles, &mut never)? {
            Ending::Differed(cycle) | Ending::Violated(cycle) => Ok(Some(cycle)),
            Ending::Agreed => Ok(None),
        }
    }

    fn kernel_difference(
        &self,
        kernel: Kernel,
        seed: u64,
        cycles: u64,
    ) -> Result<Option<KernelDifference>, Error> {
        kernel.first_difference_from((self.model)(), &mut self.watched(seed), cycles)
    }

    fn model_alone(&self, seed: u64, cycles: u64) {
        let mut left = cycles;
        model_alone((self.model)(), &mut (self.stimulus)(seed), |_, outputs| {
            std::hint::black_box(outputs);
            left = left.saturating_sub(1);
            match left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
    }

    fn images(&self, table: &PortTable, seed: u64, cycles: usize) -> Images {
        let mut images = Images::new(table);
        model_alone((self.model)(), &mut (self.stimulus)(seed), |step, _| {
            images.push(step);
            match images.cycles() >= cycles {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        images
    }
}
