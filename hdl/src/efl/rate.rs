//! The rate controller: the rate of each flow, from the RTTs of its ACKs (Shimonishi'07 §III).

mod controller;
mod divider;
mod events;
mod marks;
mod multiplier;
mod normalize;
mod pace;
mod products;
mod quotients;
mod records;
mod settings;
mod step;
mod timing;
mod update;

pub use controller::RateController;
pub use divider::RateDivider;
pub use events::RateEvents;
pub use marks::RateMarks;
pub use multiplier::RateMultiplier;
pub use normalize::Normalized;
pub use pace::RatePace;
pub use products::RateProducts;
pub use quotients::RateQuotients;
pub use records::RateRecords;
pub use settings::RateSettings;
pub use step::RateStep;
pub use timing::RateTiming;
pub use update::RateUpdate;

use tailback_spec::efl::rate::{self, arithmetic};

/// Cycles of a frame.
const PHASES: usize = rate::FRAME_CYCLES as usize;
/// Bits of the number of a group.
const GROUP_BITS: usize = rate::GROUP_BITS as usize;
/// Bits of a rate.
const RATE_BITS: usize = rate::RATE_BITS as usize;
/// Bits of a time in ticks.
const TIME_BITS: usize = rate::TIME_BITS as usize;
/// Bits of a count of bytes.
const BYTES_BITS: usize = rate::BYTES_BITS as usize;
/// Bits of a target backlog.
const ALPHA_BITS: usize = rate::ALPHA_BITS as usize;
/// Bits of a gain.
const BETA_BITS: usize = rate::BETA_BITS as usize;
/// Bits of a divisor of which the reciprocal is computed.
const DIVISOR_BITS: usize = arithmetic::DIVISOR_BITS as usize;
/// Bits of the inverse in a reciprocal; the highest one is 0.
const INVERSE_BITS: usize = DIVISOR_BITS + 2;
/// Bits of the shift of a reciprocal.
const SHIFT_BITS: usize = 5;
/// Most bits by which a divisor is shifted.
const MOST_SHIFT: usize = DIVISOR_BITS - 1;
/// Fraction bits of a ratio.
const RATIO_FRACTION: usize = arithmetic::RATIO_FRACTION as usize;
/// Bits of a ratio.
const RATIO_BITS: usize = RATIO_FRACTION + 2;
/// Bits of the first factor of a product.
const LEFT_BITS: usize = RATE_BITS;
/// Bits of a part of the second factor of a product.
const PART_BITS: usize = 13;
/// Bits of the second factor of a product.
const RIGHT_BITS: usize = 3 * PART_BITS;
/// Bits of the largest product: alpha, beta and an inverse.
const PRODUCT_BITS: usize = ALPHA_BITS + BETA_BITS + INVERSE_BITS;
/// Bits of the product of a rate and a time.
const DIVIDEND_BITS: usize = RATE_BITS + TIME_BITS;
