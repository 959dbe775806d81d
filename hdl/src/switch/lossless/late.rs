//! A beat, a cycle late.

use crate::prelude::*;
use tailback_spec::switch::port::Port;

block! {
    /// Gives a beat in the cycle after it came, in which a large forwarding table answers.
    pub struct LateBeat(port: &Port) as "tailback_late_beat" {
        /// A beat comes.
        input valid;
        /// Its bytes.
        input data[port.width_bits()];
        /// Which of them count.
        input keep[port.width_bytes()];
        /// It is the last of its packet.
        input last;
        /// It is a flow-control packet.
        input flow_control;
        /// The packet is bad.
        input bad;

        /// A beat came.
        output late_valid;
        /// Its bytes.
        output late_data[port.width_bits()];
        /// Which of them count.
        output late_keep[port.width_bytes()];
        /// It is the last of its packet.
        output late_last;
        /// It is a flow-control packet.
        output late_flow_control;
        /// The packet is bad.
        output late_bad;

        /// A beat came.
        reg valid_reg;
        /// Its bytes.
        reg data_reg[port.width_bits()];
        /// Which of them count.
        reg keep_reg[port.width_bytes()];
        /// It is the last of its packet.
        reg last_reg;
        /// It is a flow-control packet.
        reg flow_control_reg;
        /// The packet is bad.
        reg bad_reg;
    }
}

impl Logic for LateBeat {
    #[hdl_gen]
    fn update(&mut self) {
        self.valid_reg.next = self.valid.val();
        self.data_reg.next = self.data.val();
        self.keep_reg.next = self.keep.val();
        self.last_reg.next = self.last.val();
        self.flow_control_reg.next = self.flow_control.val();
        self.bad_reg.next = self.bad.val();
        self.late_valid.next = self.valid_reg.val();
        self.late_data.next = self.data_reg.val();
        self.late_keep.next = self.keep_reg.val();
        self.late_last.next = self.last_reg.val();
        self.late_flow_control.next = self.flow_control_reg.val();
        self.late_bad.next = self.bad_reg.val();
    }
}
