//! Stimulus of the marking block, per kind of policy.

pub mod counting;
pub mod naive;
mod phase;
#[cfg(test)]
mod tests;
