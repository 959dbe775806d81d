//! The endpoint of EFL ("Ethernet with Flow Label", Shimonishi'07), and all of its modules.

pub mod endpoint;
pub mod fcs;
pub mod flow_memory;
pub mod loss;
pub mod mac;
pub mod pace;
pub mod queue;
pub mod rate;
pub mod receive;
pub mod registers;
pub mod sweep;
pub mod switch;
pub mod transmit;

pub use endpoint::EflEndpoint;
pub use flow_memory::FlowMemory;
pub use queue::EflQueue;
pub use receive::EflReceive;
pub use registers::EflRegisters;
pub use sweep::FlowSweep;
pub use switch::EthernetSwitch;
pub use transmit::EflTransmit;
