//! Properties of the packing of values into ports.

use bitvec::prelude::*;
use proptest::prelude::*;
use tailback_spec::{
    ports::PortField, Direction, Lanes, ManyLanes, Port, PortValues, WideWord, WideWords,
};

tailback_spec::port_values! {
    /// One field of each kind, in an order that is not the alphabet's.
    pub struct Example {
        /// A single bit.
        pub valid: bool,
        /// Several numbers.
        pub counts: Lanes,
        /// One bit per lane.
        pub events: u64,
    }
}

fn port(name: &str, lanes: usize, width: usize) -> Port {
    Port { name: name.into(), direction: Direction::Output, lanes, width, doc: String::new() }
}

#[test]
fn names_are_in_declaration_order() {
    assert_eq!(Example::port_names(), ["valid", "counts", "events"]);
}

#[test]
fn each_port_starts_on_a_word_of_its_own() {
    let ports = [port("valid", 1, 1), port("counts", 9, 8), port("events", 3, 1)];
    let example = Example { valid: true, counts: (1..=9).collect::<Lanes>(), events: 0b101 };
    let mut image = [u64::MAX; 4];
    example.store(&ports, &mut image);
    assert_eq!(image, [1, 0x0807_0605_0403_0201, 0x09, 0b101]);
}

#[test]
fn lanes_that_are_not_given_are_zero() {
    let ports = [port("valid", 1, 1), port("counts", 9, 8), port("events", 3, 1)];
    let mut image = [u64::MAX; 4];
    Example { counts: [7, 8].into_iter().collect(), ..Example::default() }
        .store(&ports, &mut image);
    assert_eq!(image, [0, 0x0807, 0, 0]);
}

#[test]
fn lanes_are_a_plain_array_in_files() {
    let example = Example { counts: [1, 2, 3].into_iter().collect(), ..Example::default() };
    let text = serde_json::to_string(&example).unwrap();
    assert_eq!(text, r#"{"valid":false,"counts":[1,2,3],"events":0}"#);
    assert_eq!(serde_json::from_str::<Example>(&text).unwrap(), example);
}

#[test]
fn more_lanes_than_there_can_be_are_an_error() {
    let text = serde_json::to_string(&vec![0; Lanes::new_const().capacity() + 1]).unwrap();
    assert!(serde_json::from_str::<Lanes>(&text).is_err());
}

/// A width, and lanes that fit it.
fn any_lanes() -> impl Strategy<Value = (usize, Vec<u32>)> {
    (1usize..=64).prop_flat_map(|width| {
        let max = u32::MAX >> (u32::BITS as usize - width.min(u32::BITS as usize));
        (Just(width), prop::collection::vec(0..=max, 1..=Lanes::new_const().capacity()))
    })
}

/// A width, and up to 288 lanes that fit it, as one for each of 8 VLs of 36 ports.
fn any_many_lanes() -> impl Strategy<Value = (usize, Vec<u32>)> {
    (1usize..=32).prop_flat_map(|width| {
        let max = u32::MAX >> (u32::BITS as usize - width);
        (Just(width), prop::collection::vec(0..=max, 1..=288))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn lanes_are_packed_without_gaps_across_words((width, values) in any_lanes()) {
        let words = port("counts", values.len(), width).words();
        let mut expected = bitvec![u64, Lsb0; 0; words * 64];
        for (lane, value) in values.iter().enumerate() {
            expected[lane * width..][..width].store_le(u64::from(*value));
        }

        let mut image = vec![u64::MAX; words];
        let (count, lanes) = (values.len(), values.into_iter().collect::<Lanes>());
        lanes.store(&[port("p", 1, width)], &mut image);
        prop_assert_eq!(&image, &expected.into_vec());
        prop_assert_eq!(Lanes::load(&[port("p", count, width)], &image), lanes);
    }

    #[test]
    fn so_are_many_lanes((width, values) in any_many_lanes()) {
        let words = port("counts", values.len(), width).words();
        let mut expected = bitvec![u64, Lsb0; 0; words * 64];
        for (lane, value) in values.iter().enumerate() {
            expected[lane * width..][..width].store_le(u64::from(*value));
        }

        let mut image = vec![u64::MAX; words];
        values.store(&[port("p", 1, width)], &mut image);
        prop_assert_eq!(&image, &expected.into_vec());
        prop_assert_eq!(ManyLanes::load(&[port("p", values.len(), width)], &image), values);
    }

    #[test]
    fn and_wide_ones(lanes in 1usize..36, width in 1usize..=640, ones in prop::collection::vec(any::<prop::sample::Index>(), 0..100)) {
        let words = port("waiting", lanes, width).words();
        let mut expected = bitvec![u64, Lsb0; 0; words * 64];
        let word: WideWord = (0..width.div_ceil(64)).map(|_| 0).collect();
        let mut values: WideWords = vec![word; lanes];
        for one in ones {
            let bit = one.index(lanes * width);
            expected.set(bit, true);
            values[bit / width][bit % width / 64] |= 1 << (bit % width % 64);
        }

        let mut image = vec![u64::MAX; words];
        values.store(&[port("p", 1, width)], &mut image);
        prop_assert_eq!(&image, &expected.into_vec());
        prop_assert_eq!(WideWords::load(&[port("p", lanes, width)], &image), values);
    }

    #[test]
    fn interfaces_are_read_back_as_they_are_stored(
        valid: bool, counts in prop::collection::vec(0..=u32::MAX, 9), events in 0..8_u64,
    ) {
        let ports = [port("valid", 1, 1), port("counts", 9, 32), port("events", 3, 1)];
        let example = Example { valid, counts: counts.into_iter().collect(), events };
        let mut image = vec![0; ports.iter().map(Port::words).sum()];
        example.store(&ports, &mut image);
        prop_assert_eq!(Example::load(&ports, &image), example);
    }
}

#[test]
fn descriptions_are_in_declaration_order() {
    assert_eq!(Example::port_docs(), ["A single bit.", "Several numbers.", "One bit per lane."]);
}
