//! Stimulus of the egress of a port: words of packets from the crossbar, flow-control packets, and
//! a link that is ready or not.

mod phase;
#[cfg(test)]
mod tests;
mod words;

use tailback_model::switch::egress::{Egress, EgressInputs, EgressOutputs};
use tailback_spec::switch::{egress::DEPTH, port::Port};

use self::phase::Phase;
use self::words::Words;
use super::ingress::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "egress";

/// Golden model and stimulus of a port's egress.
pub fn bench(parameters: &Port) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&parameters),
        move || Egress::new(&parameters),
        move |seed| EgressStimulus::new(&parameters, seed),
    ))
}

/// Cycles until a word comes for which the queue must not have been full.
///
/// An input port sees `full` a cycle late; three cycles later, the word is on the crossbar.
const TO_THE_CROSSBAR: usize = 4;

/// Width of a flow-control packet, in bits.
const FLOW_CONTROL_BITS: u32 = 48;

/// Constrained-random words of packets, and readiness of the link.
pub struct EgressStimulus {
    random: Random,
    phase: Phase,
    words: Words,
    /// Words in the output queue.
    level: usize,
    /// Whether the queue was full one to four cycles ago.
    was_full: [bool; TO_THE_CROSSBAR],
    /// Waiting flow-control packet.
    flow_control: Option<u64>,
}

impl EgressStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        let mut random = Random::new(seed);
        EgressStimulus {
            phase: Phase::any(&mut random),
            random,
            words: Words::new(port),
            level: 0,
            was_full: [false; TO_THE_CROSSBAR],
            flow_control: None,
        }
    }

    /// Observes the previous cycle.
    fn follow(&mut self, last: &EgressOutputs, step: &Step<EgressInputs>) {
        if step.reset {
            self.level = 0;
            self.was_full = [false; TO_THE_CROSSBAR];
            self.flow_control = None;
            self.words.abandon();
            return;
        }
        let moves = !last.tx_valid || step.inputs.tx_ready;
        self.level += usize::from(step.inputs.word_valid);
        self.level -= usize::from(moves && !last.flow_control_ready && self.level > 0);
        self.was_full.rotate_right(1);
        self.was_full[0] = last.full;
        if last.flow_control_ready {
            self.flow_control = None;
        }
    }

    /// Whether a word may enter: issued before the queue was full.
    fn may_come(&self) -> bool {
        self.level < DEPTH && (self.phase.to_the_brim || !self.was_full[TO_THE_CROSSBAR - 1])
    }

    /// Neither a word nor a flow-control packet; signals that do not count are random.
    fn nothing(&mut self, inputs: &mut EgressInputs) {
        let any = self.random.bits();
        inputs.word_valid = false;
        (inputs.word_first, inputs.word_last, inputs.word_bad) = (false, false, false);
        inputs.word.clear();
        inputs.mark = any & 1 != 0;
        inputs.flow_control_packet = any >> (u64::BITS - FLOW_CONTROL_BITS);
    }
}

impl Stimulus<EgressInputs, EgressOutputs> for EgressStimulus {
    fn drive(&mut self, last: &EgressOutputs, step: &mut Step<EgressInputs>) {
        self.follow(last, step);
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        let Phase { word, ready, flow_control, mark, traffic, reset, .. } = self.phase;
        let inputs = &mut step.inputs;
        self.nothing(inputs);
        if self.may_come() && happens(&mut self.random, word) {
            self.words.next(traffic, &mut self.random, inputs);
            if inputs.word_first {
                inputs.mark = happens(&mut self.random, mark);
            }
        }
        if self.flow_control.is_none() && happens(&mut self.random, flow_control) {
            self.flow_control = Some(inputs.flow_control_packet);
        }
        inputs.flow_control_valid = self.flow_control.is_some();
        if let Some(packet) = self.flow_control {
            inputs.flow_control_packet = packet;
        }
        inputs.tx_ready = happens(&mut self.random, ready);
        step.reset = happens(&mut self.random, reset);
    }
}
