//! Frames of a MAC for a receiver that is not always ready.

use tailback_model::efl::mac::{MacReceive, MacReceiveInputs, MacReceiveOutputs};
use tailback_model::interface::{AxiStreamReady, PacketStream};
use tailback_spec::efl::Efl;

use super::{Frames, RATES};
use crate::efl::beats::Beat;
use crate::harness::{Bench, BlockBench, Checker, Step, Stimulus, Violation};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "mac-receive";

/// Beats of most frames, at most.
const BEATS: usize = 32;

/// Golden model and stimulus of the receiver, with a checker of what is passed.
pub fn bench(_: &Efl) -> Box<dyn Bench> {
    let bench = BlockBench::new(BLOCK, "64 bits".into(), MacReceive::new, MacReceiveStimulus::new);
    Box::new(bench.checked(Whole::default))
}

/// Surroundings of the receiver.
pub struct MacReceiveStimulus {
    random: Random,
    frames: Frames,
    /// Rates of beats, and of readiness.
    rates: [Often; 2],
    left: u64,
}

impl MacReceiveStimulus {
    /// Stimulus from `seed`.
    pub fn new(seed: u64) -> Self {
        let frames = Frames::new(BEATS);
        MacReceiveStimulus {
            random: Random::new(seed),
            frames,
            rates: [Often::ALWAYS; 2],
            left: 50,
        }
    }
}

impl Stimulus<MacReceiveInputs, MacReceiveOutputs> for MacReceiveStimulus {
    fn drive(&mut self, _: &MacReceiveOutputs, step: &mut Step<MacReceiveInputs>) {
        let random = &mut self.random;
        if self.left == 0 {
            self.rates = [(); 2].map(|()| one_of(random, &RATES));
            self.left = 1 + random.below(500);
        }
        self.left -= 1;
        self.frames.next(true, self.rates[0], random);
        let beat = self.frames.beat.unwrap_or_else(|| Beat::noise(random));
        step.inputs = MacReceiveInputs {
            s: PacketStream {
                tvalid: self.frames.beat.is_some(),
                tdata: beat.data,
                tkeep: beat.keep,
                tlast: beat.last,
                tid: (),
                tuser: random.below(2),
            },
            m: AxiStreamReady { tready: happens(random, self.rates[1]) },
        };
        step.reset = random.below(4000) == 0;
    }
}

/// Each frame that is passed is a received one, or the start of one with a bad end.
#[derive(Debug, Default)]
struct Whole {
    /// Beats of the frame that the MAC sends.
    received: Vec<u64>,
    /// Beats of the frame that is passed.
    passed: Vec<u64>,
}

impl Checker<MacReceiveInputs, MacReceiveOutputs> for Whole {
    fn check(
        &mut self,
        step: &Step<MacReceiveInputs>,
        outputs: &MacReceiveOutputs,
    ) -> Result<(), Violation> {
        if step.reset {
            *self = Whole::default();
            return Ok(());
        }
        let (s, m) = (&step.inputs.s, &outputs.m);
        if s.tvalid {
            self.received.push(s.tdata);
        }
        if m.tvalid && step.inputs.m.tready {
            let is_end_of_cut = m.tlast && m.tuser == 1 && m.tdata == 0 && m.tkeep == 1;
            if !is_end_of_cut {
                self.passed.push(m.tdata);
                if self.passed != self.received {
                    return Err(Violation("a beat is missing in a frame that is passed".into()));
                }
            }
            if m.tlast {
                self.passed.clear();
            }
        }
        if s.tvalid && s.tlast {
            self.received.clear();
        }
        Ok(())
    }
}
