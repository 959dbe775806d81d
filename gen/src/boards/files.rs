//! The files around a fabric on a chip: topmost module, clock, reset and lights, and constraints.

use super::{
    pll::{mhz, NoPll, Pll},
    Target,
};
use crate::package::{fill, File, PackageError};
use minijinja::context;

/// Templates of the modules that all boards have: module and text.
const MODULES: [(&str, &str); 3] = [
    ("tailback_board_clock", include_str!("../../constraints/boards/clock.v")),
    ("tailback_board_reset", include_str!("../../constraints/boards/reset.v")),
    ("tailback_board_light", include_str!("../../constraints/boards/light.v")),
];

/// Fraction of a second for which a light shows an event, at least: half of it.
const LIGHTS_PER_SECOND: u64 = 10;

/// Files that could not be made.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// The clock cannot be made on this board.
    #[error(transparent)]
    Clock(#[from] NoPll),
    /// A template is wrong.
    #[error(transparent)]
    Template(#[from] PackageError),
}

/// Returns the files for a board, in reading order: Verilog, the topmost module last, then constraints.
/// `clock_hz` is the frequency of the fabric's clock, and `origin` a line about the origin of the design.
///
/// # Errors
///
/// If the board cannot make the clock ([`FilesError::Clock`]). The other variant indicates a fault of this
/// crate.
pub fn files(target: &Target, clock_hz: u64, origin: &str) -> Result<Vec<File>, FilesError> {
    let pll = match clock_hz == target.oscillator_hz {
        true => None,
        false => Some(Pll::new(target.oscillator_hz, clock_hz)?),
    };
    let values = context! {
        top => target.module(),
        origin,
        oscillator_mhz => mhz(target.oscillator_hz),
        clock_mhz => mhz(clock_hz),
        light_bits => (clock_hz / LIGHTS_PER_SECOND).max(2).ilog2(),
        pll => pll.map(|pll| context! {
            input_divider => pll.input_divider,
            feedback_divider => pll.feedback_divider,
            loop_divider => pll.loop_divider,
            output_divider => pll.output_divider,
            has_second_output => pll.has_second_output(),
            detector_mhz => pll.detector_mhz().to_string(),
            vco_mhz => pll.vco_mhz().to_string(),
        }),
    };
    let mut files = Vec::new();
    for (module, text) in MODULES {
        files.push(File { path: format!("{module}.v"), text: fill(module, text, values.clone())? });
    }
    let top = target.module();
    let text = fill(target.name, target.top, values.clone())?;
    files.push(File { path: format!("{top}.v"), text });
    let text = fill(target.name, target.constraints, values)?;
    files.push(File { path: format!("{top}.lpf"), text });
    Ok(files)
}
