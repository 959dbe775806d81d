//! Connections of submodules, and interfaces.

use tailback_gen::{verilog, Reason};
use tailback_harness::small::refused;
use tailback_hdl::{interface, prelude::*, Bits};

interface! {
    /// Stream of numbers.
    pub struct Stream(width: usize) {
        /// Number valid.
        master valid;
        /// Number.
        master data[width];
        /// The receiver accepts the number.
        slave ready;
    }
}

block! {
    /// Adds a step to each number.
    pub struct Adder(width: usize) as "adder" {
        /// Received numbers.
        slave from: Stream(width);
        /// Transmitted numbers.
        master to: Stream(width);
        /// Added number.
        input step[width];
        /// Steps per kind.
        input(2) kinds[width];
        /// Numbers that passed.
        output_reg passed[width];
    }
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.valid.next = self.from.valid.val();
        self.to.data.next =
            self.from.data.val() + self.step.val() + self.kinds[0].val() - self.kinds[1].val();
        self.from.ready.next = self.to.ready.val();
        if self.from.valid.val() && self.to.ready.val() {
            self.passed.next = self.passed.val() + 1;
        }
    }
}

block! {
    /// Two adders in series, and three side by side.
    pub struct Adders(width: usize) as "adders" {
        /// Received numbers.
        slave from: Stream(width);
        /// Transmitted numbers.
        master to: Stream(width);
        /// Numbers received side by side.
        slave(3) side_from: Stream(width);
        /// Numbers transmitted side by side.
        master(3) side_to: Stream(width);
        /// Number that each adder adds.
        input step[width];
        /// Steps per kind, common to all adders.
        input(2) kinds[width];
        /// Numbers that passed each of the adders that are side by side.
        output(3) side_passed[width];
        /// Numbers that passed the last adder.
        output passed[width];
        /// One more than `passed`.
        output next_passed[width];
        /// First adder.
        sub first: Adder = Adder::new(width);
        /// Second adder.
        sub second: Adder = Adder::new(width);
        /// Adders side by side.
        sub(3) side: Adder = Adder::new(width);
    }
    connect {
        first: from, step, kinds;
        first, second: to = from;
        second: to, step, kinds, passed;
        side: from = side_from, to = side_to, step, kinds, passed = side_passed;
    }
}

impl Logic for Adders {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_passed.next = self.passed.val() + 1;
    }
}

#[test]
fn connections_are_pins_and_interfaces_stand_together() {
    let design = verilog(&Adders::new(8), "test").expect("legal");
    let text: Vec<String> = design.modules.into_iter().map(|module| module.text).collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn connections_work_in_rust() {
    let mut adders = Adders::new(8);
    let inputs = [
        ("from_valid", 1, 1),
        ("from_data", 8, 100),
        ("side_from_data", 24, 0x0C_0B_0A),
        ("side_to_ready", 3, 0b010),
        ("side_from_valid", 3, 0b110),
        ("to_ready", 1, 1),
        ("step", 8, 3),
        ("kinds", 16, 0x01_05),
    ];
    clock(&mut adders, true);
    for _ in 0..2 {
        for (name, port) in adders.ports() {
            if let Some((_, width, value)) = inputs.iter().find(|(input, ..)| *input == name) {
                port.drive(Bits::new(*width, *value));
            }
        }
        settle(&mut adders).unwrap();
        clock(&mut adders, false);
    }
    settle(&mut adders).unwrap();
    assert_eq!(adders.to.data.read(), 100 + 2 * (3 + 5 - 1));
    assert_eq!(adders.side_to.data.read(), 0x13_12_11);
    assert_eq!(adders.passed.read(), 2);
    assert_eq!(adders.next_passed.read(), 3);
    assert_eq!(adders.side_passed.read(), 0x00_02_00);
}

/// A module around one adder, with `$kinds` kinds of steps.
macro_rules! around_adder {
    ($name:ident, $module:literal, $kinds:literal) => {
        block! {
            /// A module with a fault.
            pub struct $name() as $module {
                /// Received numbers.
                slave from: Stream(8);
                /// Transmitted numbers.
                master to: Stream(8);
                /// Step.
                input step[8];
                /// Steps per kind.
                input($kinds) kinds[8];
                /// The adder.
                sub adder: Adder = Adder::new(8);
            }
            connect { adder: from, to, step, kinds; }
        }
    };
}

// Two drivers of `to_valid`: the connection and the kernel.
around_adder!(Twice, "twice", 2);

impl Logic for Twice {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.valid.next = self.from.valid.val();
    }
}

