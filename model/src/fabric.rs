//! Fabrics of switches and hosts, composed of the golden models: in two ways.
//!
//! The [`Twin`] steps every golden model of [`tailback_spec::fabric`] in every cycle. It has the
//! ports of the hardware, the same [`Surroundings`] drive both, and one [`Monitor`] extracts the
//! packet log from either. [`difference`] compares two logs.
//!
//! The [`Engine`] is event-driven, on the integer clock of the hardware: cycles, and packets as a
//! whole, with one beat in each cycle from the first to the last. Under one seed, every run is the
//! same. The engine has three forms.
//!
//! # What the hardware does (`exact`)
//!
//! For a scenario that has hardware ([`tailback_spec::fabric`]), the packet log is that of the
//! twin: packets, cycles and marks. It is so by construction, and tested: random small fabrics, and
//! the first millisecond of each scenario. ACKs are packets, flow-control packets take their beats,
//! and NICs their pipelines; none of it is stepped.
//!
//! # The same, cycle by cycle (`stepped`)
//!
//! Input buffers of more than 2048 blocks, hosts that give up packets, links of more than 4096 cycles,
//! links of hosts that hold more than 512 blocks, and packets that are dropped because they wait too
//! long: the form `exact` does not support these, so the engine steps the twin.
//!
//! # What the papers assume (`ideal`)
//!
//! The last form covers what has no hardware: links and hosts of *different rates*, readings of
//! the papers (`readings.nics = "immediate"` requests this form), ACKs that wait, and messages that wait
//! for others. Switches handle packets as the pages of their modules describe, to the cycle, but:
//!
//! * **Flow-control packets take no time.** In the hardware, each takes a beat between two packets
//!   of the link for each packet in the other direction: less than 0.4 %. Credits return five
//!   cycles sooner than in the hardware.
//! * **ACKs share no resources.** They return at eleven cycles for each switch. They take neither
//!   blocks nor credits, and are not arbitrated.
//! * **One virtual lane.** All data packets have the scenario's length, except for the last ones of
//!   messages that wait for others.
//! * **A packet's blocks are occupied as its header arrives**, not one by one; for longest packets
//!   that changes neither which port may send, nor when a buffer is full. With shorter ones and the
//!   reading `arbitrated`, a buffer can become full only as a packet arrives.
//! * **Packets of several inputs that begin to count in the same cycle** are counted in it; the
//!   hardware counts one for each output and cycle.
//! * **Packets of a flow may overtake each other** if switches choose a port for each packet
//!   (`routing.kind = "random-per-packet"`): a host accepts them in any order, acknowledges each for
//!   itself, and delivers messages in order.
//! * **NICs follow their rules, without the pipeline**: a flow starts when schedule, window, link
//!   and credits allow it, two cycles after an ACK at the earliest.
//! * **Detectors see blocks move at a constant rate**, and at once; in the hardware it takes them
//!   two cycles. **Timers of congestion control tables are processed at once**; in hardware each
//!   waits for its slot, up to 16 cycles.
//!
//! A packet takes ⌈beats · datapath's rate / link's rate⌉ cycles on a link. On the path from a
//! slower link to a faster one, a packet is held back until it can be transmitted without a gap:
//! the allocator learns of it so late that its last beat arrives just in time. On the path from a
//! faster link to a slower one it crosses the switch at the datapath's rate, and waits in an output
//! buffer that has space for it; so its input is free for the next packet long before the link is.
//! A host whose own rate is limited starts packets no faster than that rate, and returns credits no
//! faster.

mod arrivals;
mod busy;
mod chosen;
mod counts;
mod delivery;
mod difference;
mod elements;
mod engine;
pub mod ethernet;
mod event;
mod exact;
mod exchange;
mod ideal;
mod lanes;
mod latency;
mod lengths;
mod log;
mod looks;
mod measure;
mod message_times;
mod messages;
mod monitor;
mod passage;
mod place;
mod pool;
mod series;
mod snapshots;
mod stepped;
mod surroundings;
mod timeline;
mod timing;
mod twin;
mod twin_run;
mod waiting;
mod watchdog;

#[cfg(test)]
mod tests;

pub use counts::Counts;
pub use difference::{difference, engine_log, known, Difference, EngineLog};
pub use engine::Engine;
pub use latency::{Latencies, Latency};
pub use log::{Record, Sink};
pub use measure::{FlowSummary, Summary, Totals};
pub use message_times::{MessageTimes, Times};
pub use messages::{Message, Messages, SizeClass, Spread};
pub use monitor::{Monitor, Traffic};
pub use passage::{check as check_passage, Passage, Violation};
pub use series::{Series, Statistics};
pub use snapshots::{Snapshot, Snapshots};
pub use surroundings::{Received, Surroundings};
pub use timeline::{Of, Sample, Timeline};
pub use twin::{FabricInputs, FabricOutputs, HostsOutputs, Twin};
pub use twin_run::TwinRun;
pub use watchdog::{Held, Holder, Needs, Rule, Stall, Waiting, Watchdog};
