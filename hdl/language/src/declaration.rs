//! Declaration of a signal, for the Verilog back end.

use serde::{Deserialize, Serialize};

/// The role of a signal in its module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Role {
    /// A port that the environment drives.
    Input,
    /// A port that the module drives.
    Output,
    /// A combinational intermediate value.
    #[default]
    Local,
    /// A register with synchronous reset.
    Register,
    /// A constant.
    Parameter,
    /// Not a signal: the name and the documentation of the module itself.
    Block,
    /// Not a signal: the documentation of an interface, which precedes its signals.
    Interface,
    /// Not a signal: the connections of the submodules, as JSON in the documentation.
    Connections,
    /// Not a signal: a memory, which follows its ports.
    Memory {
        /// Number of entries.
        words: usize,
        /// The cycle in which read data appears.
        kind: MemoryKind,
        /// A memory that is too small to be block RAM by default is block RAM, too.
        in_block_ram: bool,
    },
}

/// The cycle in which the read data of a memory appears, and how long the data stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryKind {
    /// Distributed RAM: in the cycle of the address.
    Lut,
    /// Block RAM: in the next cycle; read data stays until the next read.
    Held,
    /// Block RAM: in the next cycle; read data is 0 after a cycle without a read, and after a
    /// reset.
    Cleared,
}

/// The declaration of a signal.
///
/// rust-hdl's `Atom` has no field for it, so it is passed as JSON in the name of the type
/// descriptor.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Declaration {
    /// The role of the signal.
    pub role: Role,
    /// Whether a register is also an output port. The back end refuses an input with this property.
    pub output: bool,
    /// Number of elements of an array; `None` for a single signal.
    pub lanes: Option<usize>,
    /// Bits of one element.
    pub width: usize,
    /// Whether an input is a clock.
    #[serde(default)]
    pub clock: bool,
    /// Whether a register samples a signal of another clock.
    #[serde(default)]
    pub synchronizer: bool,
    /// Whether the bits are a two's complement number.
    pub signed: bool,
    /// Whether the signal is a truth value.
    pub bool: bool,
    /// The value after reset, or of a parameter, in 64-bit words, least significant first.
    pub value: Vec<u64>,
    /// The documentation of the signal.
    pub doc: String,
}

impl Declaration {
    /// The declaration in an atom's type descriptor, if it is one of this crate.
    pub fn of(atom: &dyn rust_hdl_core::atom::Atom) -> Option<Declaration> {
        serde_json::from_str(&atom.descriptor().name).ok()
    }
}

/// Implements rust-hdl's `Atom` for a type with the fields `declaration` and `id`.
macro_rules! atom {
    ($kind:expr) => {
        fn bits(&self) -> usize {
            self.declaration.width
        }

        fn connected(&self) -> bool {
            true
        }

        fn changed(&self) -> bool {
            false
        }

        fn kind(&self) -> rust_hdl_core::atom::AtomKind {
            $kind
        }

        fn descriptor(&self) -> rust_hdl_core::type_descriptor::TypeDescriptor {
            rust_hdl_core::type_descriptor::TypeDescriptor {
                name: serde_json::to_string(&self.declaration).unwrap_or_default(),
                kind: rust_hdl_core::type_descriptor::TypeKind::Bits(self.declaration.width),
            }
        }

        fn vcd(&self) -> rust_hdl_core::synth::VCDValue {
            false.into()
        }

        fn id(&self) -> usize {
            self.id
        }

        fn verilog(&self) -> rust_hdl_core::ast::VerilogLiteral {
            0u64.into()
        }

        fn constraints(&self) -> Vec<rust_hdl_core::constraint::PinConstraint> {
            Vec::new()
        }
    };
}
pub(crate) use atom;

/// Implements rust-hdl's `Logic`, `Block` and `Atom` for a declaration without signals: a type with
/// the fields `declaration` and `id`.
macro_rules! declaration_only {
    ($name:ident $(<$parameter:ident>)?) => {
        impl $(<$parameter>)? rust_hdl_core::prelude::Logic for $name $(<$parameter>)? {
            fn update(&mut self) {}
        }

        impl $(<$parameter>)? rust_hdl_core::prelude::Block for $name $(<$parameter>)? {
            fn connect_all(&mut self) {}

            fn update_all(&mut self) {}

            fn has_changed(&self) -> bool {
                false
            }

            fn accept(&self, name: &str, probe: &mut dyn rust_hdl_core::prelude::Probe) {
                probe.visit_atom(name, self);
            }
        }

        impl $(<$parameter>)? rust_hdl_core::prelude::Atom for $name $(<$parameter>)? {
            $crate::declaration::atom!(rust_hdl_core::prelude::AtomKind::Constant);
        }
    };
}
pub(crate) use declaration_only;
