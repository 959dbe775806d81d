//! Failures of a board.

use crate::place::Place;
use tailback_testbench::board::twin::NoResult;

/// A board that does not do what is asked of it.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The serial line cannot be opened.
    #[error("cannot open `{port}`: {reason}")]
    Port {
        /// Path of the serial line.
        port: String,
        /// Reason, in the words of the system.
        reason: String,
    },
    /// The serial line failed while it was in use.
    #[error("the serial line failed: {reason}")]
    Lost {
        /// Reason, in the words of the system.
        reason: String,
    },
    /// No response.
    #[error("no response from the board to the {verb} of `{register}`")]
    Silent {
        /// Kind of access.
        verb: &'static str,
        /// Name of the register.
        register: String,
    },
    /// A response that no board sends.
    #[error("the response to the {verb} of `{register}` begins with {byte:#04x}")]
    Garbled {
        /// Kind of access.
        verb: &'static str,
        /// Name of the register.
        register: String,
        /// First byte of the response.
        byte: u8,
    },
    /// An access that the board refuses.
    #[error("the board refuses the {verb} of `{register}`")]
    Refused {
        /// Kind of access.
        verb: &'static str,
        /// Name of the register.
        register: String,
    },
    /// Something else responds.
    #[error("this is no bitstream of Tailback: its identification is {found:#010x}")]
    Foreign {
        /// Identification that was read.
        found: u32,
    },
    /// Registers of another version.
    #[error(
        "the bitstream has version {}.{} of the registers, and this program needs {}",
        found >> 16,
        found & 0xFFFF,
        needed >> 16
    )]
    Version {
        /// Version that was read.
        found: u32,
        /// Version of this program.
        needed: u32,
    },
    /// Another fabric.
    #[error(
        "the bitstream is that of another fabric: its digest is {found:#010x}, not {needed:#010x}"
    )]
    Digest {
        /// Digest that was read.
        found: u32,
        /// Digest of the scenario's fabric.
        needed: u32,
        /// Command that builds the bitstream.
        build: String,
    },
    /// Another clock.
    #[error("the bitstream has a clock of {found} Hz, and the scenario one of {needed} Hz")]
    Clock {
        /// Frequency that was read.
        found: u32,
        /// Frequency of the scenario.
        needed: u32,
        /// Command that builds the bitstream.
        build: String,
    },
    /// The registers are not written in time.
    #[error("the scenario began before all registers were written, {attempts} times")]
    Late {
        /// Number of attempts.
        attempts: u32,
    },
    /// The board does not count that many cycles.
    #[error("the run ends {end} cycles after reset, and the board counts {most}")]
    TooLong {
        /// Last cycle of the run.
        end: u64,
        /// Cycles that the board counts.
        most: u64,
    },
    /// The twin has no result.
    #[error(transparent)]
    Twin(#[from] NoResult),
}

impl BoardError {
    /// Returns the origin of the failure.
    pub fn place(&self) -> Place {
        match self {
            BoardError::TooLong { .. } | BoardError::Twin(NoResult::Restless(_)) => Place::Input,
            BoardError::Twin(NoResult::Cancelled) => Place::Interrupted,
            _ => Place::Environment,
        }
    }

    /// Returns a name for the failure, for the machine-readable output.
    pub fn kind(&self) -> &'static str {
        match self {
            BoardError::Port { .. } => "serial-port",
            BoardError::Lost { .. } | BoardError::Silent { .. } | BoardError::Garbled { .. } => {
                "board-response"
            }
            BoardError::Refused { .. } => "board-refused",
            BoardError::Foreign { .. }
            | BoardError::Version { .. }
            | BoardError::Digest { .. }
            | BoardError::Clock { .. } => "board-bitstream",
            BoardError::Late { .. } => "board-late",
            BoardError::TooLong { .. } | BoardError::Twin(_) => "board-run",
        }
    }

    /// Returns a suggested fix.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            BoardError::Port { .. } => {
                "`ls -l /dev/ttyUSB*` lists the serial lines, and who may use them; `--simulate` needs no board".into()
            }
            BoardError::Lost { .. } => "check the cable, and that no other program uses the serial line".into(),
            BoardError::Silent { .. } => {
                "check that the bitstream is loaded, and that it was built with the same `--baud`".into()
            }
            BoardError::Garbled { .. } => "check that the bitstream was built with the same `--baud`".into(),
            BoardError::Foreign { .. } => "load a bitstream of `tailback build`".into(),
            BoardError::Version { .. } => "build and load the bitstream again".into(),
            BoardError::Digest { build, .. } | BoardError::Clock { build, .. } => {
                format!("build it again with `{build}`, and load it")
            }
            BoardError::Late { .. } => "stop other programs on this machine, or raise `--baud`".into(),
            BoardError::TooLong { .. } => "shorten the run with `--ms`".into(),
            BoardError::Refused { .. } | BoardError::Twin(_) => return None,
        })
    }
}
