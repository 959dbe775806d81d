//! Checks of each module of a configuration that `check` accepts.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tailback_gen::flow::lint::lint;
use tailback_gen::package::{Context, Package};
use tailback_gen::Design;
use tailback_model::named::Stepper;
use tailback_spec::{ClockPort, Config, Direction, Port, PortTable};
use tailback_testbench::catalog::{self, Block};
use tailback_testbench::harness::kernel::KernelDifference;
use tailback_testbench::harness::{Builder, Job, Kernel};

use super::common::{amount, never};

/// An accepted configuration, with everything that its checks need.
pub struct Subject<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// Configuration file, for the commands that repeat a failure.
    pub file: PathBuf,
    /// Seed of all stimulus.
    pub seed: u64,
    /// Builder of the models.
    pub builder: &'a Builder,
    /// Directory for files about failures.
    pub out: &'a Path,
}

/// Cycles of co-simulation times size of the module, so that large modules take about as long as
/// small ones.
const WORK: u64 = 20_000_000;
const CYCLES: RangeInclusive<u64> = 2_000..=10_000;

/// Cycles of a kernel: as many as fit into the time limit, estimated from the first cycles. Its
/// speed depends on its state, which its ports do not show.
const KERNEL_CYCLES: RangeInclusive<u64> = 30..=5_000;
const KERNEL_TIME: [Duration; 2] = [Duration::from_millis(40), Duration::from_secs(1)];

/// Cycles of co-simulation of a module; the more modules and words of ports it has, the fewer.
fn cycles(block: &Block) -> u64 {
    let Design { top, modules, .. } = &block.design;
    let words = top.words(Direction::Input) + top.words(Direction::Output);
    let size = (words * modules.len()).max(1) as u64;
    (WORK / size).clamp(*CYCLES.start(), *CYCLES.end())
}

impl Subject<'_> {
    /// The module with this name, generated.
    ///
    /// # Errors
    ///
    /// Returns the refusal of the back end.
    pub fn generate(&self, name: &str) -> Result<Block, String> {
        let block = catalog::block(name, self.config).ok_or("no such block")?;
        block.map_err(|refusal| self.failed("gen", name, 0, &refusal.to_string()))
    }

    /// Compares the ports of the golden model of this name with those of the Verilog.
    ///
    /// # Errors
    ///
    /// Returns the ports of both if there is no such model, or a port has another name, place among
    /// those of its direction, or size.
    pub fn check_named(&self, block: &Block) -> Result<(), String> {
        let failed = |what: &str| Err(self.failed("ports", block.name, 0, what));
        let Some(stepper) = Stepper::new(block.name, self.config) else {
            return failed("no golden model has this name");
        };
        let (model, verilog) = (stepper.ports(), &block.design.top);
        let shapes = |table: &PortTable, direction| -> Vec<_> {
            let shape = |port: &Port| format!("{} {}x{}", port.name, port.lanes, port.width);
            table.of(direction).map(shape).collect()
        };
        for direction in [Direction::Input, Direction::Output] {
            let (model, verilog) = (shapes(model, direction), shapes(verilog, direction));
            if model != verilog {
                let differs = |(one, other): &(&String, &String)| one != other;
                let first = model.iter().zip(&verilog).find(differs);
                return failed(&format!("first difference {first:?}\n{model:?}\n{verilog:?}"));
            }
        }
        let clocks = |table: &PortTable| -> Vec<(String, BTreeSet<String>)> {
            let ports = |clock: &ClockPort| clock.ports.iter().cloned().collect();
            table.clocks.iter().map(|clock| (clock.name.clone(), ports(clock))).collect()
        };
        if clocks(model) != clocks(verilog) {
            return failed(&format!("{:?}\n{:?}", clocks(model), clocks(verilog)));
        }
        match (&model.module, model.clocked) == (&verilog.module, verilog.clocked) {
            true => Ok(()),
            false => failed(&format!("{} and {}", model.module, verilog.module)),
        }
    }

    /// Lints the package of a module with Verilator, Icarus and Yosys; returns their findings.
    pub fn lint(&self, block: &Block) -> Result<(), String> {
        self.findings(block).map_err(|what| self.failed("lint", block.name, 0, &what))
    }

    fn findings(&self, block: &Block) -> Result<(), String> {
        let text = self.config.to_toml().map_err(|error| error.to_string())?;
        let megahertz = self.config.clock().frequency_mhz();
        let context = Context::new(self.config.name(), megahertz, &text);
        let context = context.map_err(|error| error.to_string())?;
        let package = Package::new(&block.design, &context).map_err(|error| error.to_string())?;
        let place = tempfile::tempdir().map_err(|error| error.to_string())?;
        package.write_to(place.path()).map_err(|error| error.to_string())?;
        let files: Vec<&str> = package.verilog().collect();
        let tools = lint(place.path(), &package.top, &files).map_err(|error| error.to_string())?;
        let findings: Vec<String> = tools.into_iter().flat_map(|tool| tool.findings).collect();
        match findings.is_empty() {
            true => Ok(()),
            false => Err(findings.join("\n")),
        }
    }

    /// Compares the kernel of a module with its golden model, output by output.
    pub fn run_kernel(&self, block: &Block) -> Result<(), String> {
        let (least, most) = KERNEL_CYCLES.into_inner();
        let start = Instant::now();
        self.run_kernel_for(block, least)?;
        let [usually, soaking] = KERNEL_TIME;
        let share = amount(usually, soaking).as_secs_f64() / start.elapsed().as_secs_f64();
        let cycles = (share * least as f64) as u64;
        match cycles > least {
            true => self.run_kernel_for(block, cycles.min(most)),
            false => Ok(()),
        }
    }

    fn run_kernel_for(&self, block: &Block, cycles: u64) -> Result<(), String> {
        let kernel = Kernel::new((block.hardware)(), &block.design.top);
        let run = |kernel| block.bench.kernel_difference(kernel, self.seed, cycles);
        let what = match kernel.and_then(run) {
            Ok(None) => return Ok(()),
            Ok(Some(KernelDifference { cycle, fields })) => {
                format!("of the kernel, in cycle {cycle}: {}", fields.join(", "))
            }
            Err(error) => error.to_string(),
        };
        Err(self.failed("cosim", block.name, cycles, &what))
    }

    /// Compares the Verilog of a module with its golden model, output by output.
    pub fn co_simulate(&self, block: &Block) -> Result<(), String> {
        let words = [self.file.display().to_string()];
        let job = Job {
            design: &block.design,
            builder: self.builder,
            seed: self.seed,
            cycles: cycles(block),
            config: &words,
            out: self.out,
            waves: false,
        };
        match block.bench.simulate(&job, &mut never) {
            Ok(verdict) if verdict.failure.is_none() => Ok(()),
            Ok(verdict) => {
                Err(self.failed("cosim", block.name, cycles(block), &verdict.to_string()))
            }
            Err(error) => Err(self.failed("cosim", block.name, cycles(block), &error.to_string())),
        }
    }

    /// Text of a failure, with the command that repeats it.
    fn failed(&self, command: &str, block: &str, cycles: u64, what: &str) -> String {
        let (file, seed) = (self.file.display(), self.seed);
        let again = match command {
            "cosim" => format!(" --seed {seed} --cycles {cycles}"),
            "gen" => " --out build/failed".into(),
            _ => String::new(),
        };
        format!("tailback {command} {file} --module {block}{again}\n{what}")
    }
}
