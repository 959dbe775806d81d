//! Modules of the NIC.

mod congestion_table;
mod queue;
mod rate_limiter;
mod receive;
mod receive_buffer;
mod reflector;
mod registers;
mod response;
mod top;
mod transmit;
