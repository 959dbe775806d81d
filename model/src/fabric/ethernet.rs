//! Fabrics of tail-drop Ethernet switches, with EFL endpoints or TCP hosts: an event-driven engine.
//!
//! The engine is packet by packet, on the integer clock of the hardware. It calls the functions of
//! the specification for all that the endpoint and the switch decide: rate, pace, losses, the verdict
//! on an ACK, the order of a packet. [`latency`] has the cycles between these decisions, each with the
//! page of the specification from which it follows.
//!
//! # What is exact
//!
//! With one flow at each endpoint, switches of at most 16 ports, links at the rate of the datapath
//! and no overhead of the line, frames enter links in the cycles of the hardware: the packet log is
//! that of the [`Twin`], the golden models stepped in every cycle. Otherwise,
//!
//! * **an endpoint with several flows** has a rate limiter and a host for each, and serves grants in
//!   their order;
//! * **a switch with more than 16 ports** has 16 slots, which several inputs share;
//! * **a slower link** stretches each frame by the ratio of the rates;
//! * **TCP** is software: a host takes no time.
//!
//! # Damage
//!
//! A frame that enters a link can be lost, altered or doubled, each with a probability of its own. An
//! altered frame is dropped by the receiver of the link, whose MAC sees the FCS. A doubled frame
//! occupies the link twice.

mod controller;
mod endpoint;
mod engine;
mod feed;
mod frame;
mod gauges;
pub mod latency;
mod limiter;
mod link;
mod monitor;
mod network;
mod numbers;
mod ordered;
mod receiver;
mod sender;
mod supply;
mod surroundings;
mod switch;
mod tcp;
#[cfg(test)]
mod tests;
mod time;
mod transfers;
mod twin;
mod twin_run;
mod watch;

pub use engine::{Counts, Engine};
pub use gauges::{Flow, Gauges, Measured, Queue};
pub use monitor::{Monitor, Traffic};
pub use ordered::Ordered;
pub use surroundings::Surroundings;
pub use twin::{FabricInputs, FabricOutputs, Twin};
pub use twin_run::TwinRun;
pub use watch::{Update, Watch};
