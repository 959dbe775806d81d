//! Hardware descriptions: rust-hdl kernels in the language of `tailback-language`, one module per
//! file.

pub mod board;
pub mod crc;
pub mod efl;
pub mod interface;
pub mod link;
pub mod nic;
pub mod switch;
mod two_step_access;

pub use tailback_language::*;
pub use two_step_access::TwoStepAccess;
