//! The plain credit counter, for a link that needs nothing more.

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{link::credit_counter as spec, port_values};

port_values! {
    /// Events of one cycle.
    pub struct CreditCounterInputs {
        /// The sender sends a unit.
        pub take: bool,
        /// The receiver frees a unit.
        pub give: bool,
    }
}

port_values! {
    /// Credits of the sender.
    pub struct CreditCounterOutputs {
        /// A unit may be sent.
        pub available: bool,
        /// No unit is on its way or held by the receiver.
        pub full: bool,
        /// Units that may be sent.
        pub credits: u64,
    }
}

/// The counter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditCounter {
    /// All credits of the link.
    pub(crate) total: u32,
    /// Credits of the sender.
    pub(crate) credits: u32,
}

impl CreditCounter {
    /// The module after reset.
    pub fn new(parameters: &spec::CreditCounter) -> Self {
        // "Reset gives all credits."
        CreditCounter { total: parameters.total(), credits: parameters.total() }
    }
}

impl Golden for CreditCounter {
    type Inputs = CreditCounterInputs;
    type Outputs = CreditCounterOutputs;

    #[inline]
    fn step(&mut self, inputs: &CreditCounterInputs, outputs: &mut CreditCounterOutputs) {
        *outputs = CreditCounterOutputs {
            available: self.credits > 0,
            full: self.credits == self.total,
            credits: self.credits.into(),
        };
        match (inputs.take, inputs.give) {
            (true, false) => self.credits = self.credits.saturating_sub(1),
            (false, true) => self.credits = self.total.min(self.credits + 1),
            (true, true) | (false, false) => {}
        }
    }

    fn reset(&mut self) {
        self.credits = self.total;
    }
}
