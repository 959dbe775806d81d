//! Feedback to congestion control, and access to the congestion control table.

use crate::interface;
use tailback_spec::nic::congestion_table::{
    index_bits, CctEntry, SL_BITS, STEP_BITS, TIMER_BITS, TIME_BITS,
};
use tailback_spec::nic::Nic;

interface! {
    /// Feedback to the rate control of a NIC: a BECN, or an ACK if there is no table.
    pub struct Feedback(nic: &Nic) {
        /// Feedback valid.
        master valid;
        /// Feedback accepted, if it is valid.
        slave ready;
        /// Flow of the feedback.
        master flow[nic.flow_bits()];
        /// Feedback is a BECN or a marked ACK.
        master marked;
        /// Service level (SL) of the feedback, if there is a table.
        master sl[SL_BITS];
    }
}

interface! {
    /// Write to the settings of a service level (SL).
    pub struct SettingWrite() {
        /// Settings of `sl` are written.
        master valid;
        /// SL of the settings.
        master sl[SL_BITS];
        /// CCTI_Timer in ticks of 1.024 us.
        master timer[TIMER_BITS];
        /// CCTI_Increase.
        master increase[STEP_BITS];
        /// Trigger_Threshold.
        master trigger[STEP_BITS];
        /// CCTI_Min.
        master min[STEP_BITS];
    }
}

interface! {
    /// Read of the settings of a service level (SL), and of an entry of the table, in each cycle.
    pub struct TableRead(nic: &Nic, has_entry: bool) {
        /// SL whose settings are read.
        master sl[SL_BITS];
        /// Index of the entry that is read.
        master index[index_bits(nic)] if has_entry;
        /// CCTI_Timer of `sl` of the previous cycle, in ticks of 1.024 us.
        slave timer[TIMER_BITS];
        /// CCTI_Increase of `sl` of the previous cycle.
        slave increase[STEP_BITS];
        /// Trigger_Threshold of `sl` of the previous cycle.
        slave trigger[STEP_BITS];
        /// CCTI_Min of `sl` of the previous cycle.
        slave min[STEP_BITS];
        /// Entry at `index` of the previous cycle.
        slave entry[CctEntry::BITS] if has_entry;
    }
}

interface! {
    /// Event for the congestion log: a CCTI has reached Trigger_Threshold.
    pub struct TriggerEvent(nic: &Nic, has_ccti: bool) {
        /// Event valid.
        master valid;
        /// Flow of the CCTI.
        master flow[nic.flow_bits()];
        /// Service level (SL) of the CCTI.
        master sl[SL_BITS];
        /// CCTI.
        master ccti[index_bits(nic)] if has_ccti;
        /// Time of the event in ticks of 1.024 us.
        master time[TIME_BITS];
    }
}
