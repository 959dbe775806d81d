//! Claims of the checksums.

use super::*;
use proptest::prelude::*;

/// An RDMA write of 14 bytes from its LRH to its VCRC: the example of the standard's clause on the
/// ICRC, as it is handed down. That its ICRC is right speaks for all bytes before it; the VCRC was
/// computed by another program.
#[rustfmt::skip]
pub const EXAMPLE: [u8; 58] = [
    0x70, 0x12, 0x37, 0x5C, 0x00, 0x0E, 0x17, 0xD2, // LRH
    0x0A, 0x20, 0x24, 0x87, 0x00, 0x87, 0xB1, 0xB3, 0x00, 0x0D, 0xEC, 0x2A, // BTH
    0x01, 0x71, 0x0A, 0x1C, 0x01, 0x5D, 0x40, 0x02, // RETH: address,
    0x38, 0xF2, 0x7A, 0x05, 0x00, 0x00, 0x00, 0x0E, // key and length
    0xBB, 0x88, 0x4D, 0x85, 0xFD, 0x5C, 0xFB, 0xA4, // payload
    0x72, 0x8B, 0xC0, 0x69, 0x0E, 0xD4, 0x00, 0x00, // payload and padding
    0x96, 0x25, 0xB7, 0x5A, // ICRC
    0x45, 0xFA, // VCRC
];

/// A packet without its ICRC and VCRC.
fn covered(packet: &[u8]) -> &[u8] {
    &packet[..packet.len() - INVARIANT_BYTES - LINK_BYTES]
}

/// VCRC and LPCRC as [`crate::link::flow_control`] specifies them: a polynomial division, bit after
/// bit.
fn by_division(bytes: &[u8]) -> [u8; 2] {
    let mut remainder = LINK.seed as u16;
    for bit in bytes.iter().flat_map(|byte| (0..8).map(move |at| byte >> at & 1)) {
        let carry = remainder >> 15 ^ u16::from(bit);
        remainder = remainder << 1 ^ if carry == 1 { LINK.polynomial as u16 } else { 0 };
    }
    // The coefficient of x¹⁵ is the first bit on the wire, the least significant of the first byte.
    let [upper, lower] = (!remainder).to_be_bytes();
    [upper.reverse_bits(), lower.reverse_bits()]
}

#[test]
fn the_standards_example_has_the_icrc_that_comes_with_it() {
    assert_eq!(icrc(covered(&EXAMPLE)), Some([0x96, 0x25, 0xB7, 0x5A]));
    assert!(has_good_vcrc(&EXAMPLE));
}

/// Linux (rxe) starts the ICRC of RoCE from the state that eight bytes of ones leave behind, which
/// stand for an LRH.
#[test]
fn the_lrh_before_a_grh_counts_as_ones() {
    const STATE_AFTER_ONES: u32 = 0xDEBB_20E3;
    assert_eq!(!INVARIANT_CRC.checksum(&[0xFF; lrh::BYTES]), STATE_AFTER_ONES);
    let mut packet = global();
    let before = icrc(&packet);
    for (at, mask) in
        [(0, 0xF0), (1, 0xF0), (2, 0xFF), (8, 0x0F), (9, 0xFF), (11, 0xFF), (15, 0xFF)]
    {
        packet[at] ^= mask;
        assert_eq!(icrc(&packet), before, "byte {at} may change on the way");
    }
    for at in [8 + 4, 8 + 6 + 2, 48, 48 + 5, 59] {
        packet[at] ^= 0x80;
        assert_ne!(icrc(&packet), before, "byte {at} may not change on the way");
        packet[at] ^= 0x80;
    }
}

/// LRH, GRH and BTH of a packet for another subnet.
fn global() -> Vec<u8> {
    let mut packet = vec![0x70, 0x13, 0x37, 0x5C, 0x00, 16, 0x17, 0xD2];
    packet.extend([0x60, 0, 0, 0, 0, 16, 0x1B, 64]);
    packet.extend(0..32);
    packet.extend(&EXAMPLE[lrh::BYTES..][..bth::BYTES]);
    packet
}

#[test]
fn raw_packets_and_cut_off_headers_have_no_icrc() {
    for length in 0..lrh::BYTES + bth::BYTES {
        assert_eq!(icrc(&EXAMPLE[..length]), None);
    }
    let global = global();
    assert!((0..global.len()).all(|length| icrc(&global[..length]).is_none()));
    for next in [0x10, 0x11] {
        let mut raw = EXAMPLE;
        raw[1] = next;
        assert_eq!(icrc(&raw), None);
    }
    let mut foreign = global;
    foreign[lrh::BYTES + 6] = 6;
    assert_eq!(icrc(&foreign), None, "TCP is no InfiniBand transport");
}

proptest! {
    #[test]
    fn the_link_checksum_is_the_division_that_the_specification_describes(bytes: Vec<u8>) {
        prop_assert_eq!(vcrc(&bytes), by_division(&bytes));
    }

    #[test]
    fn flipped_bits_change_the_vcrc_by_what_depends_on_their_place_alone(
        mut bytes in prop::collection::vec(any::<u8>(), 1..600), at: prop::sample::Index, flipped: u8,
    ) {
        let at = at.index(bytes.len());
        let before = vcrc(&bytes);
        let change = vcrc_change(flipped, bytes.len() - 1 - at);
        bytes[at] ^= flipped;
        prop_assert_eq!(vcrc(&bytes), [before[0] ^ change[0], before[1] ^ change[1]]);
    }

    #[test]
    fn each_damaged_byte_is_found(at in 0..EXAMPLE.len(), damage in 1..=255_u8) {
        let mut packet = EXAMPLE;
        packet[at] ^= damage;
        prop_assert!(!has_good_vcrc(&packet));
        // The ICRC does not cover VL, FECN and BECN, nor the VCRC.
        let hidden = at >= 56 || at == 12 || at == 0 && damage & 0x0F == 0 || (1..2).contains(&at) && damage & 0x03 != 0;
        if !hidden {
            prop_assert_ne!(icrc(covered(&packet)), Some([packet[52], packet[53], packet[54], packet[55]]));
        }
    }
}
