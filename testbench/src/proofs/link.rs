//! Claims about links: credits are neither created nor lost.

pub mod async_fifo;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod flow_control;
