//! Kernels that hardware would not implement as written are refused, with the name of the field.

use tailback_harness::small::{exact, refused};
use tailback_hdl::prelude::*;

/// A module with one input, one output, and this kernel.
macro_rules! kernel {
    ($name:ident, $module:literal, $($update:tt)*) => {
        block! {
            /// A module with a fault.
            pub struct $name() as $module {
                /// Operand.
                input a[8];
                /// Result.
                output y[8];
            }
        }
        impl Logic for $name {
            $($update)*
        }
    };
}

kernel!(
    Latch,
    "latch",
    #[hdl_gen]
    fn update(&mut self) {
        if self.a.val() == 3 {
            self.y.next = self.a.val();
        }
    }
);

#[test]
fn a_latch_is_refused() {
    insta::assert_snapshot!(refused(&Latch::new()), @"module `latch`: output `y` is not assigned in every case; it would become a latch");
}

kernel!(
    PartlyDriven,
    "partly_driven",
    #[hdl_gen]
    fn update(&mut self) {
        for bit in 0..7 {
            self.y.next = self.y.val().replace_bit(bit, self.a.val().get_bit(bit));
        }
    }
);

#[test]
fn a_bit_without_a_driver_is_refused() {
    insta::assert_snapshot!(refused(&PartlyDriven::new()), @"module `partly_driven`: output `y` is not assigned in every case; it would become a latch");
}

kernel!(
    DrivenInput,
    "driven_input",
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = 1.into();
        self.y.next = self.a.val();
    }
);

#[test]
fn an_input_with_a_second_driver_is_refused() {
    insta::assert_snapshot!(refused(&DrivenInput::new()), @"module `driven_input`: `a` is an input and already has a driver");
}

kernel!(
    Truncated,
    "truncated",
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() * self.a.val();
    }
);

#[test]
fn a_truncated_value_is_refused() {
    insta::assert_snapshot!(refused(&Truncated::new()), @"module `truncated`: `y` has 8 bits, and the value assigned to it 16; select bits with `get_bits` or with a shift to the right");
}

kernel!(
    TooLarge,
    "too_large",
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + 256;
    }
);

#[test]
fn a_constant_that_does_not_fit_is_refused() {
    insta::assert_snapshot!(refused(&TooLarge::new()), @"module `too_large`: 256 does not fit in the 8 bits of the other operand");
}

kernel!(
    TooLargeChoice,
    "too_large_choice",
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            300 => {
                self.y.next = 1.into();
            }
            _ => {
                self.y.next = 0.into();
            }
        }
    }
);

#[test]
fn an_arm_that_never_matches_is_refused() {
    insta::assert_snapshot!(refused(&TooLargeChoice::new()), @"module `too_large_choice`: 300 does not fit in the 8 bits of the matched value");
}

kernel!(
    ReadTooEarly,
    "read_too_early",
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.y.val() + self.a.val();
    }
);

#[test]
fn a_value_that_is_read_before_it_is_assigned_is_refused() {
    insta::assert_snapshot!(refused(&ReadTooEarly::new()), @"module `read_too_early`: `y` is read before it is assigned");
}

kernel!(
    SliceOfSum,
    "slice_of_sum",
    #[hdl_gen]
    fn update(&mut self) {
        if (self.a.val() + 1).get_bit(7) {
            self.y.next = 1.into();
        } else {
            self.y.next = 0.into();
        }
    }
);

#[test]
fn a_refused_condition_names_what_it_is_for() {
    insta::assert_snapshot!(refused(&SliceOfSum::new()), @"module `slice_of_sum`: the expression for `y` selects bits of a computed value; assign the value to a `local` first");
}

block! {
    /// An output without a driver.
    pub struct Undriven() as "undriven" {
        /// Operand.
        input a[8];
        /// Result.
        output y[8];
        /// Undriven output.
        output z[8];
    }
}

impl Logic for Undriven {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

#[test]
fn an_output_without_a_driver_is_refused() {
    insta::assert_snapshot!(refused(&Undriven::new()), @"module `undriven`: output `z` is never assigned");
}

block! {
    /// A local that nothing reads.
    pub struct Unread() as "unread" {
        /// Operand.
        input a[8];
        /// Result.
        output y[8];
        /// Unread local.
        local z[8];
    }
}

impl Logic for Unread {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
        self.z.next = self.a.val();
    }
}

#[test]
fn a_local_without_a_reader_is_refused() {
    insta::assert_snapshot!(refused(&Unread::new()), @"module `unread`: local `z` is never read");
}

block! {
    /// A register that reads an intermediate value.
    pub struct Intermediate() as "intermediate" {
        /// Operand.
        input a[8];
        /// Result.
        output y[8];
        /// Local assigned twice.
        local z[8];
        /// Register that reads the intermediate value.
        reg held[8];
    }
}

