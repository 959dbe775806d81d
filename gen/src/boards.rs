//! Boards with an FPGA: pins, clock and loader of each, and the files around a fabric on a chip.

mod files;
mod pll;

#[cfg(test)]
mod tests;

pub use files::{files, FilesError};
pub use pll::{mhz, NoPll, Pll};

/// A board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Name on the command line, such as `ulx3s-85f`.
    pub name: &'static str,
    /// Name for people, with the FPGA.
    pub about: &'static str,
    /// Option of nextpnr-ecp5 that selects the FPGA.
    pub device: &'static str,
    /// Package of the FPGA, as nextpnr-ecp5 names it.
    pub package: &'static str,
    /// Speed grade of the FPGA.
    pub speed: &'static str,
    /// Frequency of the oscillator in Hz.
    pub oscillator_hz: u64,
    /// Name of the board for openFPGALoader.
    pub loader: &'static str,
    /// Template of the topmost module.
    top: &'static str,
    /// Template of the constraints, with all pins.
    constraints: &'static str,
}

/// All boards.
pub const TARGETS: [Target; 2] = [
    Target {
        name: "ulx3s-85f",
        about: "ULX3S with an LFE5U-85F",
        device: "--85k",
        package: "CABGA381",
        speed: "6",
        oscillator_hz: 25_000_000,
        loader: "ulx3s",
        top: include_str!("../constraints/boards/ulx3s-85f.v"),
        constraints: include_str!("../constraints/boards/ulx3s-85f.lpf"),
    },
    Target {
        name: "ecpix-5-85f",
        about: "ECPIX-5 with an LFE5UM5G-85F",
        device: "--um5g-85k",
        package: "CABGA554",
        speed: "8",
        oscillator_hz: 100_000_000,
        loader: "ecpix5",
        top: include_str!("../constraints/boards/ecpix-5-85f.v"),
        constraints: include_str!("../constraints/boards/ecpix-5-85f.lpf"),
    },
];

impl Target {
    /// The board of a name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Name of the topmost module, such as `tailback_ulx3s_85f`.
    pub fn module(&self) -> String {
        format!("tailback_{}", self.name.replace('-', "_"))
    }
}
