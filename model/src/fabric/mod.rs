//! Fabrics of switches and hosts, composed of what the golden blocks do: twice.
//!
//! The [`Twin`] steps every golden block of [`tailback_spec::fabric`] in every cycle. It has the ports
//! of the hardware, the same [`Surroundings`] drive both, and one [`Monitor`] takes the packet log
//! from either. [`difference`] holds two logs against each other.
//!
//! The [`Engine`] is event-driven, on the integer clock of the hardware: cycles, and packets as a
//! whole, whose beats are one in each cycle from the first to the last. Under one seed, everything
//! that happens is the same. It has two forms.
//!
//! # What the hardware does (`exact`)
//!
//! Where a scenario has hardware ([`tailback_spec::fabric`]), the packet log is that of the twin: packets,
//! cycles and marks. That is so by construction, and tested: random small fabrics, and the first
//! millisecond of each scenario. ACKs are packets, flow-control packets take their beats, and NICs
//! their pipelines; nothing of it is stepped. Left out is:
//!
//! * **The guard of the round-robin allocator**, which in hardware comes in after long waiting: with that
//!   allocator, logs are equal until it does ([`Engine::is_exact`]).
//!
//! # What the papers assume (`ideal`)
//!
//! The other form is for what hardware there is not: links and hosts of *different rates*, readings of the
//! papers (`readings.nics = "immediate"` asks for just this form), ACKs that wait; and for what
//! the first one does not know: detectors, congestion control tables, several virtual lanes, NICs of one flow,
//! packets of less than 18 beats, words of more than 16 bytes. What a switch does with packets follows the
//! pages of its blocks to the cycle, but:
//!
//! * **Flow-control packets take no time**, which in the hardware is a beat between two packets of the link
//!   for each packet in the other direction: less than 0.4 %. Credits come back four cycles sooner than in
//!   the hardware.
//! * **ACKs meet nobody.** They go back at six cycles for each switch. They take neither blocks, nor
//!   credits, nor turns.
//! * **One virtual lane, one length.** All data packets have the scenario's length.
//! * **A packet's blocks are taken as its header comes**, not one by one; for longest packets that
//!   makes no difference to who may send, nor to when a buffer is full. With shorter ones and the
//!   reading `arbitrated`, it can only become full as a packet comes.
//! * **Marks of packets of several inputs that begin to count at once** count at once; the hardware
//!   takes one for each output and cycle.
//! * **The NIC is its rules, not its pipeline**: a flow starts when schedule, window, link and
//!   credits allow it, two cycles after an ACK at the earliest.
//! * **Detectors see blocks move at an even pace**, and at once; in the hardware it takes them two
//!   cycles. **Timers of congestion control tables do not wait for their turn**, which in hardware comes
//!   within 16 cycles.
//!
//! A packet takes ⌈beats · datapath's rate / link's rate⌉ cycles on a link. From a slower link to a
//! faster one, a packet is held back until it can go without a gap: the allocator learns of it as late as its
//! last beat still comes in time. From a faster one to a slower one it crosses the switch at the
//! datapath's rate, and waits in an output buffer that has room for it; so its input is free for
//! the next packet long before the link is. A host whose own rate is limited starts packets no
//! faster, and gives credits back no faster, than that.

mod arrivals;
mod chosen;
mod counts;
mod difference;
mod engine;
mod event;
mod exact;
mod ideal;
mod lanes;
mod log;
mod measure;
mod monitor;
mod passage;
mod pool;
mod random;
mod series;
mod surroundings;
mod timeline;
mod timing;
mod twin;
mod waiting;
mod watchdog;

#[cfg(test)]
mod tests;

pub use counts::Counts;
pub use difference::{difference, engine_log, known, Difference, EngineLog};
pub use engine::Engine;
pub use log::{Record, Sink};
pub use measure::{FlowSummary, Summary, Totals};
pub use monitor::{Monitor, Traffic};
pub use passage::{check as check_passage, Passage, Violation};
pub use series::{Series, Statistics};
pub use surroundings::{Received, Surroundings};
pub use timeline::{Of, Sample, Timeline};
pub use twin::{FabricInputs, FabricOutputs, Twin, TwinRun};
pub use watchdog::{Held, Holder, Needs, Rule, Stall, Waiting, Watchdog};
