//! Builds a shared object that simulates a design.

use std::fs;
use std::path::{Path, PathBuf};

use tailback_gen::Design;

use super::cache::Cache;
use super::compile::{self, Optimise, Unit};
use super::error::Error;
use super::library::Library;
use super::shim;
use super::tools::{ask, capture, Job, Tools};

/// Builds designs, and caches the results.
#[derive(Debug, Clone)]
pub struct Builder {
    cache: Cache,
    tools: Tools,
    optimise: Optimise,
    /// Whether large designs can write waveforms.
    waves: bool,
    /// Versions of the tools; part of each key.
    versions: String,
    /// Directory of Verilator's headers and of the sources of its runtime.
    include: PathBuf,
}

/// Options of Verilator for all designs. Registers and X start with random values, from the seed of
/// each run; `--x-assign fast` would weaken the check.
const VERILATOR_FLAGS: &[&str] = &[
    "--cc",
    "-O3",
    // Verilator 5.006 folds chains of xor with constants wrongly.
    "-fno-const-bit-op-tree",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "--output-split",
    "20000",
    "--output-split-cfuncs",
    "2000",
    // Tests of the back end lint the Verilog; only errors matter here.
    "-Wno-lint",
    "-Wno-style",
    "-Wno-fatal",
    "--prefix",
    shim::CLASS,
    "--Mdir",
    MODEL,
];

/// Option for waveforms of all signals; costs 3 % of the speed even when no waveform is written.
const WAVES: &str = "--trace";

/// Largest number of modules of a small design. Large designs are compiled in pieces; they can
/// write waveforms only if built again with that option, which takes several times as long.
const SMALL_MODULES: usize = 16;

/// Options that keep large designs in pieces. For fast builds, `-fno-gate` keeps the ports, too:
/// without it each instance refers to the signals around it and has code of its own. With both
/// options, all instances of a module share code: for a fabric of two switches and nine NICs, three
/// fifths of the C++.
const IN_PIECES: &str = "-fno-inline";
const SHARED: &str = "-fno-gate";

/// Sources of Verilator's runtime that a model needs.
const RUNTIME: &[&str] = &["verilated.cpp", "verilated_threads.cpp", "verilated_vcd_c.cpp"];

/// The subdirectory that Verilator writes to.
const MODEL: &str = "model";
/// File name of the built shared object.
const OBJECT: &str = "dut.so";

impl Builder {
    /// A builder with the default cache and tools of the user.
    ///
    /// # Errors
    ///
    /// As [`Cache::of_user`] and [`Self::new`].
    pub fn of_user(optimise: Optimise) -> Result<Self, Error> {
        Self::new(Cache::of_user()?, Tools::default(), optimise)
    }

    /// A builder with the given cache and tools.
    ///
    /// # Errors
    ///
    /// If Verilator or the compiler is not installed ([`Error::MissingTool`]), or cannot be started
    /// or fails to report its version ([`Error::BrokenTool`]).
    pub fn new(cache: Cache, tools: Tools, optimise: Optimise) -> Result<Self, Error> {
        let verilator = ask(&tools.verilator, Tools::VERILATOR, &["--version"])?;
        let root = ask(&tools.verilator, Tools::VERILATOR, &["--getenv", "VERILATOR_ROOT"])?;
        let compiler = ask(&tools.compiler, Tools::COMPILER, &["--version"])?;
        let machine = ask(&tools.compiler, Tools::COMPILER, &["-dumpmachine"])?;
        let versions = [verilator, compiler, machine].join("\n");
        let include = Path::new(&root).join("include");
        Ok(Builder { cache, tools, optimise, waves: false, versions, include })
    }

    /// Copy of the builder whose large designs can write waveforms; small designs always can.
    pub fn with_waves(&self) -> Self {
        Builder { waves: true, ..self.clone() }
    }

    /// The cache of finished builds.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Programs used for the build.
    pub fn tools(&self) -> &Tools {
        &self.tools
    }

    /// Preprocesses a Verilog file of the user: includes files, expands macros, and keeps line
    /// directives for the origin of the text.
    ///
    /// # Errors
    ///
    /// If Verilator cannot be started, or cannot read or preprocess the file
    /// ([`Error::ToolFailed`], with the first line of its message that reports an error), or if its
    /// log cannot be written to the cache.
    pub fn preprocess(&self, file: &Path) -> Result<String, Error> {
        let key = blake3::hash(file.as_os_str().as_encoded_bytes()).to_hex();
        let log = self.cache.failed_log(&key, "verilator");
        capture(&self.tools.verilator, Tools::VERILATOR, &["-E".as_ref(), file.as_os_str()], &log)
    }

    /// Verilates and compiles a design unless the cache has it, and loads the result.
    ///
    /// # Errors
    ///
    /// As [`Self::object`], or if the built object cannot be loaded ([`Error::Load`]).
    pub fn build(&self, design: &Design) -> Result<Library, Error> {
        Library::load(&self.object(design)?, &design.top)
    }

