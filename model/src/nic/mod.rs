//! NIC side.
//!
//! The models follow `tailback_spec::nic`, which says where the rules come from.

pub mod receive;
pub mod transmit;
