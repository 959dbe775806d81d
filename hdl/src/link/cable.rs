//! One direction of a link.

mod ring;

pub use ring::CableRing;

use crate::prelude::*;
use tailback_spec::link::cable::{Cable as Config, USER_BITS};

block! {
    /// One direction of a link: delays each beat by a fixed number of cycles.
    pub struct Cable(cable: &Config) as "tailback_link" {
        /// The delay exceeds the one cycle of the output registers.
        choice is_long = cable.delay() > 1;

        /// Input beat valid.
        input s_axis_tvalid;
        /// Input beat data; the first byte is in the least significant bits.
        input s_axis_tdata[cable.width_bits()];
        /// Byte enables of the input beat; valid with `s_axis_tlast`.
        input s_axis_tkeep[cable.width_bytes()];
        /// Last beat of the packet at the input.
        input s_axis_tlast;
        /// Flags of the input beat. Bit 0: flow-control packet. Bit 1: bad packet.
        input s_axis_tuser[USER_BITS];

        /// Output beat valid.
        output_reg m_axis_tvalid;
        /// Output beat data; the first byte is in the least significant bits.
        output_reg m_axis_tdata[cable.width_bits()];
        /// Byte enables of the output beat; valid with `m_axis_tlast`.
        output_reg m_axis_tkeep[cable.width_bytes()];
        /// Last beat of the packet at the output.
        output_reg m_axis_tlast;
        /// Flags of the output beat. Bit 0: flow-control packet. Bit 1: bad packet.
        output_reg m_axis_tuser[USER_BITS];

        /// Delay line for all cycles of the delay but the last.
        optional(cable.delay() > 1) ring: CableRing = CableRing::new(cable);
    }
}

impl Logic for Cable {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_long.val() {
            self.ring.valid.next = self.s_axis_tvalid.val();
            self.ring.data.next = self.s_axis_tdata.val();
            self.ring.keep.next = self.s_axis_tkeep.val();
            self.ring.last.next = self.s_axis_tlast.val();
            self.ring.user.next = self.s_axis_tuser.val();
            self.m_axis_tvalid.next = self.ring.late_valid.val();
            self.m_axis_tdata.next = self.ring.late_data.val();
            self.m_axis_tkeep.next = self.ring.late_keep.val();
            self.m_axis_tlast.next = self.ring.late_last.val();
            self.m_axis_tuser.next = self.ring.late_user.val();
        } else {
            self.m_axis_tvalid.next = self.s_axis_tvalid.val();
            self.m_axis_tdata.next = self.s_axis_tdata.val();
            self.m_axis_tkeep.next = self.s_axis_tkeep.val();
            self.m_axis_tlast.next = self.s_axis_tlast.val();
            self.m_axis_tuser.next = self.s_axis_tuser.val();
        }
    }
}
