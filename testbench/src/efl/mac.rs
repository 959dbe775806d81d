//! Frames between a MAC, and an endpoint or switch.

pub mod frames;
pub mod receive;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use tailback_model::efl::mac::{MacShim, MacShimInputs, MacShimOutputs};
use tailback_model::interface::{AxiStreamReady, PacketStream};
use tailback_spec::efl::mac::MacShim as Parameters;

use crate::clocks::{Clocks, ResetAll};
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::harness::{Bench, BlockBench, Checker, Step, Stimulus, Violation};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "mac-shim";

/// Golden model and stimulus of the shim, with a checker of what it sends to the MAC.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    let bench = BlockBench::new(
        BLOCK,
        format!("frames of up to {} beats", parameters.frames.entries()),
        move || MacShim::new(&parameters),
        move |seed| MacShimStimulus::new(&parameters, seed),
    );
    Box::new(bench.checked(NoUnderrun::default))
}

/// Rates of beats and of readiness.
const RATES: [Often; 5] = [
    Often::ALWAYS,
    Often::ALWAYS,
    Often::each_cycle(13),
    Often::each_cycle(6),
    Often::each_cycle(1),
];

/// A source of frames of random lengths, some of them longer than `most` beats.
#[derive(Debug, Clone)]
pub(crate) struct Frames {
    beats: Beats,
    most: usize,
    /// Valid beat, if there is one.
    pub(crate) beat: Option<Beat>,
}

impl Frames {
    pub(crate) fn new(most: usize) -> Self {
        Frames { beats: Beats::default(), most, beat: None }
    }

    /// Chooses the beat of the next cycle, after the one before was taken, or not.
    pub(crate) fn next(&mut self, is_taken: bool, rate: Often, random: &mut Random) {
        if self.beat.is_some() && !is_taken {
            return;
        }
        self.beat = None;
        if !happens(random, rate) {
            return;
        }
        if self.beats.is_over() {
            let most = 8 * self.most as u64;
            let length = match random.below(16) {
                0 => most + random.below(most),
                1 => most - 8 + random.below(17),
                2..6 => 1 + random.below(most),
                _ => 1 + random.below(200.min(most)),
            };
            append_noise(self.beats.begin(), length as usize, random);
        }
        self.beat = self.beats.next(random);
    }
}

/// Surroundings of the shim.
pub struct MacShimStimulus {
    random: Random,
    clocks: Clocks,
    reset: ResetAll,
    /// Frames of the endpoint, and frames of the MAC.
    frames: [Frames; 2],
    /// Rates of the two, and of the readiness of the MAC.
    rates: [Often; 3],
    left: u64,
}

/// Clock of the endpoint, and clocks of reception and transmission.
const CLOCKS: usize = 3;

impl MacShimStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let most = parameters.frames.entries();
        MacShimStimulus {
            clocks: Clocks::new(CLOCKS, &mut random),
            reset: ResetAll::new(CLOCKS),
            frames: [Frames::new(most), Frames::new(most)],
            rates: [Often::ALWAYS; 3],
            left: 1000,
            random,
        }
    }
}

impl Stimulus<MacShimInputs, MacShimOutputs> for MacShimStimulus {
    fn drive(&mut self, last: &MacShimOutputs, step: &mut Step<MacShimInputs>) {
        let (inputs, random) = (&mut step.inputs, &mut self.random);
        let (had, had_rx, had_tx) = (inputs.clock, inputs.rx_clock, inputs.tx_clock);
        if self.left == 0 {
            self.rates = [(); 3].map(|()| one_of(random, &RATES));
            self.left = 1 + random.below(3000);
        }
        self.left -= 1;
        if random.below(20_000) == 0 {
            self.reset.begin();
        }
        let rises = self.clocks.next(random);
        let resets = self.reset.next(rises, random);
        let bit = |bits: u64, number: u32| bits >> number & 1 != 0;
        (inputs.clock, inputs.reset) = (bit(rises, 0), bit(resets, 0));
        (inputs.rx_clock, inputs.rx_reset) = (bit(rises, 1), bit(resets, 1));
        (inputs.tx_clock, inputs.tx_reset) = (bit(rises, 2), bit(resets, 2));
        let [sent, received] = &mut self.frames;
        if had {
            sent.next(last.s_axis.tready, self.rates[0], random);
        }
        if had_rx {
            received.next(true, self.rates[1], random);
        }
        if had_tx {
            inputs.m_axis_tx = AxiStreamReady { tready: happens(random, self.rates[2]) };
        }
        let beat = sent.beat.unwrap_or_default();
        inputs.s_axis = PacketStream {
            tvalid: sent.beat.is_some(),
            tdata: beat.data,
            tkeep: beat.keep,
            tlast: beat.last,
            ..Default::default()
        };
        let beat = received.beat.unwrap_or_default();
        inputs.s_axis_rx = PacketStream {
            tvalid: received.beat.is_some(),
            tdata: beat.data,
            tkeep: beat.keep,
            tlast: beat.last,
            tid: (),
            tuser: beat.data & 1,
        };
    }
}

/// Checker of the frames for the MAC: a frame that has begun has a valid beat in each cycle until its
/// end, and frames leave whole and in order.
#[derive(Debug, Default)]
struct NoUnderrun {
    /// A frame has begun.
    is_inside: bool,
    /// Beats on their way, by data and end of frame.
    entered: VecDeque<(u64, bool)>,
}

impl Checker<MacShimInputs, MacShimOutputs> for NoUnderrun {
    fn check(
        &mut self,
        step: &Step<MacShimInputs>,
        outputs: &MacShimOutputs,
    ) -> Result<(), Violation> {
        let inputs = &step.inputs;
        if inputs.reset && inputs.tx_reset {
            (self.is_inside, self.entered) = (false, VecDeque::new());
        }
        let beat = &outputs.m_axis_tx;
        let tx_clock = inputs.tx_clock && !inputs.tx_reset;
        if tx_clock && self.is_inside && !beat.tvalid {
            return Err(Violation("a frame for the MAC pauses".into()));
        }
        if tx_clock && beat.tvalid && inputs.m_axis_tx.tready {
            let sent = (beat.tdata, beat.tlast);
            // Frames that are too long are dropped: those before the one that leaves.
            while !self.is_inside && !starts_with(&self.entered, sent) {
                match self.entered.iter().position(|(_, last)| *last) {
                    Some(end) => drop(self.entered.drain(..=end)),
                    None => return Err(Violation(format!("{sent:x?} has not entered"))),
                }
            }
            if self.entered.pop_front() != Some(sent) {
                return Err(Violation(format!("{sent:x?} is not the next beat")));
            }
            self.is_inside = !beat.tlast;
        }
        if inputs.clock && !inputs.reset && inputs.s_axis.tvalid && outputs.s_axis.tready {
            self.entered.push_back((inputs.s_axis.tdata, inputs.s_axis.tlast));
        }
        Ok(())
    }
}

fn starts_with(entered: &VecDeque<(u64, bool)>, beat: (u64, bool)) -> bool {
    entered.front() == Some(&beat)
}
