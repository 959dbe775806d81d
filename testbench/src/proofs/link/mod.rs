//! Links: credits are neither made nor lost.

pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod flow_control;
