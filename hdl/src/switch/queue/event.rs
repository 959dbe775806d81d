//! What happens to a packet of an input port.

use super::QueueParts;
use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Tells in the cycle after an event of an input port which output port and virtual lane (VL)
    /// it is of.
    ///
    /// The two are found out before the register: what is counted comes after it.
    pub struct QueueEvent(config: &Config) as "tailback_queue_event" {
        /// Output ports.
        count ports = config.ports();
        /// Selects lane 0.
        param first_lane[config.lanes()] = 1;
        /// Data VLs.
        count virtual_lanes = config.virtual_lanes();

        /// It happens.
        input happens;
        /// To a packet of this queue.
        input happens_queue[config.buffer().queue_bits()];
        /// It has happened: the output port, one bit for each; 0 if not.
        output port[config.ports()];
        /// The data VL, one bit for each; 0 if it is that of management.
        output vl[config.virtual_lanes()];

        /// What the queue is.
        sub parts: QueueParts = QueueParts::new(config);
        /// Its output port.
        local happens_at[config.ports()];
        /// Its VL.
        local happens_on[config.virtual_lanes()];
        /// Of the cycle before: the output port.
        reg port_before[config.ports()];
        /// The VL.
        reg vl_before[config.virtual_lanes()];
    }
}

impl Logic for QueueEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.parts.asked.next = self.happens_queue.val();
        for at in 0..self.ports.val() {
            self.happens_at.next = self.happens_at.val().replace_bit(
                at,
                self.happens.val() && self.parts.destination_one_hot.val().get_bit(at),
            );
        }
        for at in 0..self.virtual_lanes.val() {
            self.happens_on.next = self.happens_on.val().replace_bit(
                at,
                (self.parts.lane_one_hot.val() & (self.first_lane.val() << at)).any(),
            );
        }
        self.port_before.next = self.happens_at.val();
        self.vl_before.next = self.happens_on.val();
        self.port.next = self.port_before.val();
        self.vl.next = self.vl_before.val();
    }
}
