//! Dividers of the PLL of the ECP5.
//!
//! Output CLKOP is fed back: with the frequency *f* of the oscillator, the VCO runs at *f* / CLKI_DIV ·
//! CLKFB_DIV · CLKOP_DIV. The clock is that of the VCO divided by CLKOP_DIV, or by CLKOS_DIV at the second
//! output. Ranges are those of the ECP5 data sheet, FPGA-DS-02012, "sysCLOCK PLL Timing".

use std::ops::RangeInclusive;

/// Frequencies in Hz at the input, at the phase detector, of the VCO, and at an output.
const INPUT_HZ: RangeInclusive<u64> = 8_000_000..=400_000_000;
const DETECTOR_HZ: RangeInclusive<u64> = 3_125_000..=400_000_000;
const VCO_HZ: RangeInclusive<u64> = 400_000_000..=800_000_000;
const OUTPUT_HZ: RangeInclusive<u64> = 3_125_000..=400_000_000;

/// Frequency of the VCO that is preferred: the middle of the range.
const VCO_MIDDLE_HZ: u64 = 600_000_000;

/// Dividers at the input, of the feedback, and of an output.
const INPUT_DIVIDER: RangeInclusive<u64> = 1..=128;
const FEEDBACK_DIVIDER: RangeInclusive<u64> = 1..=80;
const OUTPUT_DIVIDER: RangeInclusive<u64> = 1..=128;

/// A PLL that makes a clock from an oscillator. A value of this type is within all ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pll {
    /// Frequency of the oscillator in Hz.
    pub oscillator_hz: u64,
    /// CLKI_DIV: division before the phase detector.
    pub input_divider: u64,
    /// CLKFB_DIV: division of the output that is fed back.
    pub feedback_divider: u64,
    /// CLKOP_DIV: from the VCO to the output that is fed back.
    pub loop_divider: u64,
    /// From the VCO to the clock: CLKOP_DIV if the clock is also fed back, else CLKOS_DIV.
    pub output_divider: u64,
}

/// A frequency that the PLL cannot make exactly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the PLL cannot make {} MHz from the oscillator of {} MHz",
    mhz(*asked_hz),
    mhz(*oscillator_hz)
)]
pub struct NoPll {
    /// Requested frequency in Hz.
    pub asked_hz: u64,
    /// Frequency of the oscillator in Hz.
    pub oscillator_hz: u64,
    /// Nearest frequencies in Hz that the PLL can make, below and above.
    pub nearest_hz: Vec<u64>,
}

/// A frequency in MHz, with as many decimals as it has.
pub fn mhz(hz: u64) -> String {
    const HZ_PER_MHZ: f64 = 1e6;
    (hz as f64 / HZ_PER_MHZ).to_string()
}

impl Pll {
    /// Finds dividers for a clock of exactly `clock_hz`. Preferred are a single output, then the highest
    /// frequency at the phase detector, which averages out the noise of the VCO fastest, then a VCO in the middle of its range.
    ///
    /// # Errors
    ///
    /// If no dividers give that frequency ([`NoPll`]).
    pub fn new(oscillator_hz: u64, clock_hz: u64) -> Result<Self, NoPll> {
        let exact = loops(oscillator_hz).filter_map(|pll| {
            let dividend = pll.vco_dividend();
            let divisor = clock_hz.checked_mul(pll.input_divider).filter(|divisor| *divisor > 0)?;
            let is_exact = dividend % divisor == 0 && OUTPUT_HZ.contains(&clock_hz);
            let output_divider = dividend / divisor;
            (is_exact && OUTPUT_DIVIDER.contains(&output_divider))
                .then_some(Pll { output_divider, ..pll })
        });
        let cost = |pll: &Pll| {
            let vco_hz = pll.vco_dividend() / pll.input_divider;
            (pll.has_second_output(), pll.input_divider, vco_hz.abs_diff(VCO_MIDDLE_HZ))
        };
        exact.min_by_key(cost).ok_or_else(|| NoPll {
            asked_hz: clock_hz,
            oscillator_hz,
            nearest_hz: nearest(oscillator_hz, clock_hz),
        })
    }

    /// Whether the clock is not the output that is fed back.
    pub fn has_second_output(&self) -> bool {
        self.loop_divider != self.output_divider
    }

    /// Frequency of the VCO, times the divider at the input.
    fn vco_dividend(&self) -> u64 {
        self.oscillator_hz * self.feedback_divider * self.loop_divider
    }

    /// Frequency at the phase detector in MHz.
    pub fn detector_mhz(&self) -> f64 {
        in_mhz(self.oscillator_hz, self.input_divider)
    }

    /// Frequency of the VCO in MHz.
    pub fn vco_mhz(&self) -> f64 {
        in_mhz(self.vco_dividend(), self.input_divider)
    }
}

/// A quotient of Hz in MHz.
fn in_mhz(dividend: u64, divider: u64) -> f64 {
    const HZ_PER_MHZ: u64 = 1_000_000;
    dividend as f64 / (divider * HZ_PER_MHZ) as f64
}

/// Whether `dividend` / `divider` is in a range.
fn is_within(range: &RangeInclusive<u64>, dividend: u64, divider: u64) -> bool {
    range.start() * divider <= dividend && dividend <= range.end() * divider
}

/// All loops of the PLL within the ranges, with the output that is fed back as the clock.
fn loops(oscillator_hz: u64) -> impl Iterator<Item = Pll> {
    let inputs = INPUT_DIVIDER.filter(move |divider| {
        INPUT_HZ.contains(&oscillator_hz) && is_within(&DETECTOR_HZ, oscillator_hz, *divider)
    });
    let with_feedback =
        inputs.flat_map(|input| FEEDBACK_DIVIDER.map(move |divider| (input, divider)));
    let all = with_feedback.flat_map(move |(input_divider, feedback_divider)| {
        OUTPUT_DIVIDER.map(move |divider| Pll {
            oscillator_hz,
            input_divider,
            feedback_divider,
            loop_divider: divider,
            output_divider: divider,
        })
    });
    all.filter(|pll| {
        let fed_back = pll.oscillator_hz * pll.feedback_divider;
        is_within(&VCO_HZ, pll.vco_dividend(), pll.input_divider)
            && is_within(&OUTPUT_HZ, fed_back, pll.input_divider)
    })
}

/// Nearest frequencies that are whole numbers of Hz, below and above `asked_hz`.
fn nearest(oscillator_hz: u64, asked_hz: u64) -> Vec<u64> {
    let (mut below, mut above) = (None, None);
    for pll in loops(oscillator_hz) {
        for output_divider in OUTPUT_DIVIDER {
            let (dividend, divider) = (pll.vco_dividend(), pll.input_divider * output_divider);
            let clock_hz = dividend / divider;
            if dividend % divider != 0 || !OUTPUT_HZ.contains(&clock_hz) {
                continue;
            }
            if clock_hz < asked_hz {
                below = below.max(Some(clock_hz));
            } else {
                above = above.or(Some(clock_hz)).min(Some(clock_hz));
            }
        }
    }
    [below, above].into_iter().flatten().collect()
}
