use super::*;
use proptest::prelude::*;

/// The LPCRC as a remainder of polynomials, with the wire's first bit as the highest coefficient.
fn remainder(protected: u32) -> u16 {
    const POLYNOMIAL: u64 = 0x1_100b;
    let wire = protected.to_be_bytes().map(u8::reverse_bits);
    // A seed of ones is the same as the first 16 bits complemented.
    let mut rest = u64::from(u32::from_be_bytes(wire) ^ 0xffff_0000) << 16;
    for bit in (16..48).rev() {
        if rest >> bit & 1 != 0 {
            rest ^= POLYNOMIAL << (bit - 16);
        }
    }
    let [first, second] = (!rest as u16).to_be_bytes();
    u16::from_be_bytes([first.reverse_bits(), second.reverse_bits()])
}

/// Computed with the algorithm that shifts to the right, which has other constants.
#[test]
fn the_lpcrc_is_that_of_another_algorithm() {
    let known = [(0, 0xb362), (0x1000_0080, 0x50d5), (0x0123_f456, 0xe52c), (u32::MAX, 0x90aa)];
    for (protected, expected) in known {
        assert_eq!(lpcrc(protected), expected, "{protected:#x}");
    }
}

#[test]
fn the_fields_lie_where_the_standard_puts_them() {
    let packet = Packet { op: 0x1, fctbs: 0x234, vl: 0x5, fccl: 0x678 };
    assert_eq!(packet.encode() >> 16, 0x1234_5678);
    assert_eq!(Packet::decode(packet.encode()), packet);
}

/// The polynomial has a factor x + 1, and is not so short that two flips could cancel each other.
#[test]
fn every_packet_with_up_to_three_wrong_bits_is_found() {
    let good = Packet { op: 0, fctbs: 1234, vl: 2, fccl: 3210 }.encode();
    let is_good = |packet: u64| lpcrc((packet >> 16) as u32) == packet as u16;
    assert!(is_good(good));
    for a in 0..48 {
        for b in a..48 {
            for c in b..48 {
                let wrong = 1 << a ^ 1 << b ^ 1 << c;
                assert!(!is_good(good ^ wrong), "{wrong:#x}");
            }
        }
    }
}

proptest! {
    #[test]
    fn the_lpcrc_is_the_remainder_of_the_polynomials(protected: u32) {
        prop_assert_eq!(lpcrc(protected), remainder(protected));
    }

    /// All bursts that are no longer than the LPCRC.
    #[test]
    fn every_burst_of_up_to_16_bits_is_found(protected: u32, burst in 1..1u64 << 16, at in 0..33) {
        let good = u64::from(protected) << 16 | u64::from(lpcrc(protected));
        let packet = good ^ burst << at;
        prop_assert_ne!(lpcrc((packet >> 16) as u32), packet as u16);
    }
}
