//! Memories with one write port and one read port.
//!
//! An entry holds the data that was written to it last. Before the first write, its data is
//! unknown; a reset does not change it. A write beyond the last entry has no effect, and a read
//! beyond the last entry returns an unknown value. Unknown values are random in Rust
//! ([`seed_unknown`](crate::seed_unknown)), and `x` in the Verilog.
//!
//! The address ports have as many bits as the last address needs. As for a submodule, the kernel
//! assigns every input of a memory in every case, or the input is connected.

use super::about::About;
use super::declaration::{Declaration, MemoryKind, Role};
use super::signal::Wire;
use super::simulate::{phase, Inputs, Phase};
use super::unknown::unknown;
use super::value::{Bits, Value};
use rust_hdl_core::prelude::{Block, In, Logic, Out, Probe};

/// Bits of an address of one of `words` entries, at least 1.
pub fn address_bits(words: usize) -> usize {
    (usize::BITS - (words.max(2) - 1).leading_zeros()) as usize
}

/// The entries of a memory.
struct Words<T> {
    held: Vec<T>,
    width: usize,
}

impl<T: Value> Words<T> {
    fn new(words: usize, width: usize) -> Self {
        Words { held: (0..words).map(|_| T::from_bits(unknown(width))).collect(), width }
    }

    fn read(&self, address: &Bits) -> T {
        match self.held.get(address.index()) {
            Some(word) => word.clone(),
            None => T::from_bits(unknown(self.width)),
        }
    }

    fn write(&mut self, address: &Bits, data: T) {
        if let Some(word) = self.held.get_mut(address.index()) {
            *word = data.fit(self.width);
        }
    }
}

fn about<T: Value>(role: Role, width: usize, doc: &str) -> About {
    About::of(Declaration {
        role,
        width,
        signed: T::SIGNED,
        bool: T::BOOL,
        doc: doc.into(),
        ..Declaration::default()
    })
}

/// Implements the methods of rust-hdl's `Block` that treat all ports of a memory alike.
macro_rules! ports {
    ($($port:ident),+) => {
        fn connect_all(&mut self) {}

        fn has_changed(&self) -> bool {
            false $( || self.$port.has_changed() )+
        }

        fn accept(&self, name: &str, probe: &mut dyn Probe) {
            probe.visit_start_scope(name, self);
            $( self.$port.accept(stringify!($port), probe); )+
            self.about.accept("about", probe);
            probe.visit_end_scope(name, self);
        }
    };
}

/// A memory whose read data appears in the cycle after its address: block RAM.
///
/// Synthesis may implement a small one as distributed RAM with registers, unless it is made
/// [`in_block_ram`](Memory::in_block_ram).
///
/// A read of an entry in the cycle in which it is written returns an unknown value, for this read
/// only: kinds of block RAM differ in the value. A module that needs the written data forwards it.
pub struct Memory<T: Value> {
    /// Whether an entry is written at the end of this cycle.
    pub write: Wire<In, bool>,
    /// The address of the entry that is written.
    pub write_address: Wire<In, Bits>,
    /// The data of that entry from the next cycle on.
    pub write_data: Wire<In, T>,
    /// Whether an entry is read; if not, `read_data` stays, or is 0 in a cleared memory.
    pub read: Wire<In, bool>,
    /// The address of the entry that is read.
    pub read_address: Wire<In, Bits>,
    /// The data of the entry that was read last, from the cycle after its read.
    pub read_data: Wire<Out, T>,
    words: Words<T>,
    is_cleared: bool,
    about: About,
}

impl<T: Value> Memory<T> {
    /// A memory of `words` entries, at least one, of `width` bits each.
    pub fn new(words: usize, width: usize, doc: &str) -> Self {
        Self::of_kind(MemoryKind::Held, false, words, width, doc)
    }

    /// A memory whose `read_data` is 0 in the cycle after one without a read, and after a reset.
    ///
    /// Block RAM implements this with the reset of its output, without additional logic behind its
    /// slow read data.
    pub fn cleared(words: usize, width: usize, doc: &str) -> Self {
        Self::of_kind(MemoryKind::Cleared, false, words, width, doc)
    }

    /// As [`new`](Memory::new), in block RAM even if the memory is small.
    pub fn in_block_ram(words: usize, width: usize, doc: &str) -> Self {
        Self::of_kind(MemoryKind::Held, true, words, width, doc)
    }

