//! Marking of a packet by a congested switch (IBA A10): FECN set, and the VCRC changed to match.

use super::{bth, crc};

/// The packet cannot carry FECN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the packet has no Base Transport Header, or not all of it")]
pub struct NoTransport;

/// Sets FECN in a packet, given from its LRH to its VCRC, and returns whether it was clear before.
///
/// The VCRC is xored with the effect of the one bit ([`crc::vcrc_change`]), so that a packet
/// received with a wrong VCRC is sent with a wrong one. The ICRC does not cover FECN.
///
/// # Errors
///
/// If LNH announces no Base Transport Header, or the packet does not have all of it before its
/// VCRC. The packet is unchanged then.
pub fn set(packet: &mut [u8]) -> Result<bool, NoTransport> {
    let congestion = crc::transport_offset(packet).ok_or(NoTransport)? + bth::CONGESTION_BYTE;
    let end_of_header = congestion - bth::CONGESTION_BYTE + bth::BYTES;
    let (covered, vcrc) =
        packet.split_last_chunk_mut::<{ crc::LINK_BYTES }>().ok_or(NoTransport)?;
    if covered.len() < end_of_header {
        return Err(NoTransport);
    }
    if covered[congestion] & bth::FECN_MASK != 0 {
        return Ok(false);
    }
    covered[congestion] |= bth::FECN_MASK;
    let change = crc::vcrc_change(bth::FECN_MASK, covered.len() - 1 - congestion);
    vcrc.iter_mut().zip(change).for_each(|(byte, change)| *byte ^= change);
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{crc::tests::EXAMPLE, lrh};

    const COVERED_BY_ICRC: usize = EXAMPLE.len() - crc::INVARIANT_BYTES - crc::LINK_BYTES;

    #[test]
    fn a_marked_packet_is_good_and_its_icrc_is_the_old_one() {
        let mut packet = EXAMPLE;
        assert_eq!(set(&mut packet), Ok(true));
        assert!(bth::Header::new_checked(&packet[lrh::BYTES..]).expect("header").fecn());
        assert!(crc::has_good_vcrc(&packet));
        assert_eq!(crc::icrc(&packet[..COVERED_BY_ICRC]), crc::icrc(&EXAMPLE[..COVERED_BY_ICRC]));
        let changed = packet.iter().zip(EXAMPLE).filter(|(new, old)| *new != old).count();
        assert!(changed <= 1 + crc::LINK_BYTES);
    }

    #[test]
    fn marking_twice_is_marking_once() {
        let mut packet = EXAMPLE;
        assert_eq!(set(&mut packet), Ok(true));
        let once = packet;
        assert_eq!((set(&mut packet), packet), (Ok(false), once));
    }

    #[test]
    fn a_damaged_packet_stays_damaged() {
        for at in (0..EXAMPLE.len()).filter(|at| !(1..2).contains(at)) {
            let mut packet = EXAMPLE;
            packet[at] ^= 0x04;
            set(&mut packet).expect("has a transport");
            assert!(!crc::has_good_vcrc(&packet), "damage in byte {at} was mended");
        }
    }

    #[test]
    fn what_has_no_transport_is_left_alone() {
        let mut raw = EXAMPLE;
        raw[1] = 0x10;
        let before = raw;
        assert_eq!((set(&mut raw), raw), (Err(NoTransport), before));
        for length in 0..lrh::BYTES + bth::BYTES + crc::LINK_BYTES {
            let mut cut_off = EXAMPLE;
            assert_eq!(set(&mut cut_off[..length]), Err(NoTransport));
        }
    }
}
