//! The link itself, in one direction.

mod ring;

pub use ring::CableRing;

use crate::prelude::*;
use tailback_spec::link::cable::{Cable as Config, USER_BITS};

block! {
    /// A link in one direction: what goes in comes out so many cycles later.
    pub struct Cable(cable: &Config) as "tailback_link" {
        /// It takes more than the cycle of the output's registers.
        choice is_long = cable.delay() > 1;

        /// A beat goes in.
        input s_axis_tvalid;
        /// Its bytes; the first one has the least significant bits.
        input s_axis_tdata[cable.width_bits()];
        /// Which of them count; with `s_axis_tlast`.
        input s_axis_tkeep[cable.width_bytes()];
        /// It is the last of its packet.
        input s_axis_tlast;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        input s_axis_tuser[USER_BITS];

        /// A beat comes out.
        output m_axis_tvalid;
        /// Its bytes.
        output m_axis_tdata[cable.width_bits()];
        /// Which of them count.
        output m_axis_tkeep[cable.width_bytes()];
        /// It is the last of its packet.
        output m_axis_tlast;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        output m_axis_tuser[USER_BITS];

        /// All of the delay but the last cycle.
        optional(cable.delay() > 1) ring: CableRing = CableRing::new(cable);
        /// A beat comes out.
        reg valid;
        /// Its bytes.
        reg data[cable.width_bits()];
        /// Which of them count.
        reg keep[cable.width_bytes()];
        /// It is the last of its packet.
        reg last;
        /// What is said of it.
        reg user[USER_BITS];
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
            self.valid.next = self.ring.late_valid.val();
            self.data.next = self.ring.late_data.val();
            self.keep.next = self.ring.late_keep.val();
            self.last.next = self.ring.late_last.val();
            self.user.next = self.ring.late_user.val();
        } else {
            self.valid.next = self.s_axis_tvalid.val();
            self.data.next = self.s_axis_tdata.val();
            self.keep.next = self.s_axis_tkeep.val();
            self.last.next = self.s_axis_tlast.val();
            self.user.next = self.s_axis_tuser.val();
        }
        self.m_axis_tvalid.next = self.valid.val();
        self.m_axis_tdata.next = self.data.val();
        self.m_axis_tkeep.next = self.keep.val();
        self.m_axis_tlast.next = self.last.val();
        self.m_axis_tuser.next = self.user.val();
    }
}
