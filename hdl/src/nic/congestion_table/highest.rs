//! The highest level of each service level.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{expiry_bits, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Number of the expiry at which the last flow of each service level (SL) reaches level 0.
    ///
    /// An expiry of the timer does not change this number.
    pub struct HighestLevels(nic: &Nic) as "tailback_cct_highest" {
        /// Half the range of these numbers: a difference from here on is negative.
        count negative = 1 << (expiry_bits(nic) - 1);

        /// High while all numbers are cleared after reset.
        input clearing;
        /// SL that is cleared.
        input clear_sl[SL_BITS];
        /// A BECN has set a level.
        input raise;
        /// SL of the BECN that has set a level.
        input raise_sl[SL_BITS];
        /// Number of the expiry at which the level set by the BECN is 0.
        input raise_to[expiry_bits(nic)];
        /// SL whose number is read.
        input sl[SL_BITS];
        /// Number of the expiry at which all levels of `sl` are 0.
        output zero_at[expiry_bits(nic)];

        /// New level minus the highest one.
        local higher_by[expiry_bits(nic)];
        /// Number of the expiry at which all levels of each SL are 0, read for the timers, which see the
        /// level before this cycle's write.
        lut_memory(Nic::SERVICE_LEVELS) levels[expiry_bits(nic)];
        /// Number of the expiry at which all levels of each SL are 0, read for BECNs.
        lut_memory(Nic::SERVICE_LEVELS) levels_of_becn[expiry_bits(nic)];
        /// Level memory write enable.
        local write;
        /// Level memory write address (SL).
        local write_sl[SL_BITS];
        /// Level memory write data.
        local write_level[expiry_bits(nic)];
    }
    connect {
        levels: write, write_address = write_sl, write_data = write_level, read_address = sl,
            read_data = zero_at;
        levels_of_becn: read_address = raise_sl, write, write_address = write_sl,
            write_data = write_level;
    }
}

impl Logic for HighestLevels {
    #[hdl_gen]
    fn update(&mut self) {
        self.higher_by.next = self.raise_to.val() - self.levels_of_becn.read_data.val();
        self.write.next =
            self.clearing.val() || (self.raise.val() && self.higher_by.val() < self.negative.val());
        self.write_sl.next = self.raise_sl.val();
        self.write_level.next = self.raise_to.val();
        if self.clearing.val() {
            self.write_sl.next = self.clear_sl.val();
            self.write_level.next = 0.into();
        }
    }
}
