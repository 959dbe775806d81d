//! Statements that the back end replaces by shorter ones.

use tailback_harness::small::exact;
use tailback_hdl::prelude::*;

block! {
    /// Copies elements and bits in loops.
    pub struct Copies() as "copies" {
        /// Elements.
        input(4) a[3];
        /// Bits.
        input bits[8];
        /// Elements 1 to 3, and the first one again.
        output(4) turned[3];
        /// Bits 2 to 7.
        output(6) upper;
        /// Elements in the reverse order.
        output(4) reversed[3];
        /// Bits of the cycle before.
        output(8) delayed;
        /// Bits of the cycle before.
        reg(8) held;
    }
}

impl Logic for Copies {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            self.turned[i].next = self.a[i + 1].val();
        }
        self.turned[3].next = self.a[0].val();
        for i in 0..6 {
            self.upper[i].next = self.bits.val().get_bit(i + 2);
        }
        for i in 0..4 {
            self.reversed[i].next = self.a[3 - i].val();
        }
        for i in 0..8 {
            self.held[i].next = self.bits.val().get_bit(i);
            self.delayed[i].next = self.held[i].val();
        }
    }
}

#[test]
fn a_loop_that_copies_consecutive_elements_becomes_a_part_select() {
    let text = exact(Copies::new());
    assert!(text.contains("assign turned[8:0] = a[11:3];"), "{text}");
    assert!(text.contains("assign upper = bits[7:2];"), "{text}");
    assert!(text.contains("assign delayed = held;"), "{text}");
}

#[test]
fn a_loop_that_reverses_the_order_remains() {
    let text = exact(Copies::new());
    assert!(text.contains("assign reversed[3*i +: 3] = a[3*(3 - i) +: 3];"), "{text}");
}

block! {
    /// Keeps a value in one case by an assignment of a signal to itself.
    pub struct Kept() as "kept" {
        /// Selects the case.
        input a;
        /// Constant.
        output y;
    }
}

impl Logic for Kept {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = true;
        if self.a.val() {
            self.y.next = self.y.val();
        }
    }
}

/// In an `always`, nothing would trigger what is left, and Icarus would print x.
#[test]
fn a_choice_without_an_effect_disappears_with_its_always() {
    let text = exact(Kept::new());
    assert!(text.contains("assign y = 1'b1;") && !text.contains("always"), "{text}");
}

block! {
    /// A loop over as many elements as the parameter says.
    pub struct Repeated(elements: usize) as "repeated" {
        /// Number of elements.
        count elements = elements;
        /// Operands.
        input(elements) a[8];
        /// Sums.
        output(elements) y[8];
        /// Sums so far.
        reg(elements) sums[8];
    }
}

impl Logic for Repeated {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self.elements.val() {
            self.y[i].next = self.sums[i].val();
            self.sums[i].next = self.sums[i].val() + self.a[i].val();
        }
    }
}

#[test]
fn a_loop_of_one_iteration_becomes_its_body() {
    assert!(!exact(Repeated::new(1)).contains("for ("));
    assert!(exact(Repeated::new(2)).contains("for ("));
}
