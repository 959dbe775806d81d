//! Submodules and memories.

use tailback_hdl::MemoryKind;

/// A port of a submodule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChildPort {
    /// Index of the submodule in `Block::children`.
    pub child: usize,
    /// Port name.
    pub port: String,
    /// Port name in the kernel of the parent.
    pub path: String,
    /// Elements of the port in each submodule.
    pub lanes: Option<usize>,
}

/// A submodule, or an array of equal submodules.
#[derive(Debug, Clone)]
pub struct Child {
    /// Field name in the parent.
    pub name: String,
    /// Number of elements, if the field is an array.
    pub count: Option<usize>,
    /// Kind of the submodule.
    pub kind: ChildKind,
}

/// Kind of a submodule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChildKind {
    /// An instance of another module.
    Module {
        /// The Verilog module.
        name: String,
        /// Whether the module has a clock and a reset.
        clocked: bool,
    },
    /// A memory, printed inside the parent module.
    Memory(Memory),
}

/// A memory with one write port and one read port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// Number of words.
    pub words: usize,
    /// Bits of a word.
    pub width: usize,
    /// Kind of the memory, which sets the latency of its read data.
    pub kind: MemoryKind,
    /// Whether even a small memory is block RAM.
    pub in_block_ram: bool,
    /// Doc comment.
    pub doc: String,
}

impl Child {
    /// Returns the memory, if this child is one.
    pub fn memory(&self) -> Option<&Memory> {
        match &self.kind {
            ChildKind::Memory(memory) => Some(memory),
            ChildKind::Module { .. } => None,
        }
    }

    /// Whether the child is a memory whose read data a reset clears.
    pub fn cleared(&self) -> bool {
        self.memory().is_some_and(|memory| memory.kind == MemoryKind::Cleared)
    }

    /// Whether the child is a module with a clock and a reset.
    pub fn clocked(&self) -> bool {
        matches!(self.kind, ChildKind::Module { clocked: true, .. })
    }
}
