//! Every configuration that `check` accepts works: configurations drawn from the whole schema of
//! configuration files, each generated, linted and co-simulated module by module, and run as a
//! fabric.
//!
//! Draws are made from the JSON Schema alone, so new keys are drawn without further work. An
//! invalid draw must be refused, with key and position. The seed of a draw determines everything
//! that is run with it; each failure reports the seed, and the file and the command that repeat it.
//!
//! | variable | meaning |
//! |---|---|
//! | `TAILBACK_SOAK` | 500 configurations of any size, all modules of each; else a few small ones |
//! | `TAILBACK_DRAWS` | `FROM..TO`, those of the 500, counted from 0 |
//! | `TAILBACK_KERNELS` | in a soak, no Verilog: only kernels, which need no compiler |
//!
//! Only run time bounds the soak: the more modules and ports a module has, the fewer cycles it runs
//! (`stages::cycles`); and where `is_huge` holds, the switch and the NIC as a whole run only as
//! kernels.

#[path = "../common/mod.rs"]
mod common;
mod draw;
mod fabric;
mod findings;
mod numbers;
mod stages;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;
use std::time::Instant;

use common::{amount, builder};
use draw::{keys, Draw};
use fabric::Run;
use serde_json::Value;
use stages::Subject;
use tailback_spec::{config, Config};
use tailback_testbench::catalog;
use tailback_testbench::harness::Builder;
use tailback_testbench::random::Random;

/// The next accepted draw, and its configuration. Asserts that refused draws have reasons.
fn accepted(schema: &Value, seeds: &mut impl Iterator<Item = u64>) -> (Draw, Config) {
    for seed in seeds {
        let draw = Draw::new(schema, seed);
        match Config::from_toml(&draw.toml()) {
            Ok(config) => return (draw, config),
            Err(config::Problems(problems)) => {
                assert!(!problems.is_empty(), "seed {seed}: refused without a reason");
                for problem in problems {
                    let place = problem.line_and_column(&draw.toml());
                    assert!(place.is_some(), "seed {seed}: nowhere: {problem:?}");
                    assert!(draw.mentions(&problem.key), "seed {seed}: {problem:?}");
                }
            }
        }
    }
    unreachable!("seeds do not end")
}

/// Accepted draws, from seed 1 on.
fn draws(schema: &Value) -> impl Iterator<Item = (Draw, Config)> + '_ {
    let mut seeds = 1..;
    std::iter::from_fn(move || Some(accepted(schema, &mut seeds)))
}

/// Draws of a soak, by their number among the accepted ones.
fn soaked() -> Range<usize> {
    const ALL: Range<usize> = 0..500;
    let Ok(text) = std::env::var("TAILBACK_DRAWS") else { return ALL };
    let (from, to) = text.split_once("..").expect("TAILBACK_DRAWS is FROM..TO");
    let number = |text: &str| text.parse().expect("TAILBACK_DRAWS is FROM..TO, two whole numbers");
    number(from)..number(to)
}

/// A permanent directory for files about failures.
fn directory() -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("whole-schema");
    std::fs::create_dir_all(&place).expect("a directory");
    place
}

#[test]
fn every_key_is_drawn_present_and_absent_and_with_each_of_its_values() {
    const DRAWS: usize = 1000;
    let schema = config::schema();
    let mut seen: BTreeMap<String, BTreeSet<Option<String>>> = BTreeMap::new();
    for (draw, _) in draws(&schema).take(DRAWS) {
        for key in keys(&schema) {
            let value = draw.values.get(&key.path).cloned();
            seen.entry(key.path).or_default().insert(value);
        }
    }
    for key in keys(&schema) {
        let values = &seen[&key.path];
        assert!(values.iter().any(Option::is_some), "{} is never there", key.path);
        assert_eq!(values.contains(&None), key.optional, "{}: {values:?}", key.path);
        for choice in key.choices {
            assert!(values.contains(&Some(choice.clone())), "{} is never {choice}", key.path);
        }
    }
}

#[test]
fn what_check_accepts_runs_as_a_fabric_in_which_engine_and_twin_are_equal() {
    const USUALLY: usize = 12;
    let schema = config::schema();
    let numbers = amount(0..USUALLY, soaked());
    let (mut compared, mut records, mut failures) = (0, 0, Vec::new());
    for (draw, config) in draws(&schema) {
        if compared == numbers.end {
            break;
        }
        if amount(is_large(&config), false) {
            continue;
        }
        match fabric::compare(&config, &draw.toml(), &mut Random::new(draw.seed)) {
            Ok(Run::Both(equal)) => (compared, records) = (compared + 1, records + equal),
            Ok(Run::Twin | Run::Neither) => {}
            Err(what) => {
                let text = format!("seed {}: {what}\n{}", draw.seed, draw.toml());
                println!("{text}");
                failures.push(text);
                compared += 1;
            }
        }
    }
    println!("{compared} fabrics, {records} equal records");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
    assert!(records > 100 * compared, "{records} records of {compared} fabrics");
}

