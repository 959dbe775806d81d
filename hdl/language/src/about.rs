//! Declaration of a module, a memory or an interface as a whole.

use super::declaration::{declaration_only, Declaration, Role};
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

declaration_only!(About);
