//! Sub-blocks and memories.

use tailback_hdl::MemoryKind;

/// A port of a sub-block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildPort {
    /// The sub-block, by its place in `Block::children`.
    pub child: usize,
    /// The port's name.
    pub port: String,
    /// Its name in the kernel of this block.
    pub path: String,
    /// Elements of the port, for each of the sub-blocks.
    pub lanes: Option<usize>,
}

/// A sub-block, or an array of equal ones.
#[derive(Debug, Clone)]
pub struct Child {
    /// Its name in the block.
    pub name: String,
    /// How many there are, if it is an array.
    pub count: Option<usize>,
    /// What it is.
    pub kind: ChildKind,
}

/// What a sub-block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChildKind {
    /// An instance of another module.
    Module {
        /// The Verilog module.
        name: String,
        /// Whether the module has a clock and a reset.
        clocked: bool,
    },
    /// A memory, which is part of the module itself.
    Memory(Memory),
}

/// A memory with one write port and one read port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// How many words it has.
    pub words: usize,
    /// Bits of a word.
    pub width: usize,
    /// When its data appears.
    pub kind: MemoryKind,
    /// What it holds.
    pub doc: String,
}

impl Child {
    /// The memory, if it is one.
    pub fn memory(&self) -> Option<&Memory> {
        match &self.kind {
            ChildKind::Memory(memory) => Some(memory),
            ChildKind::Module { .. } => None,
        }
    }

    /// Whether it is a memory that a reset clears the data of.
    pub fn cleared(&self) -> bool {
        self.memory().is_some_and(|memory| memory.kind == MemoryKind::Cleared)
    }

    /// Whether its module has a clock and a reset.
    pub fn clocked(&self) -> bool {
        matches!(self.kind, ChildKind::Module { clocked: true, .. })
    }
}
