//! Rows and columns exchanged.

use crate::prelude::*;

block! {
    /// A bit for each pair of ports, seen from the other side.
    pub struct Transposed(ports: usize) as "tailback_transposed" {
        /// Ports on each side.
        count ports = ports;

        /// For each port of one side, a bit for each of the other.
        input(ports) rows[ports];
        /// For each port of the other side, a bit for each of the one.
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
