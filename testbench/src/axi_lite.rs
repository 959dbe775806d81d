//! AXI4-Lite master: a write and a read always in flight, with independent random timing of each
//! channel.

use std::collections::VecDeque;

use crate::random::{happens, Often, Random};
use tailback_model::interface::AxiLiteRequest;

/// Signals driven by a master.
pub type Driven = AxiLiteRequest<bool, u64>;

/// Signals of the previous cycle that a master observes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// Ready for write address and data.
    pub awready: bool,
    /// Ready for a read address.
    pub arready: bool,
}

/// A write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Write {
    /// Address in bytes.
    pub address: u32,
    /// Data.
    pub data: u32,
    /// Write strobes, one bit per byte.
    pub strobes: u64,
}

/// All bytes of a register.
pub const ALL_BYTES: u64 = 0xF;

/// Rates at which a master proceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Rate at which address and data of a write become valid.
    pub write: Often,
    /// Rate at which the address of a read becomes valid.
    pub read: Often,
    /// Rate of cycles in which the master is ready for responses.
    pub ready: Often,
}

/// Source of the accesses of a master that has no requested write.
pub trait Errands {
    /// A write.
    fn write(&mut self, random: &mut Random) -> Write;
    /// An address to be read.
    fn read(&mut self, random: &mut Random) -> u32;
}

/// AXI4-Lite master.
#[derive(Debug, Clone, Default)]
pub struct Master {
    /// Driven signals.
    pub driven: Driven,
    /// Requested writes, which precede all errands.
    pub wanted: VecDeque<Write>,
    writing: bool,
    reading: bool,
}

impl Master {
    /// Clears all accesses in flight, as after a reset.
    pub fn reset(&mut self) {
        *self = Master::default();
    }

    /// Whether all requested writes have at least begun.
    pub fn is_done(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Drives the next cycle.
    #[inline]
    pub fn drive(
        &mut self,
        seen: Seen,
        pace: Pace,
        errands: &mut impl Errands,
        random: &mut Random,
    ) {
        let driven = &mut self.driven;
        if driven.awvalid && driven.wvalid && seen.awready {
            (driven.awvalid, driven.wvalid, self.writing) = (false, false, false);
        }
        if driven.arvalid && seen.arready {
            (driven.arvalid, self.reading) = (false, false);
        }
        if !self.writing {
            let Write { address, data, strobes } =
                self.wanted.pop_front().unwrap_or_else(|| errands.write(random));
            (driven.awaddr, driven.wdata, driven.wstrb) = (address.into(), data.into(), strobes);
            self.writing = true;
        }
        if !self.reading {
            driven.araddr = errands.read(random).into();
            self.reading = true;
        }
        // A valid signal stays high until the handshake.
        driven.awvalid |= happens(random, pace.write);
        driven.wvalid |= happens(random, pace.write);
        driven.arvalid |= happens(random, pace.read);
        driven.bready = happens(random, pace.ready);
        driven.rready = happens(random, pace.ready);
    }
}
