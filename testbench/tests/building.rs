//! Builds of models: safe in parallel, with clear errors.

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use common::{bench, counting, planted};
use tailback_testbench::harness::{Builder, Cache, Error, Optimise, Run, Tools};

fn builder(cache: &Path, tools: Tools) -> Result<Builder, Error> {
    Builder::new(Cache::at(cache), tools, Optimise::Build)
}

/// A cache that holds only Verilator's runtime, which takes long to compile.
fn fresh_cache() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    common::builder().object(&counting(4, 2).1).unwrap();
    for entry in common::cache().root().read_dir().unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() && entry.file_name().to_string_lossy().starts_with("runtime-") {
            let copy = root.path().join(entry.file_name());
            std::fs::create_dir(&copy).unwrap();
            for file in entry.path().read_dir().unwrap().map(Result::unwrap) {
                std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
            }
        }
    }
    root
}

/// A program that reports its version like Verilator, and runs `script` otherwise.
fn fake_verilator(directory: &Path, script: &str) -> Tools {
    let path = directory.join("verilator");
    let text = format!(
        "#!/bin/sh\ncase \"$1\" in --version|--getenv) exec verilator \"$@\";; esac\n{script}\n"
    );
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    Tools { verilator: path.display().to_string(), ..Tools::default() }
}

#[test]
fn parallel_builds_of_one_design_all_succeed_and_leave_one_model() {
    let root = fresh_cache();
    let (marking, design) = counting(4, 2);
    std::thread::scope(|scope| {
        for seed in 0..8 {
            let (root, design, marking) = (root.path(), &design, &marking);
            scope.spawn(move || {
                let library = builder(root, Tools::default()).unwrap().build(design).unwrap();
                let run = Run { seed, cycles: 10_000, held: &[] };
                let found = bench(marking).first_difference(&library, &run);
                assert_eq!(found.unwrap(), None);
            });
        }
    });
    let models = root
        .path()
        .read_dir()
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().join("dut.so").exists());
    assert_eq!(models.count(), 1);
    let left = root.path().read_dir().unwrap().filter(|entry| {
        entry.as_ref().unwrap().file_name().to_string_lossy().starts_with("building-")
    });
    assert_eq!(left.count(), 0, "half-built models");
}

#[test]
fn a_built_model_is_not_built_again() {
    let root = fresh_cache();
    let (_, design) = counting(4, 2);
    let object = builder(root.path(), Tools::default()).unwrap().object(&design).unwrap();
    let built = std::fs::metadata(&object).unwrap().modified().unwrap();
    let again = builder(root.path(), Tools::default()).unwrap().object(&design).unwrap();
    assert_eq!(std::fs::metadata(&again).unwrap().modified().unwrap(), built);
    let other = planted(&design, "&& to_mark", "&& 1 < to_mark");
    assert_ne!(builder(root.path(), Tools::default()).unwrap().object(&other).unwrap(), object);
}

#[test]
fn a_missing_verilator_is_told_from_a_missing_compiler() {
    let root = tempfile::tempdir().unwrap();
    let missing = |tools| match builder(root.path(), tools) {
        Err(Error::MissingTool { variable, .. }) => variable,
        other => panic!("{other:?}"),
    };
    let absent = String::from("/nowhere/tool");
    let tools = Tools { verilator: absent.clone(), ..Tools::default() };
    assert_eq!(missing(tools), Tools::VERILATOR);
    assert_eq!(missing(Tools { compiler: absent, ..Tools::default() }), Tools::COMPILER);
}

#[test]
fn a_failed_build_says_what_and_keeps_its_log() {
    let root = tempfile::tempdir().unwrap();
    let design = planted(&counting(4, 2).1, "endmodule", "endmodul");
    let failed = builder(root.path(), Tools::default()).unwrap().object(&design);
    let Err(Error::ToolFailed { summary, log, .. }) = failed else { panic!("{failed:?}") };
    assert!(summary.contains("syntax error"), "{summary}");
    assert!(std::fs::read_to_string(log).unwrap().contains(&summary));
}

#[test]
fn a_full_disk_is_not_a_failed_build() {
    let root = tempfile::tempdir().unwrap();
    let tools = fake_verilator(root.path(), "echo 'write error: No space left on device'; exit 1");
    let failed = builder(root.path(), tools).unwrap().object(&counting(4, 2).1);
    assert!(matches!(failed, Err(Error::DiskFull(_))), "{failed:?}");
}

#[test]
fn an_unwritable_cache_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let below = file.path().join("cache");
    let failed = builder(&below, Tools::default()).unwrap().object(&counting(4, 2).1);
    let Err(Error::UnwritableCache { path, .. }) = failed else { panic!("{failed:?}") };
    assert_eq!(path, below);
}

#[test]
fn a_loop_without_a_register_stops_the_run_and_not_the_process() {
    let (marking, design) = counting(4, 2);
    // A combinational loop that oscillates when a transmitted packet is to be marked.
    let design = planted(&design, "transmit[port] && ", "transmit[port] && !mark[port] && ");
    let library = common::builder().build(&design).unwrap();
    let run = Run { seed: 1, cycles: 10_000, held: &[] };
    let stopped = bench(&marking).first_difference(&library, &run);
    assert!(!matches!(stopped, Ok(None)), "{stopped:?}");
}

#[test]
fn a_waveform_on_a_full_disk_does_not_end_the_process() {
    let (_, design) = counting(4, 2);
    let mut dut = common::builder().build(&design).unwrap().instance(1).unwrap();
    let full = Path::new("/dev/full");
    dut.trace_start(full, 0).unwrap();
    // Enough cycles for Verilator to write its buffer more than once.
    for cycle in 0..100_000 {
        dut.step(false, &[cycle & 0xf, 0, cycle >> 4 & 0xf, 0], &mut [0; 3]).unwrap();
    }
    let stopped = dut.trace_stop(full);
    assert!(matches!(stopped, Err(Error::DiskFull(_))), "{stopped:?}");
    dut.step(true, &[0; 4], &mut [0; 3]).unwrap();
}
