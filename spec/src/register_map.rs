//! The language of register maps, without a map.
//!
//! [`Map::new`] refuses what cannot be built, so that readers of a map need not check it.

mod check;
mod entry;
mod map;
mod placed;
mod write;

pub use check::Invalid;
pub use entry::{Access, Content, Entry, Field, Repeat, WORD_BITS, WORD_BYTES};
pub use map::Map;
pub use placed::Placed;
pub use write::{NoWrite, Write};

#[cfg(test)]
mod tests;
