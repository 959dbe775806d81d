//! The beat that ingress looks at.

use super::LateBeat;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::lossless::LosslessSwitch;

/// Bits of a LID.
const LID_BITS: usize = 16;

block! {
    /// Takes the destination out of a beat, and gives the beat when the forwarding table answers.
    pub struct ReceivedBeat(switch: &LosslessSwitch) as "tailback_received_beat" {
        /// The forwarding table answers a cycle late.
        choice is_late = !switch.forwarding.is_fast();

        /// A beat comes.
        input valid;
        /// Its bytes.
        input data[switch.port.width_bits()];
        /// Which of them count.
        input keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        input last;
        /// It is a flow-control packet.
        input flow_control;
        /// The packet is bad.
        input bad;

        /// Where the beat goes, if it is the first one of a packet.
        output dlid[LID_BITS];
        /// There is a beat to be looked at.
        output rx_valid;
        /// Its bytes.
        output rx_data[switch.port.width_bits()];
        /// Which of them count.
        output rx_keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        output rx_last;
        /// It is a flow-control packet.
        output rx_flow_control;
        /// The packet is bad.
        output rx_bad;

        /// The beat, a cycle late.
        optional(!switch.forwarding.is_fast()) late: LateBeat = LateBeat::new(&switch.port);
    }
}

impl Logic for ReceivedBeat {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Bytes 2 and 3, the first of which has the most significant bits.");
        for at in 0..8 {
            self.dlid.next = self.dlid.val().replace_bit(8 + at, self.data.val().get_bit(16 + at));
            self.dlid.next = self.dlid.val().replace_bit(at, self.data.val().get_bit(24 + at));
        }
        if self.is_late.val() {
            self.late.valid.next = self.valid.val();
            self.late.data.next = self.data.val();
            self.late.keep.next = self.keep.val();
            self.late.last.next = self.last.val();
            self.late.flow_control.next = self.flow_control.val();
            self.late.bad.next = self.bad.val();
            self.rx_valid.next = self.late.late_valid.val();
            self.rx_data.next = self.late.late_data.val();
            self.rx_keep.next = self.late.late_keep.val();
            self.rx_last.next = self.late.late_last.val();
            self.rx_flow_control.next = self.late.late_flow_control.val();
            self.rx_bad.next = self.late.late_bad.val();
        } else {
            self.rx_valid.next = self.valid.val();
            self.rx_data.next = self.data.val();
            self.rx_keep.next = self.keep.val();
            self.rx_last.next = self.last.val();
            self.rx_flow_control.next = self.flow_control.val();
            self.rx_bad.next = self.bad.val();
        }
    }
}
