//! Verilated bundles as programs that read a stimulus and write results.

use crate::many::{Bundle, TOP};
use crate::run;
use std::fmt::Write as _;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use tailback_spec::Direction;

/// Compiler options: the programs run briefly, so compile time dominates.
const COMPILER_FLAGS: [&str; 6] =
    ["-O0", "-w", "-std=c++17", "-fno-exceptions", "-fno-rtti", "-fno-asynchronous-unwind-tables"];

/// Ports handled by one function of the program.
const PORTS_PER_FUNCTION: usize = 200;

const SUPPORT: &str = r#"
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>
static const uint32_t* from;
static std::vector<uint32_t> results;
template <typename T> static void take(T& port) {
    uint64_t value = *from++;
    if (sizeof(T) == 8) value |= uint64_t(*from++) << 32;
    port = T(value);
}
template <std::size_t N> static void take(VlWide<N>& port) {
    for (std::size_t i = 0; i < N; ++i) port[i] = *from++;
}
template <typename T> static void give(const T& port) {
    results.push_back(uint32_t(port));
    if (sizeof(T) == 8) results.push_back(uint32_t(uint64_t(port) >> 32));
}
template <std::size_t N> static void give(const VlWide<N>& port) {
    for (std::size_t i = 0; i < N; ++i) results.push_back(port[i]);
}
"#;

const MAIN: &str = r#"
int main() {
    std::vector<uint32_t> stimulus;
    uint32_t buffer[4096];
    for (std::size_t n; (n = fread(buffer, 4, 4096, stdin)) > 0;) stimulus.insert(stimulus.end(), buffer, buffer + n);
    Verilated::randReset(2);
    Verilated::randSeed(1);
    Vbundle top;
    top.clock = 0; top.reset = 1; top.eval();
    top.clock = 1; top.eval();
    from = stimulus.data();
    const uint32_t* const end = from + stimulus.size();
    while (from < end) {
        top.clock = 0; top.reset = *from++;
        take_all(top);
        top.eval();
        give_all(top);
        top.clock = 1; top.eval();
    }
    fwrite(results.data(), 4, results.size(), stdout);
    return 0;
}
"#;

/// A program that simulates a bundle.
pub struct Program {
    path: PathBuf,
}

fn root() -> &'static str {
    static ROOT: OnceLock<String> = OnceLock::new();
    ROOT.get_or_init(|| {
        let said = run(Path::new("."), "verilator", &["--getenv".into(), "VERILATOR_ROOT".into()]);
        said.trim().into()
    })
}

fn compile(directory: &Path, arguments: &[&str]) {
    let include = format!("-I{}/include", root());
    let standard = format!("-I{}/include/vltstd", root());
    let fixed = COMPILER_FLAGS.iter().copied().chain([include.as_str(), standard.as_str()]);
    let all: Vec<String> = fixed.chain(arguments.iter().copied()).map(String::from).collect();
    run(directory, "g++", &all);
}

/// Directory of the running test program, which remains between runs of the tests.
fn build_directory() -> PathBuf {
    let program = std::env::current_exe().expect("a program");
    program.parent().expect("a directory").to_owned()
}

/// Verilator's runtime, compiled once for all tests and runs.
fn runtime() -> &'static [PathBuf; 2] {
    static RUNTIME: OnceLock<[PathBuf; 2]> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let version = run(Path::new("."), "verilator", &["--version".into()]);
        let mut key = DefaultHasher::new();
        (version, root(), COMPILER_FLAGS).hash(&mut key);
        let directory = build_directory().join("verilator-runtime");
        let directory = directory.join(format!("{:016x}", key.finish()));
        std::fs::create_dir_all(&directory).expect("a writable directory");
        // A concurrent test waits here until the objects exist.
        let lock = File::create(directory.join("lock")).expect("a writable directory");
        lock.lock().expect("a lock");
        ["verilated", "verilated_threads"].map(|name| {
            let object = directory.join(format!("{name}.o"));
            if !object.exists() {
                let partial = directory.join(format!("{name}.partial.o"));
                let source = format!("{}/include/{name}.cpp", root());
                compile(&directory, &["-c", &source, "-o", &partial.to_string_lossy()]);
                std::fs::rename(partial, &object).expect("a writable directory");
            }
            object
        })
    })
}

/// Returns code for the ports `names`, split into functions of a size that compiles fast.
fn functions(verb: &str, names: &[String]) -> String {
    let mut text = String::new();
    let mut calls = String::new();
    for (index, names) in names.chunks(PORTS_PER_FUNCTION).enumerate() {
        let _ = writeln!(text, "static void {verb}_{index}(Vbundle& top) {{");
        names.iter().for_each(|name| {
            let _ = writeln!(text, "    {verb}(top.{name});");
        });
        text += "}\n";
        let _ = writeln!(calls, "    {verb}_{index}(top);");
    }
    format!("{text}static void {verb}_all(Vbundle& top) {{\n{calls}}}\n")
}

impl Program {
    /// Verilates and compiles `bundle` in `directory`.
    pub fn build(directory: &Path, bundle: &Bundle) -> Program {
        std::fs::write(directory.join("bundle.v"), bundle.verilog()).expect("a writable directory");
        // Verilator 5.006 folds a chain of exclusive ors with constants in it to the wrong value.
        let flags = "--cc -O3 -fno-const-bit-op-tree --x-assign unique --x-initial unique -Wno-lint -Wno-style -Wno-fatal \
                     --prefix Vbundle --Mdir model --top-module";
        let arguments = flags.split_whitespace().map(String::from);
        let rest = [TOP.to_string(), "bundle.v".into()];
        run(directory, "verilator", &arguments.chain(rest).collect::<Vec<_>>());
        let names = |direction| -> Vec<String> {
            bundle.ports(direction).into_iter().map(|port| port.name).collect()
        };
        let mut main = String::from("#include \"Vbundle.h\"\n#include \"verilated.h\"\n");
        let sources = std::fs::read_dir(directory.join("model")).expect("Verilator's output");
        let mut sources: Vec<String> = sources
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".cpp"))
            .collect();
        sources.sort();
        for source in &sources {
            let _ = writeln!(main, "#include \"{source}\"");
        }
        main += SUPPORT;
        main += &functions("take", &names(Direction::Input));
        main += &functions("give", &names(Direction::Output));
        main += MAIN;
        std::fs::write(directory.join("model/main.cpp"), main).expect("a writable directory");
        let [one, two] = runtime();
        let (one, two) = (one.to_string_lossy(), two.to_string_lossy());
        compile(
            directory,
            &["-Imodel", "model/main.cpp", &one, &two, "-pthread", "-o", "simulate"],
        );
        Program { path: directory.join("simulate") }
    }

    /// Runs the program. The stimulus holds the reset and the inputs of each cycle, the results its
    /// outputs.
    pub fn run(&self, stimulus: &[u32]) -> Vec<u32> {
        let mut child = Command::new(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program that starts");
        let mut input = child.stdin.take().expect("a pipe");
        let bytes: Vec<u8> = stimulus.iter().flat_map(|word| word.to_le_bytes()).collect();
        let writer = std::thread::spawn(move || input.write_all(&bytes));
        let output = child.wait_with_output().expect("a program that ends");
        writer.join().expect("a writer that ends").expect("a program that reads");
        assert!(output.status.success(), "the simulation failed: {}", output.status);
        let words = output.stdout.chunks_exact(4);
        words.map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
    }
}
