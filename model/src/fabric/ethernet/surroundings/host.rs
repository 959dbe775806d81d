//! The host of an endpoint: gives payloads while it has credits, and compares what it receives.

use super::{
    super::{latency::NEXT_BEAT, supply::Supply},
    damage::Beat,
};
use tailback_spec::efl::BEAT_BYTES;

/// Outputs of the endpoint in a cycle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shown {
    /// The offered beat is accepted.
    pub ready: bool,
    /// Credits that are returned.
    pub credits: Option<u64>,
    /// Beat for the host.
    pub beat: Option<Beat>,
}

/// A host.
#[derive(Debug, Default)]
pub(super) struct Host {
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
    /// Bytes that are left of the packet that is being given, and whether a beat is offered.
    left: Vec<u8>,
    offered: bool,
}

#[derive(Debug)]
struct Receives {
    flow: u16,
    payload_bytes: usize,
    bytes: Vec<u8>,
    packets: u64,
    /// First packet that is not the next one of the flow.
    wrong: Option<u64>,
}

/// Payload of a packet.
fn payload(flow: u16, number: u64, bytes: usize) -> Vec<u8> {
    let seed = number.wrapping_mul(0x9E37_79B9).wrapping_add(u64::from(flow) * 0x85EB);
    (0..bytes as u64).map(|byte| (seed.wrapping_add(byte * 37) >> (byte % 5)) as u8).collect()
}

impl Host {
    pub fn sends(&mut self, flow: u16, supply: Supply, payload_bytes: usize, credits: u64) {
        let left = Vec::new();
        self.sends =
            Some(Sends { flow, supply, payload_bytes, credits, free: 0, left, offered: false });
    }

    pub fn receives(&mut self, flow: u16, payload_bytes: usize) {
        let bytes = Vec::new();
        self.receives = Some(Receives { flow, payload_bytes, bytes, packets: 0, wrong: None });
    }

    pub fn delivered(&self) -> u64 {
        self.receives.as_ref().map_or(0, |receives| receives.packets)
    }

    /// Number of the first packet that was not the next one of the flow.
    pub fn wrong(&self) -> Option<u64> {
        self.receives.as_ref()?.wrong
    }

    /// Beat that is offered in a cycle of the scenario.
    pub fn offer(&mut self, now: u64) -> Option<Beat> {
        let sends = self.sends.as_mut()?;
        if sends.left.is_empty() {
            let begins =
                now >= sends.free && sends.credits > 0 && sends.supply.ready_at(now) == Some(now);
            if !begins {
                return None;
            }
            sends.left = payload(sends.flow, sends.supply.taken, sends.payload_bytes);
            sends.supply.take(now);
            sends.credits -= 1;
        }
        let valid = sends.left.len().min(BEAT_BYTES);
        let data =
            sends.left[..valid].iter().rev().fold(0, |data, byte| data << 8 | u64::from(*byte));
        let last = sends.left.len() <= BEAT_BYTES;
        sends.offered = true;
        Some(Beat { data, keep: u64::MAX >> (64 - valid), last, bad: false })
    }

    /// Takes what the endpoint showed in a cycle.
    pub fn see(&mut self, cycle: u64, shown: &Shown) {
        if let Some(sends) = &mut self.sends {
            if std::mem::take(&mut sends.offered) && shown.ready {
                sends.left.drain(..sends.left.len().min(BEAT_BYTES));
                if sends.left.is_empty() {
                    sends.free = cycle + NEXT_BEAT;
                }
            }
            sends.credits += shown.credits.unwrap_or_default();
        }
        if let (Some(receives), Some(beat)) = (&mut self.receives, shown.beat) {
            let valid = if beat.last { beat.keep.trailing_ones() as usize } else { BEAT_BYTES };
            receives.bytes.extend(&beat.data.to_le_bytes()[..valid]);
            if beat.last {
                let whole = payload(receives.flow, receives.packets, receives.payload_bytes);
                if receives.bytes != whole {
                    receives.wrong.get_or_insert(receives.packets);
                }
                receives.packets += 1;
                receives.bytes.clear();
            }
        }
    }
}
