use super::*;
use proptest::prelude::*;

const ETHER_TYPE: u16 = DEFAULT_ETHER_TYPE;

fn sample(content: Content) -> Repr {
    Repr {
        destination: [2, 0, 0, 0, 0, 1],
        source: [2, 0, 0, 0, 0, 2],
        ether_type: ETHER_TYPE,
        label: 0x0304,
        sequence: Number::low(0x05_0607),
        stamp: Number::low(0x08_090A),
        content,
    }
}

#[test]
fn fields_are_adjacent_and_the_extension_has_nine_bytes() {
    let mut end = 0;
    for field in FIELDS {
        assert_eq!(field.offset, end, "{}", field.name);
        end += field.bytes;
    }
    assert_eq!((end, EXTENSION_BYTES), (23, 9));
}

#[test]
fn a_short_payload_is_padded_and_keeps_its_length() {
    let repr = sample(Content::Data { probe: false, last: true, payload_bytes: 2 });
    let frame = repr.emit(&[0xAA, 0xBB]);
    let begin = [
        2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 0x88, 0xB5, 0x0C, 3, 4, 5, 6, 7, 8, 9, 10, 0xAA, 0xBB,
        0,
    ];
    assert_eq!(frame[..26], begin);
    assert_eq!((frame.len(), frame[59]), (60, 2));
    assert_eq!(Repr::parse(&frame, ETHER_TYPE), Ok(repr));
}

#[test]
fn bad_frames_are_refused() {
    let repr = sample(Content::Data { probe: false, last: false, payload_bytes: 20 });
    let frame = repr.emit(&[1; 20]);
    assert!(matches!(Repr::parse(&frame[..59], ETHER_TYPE), Err(Error::Truncated(_))));
    assert!(matches!(Repr::parse(&frame, 0x0800), Err(Error::EtherType { .. })));
    for length in [0, 37, 255] {
        let mut frame = frame.clone();
        frame[LENGTH_OFFSET] = length;
        assert!(matches!(Repr::parse(&frame, ETHER_TYPE), Err(Error::Length { .. })));
    }
    let longer = [frame, vec![0]].concat();
    assert!(matches!(Repr::parse(&longer, ETHER_TYPE), Err(Error::Length { .. })));
    let repr = sample(Content::Data { probe: false, last: false, payload_bytes: 1492 });
    assert_eq!(Repr::parse(&repr.emit(&[]), ETHER_TYPE), Err(Error::TooLong(1492)));
}

#[test]
fn the_fcs_is_that_of_ethernet() {
    assert_eq!(fcs::fcs(b"123456789"), 0xCBF4_3926_u32.to_le_bytes());
    let frame = [b"123456789".as_slice(), &fcs::fcs(b"123456789")].concat();
    assert!(fcs::has_good_fcs(&frame) && !fcs::has_good_fcs(&frame[1..]));
}

#[test]
fn the_dissector_decodes_the_described_fields() {
    insta::assert_snapshot!(dissector::lua(ETHER_TYPE));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(
        destination: Address, source: Address, label: u16, sequence: u32, stamp: u32,
        is_ack: bool, probe: bool, other: bool, payload in prop::collection::vec(any::<u8>(), 1..=MOST_PAYLOAD),
    ) {
        let content = match is_ack {
            true => Content::Ack { probe, gap: other },
            false => Content::Data { probe, last: other, payload_bytes: payload.len() as u16 },
        };
        let repr = Repr { destination, source, ether_type: 0x1234, label, sequence: Number::low(sequence),
            stamp: Number::low(stamp), content };
        let frame = repr.emit(&payload);
        prop_assert_eq!(Repr::parse(&frame, 0x1234), Ok(repr));
        if !is_ack {
            prop_assert_eq!(&frame[HEADER_BYTES..HEADER_BYTES + payload.len()], &payload[..]);
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(frame: Vec<u8>, ether_type: u16) {
        let _ = Repr::parse(&frame, ether_type);
    }
}
