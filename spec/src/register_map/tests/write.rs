//! Words by the names of a map.

use super::example;
use crate::register_map::{NoWrite, Write};

fn write(path: &str, indices: &[u32], fields: &[(&str, u32)]) -> Result<Write, NoWrite> {
    example().write(path, indices, fields)
}

#[test]
fn a_word_has_the_address_and_the_fields_of_its_register() {
    let word = write("setting", &[], &[("level", 9)]).expect("writable");
    assert_eq!((word.address, word.value), (4, 9 << 28));
    assert_eq!(word.comment(), "setting: level 9");
    let word = write("ports.status", &[2], &[("failed", 3)]).expect("writable");
    assert_eq!((word.address, word.value), (0x60, 3 << 4));
    assert_eq!(word.comment(), "ports[2].status: failed 3");
}

#[test]
fn what_the_map_does_not_have_is_not_written() {
    let no =
        |path, indices: &[u32], fields| write(path, indices, fields).map_err(|no| no.to_string());
    let field = [("failed", 1)];
    assert_eq!(no("status", &[0], &field), Err("there is no register `status`".into()));
    let indices = |text: &str| Err(format!("the register `ports.status` has no indices {text}"));
    assert_eq!(no("ports.status", &[3], &field), indices("[3]"));
    assert_eq!(no("ports.status", &[], &field), indices("[]"));
    assert_eq!(no("ports.status", &[0, 0], &field), indices("[0, 0]"));
}

#[test]
fn only_what_can_be_written_is() {
    let no = |path, indices: &[u32], field, value| {
        write(path, indices, &[(field, value)]).map_err(|no| no.to_string())
    };
    let unwritable = |field: &str| Err(format!("the field `{field}` cannot be written"));
    assert_eq!(no("ports.status", &[0], "up", 1), unwritable("ports.status.up"));
    assert_eq!(no("setting", &[], "type", 0x5A), unwritable("setting.type"));
    assert_eq!(no("setting", &[], "kind", 1), unwritable("setting.kind"));
    let value = |value: u32| Err(format!("`setting.level` cannot be {value}"));
    assert_eq!(no("setting", &[], "level", 0), value(0));
    assert_eq!(no("setting", &[], "level", 10), value(10));
}
