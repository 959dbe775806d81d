//! A host: packets within and beyond the credits of their flow.

use tailback_model::efl::endpoint::{EflEndpointInputs, EflEndpointOutputs};
use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::MOST_PADDED;

use super::channel::Frame;
use super::phase::{HostPhase, Length};
use super::slots::Slots;
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::efl::flows::Flows;
use crate::random::{happens, one_of, Random};

/// Bits of a number of credits in a message.
const CREDIT_BITS: u32 = 16;

/// Numbers of a flow since reset.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    /// First packet in the buffer.
    una: u64,
    /// Packet that the host fills next.
    tail: u64,
    /// First packet that may still be read.
    oldest: u64,
}

/// A host.
pub(super) struct Host {
    window: u64,
    payload_bytes: usize,
    /// Number of flow numbers, with those without a flow.
    numbers: u64,
    choice: Flows,
    flows: Vec<Numbers>,
    slots: Slots,
    beats: Beats,
    flow: u64,
    /// The packet that is being sent enters the buffer.
    is_stored: bool,
    /// The packet is too long.
    is_long: bool,
}

impl Host {
    /// The host of an endpoint after reset.
    pub fn new(efl: &Efl) -> Self {
        Host {
            window: efl.window().into(),
            payload_bytes: efl.payload_bytes() as usize,
            numbers: 1 << efl.flow_bits(),
            choice: Flows::all(efl.flows()),
            flows: vec![Numbers::default(); efl.flows()],
            slots: Slots::default(),
            beats: Beats::default(),
            flow: 0,
            is_stored: false,
            is_long: false,
        }
    }

    /// Uses other flows.
    pub fn change(&mut self, random: &mut Random) {
        self.choice.change(random);
    }

    /// Follows a cycle: credits, the packet that is being sent, and the frame that ended.
    pub fn see(
        &mut self,
        last: &EflEndpointOutputs,
        inputs: &EflEndpointInputs,
        frame: Option<Frame>,
    ) {
        self.slots.see(last.m_axis_mac.tvalid, frame);
        let credit = &last.m_axis_credit;
        if credit.tvalid {
            let flow = (credit.tdata >> CREDIT_BITS) as usize;
            let numbers = &mut self.flows[flow];
            numbers.una += credit.tdata & ((1 << CREDIT_BITS) - 1);
            self.slots.acknowledge(flow, numbers.una);
        }
        while let Some((flow, una)) = self.slots.next() {
            self.flows[flow].oldest = una;
        }
        let stream = &inputs.s_axis_host;
        if !stream.tvalid || !last.s_axis_host.tready {
            return;
        }
        let Some(numbers) = self.flows.get_mut(self.flow as usize) else { return };
        if self.beats.is_first() {
            self.is_stored = numbers.tail - numbers.una < self.window - 1;
        }
        numbers.tail += u64::from(stream.tlast && self.is_stored && !self.is_long);
    }

    /// Whether a packet of a flow may be sent: it has a credit, or is `lawless`, and overwrites
    /// nothing that may still be read.
    fn may(&self, flow: u64, lawless: bool) -> bool {
        self.flows.get(flow as usize).is_none_or(|numbers| {
            let has_credit = numbers.tail - numbers.una < self.window - 1;
            (has_credit || lawless) && numbers.tail < numbers.oldest + self.window
        })
    }

    /// Drives the host's stream.
    pub fn drive(
        &mut self,
        last: &EflEndpointOutputs,
        reset: bool,
        phase: &HostPhase,
        inputs: &mut EflEndpointInputs,
        random: &mut Random,
    ) {
        let stream = &mut inputs.s_axis_host;
        if stream.tvalid && !last.s_axis_host.tready && !reset {
            return;
        }
        stream.tvalid = happens(random, phase.beat) && last.ready && !reset;
        if stream.tvalid && self.beats.is_over() {
            self.flow = self.choice.any(random);
            let lawless = happens(random, phase.lawless);
            if lawless && random.below(4) == 0 {
                self.flow = random.below(self.numbers);
            }
            stream.tvalid = self.may(self.flow, lawless) && happens(random, phase.start);
            if stream.tvalid {
                let length = self.length(phase, lawless, random);
                self.is_long = length > self.payload_bytes;
                append_noise(self.beats.begin(), length, random);
            }
        }
        let beat = if stream.tvalid { self.beats.next(random) } else { None };
        let beat = beat.unwrap_or_else(|| Beat::noise(random));
        (stream.tdata, stream.tkeep, stream.tlast) = (beat.data, beat.keep, beat.last);
        stream.tid = if stream.tvalid { self.flow } else { random.below(self.numbers) };
    }

    /// Bytes of a payload.
    fn length(&self, phase: &HostPhase, lawless: bool, random: &mut Random) -> usize {
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
