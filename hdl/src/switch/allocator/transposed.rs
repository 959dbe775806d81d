//! Transposed bit matrix.

use crate::prelude::*;

block! {
    /// Transposes a matrix of bits, one for each pair of ports.
    pub struct Transposed(ports: usize) as "tailback_transposed" {
        /// Ports on each side.
        count ports = ports;

        /// Per port of the first side: one bit per port of the second side.
        input(ports) rows[ports];
        /// Per port of the second side: one bit per port of the first side.
        output(ports) columns[ports];
    }
}

impl Logic for Transposed {
    #[hdl_gen]
    fn update(&mut self) {
        for row in 0..self.ports.val() {
            for column in 0..self.ports.val() {
                self.columns[column].next = self.columns[column]
                    .val()
                    .replace_bit(row, self.rows[row].val().get_bit(column));
            }
        }
    }
}
