//! The registers of a port.

use super::layout::{field, SECOND_HALF, WORD};
use super::CongestionSetting;
use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{CODE_BITS, RESET_CODE};
use tailback_spec::switch::registers::Registers;

block! {
    /// Holds the settings of a port, and delivers read data of its registers.
    pub struct PortRegisters(registers: &Registers) as "tailback_port_registers" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = registers.port.virtual_lanes();

        /// First bit of the second state of each VL; the first state begins at bit 0.
        count second_half = SECOND_HALF;

        /// High in the cycle in which the port's congestion setting is written.
        input write;
        /// AXI4-Lite write data.
        input data[WORD];
        /// High in the cycle in which the Head-of-Queue Life limit is written.
        input write_life;
        /// Switch setting: eligible packets between two that are marked.
        input switch_marking_rate[field::MARKING_RATE_BITS];
        /// Switch setting: blocks of the shortest packet that is marked.
        input switch_packet_size[field::PACKET_SIZE_BITS];
        /// Switch setting: weight of the threshold.
        input switch_threshold[field::THRESHOLD_BITS];
        /// A register of this port is read.
        input read;
        /// The register that is read is the congestion setting.
        input is_setting;
        /// The register that is read is the Head-of-Queue Life limit.
        input is_life;
        /// The register that is read is the link status.
        input is_status;
        /// The register that is read is the detector state.
        input is_congestion;
        /// The register that is read is the occupancy of the VL.
        input(registers.port.virtual_lanes()) is_occupancy;
        /// The register that is read is a counter.
        input is_counter;
        /// High while the link is up.
        input link_active;
        /// VLs for which the other end has sent credits, one bit per VL.
        input initialised[registers.port.virtual_lanes()];
        /// Congested VLs, one bit per VL.
        input congested[registers.port.virtual_lanes()];
        /// VLs that lack credits, one bit per VL.
        input victim[registers.port.virtual_lanes()];
        /// Blocks of each VL that wait for the port.
        input(registers.port.virtual_lanes()) occupancy[registers.detector.occupancy_bits()];
        /// Value of the counter whose slot was the cycle before.
        input value[WORD];

        /// Effective setting: eligible packets between two that are marked.
        output marking_rate[field::MARKING_RATE_BITS];
        /// Effective setting: blocks of the shortest packet that is marked.
        output packet_size[field::PACKET_SIZE_BITS];
        /// Effective setting: weight of the threshold.
        output threshold[field::THRESHOLD_BITS];
        /// Code of the Head-of-Queue Life limit.
        output_reg hoq_life[CODE_BITS] = RESET_CODE as u128;
        /// Value of the register that is read; 0 if it is not one of this port.
        output word[WORD];

        /// Congestion setting of the port.
        sub setting: CongestionSetting = CongestionSetting::new();
        /// Value of the link status register.
        local status[WORD];
        /// Value of the detector state register.
        local congestion[WORD];
        /// Value of the register that is read, if it is not a counter.
        local state[WORD];
        /// A counter of this port is read.
        local counts;
    }
    connect {
        setting: write, data;
    }
}

impl Logic for PortRegisters {
    #[hdl_gen]
    fn update(&mut self) {
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
            self.hoq_life.next = self.data.val() >> 0;
        }

        self.status.next = self.initialised.val();
        self.status.next = self.status.val() << self.second_half.val();
        self.status.next = self.status.val().replace_bit(0, self.link_active.val());
        self.congestion.next = self.victim.val();
        self.congestion.next =
            (self.congestion.val() << self.second_half.val()) | self.congested.val();

        self.state.next = 0.into();
        if self.is_setting.val() {
            self.state.next = self.setting.word.val();
        }
        if self.is_life.val() {
            self.state.next = self.hoq_life.val();
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
