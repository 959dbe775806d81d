//! Packets of the host.

use std::collections::VecDeque;

use tailback_model::efl::transmit::{EflTransmitInputs, EflTransmitOutputs};
use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::MOST_PADDED;

use super::phase::{Length, Phase};
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::efl::flows::Flows;
use crate::harness::Step;
use crate::random::{happens, one_of, Random};

/// Source of packets.
pub struct Host {
    /// Packets that each flow may have in the buffer.
    most: u64,
    /// Packets of each flow in the buffer, those that are being sent to it included.
    stored: Vec<u64>,
    payload_bytes: usize,
    /// Number of flow numbers, with those without a flow.
    numbers: u64,
    beats: Beats,
    flow: u64,
    /// Packets that are sent, and whose frames have not left yet: flow, and whether they are sent
    /// again.
    sending: VecDeque<(u64, bool)>,
    /// An ACK frame is leaving.
    is_ack: Option<bool>,
    /// The first beat of a packet is not offered for now.
    withdrawn: bool,
}

impl Host {
    pub fn new(efl: &Efl) -> Self {
        Host {
            most: u64::from(efl.window()) - 1,
            stored: vec![0; efl.flows()],
            payload_bytes: efl.payload_bytes() as usize,
            numbers: 1 << efl.flow_bits(),
            beats: Beats::default(),
            flow: 0,
            sending: VecDeque::new(),
            is_ack: None,
            withdrawn: false,
        }
    }

    /// All flows are empty again; a packet is cut short, or its rest follows.
    pub fn reset(&mut self, random: &mut Random) {
        self.stored.fill(0);
        self.sending.clear();
        (self.is_ack, self.withdrawn) = (None, false);
        if random.below(2) == 0 {
            self.beats.begin();
        }
    }

    /// Follows the packets in the buffer, and the frames to the MAC. Returns the packet whose frame has
    /// left: its flow, and whether it was sent again.
    pub fn see(
        &mut self,
        last: &EflTransmitOutputs,
        inputs: &EflTransmitInputs,
    ) -> Option<(u64, bool)> {
        if last.sent {
            self.sending.push_back((last.sent_flow, last.sent_again));
        }
        // With its first beat in the register, a frame of an ACK is reported.
        if last.m_tvalid && self.is_ack.is_none() {
            self.is_ack = Some(last.replied);
        }
        if last.host_taken {
            self.stored[last.host_taken_flow as usize] += 1;
        }
        if last.credit {
            let stored = &mut self.stored[last.credit_flow as usize];
            *stored = stored.saturating_sub(last.credit_count);
        }
        let ends = last.m_tvalid && inputs.m_tready && last.m_tlast;
        match ends && self.is_ack.take() == Some(false) {
            true => self.sending.pop_front(),
            false => None,
        }
    }

    /// Drives the host's stream.
    pub fn drive(
        &mut self,
        last: &EflTransmitOutputs,
        phase: &Phase,
        flows: &Flows,
        step: &mut Step<EflTransmitInputs>,
        random: &mut Random,
    ) {
        let inputs = &mut step.inputs;
        let again = (self.flow, true);
        if inputs.s_tvalid && !last.s_tready && !step.reset {
            // A packet that was not begun is withdrawn while its flow sends again: it could overwrite
            // the slot of a frame, whose payload would not be specified then.
            inputs.s_tvalid = !self.beats.is_first() || !self.sending.contains(&again);
            self.withdrawn = !inputs.s_tvalid;
            return;
        }
        if self.withdrawn {
            self.withdrawn = self.sending.contains(&again);
            inputs.s_tvalid = !self.withdrawn;
            return;
        }
        inputs.s_tvalid = happens(random, phase.beat);
        if inputs.s_tvalid && self.beats.is_over() {
            self.flow = flows.any(random);
            let lawless = happens(random, phase.lawless);
            if lawless && random.below(4) == 0 {
                self.flow = random.below(self.numbers);
            }
            let stored = self.stored.get(self.flow as usize);
            if self.sending.contains(&(self.flow, true))
                || stored.is_some_and(|stored| *stored >= self.most) && !lawless
            {
                inputs.s_tvalid = false;
            } else {
                let length = self.length(phase, lawless, random);
                append_noise(self.beats.begin(), length, random);
            }
        }
        let beat = if inputs.s_tvalid { self.beats.next(random) } else { None };
        let beat = beat.unwrap_or_else(|| Beat::noise(random));
        (inputs.s_tdata, inputs.s_tkeep, inputs.s_tlast) = (beat.data, beat.keep, beat.last);
        inputs.s_tid = if inputs.s_tvalid { self.flow } else { random.below(self.numbers) };
    }

    /// Bytes of a payload.
    fn length(&self, phase: &Phase, lawless: bool, random: &mut Random) -> usize {
        let most = self.payload_bytes;
        let any = 1 + random.below(most as u64) as usize;
        let padded = 1 + random.below(MOST_PADDED as u64 + 3) as usize;
        let length = match phase.length {
            Length::Short => padded,
            Length::Any => one_of(random, &[any, padded, most]),
            Length::Longest => one_of(random, &[most, most, most - 1, any]),
        };
        // Packets that are too long, by a byte, by a beat, or by more than all numbers of beats.
        let more = one_of(random, &[1, 2, 8, 9, 64]);
        match lawless && random.below(2) == 0 {
            true if random.below(16) == 0 => 2030 + random.below(64) as usize,
            true => most + more,
            false => length.min(most),
        }
    }
}
