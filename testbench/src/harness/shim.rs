//! Generator of the C++ shim between a Verilator model and Rust, from the port table.
//!
//! The model is one object with C functions. A call of `step` simulates one cycle: sets the inputs,
//! lets them settle with the clock low, reads the outputs (which may depend combinationally on the
//! inputs), and raises the clock; of the clocks that are ports, those that are high in this step.
//! These are low in the outputs' reading, so that a module must not use a clock as a signal.

use std::fmt::Write;

use tailback_gen::is_reserved_in_cpp;
use tailback_spec::{Direction, Port, PortTable};

/// Name that Verilator gives to the C++ class of the topmost module.
pub const CLASS: &str = "Vtailback_dut";

/// Symbols that a shared object exports; all others are local, so that models loaded into one
/// process never share a symbol.
pub const EXPORTS: &str = "{ global: tailback_*; local: *; };\n";

/// Simulated time of one cycle, in the unit of the VCD file. The clock rises in the middle.
pub const TIME_PER_CYCLE: u64 = 10;

/// A port whose name cannot be a member of Verilator's C++ class.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("port `{0}` cannot be simulated: its name is taken in C++ or in Verilator's own class")]
pub struct TakenName(pub String);

/// Ports that the shim itself drives.
const OWN: [&str; 2] = ["clock", "reset"];

/// Text of the shim for a module with the ports of `table`; `waves` selects whether the model can
/// write waveforms.
///
/// # Errors
///
/// If a port of a module with one clock is named `clock` or `reset`, or a port has a name that is reserved in C++.
pub fn shim(table: &PortTable, waves: bool) -> Result<String, TakenName> {
    let is_own = |name: &str| table.clocked && OWN.contains(&name);
    let is_taken = |name: &str| is_own(name) || is_reserved_in_cpp(name);
    if let Some(port) = table.ports.iter().find(|port| is_taken(&port.name)) {
        return Err(TakenName(port.name.clone()));
    }
    let clocked = |code| if table.clocked { code } else { "" };
    let edge = if table.is_sequential() { "\n        dut.eval();" } else { "" };
    Ok(TEMPLATE
        .replace("@CLASS@", CLASS)
        .replace("@HALF@", &(TIME_PER_CYCLE / 2).to_string())
        .replace("@TRACE@", if waves { TRACE } else { NO_TRACE })
        .replace("@LOW@", clocked("dut.reset = reset;\n        dut.clock = 0;"))
        .replace("@HIGH@", &format!("{}{}{edge}", clocked("dut.clock = 1;"), rising(table)))
        .replace("@SET@", &copies(table, Direction::Input))
        .replace("@GET@", &copies(table, Direction::Output)))
}

/// One statement per port of a direction, which copies between the port's member and its words of
/// the image.
fn copies(table: &PortTable, direction: Direction) -> String {
    let mut text = String::new();
    let mut word = 0;
    for port in table.of(direction) {
        let member = format!("dut.{}", member(&port.name));
        let is_clock = table.clocks.iter().any(|clock| clock.name == port.name);
        let line = match direction {
            Direction::Input if is_clock => low(port, &member),
            Direction::Input => set(port, &member, word),
            Direction::Output => get(port, &member, word),
        };
        write!(text, "\n        {line}").expect("a string grows");
        word += port.words();
    }
    text
}

/// Statements that let the clocks among the ports rise which are high in this step.
fn rising(table: &PortTable) -> String {
    let mut text = String::new();
    let mut word = 0;
    for port in table.of(Direction::Input) {
        if table.clocks.iter().any(|clock| clock.name == port.name) {
            let line = set(port, &format!("dut.{}", member(&port.name)), word);
            write!(text, "\n        {line}").expect("a string grows");
        }
        word += port.words();
    }
    text
}

/// A statement that sets a clock to low.
fn low(port: &Port, member: &str) -> String {
    match port.bits() {
        ..=INTEGER_BITS => format!("{member} = 0;"),
        bits => format!("std::memset(&{member}[0], 0, {});", 4 * bits.div_ceil(32)),
    }
}

/// Largest width that Verilator keeps in one integer; wider ports are arrays of 32-bit words.
const INTEGER_BITS: usize = 64;

fn set(port: &Port, member: &str, word: usize) -> String {
    let bits = port.bits();
    match bits {
        // Bits above the port must be zero in Verilator's integers.
        ..INTEGER_BITS => format!("{member} = in[{word}] & {:#x}ull;", (1u64 << bits) - 1),
        INTEGER_BITS => format!("{member} = in[{word}];"),
        _ => {
            let last = bits.div_ceil(32) - 1;
            let mask = match bits % 32 {
                0 => String::new(),
                rest => format!(" {member}[{last}] &= {:#x}u;", (1u64 << rest) - 1),
            };
            format!("std::memcpy(&{member}[0], in + {word}, {});{mask}", 4 * (last + 1))
        }
    }
}

