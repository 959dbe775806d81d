//! Register maps: declared once, and from there to C, Markdown, SystemRDL and JSON.
//!
//! A [`Map`] is a tree of registers of 32 bits and of groups of them, both of which can be repeated.
//! [`switch::map`] is the map of the lossless switch, [`nic::map`] that of the NIC, [`efl::map`] that of
//! the EFL endpoint, and [`ethernet_switch::map`] that of the tail-drop Ethernet switch.

pub mod efl;
pub mod ethernet_switch;
mod identity;
pub mod nic;
pub mod switch;

pub use crate::register_map::{
    Access, Content, Entry, Field, Invalid, Map, NoWrite, Placed, Repeat, Write, WORD_BITS,
    WORD_BYTES,
};

#[cfg(test)]
mod tests;