    /// As [`cleared`](Memory::cleared), in block RAM even if the memory is small.
    pub fn cleared_in_block_ram(words: usize, width: usize, doc: &str) -> Self {
        Self::of_kind(MemoryKind::Cleared, true, words, width, doc)
    }

    fn of_kind(
        kind: MemoryKind,
        in_block_ram: bool,
        words: usize,
        width: usize,
        doc: &str,
    ) -> Self {
        let words = words.max(1);
        let role = Role::Memory { words, kind, in_block_ram };
        let mut memory = Memory {
            write: Wire::new(1, ""),
            write_address: Wire::new(address_bits(words), ""),
            write_data: Wire::new(width, ""),
            read: Wire::new(1, ""),
            read_address: Wire::new(address_bits(words), ""),
            read_data: Wire::new(width, ""),
            words: Words::new(words, width),
            is_cleared: kind == MemoryKind::Cleared,
            about: about::<T>(role, width, doc),
        };
        memory.read_data.next = T::from_bits(unknown(width));
        memory
    }

    fn clock(&mut self, reset: bool) {
        let (write, read) = (self.write_address.val(), self.read_address.val());
        if self.is_cleared && (reset || !self.read.val()) {
            self.read_data.next = T::from_bits(Bits::new(self.words.width, 0));
        } else if self.read.val() {
            self.read_data.next = match self.write.val() && write == read {
                true => T::from_bits(unknown(self.words.width)),
                false => self.words.read(&read),
            };
        }
        if self.write.val() {
            self.words.write(&write, self.write_data.val());
        }
    }
}

impl<T: Value> Logic for Memory<T> {
    fn update(&mut self) {}
}

impl<T: Value> Block for Memory<T> {
    fn update_all(&mut self) {
        match phase() {
            Phase::Settle => {
                self.write.enter();
                self.write_address.enter();
                self.write_data.enter();
                self.read.enter();
                self.read_address.enter();
                self.read_data.update_all();
            }
            Phase::Clock => self.clock(false),
            Phase::Reset => self.clock(true),
        }
    }

    ports!(write, write_address, write_data, read, read_address, read_data);
}

/// A memory whose read data appears in the cycle of its address: distributed RAM, in lookup tables.
///
/// A read of an entry in the cycle in which it is written returns the old data.
pub struct LutMemory<T: Value> {
    /// Whether an entry is written at the end of this cycle.
    pub write: Wire<In, bool>,
    /// The address of the entry that is written.
    pub write_address: Wire<In, Bits>,
    /// The data of that entry from the next cycle on.
    pub write_data: Wire<In, T>,
    /// The address of the entry that is read.
    pub read_address: Wire<In, Bits>,
    /// The data of the entry that is read.
    pub read_data: Wire<Out, T>,
    words: Words<T>,
    /// The value of a read beyond the last entry in this cycle.
    beyond: T,
    about: About,
}

impl<T: Value> LutMemory<T> {
    /// A memory of `words` entries, at least one, of `width` bits each.
    pub fn new(words: usize, width: usize, doc: &str) -> Self {
        let words = words.max(1);
        let role = Role::Memory { words, kind: MemoryKind::Lut, in_block_ram: false };
        LutMemory {
            write: Wire::new(1, ""),
            write_address: Wire::new(address_bits(words), ""),
            write_data: Wire::new(width, ""),
            read_address: Wire::new(address_bits(words), ""),
            read_data: Wire::new(width, ""),
            words: Words::new(words, width),
            beyond: T::from_bits(unknown(width)),
            about: about::<T>(role, width, doc),
        }
    }
}

impl<T: Value> Logic for LutMemory<T> {
    fn update(&mut self) {}
}

impl<T: Value> Block for LutMemory<T> {
    fn update_all(&mut self) {
        match phase() {
            Phase::Settle => {
                self.write.enter();
                self.write_address.enter();
                self.write_data.enter();
                self.read_address.enter();
                let word = self.words.held.get(self.read_address.val().index());
                self.read_data.next = word.unwrap_or(&self.beyond).clone();
                self.read_data.update_all();
            }
            Phase::Clock | Phase::Reset => {
                if self.write.val() {
                    self.words.write(&self.write_address.val(), self.write_data.val());
                }
                if self.words.held.len() < 1 << address_bits(self.words.held.len()) {
                    self.beyond = T::from_bits(unknown(self.words.width));
                }
            }
        }
    }

    ports!(write, write_address, write_data, read_address, read_data);
}
