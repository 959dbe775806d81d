//! Hardware descriptions: rust-hdl kernels in the language of `tailback-language`, one module per
//! file.

pub mod crc;
pub mod efl;
pub mod interface;
pub mod link;
pub mod nic;
pub mod switch;

pub use tailback_language::*;
