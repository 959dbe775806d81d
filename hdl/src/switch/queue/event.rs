//! Events of the packets of an input port.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Decodes the queue of an event of an input port, one cycle later.
    ///
    /// The queue is decoded before the register, because counting follows after it.
    pub struct QueueEvent(config: &Config) as "tailback_queue_event" {
        /// Output ports.
        count ports = config.ports();
        /// Virtual lanes (VLs) of a port: the data VLs, then VL15 if it is configured.
        count lanes = config.lanes();
        /// Data VLs.
        count virtual_lanes = config.virtual_lanes();

        /// High in the cycle of an event.
        input happens;
        /// Queue of the event's packet.
        input happens_queue[config.buffer().queue_bits()];
        /// Queue of an event in the cycle before, one-hot: one bit per output port and data VL; 0
        /// without an event, or with one of VL15.
        output_reg happened[config.ports() * config.virtual_lanes()];

        /// Queue of the event, one-hot, as in `happened`.
        local happens_at[config.ports() * config.virtual_lanes()];
    }
}

impl Logic for QueueEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.happens_at.next = 0.into();
        for port in 0..self.ports.val() {
            for vl in 0..self.virtual_lanes.val() {
                if self.happens.val() && self.happens_queue.val() == port * self.lanes.val() + vl {
                    self.happens_at.next = self
                        .happens_at
                        .val()
                        .replace_bit(port * self.virtual_lanes.val() + vl, true);
                }
            }
        }
        self.happened.next = self.happens_at.val();
    }
}
