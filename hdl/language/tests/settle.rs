//! When a module is executed.

use std::cell::Cell;
use tailback_language::prelude::*;
use tailback_language::Bits;

thread_local! {
    static EXECUTIONS: Cell<usize> = const { Cell::new(0) };
}

block! {
    /// Adds one, and counts how often.
    pub struct Increment() as "increment" {
        /// A number.
        input number[8];
        /// The next number.
        output next_number[8];
        /// The number of the cycle before.
        output_reg before[8];
    }
}

impl Logic for Increment {
    fn update(&mut self) {
        EXECUTIONS.set(EXECUTIONS.get() + 1);
        self.next_number.next = self.number.val() + 1;
        self.before.next = self.number.val();
    }
}

block! {
    /// Adds one to each of two numbers.
    pub struct Two() as "two" {
        /// A number.
        input left[8];
        /// Another number.
        input right[8];
        /// The number that follows the first one by two.
        output left_sum[8];
        /// The number that follows the second one.
        output right_sum[8];
        /// Adds one to the first number.
        sub first: Increment = Increment::new();
        /// Adds one once more.
        sub second: Increment = Increment::new();
        /// Adds one to the second number.
        sub other: Increment = Increment::new();
    }
    connect {
        second: next_number = left_sum;
        first, second: next_number = number;
        first: number = left;
        other: number = right, next_number = right_sum;
    }
}

wired!(Two);

/// Executions in a settlement of the module.
fn executions(module: &mut Two) -> usize {
    EXECUTIONS.set(0);
    settle(module).expect("a module that settles");
    EXECUTIONS.get()
}

fn number(value: u128) -> Bits {
    Bits::new(8, value)
}

#[test]
fn a_module_whose_inputs_stay_is_not_executed() {
    let mut module = Two::new();
    executions(&mut module);
    assert_eq!(executions(&mut module), 0);
    module.left.drive(number(0));
    assert_eq!(executions(&mut module), 0);
    module.right.drive(number(3));
    assert_eq!(executions(&mut module), 1);
    assert_eq!(module.right_sum.read(), 4);
}

#[test]
fn a_change_is_followed_through_all_modules_that_it_reaches() {
    let mut module = Two::new();
    executions(&mut module);
    module.left.drive(number(7));
    assert_eq!(executions(&mut module), 2);
    assert_eq!(module.left_sum.read(), 9);
    assert_eq!(module.right_sum.read(), 1);
}

#[test]
fn after_a_clock_edge_each_module_is_executed() {
    let mut module = Two::new();
    module.left.drive(number(7));
    executions(&mut module);
    clock(&mut module, false);
    assert_eq!(executions(&mut module), 3);
    assert_eq!(module.second.before.read(), 8);
    assert_eq!(executions(&mut module), 0);
}