    /// Path of a design's shared object; builds it if the cache does not have it.
    ///
    /// # Errors
    ///
    /// If a port has a reserved name ([`Error::TakenName`]), Verilator or the compiler cannot be
    /// started or fails ([`Error::ToolFailed`]), the disk is full, or the cache cannot be written.
    pub fn object(&self, design: &Design) -> Result<PathBuf, Error> {
        let shim = shim::shim(&design.top, self.has_waves(design))?;
        let key = self.key(design, &shim);
        let entry = self.cache.entry(&key, |place| {
            self.verilate(design, &shim, place, &key)?;
            let units = compile::units(&place.join(MODEL), self.optimise)
                .map_err(|source| Error::cache(place, source))?;
            let runtime = self.runtime()?;
            self.compile(place, &units, &key)?;
            self.link(place, &units, &runtime, &key)?;
            fs::remove_dir_all(place.join(MODEL)).map_err(|source| Error::cache(place, source))
        })?;
        Ok(entry.join(OBJECT))
    }

    /// Cache key of the result: a hash of everything that affects it.
    fn key(&self, design: &Design, shim: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        add(&self.versions);
        self.verilator_flags(design).for_each(&mut add);
        compile::flags(self.optimise).iter().for_each(|flag| add(flag));
        add(shim);
        add(&design.top.module);
        for module in &design.modules {
            add(&module.name);
            add(&module.text);
        }
        hasher.finalize().to_hex().to_string()
    }

    fn has_waves(&self, design: &Design) -> bool {
        self.waves || design.modules.len() <= SMALL_MODULES
    }

    /// Options of Verilator for this design.
    fn verilator_flags(&self, design: &Design) -> impl Iterator<Item = &'static str> {
        let large = design.modules.len() > SMALL_MODULES;
        let own = [
            (self.has_waves(design), WAVES),
            (large, IN_PIECES),
            (large && self.optimise == Optimise::Build, SHARED),
        ];
        let own = own.into_iter().filter(|(wanted, _)| *wanted).map(|(_, flag)| flag);
        VERILATOR_FLAGS.iter().copied().chain(own)
    }

    fn verilate(&self, design: &Design, shim: &str, place: &Path, key: &str) -> Result<(), Error> {
        let failed = |source| Error::cache(place, source);
        fs::create_dir(place.join(MODEL)).map_err(failed)?;
        fs::write(place.join(MODEL).join("shim.cpp"), shim).map_err(failed)?;
        fs::write(place.join(MODEL).join("exports.map"), shim::EXPORTS).map_err(failed)?;
        let mut arguments: Vec<String> = self.verilator_flags(design).map(String::from).collect();
        arguments.extend(["--top-module".into(), design.top.module.clone()]);
        for module in &design.modules {
            let file = format!("{}.v", module.name);
            fs::write(place.join(&file), &module.text).map_err(failed)?;
            arguments.push(file);
        }
        let keep = self.cache.failed_log(key, "verilator");
        Job {
            tool: &self.tools.verilator,
            variable: Tools::VERILATOR,
            arguments,
            directory: place,
            log: "verilator.log",
            keep,
            limits: None,
        }
        .run()
    }

    /// Verilator's runtime, compiled once for all models.
    fn runtime(&self) -> Result<Vec<PathBuf>, Error> {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.versions.as_bytes());
        for flag in compile::RUNTIME_FLAGS {
            hasher.update(flag.as_bytes());
        }
        let key = format!("runtime-{}", hasher.finalize().to_hex());
        let units: Vec<Unit> =
            RUNTIME.iter().map(|file| Unit::runtime(&self.include.join(file))).collect();
        let entry = self.cache.entry(&key, |place| self.compile(place, &units, &key))?;
        Ok(units.iter().map(|unit| entry.join(&unit.object)).collect())
    }

    fn compile(&self, place: &Path, units: &[Unit], key: &str) -> Result<(), Error> {
        compile::in_parallel(units, |unit| {
            let mut arguments = unit.flags.clone();
            for directory in [MODEL.into(), self.include.clone(), self.include.join("vltstd")] {
                arguments.extend(["-I".into(), directory.display().to_string()]);
            }
            arguments.extend(["-c".into(), unit.source.display().to_string()]);
            arguments.extend(["-o".into(), unit.object.clone()]);
            self.compiler(place, arguments, unit.log, key)
        })
    }

    fn link(
        &self,
        place: &Path,
        units: &[Unit],
        runtime: &[PathBuf],
        key: &str,
    ) -> Result<(), Error> {
        let mut arguments: Vec<String> =
            ["-shared", "-pthread", "-Wl,-Bsymbolic", "-o", OBJECT].map(String::from).into();
        arguments.push(format!("-Wl,--version-script={MODEL}/exports.map"));
        arguments.extend(units.iter().map(|unit| unit.object.clone()));
        arguments.extend(runtime.iter().map(|object| object.display().to_string()));
        self.compiler(place, arguments, "link.log", key)
    }

    fn compiler(
        &self,
        directory: &Path,
        arguments: Vec<String>,
        log: &'static str,
        key: &str,
    ) -> Result<(), Error> {
        let (tool, keep) = (&self.tools.compiler, self.cache.failed_log(key, "compiler"));
        Job { tool, variable: Tools::COMPILER, arguments, directory, log, keep, limits: None }.run()
    }
}
