//! Pending events, in order of their time.

mod wheel;

pub(super) use wheel::Queue;

/// Kinds of events, in the order in which they happen within a cycle.
pub(super) trait Kinds: Copy + 'static {
    /// All kinds, each at the index that is its number.
    const ALL: &'static [Self];

    fn number(self) -> u32;
}
