//! Events of the packets of an input port.

use super::QueueParts;
use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Decodes the output port and virtual lane (VL) of an event of an input port, one cycle later.
    ///
    /// The queue is decoded before the register, because counting follows after it.
    pub struct QueueEvent(config: &Config) as "tailback_queue_event" {
        /// Output ports.
        count ports = config.ports();
        /// One-hot code of the first VL.
        param first_lane[config.lanes()] = 1;
        /// Data VLs.
        count virtual_lanes = config.virtual_lanes();

        /// High in the cycle of an event.
        input happens;
        /// Queue of the event's packet.
        input happens_queue[config.buffer().queue_bits()];
        /// Output port of an event in the cycle before, one-hot; 0 without an event.
        output_reg port[config.ports()];
        /// Data VL of the queue in the cycle before, one-hot; 0 for VL15.
        output_reg vl[config.virtual_lanes()];

        /// Decodes the queue.
        sub parts: QueueParts = QueueParts::new(&config.buffer());
        /// Output port of the event, one-hot; 0 without an event.
        local happens_at[config.ports()];
        /// Data VL of the queue, one-hot; 0 for VL15.
        local happens_on[config.virtual_lanes()];
    }
    connect {
        parts: asked = happens_queue;
    }
}

impl Logic for QueueEvent {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.ports.val() {
            self.happens_at.next = self.happens_at.val().replace_bit(
                at,
                self.happens.val() && self.parts.destination_one_hot.val().get_bit(at),
            );
        }
        for lane in 0..self.virtual_lanes.val() {
            self.happens_on.next = self.happens_on.val().replace_bit(
                lane,
                (self.parts.lane_one_hot.val() & (self.first_lane.val() << lane)).any(),
            );
        }
        self.port.next = self.happens_at.val();
        self.vl.next = self.happens_on.val();
    }
}