/// Modules that contain all others.
const WHOLE: [&str; 4] = ["switch", "nic", "efl-endpoint", "ethernet-switch"];

/// Extent of the checks of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Generated, and its kernel compared with its golden model.
    Kernel,
    /// In addition, its Verilog is linted and co-simulated.
    Verilog,
}

/// Check of one module of a configuration.
struct Task<'a> {
    number: usize,
    draw: &'a Draw,
    config: &'a Config,
    block: &'static str,
    depth: Depth,
}

impl Task<'_> {
    fn run(&self, builder: &Builder) -> Result<(), String> {
        let (out, seed) = (directory(), self.draw.seed);
        let file = out.join(format!("draw-{seed}.toml"));
        let subject = Subject { config: self.config, file, seed, builder, out: &out };
        let block = subject.generate(self.block)?;
        subject.check_named(&block)?;
        subject.run_kernel(&block)?;
        if self.depth == Depth::Verilog {
            subject.lint(&block)?;
            subject.co_simulate(&block)?;
        }
        Ok(())
    }
}

/// Stack of a thread: all signals of a module are on it while its kernel is made.
const STACK_BYTES: usize = 64 << 20;

/// Runs all tasks, with one thread per processor.
fn run(tasks: &[Task]) {
    let (next, failures, builder) = (AtomicUsize::new(0), Mutex::new(Vec::new()), builder());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let with_stack = std::thread::Builder::new().stack_size(STACK_BYTES);
            let thread = with_stack.spawn_scoped(scope, || {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Task { number, draw, block, depth, .. } = task;
                    let start = Instant::now();
                    let found = task.run(&builder);
                    let (time, seed) = (start.elapsed(), draw.seed);
                    println!("draw {number}, seed {seed}: {block} ({depth:?}, {time:.1?})");
                    if let Err(what) = found {
                        println!("failed: {what}");
                        failures.lock().expect("no panic").push(what);
                    }
                }
            });
            thread.expect("a thread");
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn every_module_has_a_golden_model_of_its_name() {
    let models: Vec<&str> = tailback_model::named::names().collect();
    assert_eq!(models, catalog::names().collect::<Vec<_>>());
}

#[test]
fn what_check_accepts_is_generated_linted_and_equal_to_its_models() {
    const USUALLY: usize = 4;
    let schema = config::schema();
    let whole = draws(&schema).enumerate();
    let mut chosen: Vec<(usize, (Draw, Config))> = match amount(false, true) {
        true => whole.take(soaked().end).skip(soaked().start).collect(),
        false => whole.filter(|(_, (_, config))| !is_large(config)).take(USUALLY).collect(),
    };
    // Large ones last, because smaller ones usually show the same failures sooner.
    chosen.sort_by_key(|(_, (_, config))| bits(config));
    for (_, (draw, _)) in &chosen {
        let file = directory().join(format!("draw-{}.toml", draw.seed));
        std::fs::write(&file, draw.toml()).expect("a file");
    }
    let kernels = std::env::var_os("TAILBACK_KERNELS").is_some();
    let mut tasks = Vec::new();
    for (number, (draw, config)) in &chosen {
        let parts: Vec<&str> =
            catalog::names_for(config).filter(|block| !WHOLE.contains(block)).collect();
        let any = parts[Random::new(draw.seed).below(parts.len() as u64) as usize];
        for block in catalog::names_for(config) {
            let verilog = match amount(false, true) {
                true => !(kernels || WHOLE.contains(&block) && is_huge(config)),
                false => block == any,
            };
            let depth = if verilog { Depth::Verilog } else { Depth::Kernel };
            tasks.push(Task { number: *number, draw, config, block, depth });
        }
    }
    run(&tasks);
}

/// Bits that a switch moves per cycle, of all virtual lanes of all ports.
fn bits(config: &Config) -> usize {
    let port = config.port();
    port.ports() * port.lanes() * port.width_bits()
}

/// Whether a configuration takes too long for a test that is run often.
fn is_large(config: &Config) -> bool {
    bits(config) > 3000 || config.nic().flows() > 256
}

/// Whether the switch of a configuration takes more than some minutes to build: more bits than 16
/// ports of 9 virtual lanes and 128 bits.
fn is_huge(config: &Config) -> bool {
    bits(config) > 16 * 9 * 128
}
