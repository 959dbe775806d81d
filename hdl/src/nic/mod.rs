//! NIC side.

pub mod registers;

pub use registers::NicRegisters;
