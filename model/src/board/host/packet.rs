//! Packets: their bytes and their checksums.

use super::flow::{Flow, Settings};
use crate::interface::TaggedStream;
use tailback_spec::{
    board::host::BoardHost,
    fabric::packet::PAYLOAD,
    wire::{bth, crc, lrh},
    WideWord,
};

/// A beat of a packet.
pub(super) type Beat = TaggedStream<bool, WideWord, u64, u64, bool>;

/// Byte with LNH, and its value in a packet whose BTH follows the LRH: such a packet has an ICRC.
const LOCAL: (usize, u8) = (1, 2);
/// Bits of a PSN.
const PSN_BITS: usize = 24;
/// Bytes of a PSN.
const PSN_BYTES: usize = PSN_BITS / u8::BITS as usize;
/// Offset of the PSN in a packet.
const PSN: usize = HEADER_BYTES - PSN_BYTES;
/// Bytes of LRH and BTH.
const HEADER_BYTES: usize = lrh::BYTES + bth::BYTES;

/// A PSN, in the order of the wire.
fn bytes_of(psn: u32) -> [u8; PSN_BYTES] {
    let [_, bytes @ ..] = psn.to_be_bytes();
    bytes
}

/// Changes of both checksums with each bit of the PSN. A CRC is linear: the change depends neither on the
/// packet, nor on other bits.
#[derive(Debug, Clone)]
pub(super) struct Changes([(u32, u16); PSN_BITS]);

impl Changes {
    /// Changes in packets of a host.
    pub fn new(host: &BoardHost) -> Self {
        let bytes = host.packet_words() * lrh::WORD_BYTES - crc::INVARIANT_BYTES;
        let sums = |psn: u32| {
            let mut packet = vec![0; bytes];
            packet[LOCAL.0] = LOCAL.1;
            packet[PSN..HEADER_BYTES].copy_from_slice(&bytes_of(psn));
            let icrc = crc::icrc(&packet).expect("it has all headers");
            packet.extend(icrc);
            (u32::from_le_bytes(icrc), u16::from_le_bytes(crc::vcrc(&packet)))
        };
        let zero = sums(0);
        Changes(std::array::from_fn(|bit| {
            let sums = sums(1 << bit);
            (sums.0 ^ zero.0, sums.1 ^ zero.1)
        }))
    }

    /// ICRC and VCRC of a packet of a flow with these registers.
    pub fn checksums(&self, settings: &Settings, psn: u32) -> (u32, u16) {
        let bits = self.0.iter().enumerate().filter(|(bit, _)| psn >> bit & 1 != 0);
        bits.fold((settings.icrc, settings.vcrc), |(icrc, vcrc), (_, change)| {
            (icrc ^ change.0, vcrc ^ change.1)
        })
    }
}

/// A packet that is passed to the NIC.
#[derive(Debug, Clone)]
pub(super) struct Sending {
    /// Number of the flow among those that send.
    pub flow: usize,
    psn: u32,
    icrc: u32,
    vcrc: u16,
    /// The flow has a further packet.
    pub more: bool,
    /// Beats that have been accepted.
    beat: usize,
}

impl Sending {
    /// The next packet of a flow.
    pub fn new(number: usize, flow: &Flow, changes: &Changes) -> Self {
        let psn = flow.sent % (1 << PSN_BITS);
        let (icrc, vcrc) = changes.checksums(&flow.settings, psn);
        Sending { flow: number, psn, icrc, vcrc, more: false, beat: 0 }
    }

    /// The packet after its beat was accepted; `None` if that was the last one of `beats`.
    pub fn taken(mut self, beats: usize) -> Option<Self> {
        self.beat += 1;
        (self.beat < beats).then_some(self)
    }

    /// The beat that is offered.
    pub fn beat(&self, host: &BoardHost, settings: &Settings) -> Beat {
        let (width, all) = (host.width_bytes(), host.packet_bytes());
        let first = self.beat * width;
        let counted = (all - first).min(width);
        let word = |from: usize| {
            let bytes = (from..from + size_of::<u64>()).rev();
            bytes.fold(0, |word, index| {
                word << u8::BITS | u64::from(self.byte(index, all, settings))
            })
        };
        Beat {
            tvalid: true,
            tdata: (first..first + width).step_by(size_of::<u64>()).map(word).collect(),
            tkeep: u64::MAX >> (u64::BITS as usize - counted),
            tlast: first + width >= all,
            tid: settings.number.into(),
            tuser: self.more && self.beat == 0,
        }
    }

    /// A byte of the packet, which has so many, or 0 after its end.
    fn byte(&self, index: usize, all: usize, settings: &Settings) -> u8 {
        let vcrc = all - crc::LINK_BYTES;
        let icrc = vcrc - crc::INVARIANT_BYTES;
        if index >= all {
            0
        } else if index >= vcrc {
            self.vcrc.to_le_bytes()[index - vcrc]
        } else if index >= icrc {
            self.icrc.to_le_bytes()[index - icrc]
        } else if index >= HEADER_BYTES {
            PAYLOAD
        } else if index >= PSN {
            bytes_of(self.psn)[index - PSN]
        } else {
            settings.header[index / lrh::WORD_BYTES].to_le_bytes()[index % lrh::WORD_BYTES]
        }
    }
}
