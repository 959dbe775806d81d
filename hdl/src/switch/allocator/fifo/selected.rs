//! Property of one input port.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Selects the bit of one input port.
    ///
    /// A module of its own keeps synthesis from merging the selection with the logic around it into
    /// larger lookup tables.
    pub struct FifoSelected(config: &Fifo) as "tailback_fifo_selected" {
        /// One bit per input port.
        input ports[config.inputs()];
        /// Number of the input port.
        input number[config.input_bits()];
        /// Bit of that input port; 0 if there is no such port.
        output selected;

        /// One bit for each number of an input port.
        local numbered[1 << config.input_bits()];
    }
}

impl Logic for FifoSelected {
    #[hdl_gen]
    fn update(&mut self) {
        self.numbered.next = self.ports.val();
        self.selected.next = self.numbered.val().get_bit(self.number.val().index());
    }
}
