//! Long runs on two threads: stimulus and model run ahead of the Verilog.
//!
//! A stimulus sees the outputs of the model, never those of the Verilog. So one thread makes the
//! inputs and the expected outputs of some cycles, while the other one drives the Verilog with the
//! inputs of cycles before, and compares.

use std::panic::resume_unwind;
use std::sync::mpsc::{sync_channel, Receiver, SyncSender, TryRecvError};
use std::thread;

use tailback_model::Golden;
use tailback_spec::{ports::PortField, Port};

use super::super::error::Error;
use super::super::library::Dut;
use super::super::stimulus::{Step, Stimulus};
use super::{are_equal, Ending, Watch, WATCH_CYCLES};

/// Shortest run that is worth a thread.
pub(super) const LEAST_CYCLES: u64 = 1 << 14;

/// Images of a chunk in 64-bit words: so many that they fit into a processor's cache.
const WORDS: usize = 1 << 13;
/// Cycles of a chunk.
const CYCLES: std::ops::RangeInclusive<usize> = 16..=1 << 11;
/// Chunks: one on each thread, and the others between them.
const CHUNKS: usize = 8;

/// Attempts to receive a chunk before the thread sleeps. A thread that sleeps often may be woken on
/// the core of the thread that wakes it, and then the two take turns.
const ATTEMPTS: usize = 1 << 12;

/// Images of some cycles in a row.
struct Chunk {
    cycles: usize,
    resets: Vec<bool>,
    driven: Vec<u64>,
    expected: Vec<u64>,
    /// The last of these cycles violates a checked property.
    violated: bool,
}

/// The next chunk, unless the other side has ended.
fn receive(channel: &Receiver<Chunk>) -> Option<Chunk> {
    for _ in 0..ATTEMPTS {
        match channel.try_recv() {
            Ok(chunk) => return Some(chunk),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => std::hint::spin_loop(),
        }
    }
    channel.recv().ok()
}

/// The side of the model.
pub(super) struct Maker<'a, M: Golden, S> {
    pub model: &'a mut M,
    pub last: &'a mut M::Outputs,
    pub stimulus: &'a mut S,
    pub inputs: &'a [Port],
    pub outputs: &'a [Port],
    /// Words of an image of the inputs that the stimulus writes; the others are held.
    pub stimulated: usize,
}

/// The side of the Verilog, with the images of the last cycle that it has run.
pub(super) struct Comparer<'a> {
    pub dut: &'a mut Dut,
    pub driven: &'a mut [u64],
    pub expected: &'a mut [u64],
    pub actual: &'a mut [u64],
}

/// Runs for `cycles` cycles, or until an output differs or a property is violated. If the run ends
/// early, model and stimulus are some cycles ahead of the Verilog.
///
/// # Errors
///
/// As [`Lockstep::run`](super::Lockstep::run).
pub(super) fn run<M: Golden, S: Stimulus<M::Inputs, M::Outputs>>(
    mut maker: Maker<'_, M, S>,
    comparer: Comparer<'_>,
    cycles: u64,
    watch: Watch<'_>,
) -> Result<Ending, Error> {
    let (inputs, outputs) = (comparer.driven.len(), comparer.expected.len());
    let length = (WORDS / (inputs + outputs).max(1)).clamp(*CYCLES.start(), *CYCLES.end());
    let (give_back, empty) = sync_channel(CHUNKS);
    let (pass, full) = sync_channel(CHUNKS);
    for _ in 0..CHUNKS {
        let chunk = Chunk {
            cycles: 0,
            resets: vec![false; length],
            driven: comparer.driven.repeat(length),
            expected: vec![0; length * outputs],
            violated: false,
        };
        give_back.send(chunk).unwrap_or_else(|_| unreachable!("`empty` is alive"));
    }
    thread::scope(|scope| {
        let making = scope.spawn(move || maker.make(cycles, &empty, &pass));
        let ending = comparer.compare(cycles, length, &full, &give_back, watch);
        drop((full, give_back));
        match making.join() {
            Ok(()) => ending,
            Err(panic) => resume_unwind(panic),
        }
    })
}

impl<M: Golden, S: Stimulus<M::Inputs, M::Outputs>> Maker<'_, M, S> {
    /// Fills chunks until all cycles are made, a property is violated, or nobody takes them.
    fn make(&mut self, cycles: u64, empty: &Receiver<Chunk>, pass: &SyncSender<Chunk>) {
        let mut step = Step::default();
        let mut left = cycles;
        while left > 0 {
            let Some(mut chunk) = receive(empty) else { return };
            let length = chunk.resets.len();
            let most = usize::try_from(left).map_or(length, |left| left.min(length));
            let (input_words, output_words) =
                (chunk.driven.len() / length, chunk.expected.len() / length);
            chunk.cycles = 0;
            while chunk.cycles < most {
                self.stimulus.drive(self.last, &mut step);
                if self.stimulus.violation().is_some() {
                    chunk.violated = true;
                    break;
                }
                let row = chunk.cycles * input_words;
                step.inputs.store(self.inputs, &mut chunk.driven[row..row + self.stimulated]);
                chunk.resets[chunk.cycles] = step.reset;
                self.model.step(&step.inputs, self.last);
                if step.reset {
                    self.model.reset();
                }
                let row = chunk.cycles * output_words;
                self.last.store(self.outputs, &mut chunk.expected[row..row + output_words]);
                chunk.cycles += 1;
            }
            left -= chunk.cycles as u64;
            let violated = chunk.violated;
            if pass.send(chunk).is_err() || violated {
                return;
            }
        }
    }
}

impl Comparer<'_> {
    /// Runs the cycles of all chunks, each of which has at most `length`.
    fn compare(
        self,
        cycles: u64,
        length: usize,
        full: &Receiver<Chunk>,
        give_back: &SyncSender<Chunk>,
        watch: Watch<'_>,
    ) -> Result<Ending, Error> {
        let (inputs, outputs) = (self.driven.len(), self.expected.len());
        // A row for each cycle: a single one might share a cache line with the model's state.
        let mut images = vec![0; length * outputs];
        let mut cycle = 0;
        while let Some(chunk) = receive(full) {
            for at in 0..chunk.cycles {
                let driven = &chunk.driven[at * inputs..(at + 1) * inputs];
                let expected = &chunk.expected[at * outputs..(at + 1) * outputs];
                let actual = &mut images[at * outputs..(at + 1) * outputs];
                self.dut.step(chunk.resets[at], driven, actual)?;
                if !are_equal(expected, actual) {
                    self.driven.copy_from_slice(driven);
                    self.expected.copy_from_slice(expected);
                    self.actual.copy_from_slice(actual);
                    return Ok(Ending::Differed(cycle));
                }
                cycle += 1;
                let pauses = cycle % WATCH_CYCLES == 0 || cycle == cycles;
                if pauses && watch(cycle).is_break() {
                    return Err(Error::Cancelled);
                }
            }
            if chunk.violated {
                return Ok(Ending::Violated(cycle.saturating_sub(1)));
            }
            // The maker has ended if it takes no chunks back.
            let _ = give_back.send(chunk);
        }
        Ok(Ending::Agreed)
    }
}
