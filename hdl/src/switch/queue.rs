//! The queues of an input port: one for each output port and virtual lane.

mod event;
mod events;
mod parts;

pub use event::QueueEvent;
pub use events::CountedEvents;
pub use parts::QueueParts;
