//! All of a link's delay but the last cycle.

use crate::prelude::*;
use tailback_spec::link::cable::{Cable, USER_BITS};
use tailback_spec::parameter::bits_for;

/// The place of the ring's last word.
fn last_place(cable: &Cable) -> usize {
    cable.delay() - 2
}

block! {
    /// A ring of words: each is read for the last time as the next one takes its place.
    pub struct CableRing(cable: &Cable) as "tailback_link_ring" {
        /// The place of the last word.
        count last_place = last_place(cable);

        /// A beat goes in.
        input valid;
        /// Its bytes.
        input data[cable.width_bits()];
        /// Which of them count.
        input keep[cable.width_bytes()];
        /// It is the last of its packet.
        input last;
        /// What is said of it.
        input user[USER_BITS];

        /// A beat comes out.
        output late_valid;
        /// Its bytes.
        output late_data[cable.width_bits()];
        /// Which of them count.
        output late_keep[cable.width_bytes()];
        /// It is the last of its packet.
        output late_last;
        /// What is said of it.
        output late_user[USER_BITS];

        /// Whether there is a beat.
        lut_memory(last_place(cable) + 1) valids;
        /// Bytes.
        lut_memory(last_place(cable) + 1) bytes[cable.width_bits()];
        /// Which of them count.
        lut_memory(last_place(cable) + 1) keeps[cable.width_bytes()];
        /// Last beats of packets.
        lut_memory(last_place(cable) + 1) lasts;
        /// What is said of beats.
        lut_memory(last_place(cable) + 1) users[USER_BITS];
        /// The word that is read and written.
        reg place[bits_for(last_place(cable) as u32)];
        /// All words have been written since reset.
        reg is_filled;
    }
}

impl Logic for CableRing {
    #[hdl_gen]
    fn update(&mut self) {
        if self.place.val() == self.last_place.val() {
            self.place.next = 0.into();
            self.is_filled.next = true;
        } else {
            self.place.next = self.place.val() + 1;
        }

        self.valids.write.next = true;
        self.valids.write_address.next = self.place.val();
        self.valids.write_data.next = self.valid.val();
        self.valids.read_address.next = self.place.val();
        self.bytes.write.next = true;
        self.bytes.write_address.next = self.place.val();
        self.bytes.write_data.next = self.data.val();
        self.bytes.read_address.next = self.place.val();
        self.keeps.write.next = true;
        self.keeps.write_address.next = self.place.val();
        self.keeps.write_data.next = self.keep.val();
        self.keeps.read_address.next = self.place.val();
        self.lasts.write.next = true;
        self.lasts.write_address.next = self.place.val();
        self.lasts.write_data.next = self.last.val();
        self.lasts.read_address.next = self.place.val();
        self.users.write.next = true;
        self.users.write_address.next = self.place.val();
        self.users.write_data.next = self.user.val();
        self.users.read_address.next = self.place.val();

        self.late_valid.next = false;
        self.late_data.next = 0.into();
        self.late_keep.next = 0.into();
        self.late_last.next = false;
        self.late_user.next = 0.into();
        if self.is_filled.val() {
            self.late_valid.next = self.valids.read_data.val();
            self.late_data.next = self.bytes.read_data.val();
            self.late_keep.next = self.keeps.read_data.val();
            self.late_last.next = self.lasts.read_data.val();
            self.late_user.next = self.users.read_data.val();
        }
    }
}
