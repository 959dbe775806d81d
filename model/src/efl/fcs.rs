//! The frame check sequence (FCS) of Ethernet (IEEE 802.3 3.2.9): its check and its generation.

mod append;
mod check;
#[cfg(test)]
mod tests;

pub use append::{EflFcsAppend, EflFcsAppendInputs, EflFcsAppendOutputs};
pub use check::{EflFcsCheck, EflFcsCheckInputs, EflFcsCheckOutputs};
