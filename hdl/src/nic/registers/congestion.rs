//! Registers of a NIC with a congestion control table.

use super::layout::{field, PLACE_BITS, WORD};
use super::{CongestionLog, TableAccess, TablePlaces, TableSettings};
use crate::interface::{SettingWrite, TableRead, TriggerEvent};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{CctEntry, LIMIT_BITS};
use tailback_spec::nic::registers::{index_bits, LID_BITS, QP_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Registers of a congestion control table: settings, entries, and the log.
    pub struct TableRegisters(nic: &Nic) as "tailback_table_registers" {
        /// Lowest bit of the map of service levels with events, in its register.
        count levels_at = field::LOG_LEVELS;

        /// Memories of flows are being cleared.
        input clearing;
        /// Flow being cleared.
        input clear_flow[nic.flow_bits()];
        /// CCTI that has reached Trigger_Threshold.
        slave event: TriggerEvent(nic, false);
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// SLID of the packet with the BECN.
        input becn_lid[LID_BITS];
        /// Queue pair number of flow 0.
        input qp_base[QP_BITS];
        /// Remote queue pair of `flow`.
        input remote_qp[QP_BITS];
        /// Access is in its second step.
        input second;
        /// Legal write takes effect.
        input write;
        /// Word address of the access.
        input place[PLACE_BITS];
        /// Write data.
        input data[WORD];

        /// Register exists at `place`.
        output exists;
        /// Register at `place` can be written.
        output writable;
        /// Write data is in the range of the register at `place`.
        output in_range;
        /// Register at `place` is the time stamp of the log.
        output is_stamp;
        /// Register at `place` is a word of an event in the log.
        output is_logged;
        /// Flow of the event in the log.
        output flow[nic.flow_bits()];
        /// One bit per service level (SL): congestion control is enabled.
        output control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        output limit[LIMIT_BITS];
        /// Write to the settings of an SL.
        master set: SettingWrite();
        /// Write to an entry of the table.
        output write_valid;
        /// Index of the entry written.
        output write_index[index_bits(nic)];
        /// Entry to be written.
        output write_entry[CctEntry::BITS];
        /// Settings and entry that are read.
        master read: TableRead(nic, true);
        /// Read data; 0 if the register at `place` is not in this module.
        output word[WORD];

        /// Decodes the word address.
        sub places: TablePlaces = TablePlaces::new(nic);
        /// Settings kept here.
        sub settings: TableSettings = TableSettings::new(nic);
        /// Access to settings and entries in the congestion table.
        sub access: TableAccess = TableAccess::new(nic);
        /// Congestion log.
        sub log: CongestionLog = CongestionLog::new(nic);
    }
    connect {
        places: place, exists, writable, is_stamp, is_logged;
        places, settings: is_control, is_limit;
        places, access: is_reaction, is_minimum, is_entry;
        places, log: is_summary, is_levels, is_logged;
        settings: write, in_range, control_map, limit;
        settings, log: control_map;
        access: write, data, set, write_valid, write_index, write_entry, read;
        log: clearing, clear_flow, event, becn, becn_flow, becn_lid, qp_base, second, write,
            remote_qp, flow;
    }
}

impl Logic for TableRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.settings.data.next = self.data.val() >> 0;
        self.access.place.next = self.place.val() >> 0;
        self.log.offset.next = self.place.val() >> 0;
        self.log.cleared.next = self.data.val() >> self.levels_at.val();
        self.word.next = self.places.constant.val()
            | self.settings.word.val()
            | self.access.word.val()
            | self.log.word.val();
    }
}