fn get(port: &Port, member: &str, word: usize) -> String {
    match port.bits() {
        ..=INTEGER_BITS => format!("out[{word}] = {member};"),
        bits => {
            let halves = bits.div_ceil(32);
            let last = word + port.words() - 1;
            let clear = if halves % 2 == 1 { format!("out[{last}] = 0; ") } else { String::new() };
            format!("{clear}std::memcpy(out + {word}, &{member}[0], {});", 4 * halves)
        }
    }
}

/// Verilator's encoding of a Verilog name, which escapes the second of two underscores.
fn member(name: &str) -> String {
    name.replace("__", "___05F")
}

const TRACE: &str = "instance->dut->trace(instance->vcd.get(), 99);";
const NO_TRACE: &str = "\
    instance->error = \"cannot be written by a model that was built without waveforms\";
    instance->vcd.reset();
    return 1;";

const TEMPLATE: &str = r#"// Generated from the port table of the design.
#include "@CLASS@.h"
#include "verilated.h"
#include "verilated_vcd_c.h"
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

struct Instance {
    VerilatedContext context;
    std::unique_ptr<@CLASS@> dut;
    std::unique_ptr<VerilatedVcdC> vcd;
    uint64_t time = 0;
    std::string error;
};

// The runtime reports without an instance at hand; the calls below are made one at a time on each
// thread, and collect what was reported.
thread_local std::string reported;

}  // namespace

// In place of the runtime's, which ends the process. A waveform that cannot be written closes
// itself after this call; anything else must not go on.
void vl_fatal(const char*, int, const char*, const char* message) {
    reported = message;
    if (reported.rfind("VerilatedVcd", 0) != 0) throw std::runtime_error(reported);
}

#pragma GCC visibility push(default)
extern "C" {

Instance* tailback_new(uint32_t seed) try {
    auto instance = std::make_unique<Instance>();
    Verilated::threadContextp(&instance->context);
    instance->context.traceEverOn(true);
    instance->context.randReset(2);
    instance->context.randSeed(static_cast<int>(seed));
    instance->dut = std::make_unique<@CLASS@>(&instance->context, "TOP");
    instance->dut->eval();
    return instance.release();
} catch (...) {
    return nullptr;
}

void tailback_free(Instance* instance) {
    if (instance->vcd) instance->vcd->close();
    delete instance;
}

int tailback_step(Instance* instance, uint32_t reset, const uint64_t* in, uint64_t* out) try {
    @CLASS@& dut = *instance->dut;
    (void)reset;@SET@
        @LOW@
    dut.eval();@GET@
    if (VL_UNLIKELY(instance->vcd)) {
        instance->vcd->dump(instance->time);
        @HIGH@
        instance->vcd->dump(instance->time + @HALF@);
        instance->time += 2 * @HALF@;
    } else {
        @HIGH@
    }
    return 0;
} catch (const std::exception& error) {
    instance->error = error.what();
    return 1;
}

int tailback_trace_start(Instance* instance, const char* path, uint64_t time) {
    reported.clear();
    instance->time = time;
    instance->vcd = std::make_unique<VerilatedVcdC>();
    @TRACE@
    instance->vcd->open(path);
    if (instance->vcd->isOpen()) return 0;
    instance->error = "cannot be created";
    instance->vcd.reset();
    return 1;
}

int tailback_trace_stop(Instance* instance) {
    if (instance->vcd) instance->vcd->close();
    instance->vcd.reset();
    instance->error = reported;
    return !reported.empty();
}

const char* tailback_error(Instance* instance) { return instance->error.c_str(); }

}  // extern "C"
#pragma GCC visibility pop
"#;

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, direction: Direction, lanes: usize, width: usize) -> Port {
        Port { name: name.into(), direction, lanes, width, doc: String::new() }
    }

    #[test]
    fn each_width_is_copied_as_verilator_stores_it() {
        let set = |bits| set(&port("a", Direction::Input, 1, bits), "dut.a", 2);
        assert_eq!(set(1), "dut.a = in[2] & 0x1ull;");
        assert_eq!(set(64), "dut.a = in[2];");
        assert_eq!(set(65), "std::memcpy(&dut.a[0], in + 2, 12); dut.a[2] &= 0x1u;");
        assert_eq!(set(96), "std::memcpy(&dut.a[0], in + 2, 12);");
        let get = |bits| get(&port("a", Direction::Output, 1, bits), "dut.a", 2);
        assert_eq!(get(64), "out[2] = dut.a;");
        assert_eq!(get(65), "out[3] = 0; std::memcpy(out + 2, &dut.a[0], 12);");
        assert_eq!(get(128), "std::memcpy(out + 2, &dut.a[0], 16);");
    }

    #[test]
    fn a_port_with_a_name_of_cpp_is_refused() {
        let ports = vec![port("switch", Direction::Input, 1, 1)];
        let table = PortTable {
            module: "m".into(),
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports,
        };
        assert_eq!(shim(&table, true), Err(TakenName("switch".into())));
    }
}
