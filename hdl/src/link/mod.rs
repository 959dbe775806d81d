//! One link: credits, and the packets that carry them.

pub mod cable;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod flow_control;

pub use cable::Cable;
pub use credit_counter::CreditCounter;
pub use credit_receiver::CreditReceiver;
pub use credit_sender::CreditSender;
pub use flow_control::{FlowControlChecker, FlowControlTransmitter};
