//! Submodules that exist in some configurations only.

use tailback_gen::{verilog, Reason};
use tailback_hdl::prelude::*;

block! {
    /// An inverter.
    pub struct Inverter() as "inverter" {
        /// Operand.
        input level;
        /// Inverted operand.
        output inverted;
    }
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.inverted.next = !self.level.val();
    }
}

block! {
    /// A bit, optionally inverted.
    pub struct Perhaps(inverts: bool, present: bool) as "perhaps" {
        /// True if the output is inverted.
        choice inverts = inverts;
        /// Operand.
        input enter;
        /// Result.
        output leave;
        /// Inverter of the output.
        optional(present) inverter: Inverter = Inverter::new();
    }
}

impl Logic for Perhaps {
    #[hdl_gen]
    fn update(&mut self) {
        if self.inverts.val() {
            self.inverter.level.next = self.enter.val();
            self.leave.next = self.inverter.inverted.val();
        } else {
            self.leave.next = self.enter.val();
        }
    }
}

#[test]
fn a_submodule_that_is_not_there_is_not_in_the_verilog() {
    let text = |there| {
        let design = verilog(&Perhaps::new(there, there), "test").expect("legal");
        let modules: Vec<String> =
            design.modules.iter().map(|module| module.name.clone()).collect();
        (modules, design.modules.last().expect("a top").text.clone())
    };
    let (modules, top) = text(true);
    assert_eq!(modules, ["inverter", "perhaps"]);
    assert!(top.contains("inverter inverter ("), "{top}");
    let (modules, top) = text(false);
    assert_eq!(modules, ["perhaps"]);
    assert!(top.contains("assign leave = enter;") && !top.contains("inverter"), "{top}");
}

#[test]
fn it_runs_in_rust_either_way() {
    for there in [true, false] {
        let mut block = Perhaps::new(there, there);
        block.enter.drive(true.into());
        settle(&mut block).expect("no loop");
        assert_eq!(block.leave.read(), usize::from(!there));
    }
}

#[test]
fn a_kernel_that_speaks_of_one_that_is_not_there_is_refused() {
    let refusal = verilog(&Perhaps::new(true, false), "test").expect_err("refused");
    assert!(matches!(refusal.reason, Reason::UnknownName(_)), "{refusal}");
}

#[test]
fn one_that_is_there_and_not_spoken_of_is_refused() {
    let refusal = verilog(&Perhaps::new(false, true), "test").expect_err("refused");
    assert!(matches!(refusal.reason, Reason::Undriven { .. }), "{refusal}");
}

#[test]
fn an_input_that_another_choice_reads_needs_no_reader() {
    let text = |inverts| {
        let design = verilog(&Masked::new(inverts), "test").expect("legal");
        design.modules.last().expect("a top").text.clone()
    };
    assert!(!text(true).contains("unused_"));
    assert!(text(false).contains("wire [3:0] unused_mask = mask;"));
}

block! {
    /// Bits, some of them optionally inverted.
    pub struct Masked(inverts: bool) as "masked" {
        /// True if the masked bits are inverted.
        choice inverts = inverts;
        /// Operand.
        input enter[4];
        /// Bits to invert.
        input mask[4];
        /// Result.
        output leave[4];
    }
}

impl Logic for Masked {
    #[hdl_gen]
    fn update(&mut self) {
        self.leave.next = self.enter.val();
        if self.inverts.val() {
            self.leave.next = self.enter.val() ^ self.mask.val();
        }
    }
}
