//! Snapshots in the compact form that the page contains.

use serde::Serialize;
use tailback_model::fabric::Snapshot;
use tailback_spec::scenario::Scenario;

/// Steps in which the page has the time that a link carried packets.
const BUSY_STEPS: f64 = 200.0;

/// Snapshots of a run.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    cycles: Vec<u64>,
    /// Blocks in use, snapshot by snapshot: of each link that does not lead to a host.
    blocks: Vec<u16>,
    /// Time in which links carried packets, snapshot by snapshot.
    busy: Vec<u8>,
    /// Delays of hosts, snapshot by snapshot.
    ipd: Vec<u16>,
}

/// Snapshots as text; numbers of several bytes have the low byte first.
#[derive(Serialize)]
pub(super) struct Data {
    times_ms: Vec<f64>,
    /// Bytes of a number in `blocks`.
    blocks_bytes: usize,
    blocks: String,
    busy_steps: f64,
    busy: String,
    /// Empty if no host has a delay at any time.
    ipd: String,
}

impl Recording {
    /// Adds the next snapshot.
    pub fn add(&mut self, snapshot: &Snapshot) {
        self.cycles.push(snapshot.cycle);
        let blocks = snapshot.blocks.iter().flatten();
        self.blocks.extend(blocks.map(|blocks| u16::try_from(*blocks).unwrap_or(u16::MAX)));
        let steps = snapshot.busy.iter().map(|busy| (busy * BUSY_STEPS).round() as u8);
        self.busy.extend(steps);
        self.ipd.extend(&snapshot.ipd);
    }

    /// Number of snapshots.
    pub fn len(&self) -> usize {
        self.cycles.len()
    }

    /// Whether there are no snapshots.
    pub fn is_empty(&self) -> bool {
        self.cycles.is_empty()
    }

    pub(super) fn data(&self, scenario: &Scenario) -> Data {
        let is_small = self.blocks.iter().all(|blocks| *blocks <= u8::MAX.into());
        let blocks: Vec<u8> = match is_small {
            true => self.blocks.iter().map(|blocks| *blocks as u8).collect(),
            false => self.blocks.iter().flat_map(|blocks| blocks.to_le_bytes()).collect(),
        };
        let ipd: Vec<u8> = match self.ipd.iter().all(|ipd| *ipd == 0) {
            true => Vec::new(),
            false => self.ipd.iter().flat_map(|ipd| ipd.to_le_bytes()).collect(),
        };
        let times = self.cycles.iter().map(|cycle| super::milliseconds(scenario, *cycle));
        Data {
            times_ms: times.collect(),
            blocks_bytes: if is_small { 1 } else { 2 },
            blocks: base64(&blocks),
            busy_steps: BUSY_STEPS,
            busy: base64(&self.busy),
            ipd: base64(&ipd),
        }
    }
}

/// Bytes as base64 (RFC 4648 §4).
pub(super) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        let bits = bits << (8 * (3 - group.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit > group.len() { '=' } else { DIGITS[value].into() });
        }
    }
    text
}
