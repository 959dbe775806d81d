//! Models of EFL, "Ethernet with Flow Label" (Shimonishi'07).
//!
//! The models follow `tailback_spec::efl`, which names the sources of the rules.

mod beat;
pub(crate) mod bus;
pub mod endpoint;
#[cfg(test)]
mod examples;
pub mod fcs;
pub mod loss;
pub mod mac;
pub mod pace;
mod queue;
pub mod rate;
pub mod receive;
#[cfg(test)]
mod register_maps;
pub mod registers;
pub mod switch;
pub mod transmit;
