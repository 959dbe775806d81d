//! Register maps: declared once, and from there to C, Markdown, SystemRDL and JSON.
//!
//! A [`Map`] is a tree of registers of 32 bits and of groups of them, both of which can be repeated.
//! [`Map::new`] refuses what cannot be built, so that whoever reads a map need not check it.
//! [`switch::map`] is the map of the lossless switch, [`nic::map`] that of the NIC.

pub mod c;
mod check;
mod map;
pub mod markdown;
pub mod nic;
mod placed;
pub mod switch;
pub mod systemrdl;
mod write;

pub use check::Invalid;
pub use map::{Access, Content, Entry, Field, Map, Repeat, WORD_BITS, WORD_BYTES};
pub use placed::Placed;
pub use write::{NoWrite, Write};

#[cfg(test)]
mod tests;
