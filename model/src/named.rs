//! Golden models by name, with their ports as packed bits: for test benches in other languages.
//!
//! A [`Stepper`] hides the port types of a model. Its inputs and outputs are images: each port
//! starts on a 64-bit word of its own, in the order of [`Stepper::ports`], with lane 0 in the least
//! significant bits, as in the Verilog.

mod block;
mod board;
mod clocks;
mod efl;
mod link;
mod nic;
mod switch;
mod widths;

use block::{Block, Cycle};
use std::panic::{self, AssertUnwindSafe};
use tailback_spec::{Config, Direction, Port, PortTable};

/// A module whose golden model has a name.
struct Entry {
    name: &'static str,
    block: fn(&Config) -> Block,
}

/// All entries, in the order of the command line.
fn entries() -> impl Iterator<Item = &'static Entry> {
    [switch::ENTRIES, link::ENTRIES, nic::ENTRIES, board::ENTRIES, efl::ENTRIES]
        .into_iter()
        .flatten()
}

/// Names of all golden models, as those of the modules on the command line.
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().map(|entry| entry.name)
}

/// A golden model with its ports as packed bits.
pub struct Stepper {
    block: Block,
    model: Box<dyn Cycle>,
    /// Whether a cycle was not defined since the last reset.
    is_lost: bool,
}

/// Reason why a golden model has no outputs for a cycle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// An image has another length.
    #[error("the image of the {} ports has {found} words, but must have {words}", direction_name(.direction))]
    Length {
        /// Direction of the ports.
        direction: Direction,
        /// Length of the image.
        found: usize,
        /// Length that it must have.
        words: usize,
    },
    /// A value has more bits than its port.
    #[error("the value of `{port}` must have at most {bits} bits")]
    TooWide {
        /// Name of the port.
        port: String,
        /// Bits of the port.
        bits: usize,
    },
    /// Inputs violate the protocol of the module in a way for which no behaviour is defined.
    #[error("the golden model of `{module}` defines no behaviour for these inputs: {why}")]
    Undefined {
        /// Verilog name of the module.
        module: String,
        /// The violated assumption.
        why: String,
    },
    /// An earlier cycle was undefined.
    #[error("the state of the golden model of `{module}` has been undefined since an earlier cycle; reset it")]
    Lost {
        /// Verilog name of the module.
        module: String,
    },
}

fn direction_name(direction: &Direction) -> &'static str {
    match direction {
        Direction::Input => "input",
        Direction::Output => "output",
    }
}

impl Stepper {
    /// The golden model `name` of a configuration, after reset; `None` if there is no such name.
    ///
    /// Models of EFL have a datapath of 64 bits also if the configuration has another width.
    pub fn new(name: &str, config: &Config) -> Option<Self> {
        let entry = entries().find(|entry| entry.name == name)?;
        let block = (entry.block)(config);
        let model = block.model();
        Some(Stepper { block, model, is_lost: false })
    }

    /// The ports: inputs, then outputs. In either direction, they have the order of the Verilog.
    pub fn ports(&self) -> &PortTable {
        self.block.table()
    }

    /// Runs one clock cycle: sets `outputs` to the values that belong to `inputs`, and then applies
    /// the clock edge.
    ///
    /// # Errors
    ///
    /// If an image has the wrong length, a value is too wide for its port, or no behaviour is
    /// defined for the inputs. After the last of these, the state is undefined until a reset.
    pub fn step(&mut self, inputs: &[u64], outputs: &mut [u64]) -> Result<(), StepError> {
        let module = || self.block.table().module.clone();
        if self.is_lost {
            return Err(StepError::Lost { module: module() });
        }
        self.check(inputs, outputs.len())?;
        let model = &mut self.model;
        let result = panic::catch_unwind(AssertUnwindSafe(|| model.cycle(inputs, outputs)));
        let why = match result {
            Ok(()) => match self.too_wide(Direction::Output, outputs) {
                None => return Ok(()),
                Some(port) => format!("`{}` exceeds its {} bits", port.name, port.bits()),
            },
            Err(cause) => {
                let text = cause.downcast_ref::<String>().map(String::as_str);
                text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("unknown").into()
            }
        };
        let module = module();
        self.is_lost = true;
        Err(StepError::Undefined { module, why })
    }

    /// Applies a clock edge with `reset`, in place of the edge of the [`step`](Self::step) before.
    pub fn reset(&mut self) {
        if self.is_lost {
            self.model = self.block.model();
            self.is_lost = false;
        } else {
            self.model.reset();
        }
    }

    fn check(&self, inputs: &[u64], outputs: usize) -> Result<(), StepError> {
        let table = self.block.table();
        for (direction, found) in [(Direction::Input, inputs.len()), (Direction::Output, outputs)] {
            let words = table.words(direction);
            if found != words {
                return Err(StepError::Length { direction, found, words });
            }
        }
        match self.too_wide(Direction::Input, inputs) {
            None => Ok(()),
            Some(port) => Err(StepError::TooWide { port: port.name.clone(), bits: port.bits() }),
        }
    }

    /// First port whose value in an image has more bits than the port.
    fn too_wide(&self, direction: Direction, image: &[u64]) -> Option<&Port> {
        let mut next = 0;
        self.block.table().of(direction).find(|port| {
            next += port.words();
            image[next - 1] & !last_word(port) != 0
        })
    }
}

/// Bits of the last word of a port's image that belong to the port.
pub fn last_word(port: &Port) -> u64 {
    u64::MAX >> (port.words() * 64 - port.bits())
}
