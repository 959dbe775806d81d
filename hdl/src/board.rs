//! Modules around a fabric in an FPGA: a serial line, a bridge from it to AXI4-Lite, and hosts.

mod bridge;
mod host;
mod mark;
mod uart;

pub use bridge::{BridgeCommand, BridgeControl, UartBridge};
pub use host::{BoardHost, HostFlow, HostPacket, HostRegisters};
pub use mark::MarkDetector;
pub use uart::{UartReceiver, UartTransmitter};
