//! An entry of the table: a delay in packet times.

use crate::parameter::{check, OutOfRange, Parameter};
use serde::Serialize;

/// A delay as the table holds it (IBA annex A10): (*Tp* >> `shift`) · `multiplier`, where *Tp* is
/// the time that the packet takes. It is the gap *after* the packet, so the remaining rate is
/// 2^`shift` / (`multiplier` + 2^`shift`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct CctEntry {
    shift: u8,
    multiplier: u16,
}

impl CctEntry {
    /// Bits of an entry.
    pub const BITS: usize = Self::SHIFT_BITS + Self::MULTIPLIER_BITS;
    /// Bits of the shift, the upper ones.
    pub const SHIFT_BITS: usize = 2;
    /// Bits of the multiplier.
    pub const MULTIPLIER_BITS: usize = 14;
    /// The largest shift.
    pub const MOST_SHIFT: u8 = (1 << Self::SHIFT_BITS) - 1;
    /// The largest multiplier.
    pub const MOST_MULTIPLIER: u16 = (1 << Self::MULTIPLIER_BITS) - 1;

    /// An entry, if shift and multiplier fit.
    ///
    /// # Errors
    ///
    /// If `shift` exceeds [`Self::MOST_SHIFT`], or `multiplier` exceeds [`Self::MOST_MULTIPLIER`].
    pub fn new(shift: u8, multiplier: u16) -> Result<Self, OutOfRange> {
        check(Parameter::Shift, shift.into(), 0..=Self::MOST_SHIFT.into(), "bits")?;
        check(
            Parameter::Multiplier,
            multiplier.into(),
            0..=Self::MOST_MULTIPLIER.into(),
            "packet times",
        )?;
        Ok(CctEntry { shift, multiplier })
    }

    /// The entry in these bits; all values are legal.
    pub fn parse(bits: u16) -> Self {
        CctEntry {
            shift: (bits >> Self::MULTIPLIER_BITS) as u8,
            multiplier: bits & Self::MOST_MULTIPLIER,
        }
    }

    /// Bits of the entry.
    pub fn emit(self) -> u16 {
        u16::from(self.shift) << Self::MULTIPLIER_BITS | self.multiplier
    }

    /// Bits by which the packet time is shifted to the right, before it is multiplied.
    pub fn shift(self) -> u8 {
        self.shift
    }

    /// Factor of the shifted packet time.
    pub fn multiplier(self) -> u16 {
        self.multiplier
    }

    /// Gap after a packet that takes `packet_ticks`, in the unit of `packet_ticks`.
    pub fn delay(self, packet_ticks: u64) -> u64 {
        (packet_ticks >> self.shift) * u64::from(self.multiplier)
    }

    /// The entry for a gap of `numerator` / `denominator` packet times: the largest shift with
    /// which the multiplier fits, and the multiplier that is nearest, the larger of two. If the
    /// multiplier is 0, all bits are 0; a gap beyond the largest delay gives the largest delay.
    ///
    /// ```
    /// use tailback_spec::nic::congestion_table::CctEntry;
    /// assert_eq!(CctEntry::nearest(3, 1), CctEntry::new(3, 24)?);
    /// assert_eq!(CctEntry::nearest(1, 16), CctEntry::new(3, 1)?);
    /// assert_eq!(CctEntry::nearest(2048, 1), CctEntry::new(2, 8192)?);
    /// assert_eq!(CctEntry::nearest(20_000, 1), CctEntry::new(0, 16_383)?);
    /// # Ok::<(), tailback_spec::parameter::OutOfRange>(())
    /// ```
    pub fn nearest(numerator: u128, denominator: u128) -> Self {
        let multiplier = |shift: u8| (2 * (numerator << shift) + denominator) / (2 * denominator);
        let fits = |shift: &u8| multiplier(*shift) <= Self::MOST_MULTIPLIER.into();
        let shift = (0..=Self::MOST_SHIFT).rev().find(fits);
        let most = Self::MOST_MULTIPLIER;
        match shift {
            Some(shift) if multiplier(shift) == 0 => CctEntry::default(),
            Some(shift) => CctEntry { shift, multiplier: multiplier(shift) as u16 },
            None => CctEntry { shift: 0, multiplier: most },
        }
    }
}
