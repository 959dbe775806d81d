//! ACKs: for packets in flight, duplicate, old, and for packets that were never sent.

use tailback_model::efl::transmit::{EflTransmitInputs, EflTransmitOutputs};
use tailback_spec::efl::Efl;

use super::phase::Phase;
use crate::efl::flows::Flows;
use crate::harness::Step;
use crate::random::{any_number, happens, one_of, Random};

/// Mask of a number.
const MASK: u64 = 0xFF_FFFF;

/// Numbers of a flow.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    /// Packet to be acknowledged next.
    una: u64,
    /// Packet after the last one that was sent.
    high: u64,
    /// Packet after the last one whose frame has left.
    left: u64,
}

impl Numbers {
    /// A number that an ACK can have: the peer does not expect a packet behind one that has not left.
    fn possible(&self, number: u64) -> u64 {
        let ahead = |number: u64| number.wrapping_sub(self.una) & MASK;
        match ahead(number) > ahead(self.left) && ahead(number) <= ahead(self.high) {
            true => self.left,
            false => number,
        }
    }
}

/// Source of ACKs.
pub struct Network {
    flows: Vec<Numbers>,
    window: u64,
    /// Flow of the last packet.
    recent: u64,
}

impl Network {
    pub fn new(efl: &Efl) -> Self {
        let flows = vec![Numbers::default(); efl.flows()];
        Network { flows, window: efl.window().into(), recent: 0 }
    }

    pub fn reset(&mut self) {
        self.flows.fill(Numbers::default());
    }

    /// Follows the packets that are sent and acknowledged.
    pub fn see(&mut self, last: &EflTransmitOutputs, left: Option<(u64, bool)>) {
        if let Some((flow, false)) = left {
            let numbers = &mut self.flows[flow as usize];
            numbers.left = (numbers.left + 1) & MASK;
        }
        if last.sent {
            self.recent = last.sent_flow;
            let numbers = &mut self.flows[last.sent_flow as usize];
            numbers.high = (numbers.high + u64::from(!last.sent_again)) & MASK;
        }
        if last.credit {
            let numbers = &mut self.flows[last.credit_flow as usize];
            numbers.una = (numbers.una + last.credit_count) & MASK;
        }
    }

    /// Drives the ACK that is offered, until it is taken.
    pub fn acks(
        &mut self,
        last: &EflTransmitOutputs,
        phase: &Phase,
        flows: &Flows,
        step: &mut Step<EflTransmitInputs>,
        random: &mut Random,
    ) {
        let inputs = &mut step.inputs;
        if inputs.ack && !last.ack_take && !step.reset {
            // A packet with that number may have been sent meanwhile.
            inputs.ack_sequence =
                self.flows[inputs.ack_flow as usize].possible(inputs.ack_sequence);
            return;
        }
        inputs.ack = happens(random, phase.ack);
        let any = flows.any(random);
        inputs.ack_flow = one_of(random, &[any, any, self.recent]);
        let numbers = self.flows[inputs.ack_flow as usize];
        let Numbers { una, high, .. } = numbers;
        let flight = high.wrapping_sub(una) & MASK;
        let within = una + random.below(flight + 1);
        let near = random.below(self.window + 2);
        let wild = u64::from(any_number(random, 24));
        let half = una + (1 << 23) - 2 + random.below(4);
        let legal = one_of(random, &[within, within, high, una, una + 1, una]);
        let odd =
            one_of(random, &[una.wrapping_sub(near), high + near, una + self.window, wild, half]);
        let number = if happens(random, phase.odd_acks) { odd } else { legal };
        inputs.ack_sequence = numbers.possible(number & MASK);
        let any = random.bits();
        (inputs.ack_gap, inputs.ack_probe) = (any & 3 != 0, any & 4 != 0);
        (inputs.ack_rtt, inputs.ack_time) = (any >> 8 & MASK >> 1, any >> 32 & MASK);
    }
}
