//! Frames for the FIFO of whole frames: any length, gaps anywhere, and a MAC that stalls.

use tailback_model::efl::mac::{FrameFifo, FrameFifoInputs, FrameFifoOutputs};
use tailback_model::interface::{AxiStreamReady, PacketStream};
use tailback_spec::efl::mac::FrameFifo as Parameters;

use super::{Frames, RATES};
use crate::efl::beats::Beat;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "frame-fifo";

/// Golden model and stimulus of the FIFO.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    let (entries, gap) = (parameters.entries(), parameters.gap_cycles());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{entries} beats, {gap} cycles between frames"),
        move || FrameFifo::new(&parameters),
        move |seed| FrameFifoStimulus::new(&parameters, seed),
    ))
}

/// Surroundings of the FIFO.
pub struct FrameFifoStimulus {
    random: Random,
    frames: Frames,
    /// Rates of beats, and of readiness.
    rates: [Often; 2],
    left: u64,
}

impl FrameFifoStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let frames = Frames::new(parameters.entries());
        FrameFifoStimulus {
            random: Random::new(seed),
            frames,
            rates: [Often::ALWAYS; 2],
            left: 100,
        }
    }
}

impl Stimulus<FrameFifoInputs, FrameFifoOutputs> for FrameFifoStimulus {
    fn drive(&mut self, last: &FrameFifoOutputs, step: &mut Step<FrameFifoInputs>) {
        let random = &mut self.random;
        if self.left == 0 {
            self.rates = [(); 2].map(|()| one_of(random, &RATES));
            self.left = 1 + random.below(2000);
        }
        self.left -= 1;
        self.frames.next(last.s.tready, self.rates[0], random);
        let beat = self.frames.beat.unwrap_or_else(|| Beat::noise(random));
        step.inputs = FrameFifoInputs {
            s: PacketStream {
                tvalid: self.frames.beat.is_some(),
                tdata: beat.data,
                tkeep: beat.keep,
                tlast: beat.last,
                ..Default::default()
            },
            m: AxiStreamReady { tready: happens(random, self.rates[1]) },
        };
        step.reset = random.below(4000) == 0;
    }
}
