//! A master on AXI4-Lite: a write and a read in flight all the time, each part when it likes.

use std::collections::VecDeque;

use crate::random::{happens, Often, Random};

/// What a master drives.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Driven {
    /// Address of a write.
    pub awvalid: bool,
    /// Which.
    pub awaddr: u64,
    /// Data of a write.
    pub wvalid: bool,
    /// Which.
    pub wdata: u64,
    /// Bytes that are written.
    pub wstrb: u64,
    /// The answer to a write is taken.
    pub bready: bool,
    /// Address of a read.
    pub arvalid: bool,
    /// Which.
    pub araddr: u64,
    /// The answer to a read is taken.
    pub rready: bool,
}

/// What a master sees of the cycle before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Seen {
    /// A write is taken.
    pub awready: bool,
    /// The address of a read is taken.
    pub arready: bool,
}

/// A write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Write {
    /// Where.
    pub address: u32,
    /// What.
    pub data: u32,
    /// Which bytes.
    pub strobes: u64,
}

/// All bytes of a register.
pub const ALL_BYTES: u64 = 0xF;

/// How soon a master does what it may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Address and data of a write come.
    pub write: Often,
    /// The address of a read comes.
    pub read: Often,
    /// Answers are taken.
    pub ready: Often,
}

/// What a master writes and reads when nothing is wanted of it.
pub trait Errands {
    /// A write.
    fn write(&mut self, random: &mut Random) -> Write;
    /// An address to be read.
    fn read(&mut self, random: &mut Random) -> u32;
}

/// A master.
#[derive(Debug, Clone, Default)]
pub struct Master {
    /// What it drives.
    pub driven: Driven,
    /// Writes that go before any errand.
    pub wanted: VecDeque<Write>,
    writing: bool,
    reading: bool,
}

impl Master {
    /// Forgets what is in flight, as with a reset.
    pub fn reset(&mut self) {
        *self = Master::default();
    }

    /// Whether all that was wanted has at least begun.
    pub fn is_done(&self) -> bool {
        self.wanted.is_empty()
    }

    /// The next cycle.
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
        // What is valid stays so until it is taken.
        driven.awvalid |= happens(random, pace.write);
        driven.wvalid |= happens(random, pace.write);
        driven.arvalid |= happens(random, pace.read);
        driven.bready = happens(random, pace.ready);
        driven.rready = happens(random, pace.ready);
    }
}
