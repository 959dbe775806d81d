//! Sets FECN in a packet that passes beat by beat, and updates its VCRC.

use tailback_spec::wire::{
    bth,
    crc::{vcrc_change, GRH_BYTES, LINK_BYTES},
    lrh,
};

/// Offset of FECN's byte in a packet that stays in its subnet.
const LOCAL: usize = lrh::BYTES + bth::CONGESTION_BYTE;
/// Offset of FECN's byte behind a Global Route Header.
const GLOBAL: usize = LOCAL + GRH_BYTES;

/// NxtHdr of the Global Route Header, and its value for InfiniBand transport (IBA 8.3).
const NEXT_HEADER: usize = lrh::BYTES + 6;
const TRANSPORT: u8 = 0x1B;

/// Bytes of the last beat beyond whole words of four bytes, if the packet is complete.
const REST: usize = LINK_BYTES % lrh::WORD_BYTES;

/// Marking of the packet that passes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Marker {
    /// Whether the packet is to be marked.
    wanted: bool,
    /// Bytes that have passed.
    passed: usize,
    /// Offset of the byte with FECN, once it is known.
    congestion: Option<usize>,
    /// Whether FECN has been set.
    set: bool,
}

impl Marker {
    /// State at the beginning of a packet.
    pub(super) fn new(wanted: bool) -> Self {
        Marker { wanted, ..Marker::default() }
    }

    /// Processes a beat of the packet, of which `counted` bytes are valid; returns whether FECN was
    /// set in it.
    pub(super) fn pass(&mut self, word: &mut [u8], counted: usize, last: bool) -> bool {
        let passed = self.passed;
        self.passed += counted;
        if passed == 0 {
            self.congestion = match lrh::Header::new_checked(&*word).map(|header| header.next()) {
                Ok(lrh::Next::Local) => Some(LOCAL),
                Ok(lrh::Next::Global) => Some(GLOBAL),
                _ => None,
            };
        }
        let here = |at: usize| at.checked_sub(passed).filter(|at| *at < word.len());
        if self.congestion == Some(GLOBAL)
            && here(NEXT_HEADER).is_some_and(|at| word[at] != TRANSPORT)
        {
            self.congestion = None;
        }

        let vcrc = if last { LINK_BYTES.min(counted) } else { 0 };
        let covered = counted - vcrc;
        let congestion = self.congestion.and_then(here).filter(|at| *at < covered);
        let marks = self.wanted && congestion.is_some_and(|at| word[at] & bth::FECN_MASK == 0);
        if let (true, Some(at)) = (marks, congestion) {
            word[at] |= bth::FECN_MASK;
            self.set = true;
        }
        if let (true, true, REST, Some(at)) =
            (last, self.set, counted % lrh::WORD_BYTES, self.congestion)
        {
            let after = passed + covered - 1 - at;
            let change = vcrc_change(bth::FECN_MASK, after);
            word[covered..counted].iter_mut().zip(change).for_each(|(byte, bits)| *byte ^= bits);
        }
        marks
    }
}