#[test]
fn what_is_connected_has_no_other_driver() {
    let refusal = verilog(&Twice::new(), "test").unwrap_err();
    assert!(
        matches!(refusal.reason, Reason::Driven { role: "connected", ref name } if name == "to_valid")
    );
}

// One kind too many for the adder.
around_adder!(Unequal, "unequal", 3);

wired!(Unequal);

#[test]
fn arrays_of_unequal_sizes_are_not_connected() {
    let refusal = verilog(&Unequal::new(), "test").unwrap_err();
    assert!(refusal.to_string().contains("another number of elements"), "{refusal}");
}

#[test]
#[should_panic(expected = "module `unequal`: `adder.kinds` and `kinds` have 2 and 3 elements")]
fn arrays_of_unequal_sizes_are_not_connected_in_rust() {
    let _ = settle(&mut Unequal::new());
}

block! {
    /// Pairs of adders, of which the second ones are too few.
    pub struct UnequalPairs() as "unequal_pairs" {
        /// Received numbers.
        slave(4) from: Stream(8);
        /// Transmitted numbers.
        master(2) to: Stream(8);
        /// Step.
        input step[8];
        /// Steps per kind.
        input(2) kinds[8];
        /// First adders.
        sub(4) first: Adder = Adder::new(8);
        /// Second adders.
        sub(2) second: Adder = Adder::new(8);
    }
    connect {
        first: from, step, kinds;
        first, second: passed = kinds;
        second: to, step;
    }
}

wired!(UnequalPairs);

#[test]
fn arrays_of_unequal_numbers_of_submodules_are_not_connected() {
    insta::assert_snapshot!(refused(&UnequalPairs::new()), @"module `unequal_pairs`: `second.kinds` is an array of another number of elements than what it is connected with");
}

#[test]
#[should_panic(expected = "`first.passed` and `second.kinds` are in arrays of 4 and 2 submodules")]
fn arrays_of_unequal_numbers_of_submodules_are_not_connected_in_rust() {
    let _ = settle(&mut UnequalPairs::new());
}

block! {
    /// Adds five to each number.
    pub struct FixedStep() as "fixed_step" {
        /// Added number.
        param fixed[8] = 5_u128;
        /// Received numbers.
        slave from: Stream(8);
        /// Transmitted numbers.
        master to: Stream(8);
        /// Steps per kind.
        input(2) kinds[8];
        /// The adder.
        sub adder: Adder = Adder::new(8);
    }
    connect { adder: from, to, step = fixed, kinds; }
}

wired!(FixedStep);

#[test]
fn a_connected_constant_has_its_name() {
    let design = verilog(&FixedStep::new(), "test").expect("legal");
    let text = &design.modules.last().expect("a top").text;
    assert!(text.contains("localparam [7:0] FIXED = 8'd5;"), "{text}");
    assert!(text.contains("assign adder_step = FIXED;"), "{text}");
}

block! {
    /// Passes on numbers, with a register at the wrong end.
    pub struct RegisteredInput() as "registered_input" {
        /// Received numbers.
        slave from: Stream(8) reg { data };
        /// Transmitted numbers.
        master to: Stream(8);
    }
}

impl Logic for RegisteredInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.to.valid.next = self.from.valid.val();
        self.to.data.next = self.from.data.val();
        self.from.ready.next = self.to.ready.val();
    }
}

#[test]
fn an_input_is_no_register() {
    insta::assert_snapshot!(refused(&RegisteredInput::new()), @"module `registered_input`: `from_data` is an input; only an output of an interface can be a register");
}

interface! {
    /// Stream of numbers, which the receiver can perhaps stall.
    pub struct Stallable(is_stallable: bool) {
        /// Number.
        master data[8];
        /// The receiver accepts the number.
        slave ready if is_stallable;
    }
}

block! {
    /// Accepts numbers, one in every other cycle if the stream can be stalled.
    pub struct AbsentRegister(is_stallable: bool) as "absent_register" {
        /// Received numbers.
        slave from: Stallable(is_stallable) reg { ready };
    }
}

impl Logic for AbsentRegister {
    #[hdl_gen]
    fn update(&mut self) {
        self.from.ready.next = !self.from.ready.val();
    }
}

#[test]
#[should_panic(expected = "module `absent_register`: `from_ready` cannot be a register")]
fn a_signal_that_does_not_exist_is_no_register() {
    assert!(verilog(&AbsentRegister::new(true), "test").is_ok());
    AbsentRegister::new(false);
}
