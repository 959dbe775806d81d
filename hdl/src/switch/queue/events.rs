//! Events of several input ports in the same cycle.

use super::QueueEvent;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Counts, one cycle later, the input ports with an event for each output port and data virtual
    /// lane (VL).
    pub struct CountedEvents(config: &Config) as "tailback_counted_events" {
        /// Ports.
        count ports = config.ports();
        /// Output ports times data VLs.
        count places = config.ports() * config.virtual_lanes();

        /// High in the cycle of an event at the input port.
        input(config.ports()) happens;
        /// Queue of the event's packet.
        input(config.ports()) happens_queue[config.buffer().queue_bits()];
        /// Input ports with an event for the output port and VL in the cycle before.
        output(config.ports() * config.virtual_lanes()) count[bits_for(config.ports() as u32)];
        /// High if `count` is not 0.
        output(config.ports() * config.virtual_lanes()) any;

        /// Decodes the event of each input port.
        sub(config.ports()) happening: QueueEvent = QueueEvent::new(config);
        /// Input ports with an event for the output port and VL, one bit per input port.
        local(config.ports() * config.virtual_lanes()) inputs[config.ports()];
    }
    connect {
        happening: happens, happens_queue;
    }
}

impl Logic for CountedEvents {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.places.val() {
            for from in 0..self.ports.val() {
                self.inputs[at].next = self.inputs[at]
                    .val()
                    .replace_bit(from, self.happening[from].happened.val().get_bit(at));
            }
        }
        for at in 0..self.places.val() {
            self.count[at].next = 0.into();
            for from in 0..self.ports.val() {
                self.count[at].next =
                    self.count[at].val() + self.inputs[at].val().get_bits::<1>(from);
            }
            self.any[at].next = self.count[at].val().any();
        }
    }
}
