//! Parameters of modules: a value out of range is an error that names the parameter.

use std::ops::RangeInclusive;

/// A module parameter that is out of range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, but must be {} to {} {unit}", .allowed.start(), .allowed.end())]
pub struct OutOfRange {
    /// Parameter name, as in the configuration file.
    pub name: &'static str,
    /// Requested value.
    pub value: u64,
    /// Allowed range, given the other parameters.
    pub allowed: RangeInclusive<u64>,
    /// Unit of the value and the range.
    pub unit: &'static str,
}

/// Checks that a parameter is in its range.
pub(crate) fn check(
    name: &'static str,
    value: u32,
    allowed: RangeInclusive<u64>,
    unit: &'static str,
) -> Result<(), OutOfRange> {
    if allowed.contains(&u64::from(value)) {
        Ok(())
    } else {
        Err(OutOfRange { name, value: value.into(), allowed, unit })
    }
}

/// Number of bits that hold every number up to `highest`, at least 1.
///
/// ```
/// use tailback_spec::parameter::bits_for;
/// assert_eq!([0, 1, 2, 3, 4, 255, 256].map(bits_for), [1, 1, 2, 2, 3, 8, 9]);
/// ```
pub fn bits_for(highest: u32) -> usize {
    (u32::BITS - highest.leading_zeros()).max(1) as usize
}
