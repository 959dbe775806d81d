//! Modules of the NIC.

mod congestion_table;
mod queue;
mod rate_limiter;
mod receive;
mod reflector;
mod registers;
mod response;
mod top;
mod transmit;
