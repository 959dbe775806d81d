//! Claims of register maps.

mod refusals;
mod write;

use super::{Access, Entry, Field, Map};

/// A map with each kind of access and of repetition.
fn example() -> Map {
    let lane = Entry::register(
        "count",
        0x4,
        "What was \"counted\" on a lane.",
        vec![Field::new("value", 0, 32, Access::ReadToClear, "Modulo 2^32.").unit("packets")],
    )
    .repeated("lane", 2, 4);
    let port = Entry::group(
        "ports",
        0x40,
        "What each port has.",
        vec![
            Entry::register(
                "status",
                0,
                "State of the port.",
                vec![
                    Field::new("up", 0, 1, Access::ReadOnly, "It is up."),
                    Field::new("failed", 4, 2, Access::WriteOneToClear, "It has failed.")
                        .without_reset(),
                ],
            ),
            lane,
        ],
    )
    .repeated("port", 3, 0x10);
    let setting = Entry::register(
        "setting",
        0x4,
        "How it works.",
        vec![
            Field { reset: Some(3), ..Field::new("level", 28, 4, Access::ReadWrite, "Weight.") }
                .range(1, 9),
            Field::constant("type", 0, 8, 0x5A, "The kind | of thing."),
        ],
    );
    Map::new("example", "An example of a map.", vec![port, setting]).expect("valid")
}

#[test]
fn an_array_in_an_array_has_all_its_strides() {
    let map = example();
    let registers = map.registers();
    let shown: Vec<_> = registers
        .iter()
        .map(|register| {
            let strides: Vec<_> = register.repeats.iter().map(|repeat| repeat.stride).collect();
            (register.indexed_path(&map), register.address, strides)
        })
        .collect();
    let expected = [
        ("setting".to_owned(), 0x04, vec![]),
        ("ports[port].status".to_owned(), 0x40, vec![0x10]),
        ("ports[port].count[lane]".to_owned(), 0x44, vec![0x10, 4]),
    ];
    assert_eq!(shown, expected);
    assert_eq!(map.words(), 1 + 3 + 3 * 2);
    assert_eq!((map.bytes(), map.address_bits()), (0x40 + 3 * 0x10, 7));
}

#[test]
fn the_example_in_json() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&example()).expect("JSON"));
}
