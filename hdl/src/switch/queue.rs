//! Queues of an input port: an output port and a lane each.

mod event;
mod events;
mod parts;
mod population;

pub use event::QueueEvent;
pub use events::CountedEvents;
pub use parts::QueueParts;
pub use population::Population;
