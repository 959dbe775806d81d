//! Integers that are known at elaboration, except for loop variables.

use std::collections::HashMap;
use std::fmt;

/// A constant, a loop variable, or arithmetic on them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Int {
    /// A number.
    Constant(i128),
    /// A number that has a name in the source; the sum of two numbers has none.
    Named(String, i128),
    /// A loop variable.
    Variable(String),
    /// A sum.
    Add(Box<Int>, Box<Int>),
    /// A difference.
    Sub(Box<Int>, Box<Int>),
    /// A product.
    Mul(Box<Int>, Box<Int>),
}

impl Int {
    /// Returns the number, if the expression is a constant.
    pub fn constant(&self) -> Option<i128> {
        match self {
            Int::Constant(value) | Int::Named(_, value) => Some(*value),
            _ => None,
        }
    }

    /// Evaluates the expression for these values of the loop variables.
    pub fn value(&self, variables: &HashMap<String, i128>) -> i128 {
        match self {
            Int::Constant(value) | Int::Named(_, value) => *value,
            Int::Variable(name) => variables.get(name).copied().unwrap_or(0),
            Int::Add(a, b) => a.value(variables).saturating_add(b.value(variables)),
            Int::Sub(a, b) => a.value(variables).saturating_sub(b.value(variables)),
            Int::Mul(a, b) => a.value(variables).saturating_mul(b.value(variables)),
        }
    }

    /// Returns the least and the largest value, given the first and the last value of each loop
    /// variable.
    pub fn range(&self, variables: &[(String, i128, i128)]) -> (i128, i128) {
        match self {
            Int::Constant(value) | Int::Named(_, value) => (*value, *value),
            Int::Variable(name) => variables
                .iter()
                .rev()
                .find(|(variable, ..)| variable == name)
                .map_or((0, 0), |(_, first, last)| (*first, *last)),
            Int::Add(a, b) => {
                let (a, b) = (a.range(variables), b.range(variables));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Int::Sub(a, b) => {
                let (a, b) = (a.range(variables), b.range(variables));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            Int::Mul(a, b) => {
                let (a, b) = (a.range(variables), b.range(variables));
                let products = [a.0, a.1].map(|x| [b.0, b.1].map(|y| x.saturating_mul(y)));
                let all = products.as_flattened();
                (
                    all.iter().copied().min().unwrap_or_default(),
                    all.iter().copied().max().unwrap_or_default(),
                )
            }
        }
    }

    /// Splits the expression into a rest without `variable`, and the factor of `variable`; `None` if
    /// it is not linear.
    pub fn linear(&self, variable: &str) -> Option<(Int, i128)> {
        Some(match self {
            Int::Variable(name) if name == variable => (Int::Constant(0), 1),
            Int::Add(a, b) => {
                let (a, b) = (a.linear(variable)?, b.linear(variable)?);
                (a.0 + b.0, a.1.checked_add(b.1)?)
            }
            Int::Sub(a, b) => {
                let (a, b) = (a.linear(variable)?, b.linear(variable)?);
                (a.0 - b.0, a.1.checked_sub(b.1)?)
            }
            Int::Mul(a, b) => match (a.constant(), b.constant()) {
                (Some(factor), _) => times(b.linear(variable)?, factor)?,
                (_, Some(factor)) => times(a.linear(variable)?, factor)?,
                _ if self.mentions(variable) => return None,
                _ => (self.clone(), 0),
            },
            Int::Constant(_) | Int::Named(..) | Int::Variable(_) => (self.clone(), 0),
        })
    }

    /// Whether the expression contains a loop variable.
    pub fn mentions(&self, variable: &str) -> bool {
        match self {
            Int::Constant(_) | Int::Named(..) => false,
            Int::Variable(name) => name == variable,
            Int::Add(a, b) | Int::Sub(a, b) | Int::Mul(a, b) => {
                a.mentions(variable) || b.mentions(variable)
            }
        }
    }
}

/// Multiplies a linear expression by a number.
fn times((rest, coefficient): (Int, i128), factor: i128) -> Option<(Int, i128)> {
    Some((rest * Int::Constant(factor), coefficient.checked_mul(factor)?))
}

impl From<usize> for Int {
    fn from(value: usize) -> Int {
        Int::Constant(value as i128)
    }
}

impl std::ops::Add for Int {
    type Output = Int;

    fn add(self, other: Int) -> Int {
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => Int::Constant(a.saturating_add(b)),
            (Some(0), _) => other,
            (_, Some(0)) => self,
            _ => Int::Add(self.into(), other.into()),
        }
    }
}

impl std::ops::Sub for Int {
    type Output = Int;

    fn sub(self, other: Int) -> Int {
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => Int::Constant(a.saturating_sub(b)),
            (_, Some(0)) => self,
            _ => Int::Sub(self.into(), other.into()),
        }
    }
}

impl std::ops::Mul for Int {
    type Output = Int;

    fn mul(self, other: Int) -> Int {
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => Int::Constant(a.saturating_mul(b)),
            (Some(0), _) | (_, Some(0)) => Int::Constant(0),
            (Some(1), _) => other,
            (_, Some(1)) => self,
            _ => Int::Mul(self.into(), other.into()),
        }
    }
}

/// Formats the expression as Verilog.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factor = |x: &Int| match x {
            Int::Add(..) | Int::Sub(..) => format!("({x})"),
            _ => x.to_string(),
        };
        match self {
            Int::Constant(value) | Int::Named(_, value) => write!(f, "{value}"),
            Int::Variable(name) => f.write_str(name),
            Int::Add(a, b) => write!(f, "{a} + {b}"),
            Int::Sub(a, b) => write!(f, "{a} - {}", factor(b)),
            Int::Mul(a, b) => write!(f, "{}*{}", factor(a), factor(b)),
        }
    }
}
