//! Counters of an engine.

/// Totals since the first cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Data packets that hosts have sent.
    pub sent: u64,
    /// Data packets whose transmission to their destination has begun.
    pub delivered: u64,
    /// Links and switches that data packets have begun to cross, each counted per packet.
    pub hops: u64,
    /// Events; cycles of the form `stepped`.
    pub events: u64,
    /// Times that an input buffer became full.
    pub full: u64,
    /// Packets that waited in a buffer as it became full; not counted if detectors mark, or by the form
    /// `stepped` of the engine.
    pub in_full: u64,
    /// Times that the output trigger fired; not counted by the form `stepped`.
    pub output_triggers: u64,
}
