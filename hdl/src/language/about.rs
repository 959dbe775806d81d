//! Declaration of a module, a memory or an interface as a whole.

use super::declaration::{atom, Declaration, Role};
use rust_hdl_core::prelude::{Atom, AtomKind, Block, Logic, Probe};
use rust_hdl_core::signal::get_signal_id;

/// Declaration of a module, a memory or an interface as a whole. Each has one field of this type.
pub struct About {
    declaration: Declaration,
    id: usize,
}

impl About {
    /// The declaration of a module whose Verilog name is `module`.
    pub fn new(module: &str, doc: &str) -> Self {
        let doc = format!("{module}\n{doc}");
        let declaration = Declaration { role: Role::Block, doc, ..Declaration::default() };
        About::of(declaration)
    }

    /// The declaration of an interface.
    pub fn interface(doc: &str) -> Self {
        About::of(Declaration { role: Role::Interface, doc: doc.into(), ..Declaration::default() })
    }

    pub(crate) fn of(declaration: Declaration) -> Self {
        About { declaration, id: get_signal_id() }
    }
}

impl Logic for About {
    fn update(&mut self) {}
}

impl Block for About {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(name, self);
    }
}

impl Atom for About {
    atom!(AtomKind::Constant);
}
