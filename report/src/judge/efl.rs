//! E1 to E13: rows of Shimonishi'07.

mod long;
mod predicted;
pub mod series;
mod transfers;

pub use transfers::Pooled;

use super::Found;
use crate::results::Results;

/// Scenarios of the paper.
const FIG_6: &str = "shimonishi07-fig6";
const FIG_7: &str = "shimonishi07-fig7";
const FIG_10: &str = "shimonishi07-fig10";

/// Variants of the rate controller, as the paper names them.
pub const VARIANTS: [(&str, &str); 3] =
    [("proposed", "Proposed"), ("bw-probe", "BW probe"), ("plain", "Plain")];

pub fn found(id: &str, results: &Results) -> Option<Found> {
    match id {
        "E1" | "E2" => predicted::found(id, results.get(FIG_6)?),
        "E3" | "E4" | "E5" | "E6" | "E7" | "E8" => long::found(id, results.get(FIG_7)?),
        _ => transfers::found(id, results.get(FIG_10)?),
    }
}
