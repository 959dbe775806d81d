//! Refused uses of memories.

use tailback_harness::small::refused;
use tailback_hdl::prelude::*;

/// A module with a memory of five numbers, and this kernel.
macro_rules! kernel {
    ($name:ident, $module:literal, $($update:tt)*) => {
        block! {
            /// A module with a fault.
            pub struct $name() as $module {
                /// Enable.
                input go;
                /// Address.
                input at[3];
                /// Address with more values than the memory has words.
                input far[4];
                /// Write data.
                input a[8];
                /// Read data.
                output y[8];
                /// Stored numbers.
                memory(5) numbers[8];
            }
        }
        impl Logic for $name {
            $($update)*
        }
    };
}

kernel!(
    Undriven,
    "undriven",
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers.write.next = self.go.val();
        self.numbers.write_address.next = self.at.val();
        self.numbers.read.next = self.go.val();
        self.numbers.read_address.next = self.far.val().get_bits::<3>(0);
        self.y.next = self.numbers.read_data.val() + self.a.val();
    }
);

#[test]
fn a_port_of_a_memory_without_a_driver_is_refused() {
    insta::assert_snapshot!(refused(&Undriven::new()), @"module `undriven`: port `numbers.write_data` is never assigned");
}

kernel!(
    Latch,
    "latch",
    #[hdl_gen]
    fn update(&mut self) {
        if self.go.val() {
            self.numbers.write_address.next = self.at.val();
        }
        self.numbers.write.next = self.go.val();
        self.numbers.write_data.next = self.a.val();
        self.numbers.read.next = self.go.val();
        self.numbers.read_address.next = self.far.val().get_bits::<3>(0);
        self.y.next = self.numbers.read_data.val();
    }
);

#[test]
fn an_address_that_is_not_assigned_in_every_case_is_refused() {
    insta::assert_snapshot!(refused(&Latch::new()), @"module `latch`: port `numbers.write_address` is not assigned in every case; it would become a latch");
}

kernel!(
    WideAddress,
    "wide_address",
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers.write.next = self.go.val();
        self.numbers.write_address.next = self.far.val();
        self.numbers.write_data.next = self.a.val();
        self.numbers.read.next = self.go.val();
        self.numbers.read_address.next = self.at.val();
        self.y.next = self.numbers.read_data.val();
    }
);

#[test]
fn an_address_with_more_bits_than_the_last_word_needs_is_refused() {
    insta::assert_snapshot!(refused(&WideAddress::new()), @"module `wide_address`: `numbers.write_address` has 3 bits, and the value assigned to it 4; select bits with `get_bits` or with a shift to the right");
}

kernel!(
    FarAddress,
    "far_address",
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers.write.next = self.go.val();
        self.numbers.write_address.next = self.at.val();
        self.numbers.write_data.next = self.a.val();
        self.numbers.read.next = self.far.val().any();
        self.numbers.read_address.next = 5.into();
        self.y.next = self.numbers.read_data.val();
    }
);

#[test]
fn a_fixed_address_beyond_the_last_word_is_refused() {
    insta::assert_snapshot!(refused(&FarAddress::new()), @"module `far_address`: `numbers` has no entry 5: it has 5");
}

kernel!(
    DrivenData,
    "driven_data",
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers.read_data.next = self.a.val();
        self.y.next = self.numbers.read_data.val();
    }
);

#[test]
fn a_second_driver_of_the_data_that_are_read_is_refused() {
    insta::assert_snapshot!(refused(&DrivenData::new()), @"module `driven_data`: `numbers.read_data` is an output of a memory and already has a driver");
}

kernel!(
    Unread,
    "unread",
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers.write.next = self.go.val();
        self.numbers.write_address.next = self.at.val();
        self.numbers.write_data.next = self.a.val();
        self.numbers.read.next = self.far.val().any();
        self.numbers.read_address.next = self.at.val();
        self.y.next = self.a.val();
    }
);

#[test]
fn a_memory_that_is_never_read_is_refused() {
    insta::assert_snapshot!(refused(&Unread::new()), @"module `unread`: port `numbers.read_data` is never read");
}

block! {
    /// A memory without any state that a reset changes.
    pub struct Wrapped() as "wrapped" {
        /// Write enable.
        input write;
        /// Write data.
        input a[8];
        /// Read data.
        output y[8];
        /// Signal with the name of the memory's write port.
        local numbers_write;
        /// Stored numbers.
        lut_memory(1) numbers[8];
    }
}

impl Logic for Wrapped {
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers_write.next = self.write.val();
        self.numbers.write.next = !self.numbers_write.val();
        self.numbers.write_address.next = 0.into();
        self.numbers.write_data.next = self.a.val();
        self.numbers.read_address.next = 0.into();
        self.y.next = self.numbers.read_data.val();
    }
}

#[test]
fn a_signal_with_the_name_of_a_memorys_port_is_refused() {
    insta::assert_snapshot!(refused(&Wrapped::new()), @"module `wrapped`: `numbers_write` is the name of two signals; choose another name");
}
