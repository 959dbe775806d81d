//! Constants of a module.

use super::declaration::{declaration_only, Declaration, Role};
use super::value::Bits;
use rust_hdl_core::signal::get_signal_id;

/// A constant of a kernel: an operand (`T = Bits`), the bound of a loop or an operand without a
/// width (`T = usize`), or the condition of an `if` (`T = bool`).
pub struct Parameter<T> {
    value: T,
    declaration: Declaration,
    id: usize,
}

impl<T: Clone> Parameter<T> {
    fn declare(value: T, width: usize, words: Vec<u64>, bool: bool, doc: &str) -> Self {
        let declaration = Declaration {
            role: Role::Parameter,
            width,
            bool,
            value: words,
            doc: doc.into(),
            ..Declaration::default()
        };
        Parameter { value, declaration, id: get_signal_id() }
    }

    /// The value of the constant.
    pub fn val(&self) -> T {
        self.value.clone()
    }
}

impl Parameter<usize> {
    /// A number without a width: a loop bound, or an operand that takes the width of the other one.
    pub fn count(value: usize, doc: &str) -> Self {
        Parameter::declare(value, 0, vec![value as u64], false, doc)
    }
}

impl Parameter<bool> {
    /// A condition that is known when the module is built; logic in an excluded branch is not
    /// generated.
    pub fn choice(value: bool, doc: &str) -> Self {
        Parameter::declare(value, 1, vec![u64::from(value)], true, doc)
    }
}

/// A type of value for [`Parameter::number`].
pub trait Number {
    /// The low `width` bits of the number.
    fn in_bits(self, width: usize) -> Bits;
}

impl Number for u128 {
    fn in_bits(self, width: usize) -> Bits {
        Bits::new(width, self)
    }
}

impl Number for Bits {
    fn in_bits(self, width: usize) -> Bits {
        self.resize(width)
    }
}

impl Parameter<Bits> {
    /// A number of `width` bits.
    pub fn number(width: usize, value: impl Number, doc: &str) -> Self {
        let value = value.in_bits(width);
        let words = value.words();
        Parameter::declare(value, width, words, false, doc)
    }
}

declaration_only!(Parameter<T>);
