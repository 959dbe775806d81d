//! Round robin.

/// First of `count` after `last`, in rotation, that is `wanted`; `last` itself is considered last.
#[inline]
pub(crate) fn next_after(
    last: usize,
    count: usize,
    wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    (last + 1..count).chain(0..=last).find(|&one| wanted(one))
}
