//! Conversion of a VCD file to FST, with the compared values of both sides.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::Path;

use fst_writer::{
    open_fst, FstBodyWriter, FstFileType, FstHeaderWriter, FstInfo, FstScopeType, FstSignalId,
    FstSignalType, FstVarDirection, FstVarType, FstWriteError,
};
use tailback_spec::Port;
use vcd::{Command, IdCode, ReferenceIndex, ScopeItem, Value};

use super::Compared;
use crate::harness::fields::{each, lane_bits};
use crate::harness::shim::TIME_PER_CYCLE;

/// Scope of the compared values; it has one scope for each of [`SIDES`].
pub const SCOPE: &str = "comparison";
/// Scopes of the inputs, of the outputs of the model, and of the outputs of the Verilog.
pub const SIDES: [&str; 3] = ["inputs", "model", "verilog"];
/// Whether all outputs are equal.
pub const EQUAL: &str = "equal";

/// A signal, and its width in bits.
type Signal = (FstSignalId, usize);
type Header = FstHeaderWriter<BufWriter<File>>;
type Body = FstBodyWriter<BufWriter<File>>;

/// Name of an element of a port in a waveform. A number in brackets would be a bit.
pub fn lane_name(port: &Port, lane: usize) -> String {
    match port.lanes {
        1 => port.name.clone(),
        _ => format!("{}_{lane}", port.name),
    }
}

/// Writes the signals of the file `vcd` and the values of `compared` to the file `fst`.
///
/// # Errors
///
/// If a file cannot be read or written, or `vcd` is no VCD file.
pub fn write(vcd: &Path, fst: &Path, compared: &Compared) -> io::Result<()> {
    let mut parser = vcd::Parser::new(BufReader::new(File::open(vcd)?));
    let header = parser.parse_header()?;
    let info = FstInfo {
        // Viewers add this to all times.
        start_time: 0,
        // Verilator's time unit is a picosecond.
        timescale_exponent: -12,
        version: format!("Tailback {}", env!("CARGO_PKG_VERSION")),
        date: String::new(),
        file_type: FstFileType::Verilog,
    };
    let mut out = open_fst(fst, &info).map_err(failed)?;
    let mut signals = HashMap::new();
    scope(&mut out, &header.items, &mut signals).map_err(failed)?;
    let values = Values::declare(&mut out, compared).map_err(failed)?;
    let mut out = out.finish().map_err(failed)?;
    for command in parser {
        change(&mut out, command?, &signals, &values, compared).map_err(failed)?;
    }
    out.finish().map(drop).map_err(failed)
}

/// Declares the signals of a scope of the VCD file. Names of one signal share its values.
fn scope(
    out: &mut Header,
    items: &[ScopeItem],
    signals: &mut HashMap<IdCode, Signal>,
) -> Result<(), FstWriteError> {
    for item in items {
        match item {
            ScopeItem::Scope(inner) => {
                out.scope(&inner.identifier, "", FstScopeType::Module)?;
                scope(out, &inner.items, signals)?;
                out.up_scope()?;
            }
            ScopeItem::Var(var) => {
                let name = match var.index {
                    Some(ReferenceIndex::Range(high, low)) => {
                        format!("{} [{high}:{low}]", var.reference)
                    }
                    Some(ReferenceIndex::BitSelect(bit)) => format!("{} [{bit}]", var.reference),
                    None => var.reference.clone(),
                };
                let known = signals.get(&var.code).map(|(id, _)| *id);
                let id = declare(out, &name, var.size as usize, known)?;
                signals.entry(var.code).or_insert((id, var.size as usize));
            }
            _ => {}
        }
    }
    Ok(())
}

fn declare(
    out: &mut Header,
    name: &str,
    bits: usize,
    known: Option<FstSignalId>,
) -> Result<FstSignalId, FstWriteError> {
    let kind = FstSignalType::bit_vec(bits as u32);
    out.var(name, kind, FstVarType::Wire, FstVarDirection::Implicit, known)
}

/// Signals of the compared values.
struct Values {
    /// Elements of the ports of each side.
    sides: [Vec<FstSignalId>; 3],
    equal: FstSignalId,
}

impl Values {
    fn declare(out: &mut Header, compared: &Compared) -> Result<Self, FstWriteError> {
        let Compared { inputs, outputs, .. } = compared;
        out.scope(SCOPE, "", FstScopeType::Module)?;
        let equal = declare(out, EQUAL, 1, None)?;
        let mut sides = [const { Vec::new() }; 3];
        for ((side, name), ports) in sides.iter_mut().zip(SIDES).zip([inputs, outputs, outputs]) {
            out.scope(name, "", FstScopeType::Module)?;
            for port in ports {
                for lane in 0..port.lanes {
                    let mut name = lane_name(port, lane);
                    if port.width > 1 {
                        name += &format!(" [{}:0]", port.width - 1);
                    }
                    side.push(declare(out, &name, port.width, None)?);
                }
            }
            out.up_scope()?;
        }
        out.up_scope()?;
        Ok(Values { sides, equal })
    }

    /// Writes the values of a cycle.
    fn write(
        &self,
        out: &mut Body,
        compared: &Compared,
        images: &[Vec<u64>; 3],
    ) -> Result<(), FstWriteError> {
        let Compared { inputs, outputs, .. } = compared;
        let [_, model, verilog] = images;
        out.signal_change(self.equal, if model == verilog { b"1" } else { b"0" })?;
        for ((side, ports), image) in self.sides.iter().zip([inputs, outputs, outputs]).zip(images)
        {
            let mut signals = side.iter();
            for (port, words, _) in each(ports, image, image) {
                for (lane, signal) in (0..port.lanes).zip(&mut signals) {
                    out.signal_change(*signal, lane_bits(port, words, lane).as_bytes())?;
                }
            }
        }
        Ok(())
    }
}

/// Writes what a command of the VCD file says. A cycle begins with the values of both sides.
fn change(
    out: &mut Body,
    command: Command,
    signals: &HashMap<IdCode, Signal>,
    values: &Values,
    compared: &Compared,
) -> Result<(), FstWriteError> {
    match command {
        Command::Timestamp(time) => {
            out.time_change(time)?;
            let cycle = (time / TIME_PER_CYCLE).wrapping_sub(compared.first_cycle);
            match compared.cycles.get(cycle as usize) {
                Some(images) if time % TIME_PER_CYCLE == 0 => values.write(out, compared, images),
                _ => Ok(()),
            }
        }
        Command::ChangeScalar(code, value) => match signals.get(&code) {
            Some((id, _)) => out.signal_change(*id, &[digit(value)]),
            None => Ok(()),
        },
        Command::ChangeVector(code, vector) => match signals.get(&code) {
            Some((id, bits)) => {
                // Leading zeros may be missing.
                let mut text = vec![b'0'; bits.saturating_sub(vector.len())];
                text.extend(vector.iter().map(digit));
                out.signal_change(*id, &text)
            }
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn digit(value: Value) -> u8 {
    match value {
        Value::V0 => b'0',
        Value::V1 => b'1',
        Value::X => b'x',
        Value::Z => b'z',
    }
}

fn failed(error: FstWriteError) -> io::Error {
    io::Error::other(error)
}
