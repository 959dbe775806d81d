//! The host of an endpoint: gives payloads while it has credits, and compares what it receives.

use super::super::latency::NEXT_BEAT;
use super::super::supply::Supply;
use crate::efl::endpoint::{EflEndpointInputs, EflEndpointOutputs};
use tailback_spec::efl::BEAT_BYTES;

/// A host.
#[derive(Debug, Default)]
pub struct Host {
    sends: Option<Sends>,
    receives: Option<Receives>,
}

#[derive(Debug)]
struct Sends {
    flow: u16,
    supply: Supply,
    payload_bytes: usize,
    credits: u64,
    /// First cycle in which credits, and the endpoint, permit a packet.
    free: u64,
    /// Bytes that are left of the packet that is being given.
    left: Vec<u8>,
}

#[derive(Debug)]
struct Receives {
    flow: u16,
    payload_bytes: usize,
    bytes: Vec<u8>,
    packets: u64,
}

/// Payload of a packet.
fn payload(flow: u16, number: u64, bytes: usize) -> Vec<u8> {
    let seed = number.wrapping_mul(0x9E37_79B9).wrapping_add(u64::from(flow) * 0x85EB);
    (0..bytes as u64).map(|byte| (seed.wrapping_add(byte * 37) >> (byte % 5)) as u8).collect()
}

impl Host {
    pub fn sends(&mut self, flow: u16, supply: Supply, payload_bytes: usize, credits: u64) {
        let left = Vec::new();
        self.sends = Some(Sends { flow, supply, payload_bytes, credits, free: 0, left });
    }

    pub fn receives(&mut self, flow: u16, payload_bytes: usize) {
        let bytes = Vec::new();
        self.receives = Some(Receives { flow, payload_bytes, bytes, packets: 0 });
    }

    pub fn delivered(&self) -> u64 {
        self.receives.as_ref().map_or(0, |receives| receives.packets)
    }

    /// Drives the beats of this cycle of the scenario.
    pub fn drive(&mut self, now: Option<u64>, inputs: &mut EflEndpointInputs) {
        let host = &mut inputs.s_axis_host;
        host.tvalid = false;
        let (Some(sends), Some(now)) = (&mut self.sends, now) else { return };
        if sends.left.is_empty() {
            let begins =
                now >= sends.free && sends.credits > 0 && sends.supply.ready_at(now) == Some(now);
            if !begins {
                return;
            }
            sends.left = payload(sends.flow, sends.supply.taken, sends.payload_bytes);
            sends.supply.take(now);
            sends.credits -= 1;
        }
        let valid = sends.left.len().min(BEAT_BYTES);
        host.tvalid = true;
        host.tdata =
            sends.left[..valid].iter().rev().fold(0, |data, byte| data << 8 | u64::from(*byte));
        host.tkeep = u64::MAX >> (64 - valid);
        host.tlast = sends.left.len() <= BEAT_BYTES;
        host.tid = 0;
    }

    /// Takes what the endpoint shows in this cycle.
    pub fn observe(
        &mut self,
        now: Option<u64>,
        inputs: &EflEndpointInputs,
        outputs: &EflEndpointOutputs,
    ) {
        let Some(now) = now else { return };
        if let Some(sends) = &mut self.sends {
            if inputs.s_axis_host.tvalid && outputs.s_axis_host.tready {
                sends.left.drain(..sends.left.len().min(BEAT_BYTES));
                if sends.left.is_empty() {
                    sends.free = now + NEXT_BEAT;
                }
            }
            let credit = &outputs.m_axis_credit;
            if credit.tvalid {
                sends.credits += credit.tdata & 0xFFFF;
            }
        }
        let host = &outputs.m_axis_host;
        if let Some(receives) = self.receives.as_mut().filter(|_| host.tvalid) {
            let valid = if host.tlast { host.tkeep.trailing_ones() as usize } else { BEAT_BYTES };
            receives.bytes.extend(&host.tdata.to_le_bytes()[..valid]);
            if host.tlast {
                let whole = payload(receives.flow, receives.packets, receives.payload_bytes);
                assert!(receives.bytes == whole, "payload {} is altered", receives.packets);
                receives.packets += 1;
                receives.bytes.clear();
            }
        }
    }
}
