//! The slots of inputs.

use super::sizes::slot_bits;
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;

block! {
    /// Counts the slots, of one cycle each.
    pub struct EthernetSlots(switch: &EthernetSwitch) as "tailback_ethernet_slots" {
        /// Ports.
        count ports = switch.ports();
        /// Number of the last slot.
        count last = switch.slots() as usize - 1;

        /// Number of the slot of this cycle.
        output_reg slot[slot_bits(switch)];
        /// One bit per port: the slot of the input is two cycles later.
        output(switch.ports()) reads;

        /// One bit per slot: the slot is two cycles later.
        reg two_later[switch.slots() as usize] = 4;
    }
}

impl Logic for EthernetSlots {
    #[hdl_gen]
    fn update(&mut self) {
        self.slot.next = self.slot.val() + 1;
        self.two_later.next =
            (self.two_later.val() << 1) | (self.two_later.val() >> self.last.val());
        for port in 0..self.ports.val() {
            self.reads[port].next = self.two_later.val().get_bit(port);
        }
    }
}
