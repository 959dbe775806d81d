//! Modules of EFL.

mod endpoints;
mod receive;
mod registers;
mod transmit;
