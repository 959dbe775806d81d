//! Traffic for a FIFO between two clocks, whose periods and phases change all the time.

mod order;
pub mod skewed;
#[cfg(test)]
mod tests;

pub use order::InOrder;

use tailback_model::interface::{AxiStreamReady, PacketStream};
use tailback_model::link::async_fifo::{AsyncFifo, AsyncFifoInputs, AsyncFifoOutputs};
use tailback_spec::link::async_fifo as spec;

use crate::clocks::{Clocks, ResetAll};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::packets::noise;
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "async-fifo";

/// Golden model and stimulus of a FIFO, with a checker of the order of the beats.
pub fn bench(parameters: &spec::AsyncFifo) -> Box<dyn Bench> {
    let parameters = *parameters;
    let bench = BlockBench::new(
        BLOCK,
        variant(&parameters),
        move || AsyncFifo::new(&parameters),
        move |seed| AsyncFifoStimulus::new(&parameters, seed),
    );
    Box::new(bench.checked(InOrder::default))
}

/// All parameters, as text.
fn variant(parameters: &spec::AsyncFifo) -> String {
    let (entries, width) = (parameters.entries(), parameters.width_bits());
    format!("{entries} entries of {width} bits with {} bits of tuser", parameters.user_bits())
}

/// Rates of `tvalid` and `tready`.
const RATES: [[Often; 2]; 7] = [
    [Often::ALWAYS, Often::ALWAYS],
    // To full, and to empty.
    [Often::ALWAYS, Often::NEVER],
    [Often::NEVER, Often::ALWAYS],
    [Often::ALWAYS, Often::each_cycle(4)],
    [Often::each_cycle(4), Often::ALWAYS],
    [Often::each_cycle(8), Often::each_cycle(8)],
    [Often::each_cycle(1), Often::each_cycle(12)],
];

/// Clock of the write side, and clock of the read side.
const CLOCKS: usize = 2;

/// Random traffic of both sides. The signals of a side change after an edge of its clock only.
pub struct AsyncFifoStimulus {
    random: Random,
    clocks: Clocks,
    parameters: spec::AsyncFifo,
    rates: [Often; 2],
    /// Steps until the rates change.
    left: u64,
    reset: ResetAll,
}

impl AsyncFifoStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &spec::AsyncFifo, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let clocks = Clocks::new(CLOCKS, &mut random);
        let (rates, reset) = (RATES[0], ResetAll::new(CLOCKS));
        AsyncFifoStimulus { random, clocks, parameters: *parameters, rates, left: 100, reset }
    }
}

impl Stimulus<AsyncFifoInputs, AsyncFifoOutputs> for AsyncFifoStimulus {
    fn drive(&mut self, _: &AsyncFifoOutputs, step: &mut Step<AsyncFifoInputs>) {
        let inputs = &mut step.inputs;
        let risen = [inputs.write_clock, inputs.read_clock];
        let random = &mut self.random;
        let rises = self.clocks.next(random);
        if random.below(2000) == 0 {
            self.reset.begin();
        }
        let resets = self.reset.next(rises, random);
        (inputs.write_clock, inputs.read_clock) = (rises & 1 != 0, rises & 2 != 0);
        (inputs.write_reset, inputs.read_reset) = (resets & 1 != 0, resets & 2 != 0);
        if self.left == 0 {
            self.rates = one_of(random, &RATES);
            self.left = 1 + random.below(20 * self.parameters.entries() as u64);
        }
        self.left -= 1;
        if risen[0] {
            let width = self.parameters.width_bytes();
            inputs.s_axis = PacketStream {
                tvalid: happens(random, self.rates[0]),
                tdata: noise(width, random),
                tkeep: random.bits() >> (u64::BITS as usize - width),
                tlast: random.below(4) == 0,
                tuser: random.below(1 << self.parameters.user_bits()),
                ..Default::default()
            };
        }
        if risen[1] {
            inputs.m_axis = AxiStreamReady { tready: happens(random, self.rates[1]) };
        }
    }
}
