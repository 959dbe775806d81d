//! What an engine counts.

/// What has happened so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Data packets that hosts have sent.
    pub sent: u64,
    /// Data packets that have begun to go to their destination.
    pub delivered: u64,
    /// Links and switches that data packets have begun to go through.
    pub hops: u64,
    /// Events.
    pub events: u64,
    /// Times that an input buffer has become full.
    pub full: u64,
    /// Packets that waited in those buffers then; not counted if detectors mark.
    pub in_full: u64,
    /// Times that the output trigger has fired.
    pub output_triggers: u64,
}
