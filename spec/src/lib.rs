//! Every fact on which hardware and golden model must agree, and nothing that computes cycles.

mod bit_lanes;
pub mod board;
pub mod config;
pub mod efl;
pub mod fabric;
pub mod link;
pub mod nic;
pub mod parameter;
pub mod ports;
pub mod presets;
mod problem;
pub mod random;
mod register_map;
pub mod registers;
pub mod scenario;
pub mod switch;
pub mod wire;

#[doc(hidden)]
pub use serde;

pub use bit_lanes::BitLanes;
pub use config::Config;
pub use ports::{
    ClockPort, Direction, Lanes, ManyLanes, Port, PortTable, PortValues, WideLanes, WideWord,
    WideWords,
};
