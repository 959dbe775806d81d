//! Modules of EFL.

mod endpoints;
mod receive;
mod transmit;