impl Logic for Intermediate {
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = self.a.val();
        self.held.next = self.z.val();
        self.z.next = self.a.val() + 1;
        self.y.next = self.z.val() + self.held.val();
    }
}

#[test]
fn a_register_that_uses_an_intermediate_value_is_refused() {
    insta::assert_snapshot!(refused(&Intermediate::new()), @"module `intermediate`: `held` uses a value of `z` that is assigned again later; use another `local` for it");
}

block! {
    /// An array element at a constant index.
    pub struct FixedLane(at: usize) as "fixed_lane" {
        /// Index of the element.
        count position = at;
        /// Operands.
        input(3) a[8];
        /// Selected element.
        output y[8];
    }
}

impl Logic for FixedLane {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a[self.position.val()].val();
    }
}

#[test]
fn a_fixed_lane_out_of_range_is_refused() {
    exact(FixedLane::new(2));
    insta::assert_snapshot!(refused(&FixedLane::new(3)), @"module `fixed_lane`: `a` has no element 3: it has 3");
}

block! {
    /// A module without `#[hdl_gen]`.
    pub struct NoKernel() as "no_kernel" {
        /// Result.
        output y[8];
    }
}

impl Logic for NoKernel {
    fn update(&mut self) {}
}

#[test]
fn a_block_without_a_kernel_is_refused() {
    insta::assert_snapshot!(refused(&NoKernel::new()), @"module `no_kernel`: the kernel is missing: `update` needs `#[hdl_gen]`");
}

/// A module with a port of this name.
macro_rules! port {
    ($name:ident, $port:ident) => {
        block! {
            /// A module with a port name that other languages reserve.
            pub struct $name() as "named" {
                /// Operand.
                input $port[8];
                /// Result.
                output y[8];
            }
        }
        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                self.y.next = self.$port.val();
            }
        }
    };
}

port!(Keyword, register);
port!(Library, queue);
port!(Member, eval);

/// Rust warns about such a name too.
#[allow(non_snake_case)]
mod warned {
    use super::*;
    port!(TwoUnderscores, a__b);
}

#[test]
fn a_port_that_a_verilated_module_cannot_have_is_refused() {
    insta::assert_snapshot!(refused(&Keyword::new()), @"module `named`: port `register` has a name of C++, or of what Verilator makes of a module; choose another one without `__`");
    for block in [&Library::new() as &dyn Hardware, &Member::new(), &warned::TwoUnderscores::new()]
    {
        assert!(refused(block).contains("has a name of C++"));
    }
}

/// A module with a constant of two widths, `LIMIT_4` and `LIMIT_8`, and another name.
macro_rules! two_widths {
    ($name:ident, $kind:ident $other:ident[$width:expr] $(= $value:expr)?) => {
        block! {
            /// A module with a constant of two widths.
            pub struct $name() as "two_widths" {
                /// Constant.
                count limit = 5;
                /// First operand.
                input a[8];
                /// Second operand.
                input b[4];
                /// Third operand.
                $kind $other[$width] $(= $value)?;
                /// First result.
                output x[8];
                /// Second result.
                output y[4];
                /// Third result.
                output z[8];
            }
        }
        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                self.x.next = self.a.val() + self.limit.val();
                self.y.next = self.b.val() + self.limit.val();
                self.z.next = self.a.val() + self.$other.val();
            }
        }
    };
}

two_widths!(OtherName, param other[8] = 7_u128);
two_widths!(ConstantName, param limit_8[8] = 7_u128);

/// Rust warns about such a name too.
#[allow(non_snake_case)]
mod upper_case {
    use super::*;
    two_widths!(SignalName, input LIMIT_8[8]);
}

#[test]
fn a_constant_with_the_name_of_something_else_is_refused() {
    let text = exact(OtherName::new());
    assert!(text.contains("a + LIMIT_8") && text.contains("b + LIMIT_4"), "{text}");
    insta::assert_snapshot!(refused(&ConstantName::new()), @"module `two_widths`: `LIMIT_8` is the name of a constant; choose another name");
    insta::assert_snapshot!(refused(&upper_case::SignalName::new()), @"module `two_widths`: `LIMIT_8` is the name of a constant; choose another name");
}

block! {
    /// Names of C++ on signals that are not ports.
    pub struct Inside() as "inner_names" {
        /// Operand.
        input a[8];
        /// Result.
        output y[8];
        /// Signal with the name of a C++ container.
        local queue[8];
        /// Register with the name of a method of the verilated class.
        reg eval[8];
    }
}

impl Logic for Inside {
    #[hdl_gen]
    fn update(&mut self) {
        self.queue.next = self.a.val() + 1;
        self.eval.next = self.queue.val();
        self.y.next = self.eval.val();
    }
}

#[test]
fn inside_of_a_module_names_of_cpp_are_names() {
    exact(Inside::new());
}
