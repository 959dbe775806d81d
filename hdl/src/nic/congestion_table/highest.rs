//! The highest level of each service level.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Knows the number of the expiry at which the last flow of each service level (SL) has level 0.
    ///
    /// It does not change when the timer expires.
    pub struct HighestLevels(nic: &Nic) as "tailback_cct_highest" {
        /// A difference from here on is negative.
        count negative = 1 << (expiry_bits(nic) - 1);

        /// All are being cleared.
        input clearing;
        /// Of which SL.
        input clear_sl[SL_BITS];
        /// A BECN has given a level.
        input raise;
        /// On this SL.
        input raise_sl[SL_BITS];
        /// The number of the expiry at which it will be 0.
        input raise_to[expiry_bits(nic)];
        /// An SL.
        input sl[SL_BITS];
        /// The number of the expiry at which all its levels are 0.
        output zero_at[expiry_bits(nic)];

        /// How much higher the new level is than the highest.
        local higher_by[expiry_bits(nic)];
        /// The highest, for those who ask,
        lut_memory(Nic::SERVICE_LEVELS) levels[expiry_bits(nic)];
        /// and for BECNs.
        lut_memory(Nic::SERVICE_LEVELS) levels_of_becn[expiry_bits(nic)];
        /// It is written.
        local write;
        /// Of this SL.
        local write_sl[SL_BITS];
        /// What.
        local write_level[expiry_bits(nic)];
    }
}

impl Logic for HighestLevels {
    #[hdl_gen]
    fn update(&mut self) {
        self.levels_of_becn.read_address.next = self.raise_sl.val();
        self.higher_by.next = self.raise_to.val() - self.levels_of_becn.read_data.val();
        self.write.next =
            self.clearing.val() || (self.raise.val() && self.higher_by.val() < self.negative.val());
        self.write_sl.next = self.raise_sl.val();
        self.write_level.next = self.raise_to.val();
        if self.clearing.val() {
            self.write_sl.next = self.clear_sl.val();
            self.write_level.next = 0.into();
        }
        comment!("A turn sees what was so before this cycle.");
        self.levels.write.next = self.write.val();
        self.levels.write_address.next = self.write_sl.val();
        self.levels.write_data.next = self.write_level.val();
        self.levels.read_address.next = self.sl.val();
        self.zero_at.next = self.levels.read_data.val();
        self.levels_of_becn.write.next = self.write.val();
        self.levels_of_becn.write_address.next = self.write_sl.val();
        self.levels_of_becn.write_data.next = self.write_level.val();
    }
}
