//! One link: credits, and the packets that carry them.
//!
//! The models follow `tailback_spec::link`, which names the sources of the rules.

pub mod async_fifo;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod crossing;
pub mod delay;
pub mod flow_control;
pub mod slow_link;
#[cfg(test)]
mod tests;

/// Modulus of the counters of blocks: 4096 (IBA 7.9.4).
pub(crate) const MODULUS: u32 = 1 << tailback_spec::link::COUNTER_BITS;
