//! Address decoder.

use super::layout::{constants, place, COUNTS, COUNT_BITS, PLACE_BITS, SETTINGS, WORD};
use crate::prelude::*;
use tailback_spec::efl::registers::{address, FLOW_VALUES};
use tailback_spec::efl::Efl;

/// Words from a peer to the next one.
const PEER_WORDS: usize = place(address::PEERS_STRIDE);

block! {
    /// Decodes, within one cycle, which register is at a word address, and, one cycle later, if
    /// there is one at all, and if it can be written.
    pub struct RegisterPlaces(efl: &Efl) as "tailback_efl_register_places" {
        /// Value of `IDENTIFICATION`.
        param identification[WORD] = constants(efl)[0];
        /// Value of `VERSION`.
        param version[WORD] = constants(efl)[1];
        /// Value of `CAPABILITIES`: flows and window.
        param capabilities[WORD] = constants(efl)[2];
        /// Value of `FORMAT`: payload, packets for each ACK, overhead and FCS.
        param format[WORD] = constants(efl)[3];
        /// Value of `CLOCK` in Hz.
        param frequency[WORD] = constants(efl)[4];
        /// Value of `ETHER_TYPE`.
        param ether_type[WORD] = constants(efl)[5];
        /// Word address of `ADDRESS_LOW`.
        count address_place = place(address::ADDRESS_LOW);
        /// Word address of `PARTS`.
        count parts_place = place(address::PARTS);
        /// Settings from `PARTS` on.
        count later_settings = SETTINGS - 2;
        /// Settings.
        count settings = SETTINGS;
        /// Number of `MAXIMUM`, which cannot be written, among the settings.
        count maximum = 2 + place(address::MAXIMUM) - place(address::PARTS);
        /// Word address of `FLOW_SELECT`.
        count select_place = place(address::FLOW_SELECT);
        /// Word address of the first value of the selected flow.
        count value_place = place(address::FLOW);
        /// Values of the selected flow.
        count values = FLOW_VALUES;
        /// Word address of the first counter.
        count counter_place = place(address::COUNTERS_FIRST);
        /// Number of counters.
        count counts = COUNTS;
        /// Number of the first peer, counted from the first address on.
        count first_peer = place(address::PEERS) / PEER_WORDS;
        /// Number behind the last peer.
        count behind_peers = place(address::PEERS) / PEER_WORDS + efl.flows();

        /// Word address of the access.
        input place[PLACE_BITS];
        /// Flow whose peer is at the address.
        output flow[efl.flow_bits()];
        /// Number of the counter at the address.
        output counter[COUNT_BITS];
        /// Value of the register if it is constant, else 0.
        output_reg constant[WORD];
        /// One bit per setting: the register is that one.
        output_reg(SETTINGS) is_setting;
        /// Register is `FLOW_SELECT`.
        output_reg is_select;
        /// One bit per value of the selected flow: the register is that one.
        output_reg(FLOW_VALUES) is_value;
        /// Register is a counter.
        output_reg is_counter;
        /// One bit per word of a peer: the register is that word.
        output_reg(3) is_peer;
        /// Register exists; one cycle later than the other decodes.
        output_reg exists;
        /// Register can be written; one cycle later than the other decodes.
        output_reg writable;

        /// Word of a peer.
        local part[2];
        /// Peer at the address, counted from the first address on.
        local wide_flow[PLACE_BITS - 1];
        /// The register is that of a peer of a flow that exists.
        local peer_exists;
        /// Counter at the address, with all bits of it.
        local counter_low[COUNT_BITS];
        /// Some setting.
        local some_setting;
        /// Some setting that can be written, or peer, or the selected flow.
        local some_written;
        /// Some value of the selected flow.
        local some_value;
    }
}

impl Logic for RegisterPlaces {
    #[hdl_gen]
    fn update(&mut self) {
        self.constant.next = 0.into();
        if self.place.val() == 0 {
            self.constant.next = self.identification.val();
        }
        if self.place.val() == 1 {
            self.constant.next = self.version.val();
        }
        if self.place.val() == 2 {
            self.constant.next = self.capabilities.val();
        }
        if self.place.val() == 3 {
            self.constant.next = self.format.val();
        }
        if self.place.val() == 4 {
            self.constant.next = self.frequency.val();
        }
        if self.place.val() == 5 {
            self.constant.next = self.ether_type.val();
        }
        for setting in 0..2 {
            self.is_setting[setting].next = self.place.val() == self.address_place.val() + setting;
        }
        for setting in 0..self.later_settings.val() {
            self.is_setting[2 + setting].next =
                self.place.val() == self.parts_place.val() + setting;
        }
        self.is_select.next = self.place.val() == self.select_place.val();
        for value in 0..self.values.val() {
            self.is_value[value].next = self.place.val() == self.value_place.val() + value;
        }
        self.counter_low.next = self.place.val() >> 0;
        self.counter.next = self.counter_low.val();
        self.is_counter.next = self.place.val() >= self.counter_place.val()
            && self.place.val() < self.counter_place.val() + self.counts.val();

        self.part.next = self.place.val() >> 0;
        self.flow.next = self.place.val() >> 2;
        self.wide_flow.next = self.place.val() >> 2;
        self.peer_exists.next = self.wide_flow.val() >= self.first_peer.val()
            && self.wide_flow.val() < self.behind_peers.val();
        for number in 0..3 {
            self.is_peer[number].next = self.peer_exists.val() && self.part.val() == number;
        }

        self.some_setting.next = false;
        self.some_written.next = self.is_select.val()
            || self.is_peer[0].val()
            || self.is_peer[1].val()
            || self.is_peer[2].val();
        for setting in 0..self.settings.val() {
            self.some_setting.next = self.some_setting.val() || self.is_setting[setting].val();
            if setting != self.maximum.val() {
                self.some_written.next = self.some_written.val() || self.is_setting[setting].val();
            }
        }
        self.some_value.next = false;
        for value in 0..self.values.val() {
            self.some_value.next = self.some_value.val() || self.is_value[value].val();
        }
        self.writable.next = self.some_written.val();
        comment!("No constant register is 0.");
        self.exists.next = self.some_written.val()
            || self.some_setting.val()
            || self.some_value.val()
            || self.constant.val().any()
            || self.is_counter.val();
    }
}
