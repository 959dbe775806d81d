//! Plain credit counter, for a link that needs no more.
//!
//! The sender holds `credits`; it takes one for each unit that it sends, and the receiver gives it
//! back when the unit's buffer space is free again.
//!
//! ```text
//! available = credits > 0
//! full      = credits == total
//! credits'  = credits           if take and give, else
//!             credits - 1       if take and credits > 0, else
//!             credits + 1       if give and credits < total, else
//!             credits
//! ```
//!
//! Ports, in this order: inputs `take`, `give`; outputs `available`, `full` and `credits`
//! ([`CreditCounter::counter_bits`]). All state is in registers: a credit that is given back can be
//! taken in the next cycle. A take without a credit and a give without an outstanding credit change
//! nothing, so that no fault of a neighbour makes the counter wrap around. Reset gives all credits,
//! `total`.
//!
//! Module: `tailback_credit_counter`.

use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of a credit counter. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct CreditCounter {
    total: u32,
}

impl CreditCounter {
    /// Credits of a link: 1 to 65,535.
    pub const TOTAL: RangeInclusive<u64> = 1..=65_535;

    /// Checks the number of credits.
    ///
    /// # Errors
    ///
    /// If `total` is outside [`CreditCounter::TOTAL`].
    pub fn new(total: u32) -> Result<Self, OutOfRange> {
        check(Parameter::Credits, total, Self::TOTAL, "credits")?;
        Ok(CreditCounter { total })
    }

    /// All credits of the link.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Bits of the counter.
    pub fn counter_bits(&self) -> usize {
        bits_for(self.total)
    }
}
