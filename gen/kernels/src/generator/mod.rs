//! Random kernels: well-typed, with every signal driven and read.
//!
//! `tree` defines kernels, `random` draws numbers, `expression`, `group` and `loops` draw
//! expressions and statements, `kernel` draws a whole kernel, and `rust` prints it as source.

pub mod expression;
pub mod group;
pub mod kernel;
pub mod loops;
pub mod random;
pub mod rust;
pub mod tree;
