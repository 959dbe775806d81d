//! Packets from the host, on their way into the retransmission buffer.

use super::buffer::Buffer;
use super::{EflTransmitInputs, EflTransmitOutputs};
use crate::efl::beat;
use serde::{Deserialize, Serialize};
use tailback_spec::efl::{transmit::HostDrop, Efl};

/// A packet that is being received.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Packet {
    flow: usize,
    payload: Vec<u8>,
    /// The flow had no packet in the buffer when the first beat was accepted.
    idle: bool,
    unknown: bool,
    overflow: bool,
}

/// Receives packets from the host.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Host {
    /// Packet of which the last beat is not accepted yet.
    packet: Option<Packet>,
    /// Packet whose last beat was accepted in the cycle before.
    complete: Option<Packet>,
    /// Events of the cycle before.
    taken: bool,
    drops: u64,
    taken_flow: usize,
}

impl Host {
    /// Whether no last beat was accepted in the cycle before.
    pub(super) fn is_ready(&self) -> bool {
        self.complete.is_none()
    }

    pub(super) fn show(&self, outputs: &mut EflTransmitOutputs) {
        outputs.host_taken = self.taken;
        outputs.host_taken_flow = if self.taken { self.taken_flow as u64 } else { 0 };
        outputs.host_drops = self.drops;
    }

    /// The end of a cycle; returns the flow of a packet that is appended to the buffer.
    pub(super) fn clock(
        &mut self,
        efl: &Efl,
        buffer: &mut Buffer,
        inputs: &EflTransmitInputs,
        accepted: bool,
    ) -> Option<usize> {
        (self.taken, self.drops) = (false, 0);
        // Values of the flow are read before those of this cycle are written; there is no beat in
        // the cycle after a last one.
        if accepted {
            self.accept(efl, buffer, inputs);
            return None;
        }
        let packet = self.complete.take()?;
        let long = packet.payload.len() > efl.payload_bytes() as usize;
        let causes = [
            (packet.unknown, HostDrop::Unknown),
            (packet.overflow, HostDrop::Overflow),
            (long, HostDrop::Long),
        ];
        if let Some((_, cause)) = causes.into_iter().find(|(applies, _)| *applies) {
            self.drops = 1 << cause as u32;
            return None;
        }
        let size = efl.size(packet.payload.len() as u32);
        buffer.append(packet.flow, packet.payload, size, packet.idle);
        (self.taken, self.taken_flow) = (true, packet.flow);
        Some(packet.flow)
    }

    fn accept(&mut self, efl: &Efl, buffer: &Buffer, inputs: &EflTransmitInputs) {
        let packet = self.packet.get_or_insert_with(|| {
            let flow = inputs.s_tid as usize;
            let numbers = buffer.flows.get(flow);
            Packet {
                flow,
                payload: Vec::new(),
                idle: numbers.is_some_and(|numbers| numbers.stored() == 0),
                unknown: numbers.is_none(),
                overflow: numbers.is_some_and(|numbers| numbers.stored() == buffer.window - 1),
            }
        });
        // One byte more than the longest payload shows that the packet is too long.
        if packet.payload.len() <= efl.payload_bytes() as usize {
            let valid = beat::valid_bytes(inputs.s_tkeep, inputs.s_tlast);
            packet.payload.extend(beat::bytes(inputs.s_tdata, valid));
        }
        if inputs.s_tlast {
            self.complete = self.packet.take();
        }
    }
}
