//! The table of the ports of a module, with its clocks.

use serde::{Deserialize, Serialize};

/// Whether a port is driven by the environment or by the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Driven by the environment.
    Input,
    /// Driven by the block.
    Output,
}

/// One port of a block: `lanes` values of `width` bits, packed into one Verilog vector with lane 0
/// in the least significant bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Port {
    /// Name in Rust and in Verilog.
    pub name: String,
    /// Driver of the port.
    pub direction: Direction,
    /// Number of equal values in the port, at least 1.
    pub lanes: usize,
    /// Bits of one lane, at least 1.
    pub width: usize,
    /// Description of the port, as a sentence.
    pub doc: String,
}

impl Port {
    /// Bits of the whole port.
    #[inline]
    pub fn bits(&self) -> usize {
        self.lanes * self.width
    }

    /// 64-bit words that hold the whole port.
    #[inline]
    pub fn words(&self) -> usize {
        self.bits().div_ceil(64)
    }
}

/// The ports of one module, in the order of its declaration.
///
/// `clock` and the synchronous reset, which is `reset` (active high) or `reset_n` (active low), are not
/// in the table of a module with one clock, which has them before all other ports.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PortTable {
    /// Verilog name of the module.
    pub module: String,
    /// Whether the module has a clock and a reset; a purely combinational one has neither.
    pub clocked: bool,
    /// Whether the reset is `reset_n`, active low.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub active_low_reset: bool,
    /// Clocks of submodules among the ports, if not all of the module has one clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clocks: Vec<ClockPort>,
    /// All other ports.
    pub ports: Vec<Port>,
}

/// A port that is a clock of submodules, or one clock for each element.
///
/// In a simulation, such a port is high in each step in which the clock has a rising edge.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ClockPort {
    /// Name of the clock: `clock`, or a name that ends with `_clock`.
    pub name: String,
    /// Ports that are synchronous to it, in order. Its reset has the name of the clock with `reset`
    /// in place of `clock`, and is among them.
    pub ports: Vec<String>,
}

impl ClockPort {
    /// Name of the reset that is synchronous to the clock, if it is active high.
    pub fn reset(&self) -> String {
        let start = self.name.strip_suffix("clock").unwrap_or(&self.name);
        format!("{start}reset")
    }
}

impl PortTable {
    /// Name of the reset.
    pub fn reset(&self) -> &'static str {
        if self.active_low_reset {
            "reset_n"
        } else {
            "reset"
        }
    }

    /// Name of the reset that is synchronous to one of [`clocks`](Self::clocks).
    pub fn reset_of(&self, clock: &ClockPort) -> String {
        format!("{}{}", clock.reset(), if self.active_low_reset { "_n" } else { "" })
    }

    /// Whether the module has registers: its ports depend on a clock.
    pub fn is_sequential(&self) -> bool {
        self.clocked || !self.clocks.is_empty()
    }

    /// Whether a port is a clock (true) or a reset (false) of [`clocks`](Self::clocks); `None` for any
    /// other port.
    pub fn clock_or_reset(&self, port: &str) -> Option<bool> {
        let is_clock = self.clocks.iter().any(|clock| clock.name == port);
        let is_reset = self.clocks.iter().any(|clock| self.reset_of(clock) == port);
        (is_clock || is_reset).then_some(is_clock)
    }

    /// The image of the inputs that resets what has other clocks than that of the module: all of
    /// these clocks rise, and all of their resets are high.
    pub fn reset_image(&self) -> Vec<u64> {
        let mut image = Vec::new();
        for port in self.of(Direction::Input) {
            let is_high = self
                .clocks
                .iter()
                .any(|clock| port.name == clock.name || port.name == clock.reset());
            let bits = port.bits();
            image.extend((0..port.words()).map(|word| match (is_high, bits - 64 * word) {
                (false, _) => 0,
                (true, 64..) => u64::MAX,
                (true, rest) => (1 << rest) - 1,
            }));
        }
        image
    }

    /// The ports of one direction, in declaration order.
    pub fn of(&self, direction: Direction) -> impl Iterator<Item = &Port> {
        self.ports.iter().filter(move |port| port.direction == direction)
    }

    /// 64-bit words of an image of all ports of one direction: each port starts on a word of its
    /// own, in declaration order.
    pub fn words(&self, direction: Direction) -> usize {
        self.of(direction).map(Port::words).sum()
    }
}
