//! Beats of links, at the ports of the switch.

use tailback_model::switch::top::{BAD, FLOW_CONTROL};
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh;
use tailback_spec::{Lanes, WideLanes, WideWord, WideWords};

use crate::harness::Violation;

/// Largest number of bytes of a beat.
const MOST_BYTES: usize = *Port::WIDTH_BYTES.end() as usize;

/// AXI4-Stream signals of all ports in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) valid: u64,
    pub(super) data: &'a WideWords,
    pub(super) keep: &'a WideLanes,
    pub(super) last: u64,
    pub(super) user: &'a Lanes,
}

impl<'a> Side<'a> {
    /// Beat of a port, valid or not.
    pub(super) fn beat(&self, port: usize) -> Beat<'a> {
        let user = self.user.get(port).copied().unwrap_or(0);
        Beat {
            valid: self.valid >> port & 1 != 0,
            data: self.data.get(port),
            keep: self.keep.get(port).copied().unwrap_or(0),
            last: self.last >> port & 1 != 0,
            flow_control: user & FLOW_CONTROL != 0,
            bad: user & BAD != 0,
        }
    }
}

/// Beat of one port in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beat<'a> {
    pub(super) valid: bool,
    data: Option<&'a WideWord>,
    keep: u64,
    pub(super) last: bool,
    pub(super) flow_control: bool,
    pub(super) bad: bool,
}

impl Beat<'_> {
    /// Bytes of the beat, padded with zeros to the widest port.
    pub(super) fn bytes(&self) -> [u8; MOST_BYTES] {
        let mut bytes = [0; MOST_BYTES];
        let words = self.data.into_iter().flatten();
        for (bytes, word) in bytes.chunks_exact_mut(size_of::<u64>()).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Number of valid bytes (`tkeep`), in the last beat of a packet.
    pub(super) fn counted(&self) -> usize {
        self.keep.trailing_ones() as usize
    }

    /// Local Route Header of a packet whose first beat this is.
    pub(super) fn header(&self) -> lrh::Header<[u8; lrh::BYTES]> {
        let word = self.data.and_then(|data| data.first()).copied().unwrap_or(0);
        lrh::Header::from(word.to_le_bytes())
    }
}

/// A valid beat that waits for `ready`.
#[derive(Debug, Clone, Default)]
pub(super) struct Held {
    waits: bool,
    data: WideWord,
    signals: (u64, bool, bool, bool),
}

impl Held {
    /// Checks one cycle: a beat without a handshake must not change.
    pub(super) fn check(&mut self, beat: &Beat<'_>, ready: bool) -> Result<(), Violation> {
        let signals = (beat.keep, beat.last, beat.flow_control, beat.bad);
        let same = beat.valid && Some(&self.data) == beat.data && self.signals == signals;
        if self.waits && !same {
            return Err(Violation("a beat that was not taken has changed".into()));
        }
        self.waits = beat.valid && !ready;
        if let (true, Some(data)) = (self.waits, beat.data) {
            self.data.clone_from(data);
            self.signals = signals;
        }
        Ok(())
    }
}
