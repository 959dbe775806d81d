//! What cannot be built is refused, with the name of the culprit.

use crate::register_map::{Access, Entry, Field, Invalid, Map};

fn field(name: &str, lsb: u32, width: u32) -> Field {
    Field::new(name, lsb, width, Access::ReadWrite, "A field.")
}

fn register(name: &str, offset: u32) -> Entry {
    Entry::register(name, offset, "A register.", vec![field("value", 0, 32)])
}

fn group(name: &str, offset: u32, entries: Vec<Entry>) -> Entry {
    Entry::group(name, offset, "A group.", entries)
}

fn with_fields(fields: Vec<Field>) -> Entry {
    Entry::register("r", 0, "A register.", fields)
}

fn refusal(entries: Vec<Entry>) -> String {
    match Map::new("map", "A map.", entries) {
        Ok(map) => format!("accepted with {} bytes", map.bytes()),
        Err(invalid) => invalid.to_string(),
    }
}

#[test]
fn entries_do_not_overlap_in_whatever_order_they_are_declared() {
    insta::assert_snapshot!(refusal(vec![register("b", 4), register("a", 0)]), @"accepted with 8 bytes");
    insta::assert_snapshot!(refusal(vec![register("b", 4), register("a", 4)]), @"`b` ends before 0x8, but `a` begins at 0x4");
    let array = register("array", 0).repeated("place", 4, 8);
    insta::assert_snapshot!(refusal(vec![register("late", 0x18), array.clone()]), @"`array` ends before 0x20, but `late` begins at 0x18");
    // What is between two elements belongs to the array, too.
    insta::assert_snapshot!(refusal(vec![register("between", 4), array]), @"`array` ends before 0x20, but `between` begins at 0x4");
    let inner = vec![register("a", 0), register("b", 0)];
    insta::assert_snapshot!(refusal(vec![group("g", 0, inner)]), @"`g.a` ends before 0x4, but `g.b` begins at 0x0");
}

#[test]
fn registers_are_aligned_and_elements_fit_their_stride() {
    insta::assert_snapshot!(refusal(vec![register("a", 2)]), @"`a` is at 0x2, which is not a multiple of 4 bytes");
    insta::assert_snapshot!(refusal(vec![register("a", 0).repeated("i", 2, 6)]), @"`a` is at 0x6, which is not a multiple of 4 bytes");
    insta::assert_snapshot!(refusal(vec![register("a", 0).repeated("i", 1, 0)]), @"`a` has 0x4 bytes, but its stride is 0x0");
    let wide = group("g", 0, vec![register("a", 0), register("b", 8)]).repeated("i", 2, 8);
    insta::assert_snapshot!(refusal(vec![wide]), @"`g` has 0xc bytes, but its stride is 0x8");
    let far = register("a", 0).repeated("i", u32::MAX, 4);
    insta::assert_snapshot!(refusal(vec![far]), @"the map has 0x3fffffffc bytes, more than 32 bits can address");
}

#[test]
fn fields_stay_inside_of_their_register_and_apart() {
    insta::assert_snapshot!(refusal(vec![with_fields(vec![field("f", 30, 3)])]), @"`r.f` has 3 bits from bit 30 upwards, in a register of 32 bits");
    insta::assert_snapshot!(refusal(vec![with_fields(vec![field("f", u32::MAX, u32::MAX)])]), @"`r.f` has 4294967295 bits from bit 4294967295 upwards, in a register of 32 bits");
    insta::assert_snapshot!(refusal(vec![with_fields(vec![field("f", 0, 0)])]), @"`r.f` has 0 bits from bit 0 upwards, in a register of 32 bits");
    let shared = vec![field("high", 7, 8), field("low", 0, 8)];
    insta::assert_snapshot!(refusal(vec![with_fields(shared)]), @"`r.low` and `r.high` share bit 7");
}

#[test]
fn names_differ_also_where_generators_join_them() {
    insta::assert_snapshot!(refusal(vec![register("a", 0), register("a", 4)]), @"the name `a` occurs twice");
    let twice = vec![field("f", 0, 1), field("f", 1, 1)];
    insta::assert_snapshot!(refusal(vec![with_fields(twice)]), @"the name `r.f` occurs twice");
    let joined =
        vec![group("a", 0, vec![register("b_c", 0)]), group("a_b", 4, vec![register("c", 0)])];
    insta::assert_snapshot!(refusal(joined), @"the name `a_b.c` occurs twice");
    let fields = vec![
        Entry::register("a", 0, "A register.", vec![field("b_c", 0, 1)]),
        Entry::register("a_b", 4, "A register.", vec![field("c", 0, 1)]),
    ];
    insta::assert_snapshot!(refusal(fields), @"the name `a_b.c` occurs twice");
    let nested = group("g", 0, vec![register("a", 0).repeated("i", 2, 4)]).repeated("i", 2, 8);
    insta::assert_snapshot!(refusal(vec![nested]), @"the name `g.a[i]` occurs twice");
}

#[test]
fn names_are_names_and_everything_is_described() {
    for name in ["", "Port", "1st", "a-b", "a b", "ä"] {
        let invalid = Map::new("map", "A map.", vec![register(name, 0)]).expect_err(name);
        assert_eq!(invalid, Invalid::Name(name.into()));
    }
    let silent = Entry::register("r", 0, " ", vec![field("f", 0, 1)]);
    insta::assert_snapshot!(refusal(vec![silent]), @"`r` has no description");
    insta::assert_snapshot!(refusal(vec![]), @"`map` is empty");
    insta::assert_snapshot!(refusal(vec![with_fields(vec![])]), @"`r` is empty");
    insta::assert_snapshot!(refusal(vec![register("a", 0).repeated("i", 0, 4)]), @"`a` is empty");
}

#[test]
fn values_fit_their_fields() {
    let reset = |reset| with_fields(vec![Field { reset: Some(reset), ..field("f", 4, 2) }]);
    insta::assert_snapshot!(refusal(vec![reset(3)]), @"accepted with 4 bytes");
    insta::assert_snapshot!(refusal(vec![reset(4)]), @"`r.f` cannot be 4");
    insta::assert_snapshot!(refusal(vec![with_fields(vec![field("f", 0, 2).range(0, 4)])]), @"`r.f` cannot be 4");
    insta::assert_snapshot!(refusal(vec![with_fields(vec![field("f", 0, 4).range(2, 4)])]), @"`r.f` cannot be 0");
    let constant = Field::constant("f", 0, 4, 1, "A constant.").without_reset();
    insta::assert_snapshot!(refusal(vec![with_fields(vec![constant])]), @"`r.f` is constant but has no value");
}
