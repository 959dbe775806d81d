//! One link: credits, and the packets that carry them.

pub mod async_fifo;
pub mod credit_counter;
pub mod credit_receiver;
pub mod credit_sender;
pub mod crossing;
pub mod delay;
pub mod flow_control;
pub mod slow_link;

pub use async_fifo::AsyncFifo;
pub use credit_counter::CreditCounter;
pub use credit_receiver::CreditReceiver;
pub use credit_sender::CreditSender;
pub use delay::LinkDelay;
pub use flow_control::{FlowControlChecker, FlowControlTransmitter};
pub use slow_link::{SlowLink, SlowLinkReceiver, SlowLinkSender};
