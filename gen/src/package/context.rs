//! Data of a package besides the design.

use crate::header;
use tailback_spec::registers::Map;

/// Origin of a design. Every value of this type can be written to a package.
#[derive(Debug, Clone, PartialEq)]
pub struct Context {
    configuration: String,
    clock_mhz: f64,
    config_hash: String,
    origin: String,
    floorplan_ports: Option<usize>,
    registers: Option<Map>,
    has_interface_attributes: bool,
}

/// A context for which no package can be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContextError {
    /// A clock frequency that no constraint can express.
    #[error(
        "the clock is {clock_mhz} MHz, but must be {} to {} MHz",
        Context::SLOWEST_MHZ,
        Context::FASTEST_MHZ
    )]
    Clock {
        /// Requested frequency in MHz.
        clock_mhz: f64,
    },
    /// A configuration name that is not safe in a comment or in a core's name.
    #[error(
        "`{configuration}` is not a configuration name: letters, digits, `-`, `_` and `.` only"
    )]
    Name {
        /// Requested name.
        configuration: String,
    },
}

impl Context {
    /// Lowest clock frequency in MHz; a period of 1 ms.
    pub const SLOWEST_MHZ: f64 = 0.001;
    /// Highest clock frequency in MHz; a period of 100 ps, below the limit of any FPGA.
    pub const FASTEST_MHZ: f64 = 10_000.0;

    /// Makes a context from the name `configuration`, its clock frequency `clock_mhz` in MHz (0.001
    /// to 10,000) and its text `toml`, which is written to the Verilog files.
    ///
    /// # Errors
    ///
    /// If `clock_mhz` is not a number from [`Self::SLOWEST_MHZ`] to [`Self::FASTEST_MHZ`], or
    /// `configuration` is empty or has other characters than ASCII letters, digits, `-`, `_` and
    /// `.`.
    pub fn new(
        configuration: impl Into<String>,
        clock_mhz: f64,
        toml: &str,
    ) -> Result<Self, ContextError> {
        let configuration = configuration.into();
        if !(Self::SLOWEST_MHZ..=Self::FASTEST_MHZ).contains(&clock_mhz) {
            return Err(ContextError::Clock { clock_mhz });
        }
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if configuration.is_empty() || !configuration.chars().all(allowed) {
            return Err(ContextError::Name { configuration });
        }
        let config_hash = blake3::hash(toml.as_bytes()).to_hex().to_string();
        let origin = header::configuration(&configuration, toml);
        Ok(Context {
            configuration,
            clock_mhz,
            config_hash,
            origin,
            floorplan_ports: None,
            registers: None,
            has_interface_attributes: false,
        })
    }

    /// Adds a floorplan to the package, which is that of a switch with this number of ports.
    pub fn with_floorplan(self, ports: usize) -> Self {
        Context { floorplan_ports: Some(ports), ..self }
    }

    /// Adds the registers that software accesses over the AXI4-Lite slave of the topmost module.
    pub fn with_registers(self, registers: Map) -> Self {
        Context { registers: Some(registers), ..self }
    }

    /// Adds attributes to the topmost module, by which Vivado finds its bus interfaces without the
    /// IP-XACT component.
    pub fn with_interface_attributes(self) -> Self {
        Context { has_interface_attributes: true, ..self }
    }

    /// Returns the name of the configuration.
    pub fn configuration(&self) -> &str {
        &self.configuration
    }

    /// Returns the clock frequency in MHz.
    pub fn clock_mhz(&self) -> f64 {
        self.clock_mhz
    }

    /// Returns the BLAKE3 hash of the configuration's TOML text, in hexadecimal.
    pub fn config_hash(&self) -> &str {
        &self.config_hash
    }

    /// Returns the origin of the design for the headers of its files.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// Returns the register map, if the module has one.
    pub(super) fn registers(&self) -> Option<&Map> {
        self.registers.as_ref()
    }

    /// Whether the topmost module has attributes for Vivado.
    pub(super) fn has_interface_attributes(&self) -> bool {
        self.has_interface_attributes
    }

    /// Returns the first line of the origin, without a full stop: tool, version and configuration.
    pub(super) fn title(&self) -> &str {
        let line = self.origin.lines().next().unwrap_or_default();
        line.trim_end_matches([':', '.'])
    }

    /// Returns the number of ports in the floorplan, if there is one.
    pub(super) fn floorplan_ports(&self) -> Option<usize> {
        self.floorplan_ports
    }

    /// Returns the clock period in nanoseconds with three decimals, the resolution of Vivado.
    /// Rounding is downward, so that no constraint is looser than the configuration.
    pub(super) fn period_ns(&self) -> String {
        /// Period of 1 MHz in picoseconds.
        const PS_MHZ: f64 = 1e6;
        /// Tolerance for binary fractions in picoseconds: a period of 8 ns must not become 7.999.
        const SLACK_PS: f64 = 1e-6;
        format!("{:.3}", (PS_MHZ / self.clock_mhz + SLACK_PS).floor() / 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_never_longer_than_the_configured_clock_allows() {
        let period = |mhz| Context::new("x", mhz, "").unwrap().period_ns();
        assert_eq!(period(125.0), "8.000");
        assert_eq!(period(322.265625), "3.103");
        assert_eq!(period(300.0), "3.333");
        assert_eq!(period(150.0), "6.666");
        assert_eq!(period(0.001), "1000000.000");
    }

    #[test]
    fn a_clock_that_no_constraint_can_express_is_refused() {
        for mhz in [0.0, -125.0, f64::NAN, f64::INFINITY, 1e9] {
            assert!(matches!(Context::new("x", mhz, ""), Err(ContextError::Clock { .. })), "{mhz}");
        }
    }

    #[test]
    fn a_name_cannot_break_out_of_a_comment() {
        for name in ["", "two\nlines", "a/b", "a b", "*/"] {
            assert!(matches!(Context::new(name, 1.0, ""), Err(ContextError::Name { .. })));
        }
    }
}
