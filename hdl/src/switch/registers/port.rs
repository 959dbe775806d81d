//! The registers of a port.

use super::layout::{field, SECOND_HALF, WORD};
use super::CongestionSetting;
use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{CODE_BITS, RESET_CODE};
use tailback_spec::switch::registers::Registers;

block! {
    /// Holds the settings of a port, and reads its registers.
    pub struct PortRegisters(registers: &Registers) as "tailback_port_registers" {
        /// Data VLs.
        count virtual_lanes = registers.port.virtual_lanes();

        /// Where the second state of each VL begins; the first is at 0.
        count second_half = SECOND_HALF;

        /// The setting is written.
        input write;
        /// With these bits.
        input data[WORD];
        /// The Head-of-Queue Life limit is written, with the same bits.
        input write_life;
        /// The setting of the switch: eligible packets between two that are marked.
        input switch_marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        input switch_packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        input switch_threshold[field::THRESHOLD_BITS];
        /// A register of this port is read.
        input read;
        /// It is the setting.
        input is_setting;
        /// It is the Head-of-Queue Life limit.
        input is_life;
        /// It is the state of the link.
        input is_status;
        /// It is the state of the detector.
        input is_congestion;
        /// It is the occupancy of the VL.
        input(registers.port.virtual_lanes()) is_occupancy;
        /// It is a counter.
        input is_counter;
        /// The link is up.
        input link_active;
        /// The other end has told its credits, for each VL.
        input initialised[registers.port.virtual_lanes()];
        /// The VL is congested, for each.
        input congested[registers.port.virtual_lanes()];
        /// The VL lacks credits, for each.
        input victim[registers.port.virtual_lanes()];
        /// Blocks that wait for the port.
        input(registers.port.virtual_lanes()) occupancy[registers.detector.occupancy_bits()];
        /// The counter whose turn it is.
        input value[WORD];

        /// The setting that counts: eligible packets between two that are marked.
        output marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        output packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        output threshold[field::THRESHOLD_BITS];
        /// Code of the Head-of-Queue Life limit.
        output hoq_life[CODE_BITS];
        /// What the register that is read holds; 0 if it is not one of this port.
        output word[WORD];

        /// Its own setting.
        sub setting: CongestionSetting = CongestionSetting::new();
        /// Code of the Head-of-Queue Life limit.
        reg life[CODE_BITS] = RESET_CODE as u128;
        /// States of the link.
        local status[WORD];
        /// States of the detector.
        local congestion[WORD];
        /// What all but the counters hold.
        local state[WORD];
        /// A counter of this port is read.
        local counts;
    }
}

impl Logic for PortRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.setting.write.next = self.write.val();
        self.setting.data.next = self.data.val();
        if self.setting.valid.val() {
            self.marking_rate.next = self.setting.marking_rate.val();
            self.packet_size.next = self.setting.packet_size.val();
            self.threshold.next = self.setting.threshold.val();
        } else {
            self.marking_rate.next = self.switch_marking_rate.val();
            self.packet_size.next = self.switch_packet_size.val();
            self.threshold.next = self.switch_threshold.val();
        }

        if self.write_life.val() {
            self.life.next = self.data.val() >> 0;
        }
        self.hoq_life.next = self.life.val();

        self.status.next = 0.into();
        self.status.next = self.status.val().replace_bit(0, self.link_active.val());
        self.congestion.next = 0.into();
        for vl in 0..self.virtual_lanes.val() {
            self.status.next = self
                .status
                .val()
                .replace_bit(self.second_half.val() + vl, self.initialised.val().get_bit(vl));
            self.congestion.next =
                self.congestion.val().replace_bit(vl, self.congested.val().get_bit(vl));
            self.congestion.next = self
                .congestion
                .val()
                .replace_bit(self.second_half.val() + vl, self.victim.val().get_bit(vl));
        }

        self.state.next = 0.into();
        if self.is_setting.val() {
            self.state.next = self.setting.word.val();
        }
        if self.is_life.val() {
            self.state.next = self.life.val();
        }
        if self.is_status.val() {
            self.state.next = self.status.val();
        }
        if self.is_congestion.val() {
            self.state.next = self.congestion.val();
        }
        for vl in 0..self.virtual_lanes.val() {
            if self.is_occupancy[vl].val() {
                self.state.next = self.occupancy[vl].val();
            }
        }
        self.counts.next = self.read.val() && self.is_counter.val();
        self.word.next = 0.into();
        if self.counts.val() {
            self.word.next = self.value.val();
        } else if self.read.val() {
            self.word.next = self.state.val();
        }
    }
}
