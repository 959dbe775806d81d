//! Packets match their parameters.

use super::*;
use tailback_spec::wire::fecn;

fn kind(damage: Damage) -> Kind {
    Kind {
        virtual_lane: 3,
        version: 0,
        destination: 0x1234,
        words: 30,
        next: Next::Global,
        fecn: false,
        damage,
    }
}

fn packet(kind: &Kind) -> Packet {
    let mut packet = Packet::default();
    packet.fill(kind, &mut Random::new(1));
    packet
}

#[test]
fn a_packet_has_the_header_that_was_asked_for_and_its_vcrc() {
    for (at, next) in Next::ALL.into_iter().enumerate() {
        let packet = packet(&Kind { next, ..kind(Damage::None) });
        let header = lrh::Header::new_checked(packet.bytes()).unwrap();
        assert_eq!((header.virtual_lane().get(), header.version()), (3, 0));
        assert_eq!((header.destination(), header.words().get()), (0x1234, 30));
        assert_eq!(usize::from(next.code()), at.min(3));
        assert!(packet.bytes().len() == 122 && crc::has_good_vcrc(packet.bytes()));
    }
}

#[test]
fn fecn_is_where_the_standard_has_it() {
    for next in [Next::Local, Next::Global] {
        for is_set in [false, true] {
            let packet = packet(&Kind { next, fecn: is_set, ..kind(Damage::None) });
            assert_eq!(fecn::set(&mut packet.bytes().to_vec()), Ok(!is_set));
        }
    }
    let other = packet(&Kind { next: Next::GlobalOther, ..kind(Damage::None) });
    assert!(fecn::set(&mut other.bytes().to_vec()).is_err());
}

#[test]
fn damage_is_what_it_is_called() {
    assert!(!crc::has_good_vcrc(packet(&kind(Damage::Flipped(700))).bytes()));
    for length in 1..200 {
        let sealed = packet(&kind(Damage::Bytes(length)));
        assert_eq!(sealed.bytes().len(), length);
        assert!(length < 2 || crc::has_good_vcrc(sealed.bytes()));
        assert!(length < 124 || crc::has_good_vcrc(&sealed.bytes()[..122]));
        let open = packet(&kind(Damage::BytesAndVcrc(length)));
        assert!(!crc::has_good_vcrc(open.bytes()));
    }
}

#[test]
fn beats_are_the_packet_at_any_width() {
    for width in [8, 16, 32, 64] {
        for length in [1, 6, 62, 64, 66, 130] {
            let mut packet = packet(&kind(Damage::Bytes(length)));
            let expected = packet.bytes().to_vec();
            let mut seen: Vec<u8> = Vec::new();
            while let Some(beat) = packet.next_beat(width) {
                assert_eq!(beat.first, seen.is_empty());
                let bytes: Vec<u8> = beat.data.iter().flat_map(|it| it.to_le_bytes()).collect();
                assert_eq!(bytes.len(), width);
                seen.extend(&bytes[..beat.counted]);
                assert_eq!(beat.last, seen.len() == length);
            }
            assert_eq!(seen, expected);
        }
    }
}
