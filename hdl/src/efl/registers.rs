//! The registers of an endpoint over AXI4-Lite: settings, peers, and counters.

mod counters;
mod flows;
mod layout;
mod peers;
mod places;
mod settings;

pub use counters::EflCounters;
pub use flows::{EflFlows, FlowCount};
pub use peers::{FlowValue, PeerLookUp, PeerReader};
pub use places::RegisterPlaces;
pub use settings::EflSettings;

use self::layout::{ADDRESS, COUNTS, HALF, HIGH, WORD};
use super::FlowSweep;
use crate::interface::AxiLite;
use crate::nic::registers::AccessSequencer;
use crate::prelude::*;
use tailback_spec::efl::rate::{ALPHA_BITS, BETA_BITS, PROBE_BITS, RATE_BITS, TIME_BITS};
use tailback_spec::efl::registers::ADDRESS_BITS;
use tailback_spec::efl::Efl;

block! {
    /// Registers of an EFL endpoint over AXI4-Lite: identification, settings, peers, values of
    /// flows, and counters.
    pub struct EflRegisters(efl: &Efl) as "tailback_efl_registers" {
        /// Bit of the data of a write that makes a peer valid.
        count valid_at = WORD - 1;
        /// Bit of the valid flag in the high part of a peer.
        count valid_bit = HALF;

        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Memories of some module are being cleared.
        input sweeping;
        /// Flow of the data packet whose peer is looked up.
        input data_peer_flow[efl.flow_bits()];
        /// Flow of the reply whose peer is looked up.
        input reply_peer_flow[efl.flow_bits()];
        /// Flow of the received frame whose peer is looked up.
        input peer_flow[efl.flow_bits()];
        /// A packet is sent.
        input sent;
        /// Flow of the packet.
        input sent_flow[efl.flow_bits()];
        /// The packet is sent again.
        input sent_again;
        /// An ACK acknowledges packets in flight.
        input acknowledged;
        /// Flow of the ACK.
        input acked_flow[efl.flow_bits()];
        /// Packets are in flight behind the ACK.
        input acked_left;
        /// A packet is lost.
        input lost;
        /// Flow of the loss.
        input lost_flow[efl.flow_bits()];
        /// The loss is a time-out.
        input lost_late;
        /// A packet is accepted in order.
        input accepted;
        /// Flow of that packet.
        input accepted_flow[efl.flow_bits()];
        /// Rate and RTTs of a flow have changed.
        input updated;
        /// Flow of `updated`.
        input updated_flow[efl.flow_bits()];
        /// Its rate in 2^-20 bytes in 100 ns.
        input updated_rate[RATE_BITS as usize];
        /// Its RTT in ticks.
        input updated_rtt[TIME_BITS as usize];
        /// Its least RTT in ticks.
        input updated_rtt_min[TIME_BITS as usize];
        /// Its predicted RTT in ticks.
        input updated_rtt_predicted[TIME_BITS as usize];
        /// The state of a flow is known.
        input state_write;
        /// Flow of `state`.
        input state_flow[efl.flow_bits()];
        /// Its state.
        input state[2];
        /// One bit per counter: an event to be counted.
        input(COUNTS) happened;
        /// Memories have been cleared after reset.
        output_reg ready;
        /// MAC address of the endpoint; the first byte has the most significant bits.
        output set_address[ADDRESS];
        /// Bandwidth probing (equation 1).
        output set_probes;
        /// Delay probing.
        output set_delays;
        /// RTT prediction (equation 4).
        output set_predicts;
        /// N: packets of bandwidth probing.
        output set_probe_packets[PROBE_BITS as usize];
        /// alpha in bytes.
        output set_alpha[ALPHA_BITS as usize];
        /// beta in 2^-16.
        output set_beta[BETA_BITS as usize];
        /// alpha' in bytes.
        output set_probe_alpha[ALPHA_BITS as usize];
        /// beta' in 2^-16.
        output set_probe_beta[BETA_BITS as usize];
        /// R_0 in 2^-20 bytes in 100 ns.
        output set_initial[RATE_BITS as usize];
        /// R_MIN in 2^-20 bytes in 100 ns.
        output set_minimum[RATE_BITS as usize];
        /// Rate of the line in 2^-20 bytes in 100 ns.
        output set_maximum[RATE_BITS as usize];
        /// RTT_MIN in ticks of 100 ns; 0: each flow learns its own.
        output set_rtt_min[TIME_BITS as usize];
        /// Least time-out in ticks of 100 ns.
        output set_rto_min[TIME_BITS as usize];
        /// MAC address of the peer of `data_peer_flow` three cycles ago.
        output data_peer_address[ADDRESS];
        /// Flow label of that peer.
        output data_peer_label[HALF];
        /// MAC address of the peer of `reply_peer_flow` three cycles ago.
        output reply_peer_address[ADDRESS];
        /// Flow label of that peer.
        output reply_peer_label[HALF];
        /// The flow `peer_flow` of three cycles ago has a peer.
        output peer_valid;
        /// MAC address of that peer.
        output peer_address[ADDRESS];

        /// Legal write takes effect.
        local writes;
        /// One bit per part of a peer: it is written.
        local(3) peer_writes;
        /// Low part of the address of a peer to be written.
        local new_low[WORD];
        /// High part of that address, and the valid bit.
        local new_high[HIGH];
        /// Flow label to be written.
        local new_label[HALF];
        /// High part of the address of the accessed peer, as its register shows it.
        local high_word[WORD];
        /// High part of the address of the accessed peer.
        local high_half[HALF];
        /// Read data of a peer.
        local peer_word[WORD];
        /// Constant register, one cycle later.
        reg constant[WORD];
        /// Write is legal; valid in the last step.
        reg okay;
        /// Clears the memories of flows after reset.
        sub sweep: FlowSweep = FlowSweep::new(efl);
        /// Sequences writes and reads.
        sub sequencer: AccessSequencer = AccessSequencer::new(&efl.limiter());
        /// Decodes the address.
        sub places: RegisterPlaces = RegisterPlaces::new(efl);
        /// Settings.
        sub settings: EflSettings = EflSettings::new(efl);
        /// Values of flows.
        sub flows: EflFlows = EflFlows::new(efl);
        /// Counters.
        sub counters: EflCounters = EflCounters::new();
        /// Peers of data packets.
        sub data_peers: PeerLookUp = PeerLookUp::new(efl);
        /// Peers of replies.
        sub reply_peers: PeerLookUp = PeerLookUp::new(efl);
        /// Peers of received frames.
        sub peers: PeerLookUp = PeerLookUp::new(efl);
        /// Peers for software.
        sub read_peers: PeerReader = PeerReader::new(efl);
    }
    connect {
        sweep, flows: sweeping, flow = sweep_flow;
        sweep, data_peers: sweeping, flow = sweep_flow;
        sweep, reply_peers: sweeping, flow = sweep_flow;
        sweep, peers: sweeping, flow = sweep_flow;
        sweep, read_peers: sweeping, flow = sweep_flow;
        sequencer: s_axil, okay, cleared = ready;
        sequencer, places: place;
        sequencer, settings: data;
        places, settings: is_setting, is_select;
        places, flows: is_select, is_value;
        places, counters: counter, is_counter = is_read;
        places, sequencer: exists;
        places, read_peers: flow;
        places, data_peers: flow = write_flow;
        places, reply_peers: flow = write_flow;
        places, peers: flow = write_flow;
        places, read_peers: flow = write_flow;
        settings: write = writes, set_address, set_probes, set_delays, set_predicts,
            set_probe_packets, set_alpha, set_beta, set_probe_alpha, set_probe_beta, set_initial,
            set_minimum, set_maximum, set_rtt_min, set_rto_min;
        flows: sent, sent_flow, sent_again, acknowledged, acked_flow, acked_left, lost, lost_flow,
            lost_late, accepted, accepted_flow, updated, updated_flow, updated_rate, updated_rtt,
            updated_rtt_min, updated_rtt_predicted, state_write, state_flow, state;
        flows, sequencer: waits;
        counters: happened;
        data_peers: writes = peer_writes, new_low, new_high, new_label, flow = data_peer_flow,
            address = data_peer_address, label = data_peer_label;
        reply_peers: writes = peer_writes, new_low, new_high, new_label, flow = reply_peer_flow,
            address = reply_peer_address, label = reply_peer_label;
        peers: writes = peer_writes, new_low, new_high, new_label, flow = peer_flow,
            valid = peer_valid, address = peer_address;
        read_peers: writes = peer_writes, new_low, new_high, new_label;
    }
}

impl Logic for EflRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.sweep.sweeping.val() && !self.sweeping.val();
        comment!("None of these signals changes after the third step.");
        self.okay.next = self.places.writable.val()
            && self.sequencer.whole.val()
            && self.settings.in_range.val();
        self.writes.next =
            self.sequencer.done.val() && self.sequencer.is_write.val() && self.okay.val();
        for part in 0..3 {
            self.peer_writes[part].next = self.writes.val() && self.places.is_peer[part].val();
        }
        self.new_low.next = self.sequencer.data.val();
        self.new_label.next = self.sequencer.data.val() >> 0;
        self.new_high.next = self.sequencer.data.val() >> 0;
        self.new_high.next = self.new_high.val().replace_bit(
            self.valid_bit.val(),
            self.sequencer.data.val().get_bit(self.valid_at.val()),
        );
        self.flows.new_flow.next = self.sequencer.data.val() >> 0;
        self.flows.selects.next = self.sequencer.last.val()
            && self.sequencer.is_write.val()
            && self.okay.val()
            && self.places.is_select.val();

        comment!("Read data");
        self.high_half.next = self.read_peers.high.val() >> 0;
        self.high_word.next = self.high_half.val();
        self.high_word.next = self.high_word.val().replace_bit(
            self.valid_at.val(),
            self.read_peers.high.val().get_bit(self.valid_bit.val()),
        );
        self.peer_word.next = 0.into();
        if self.places.is_peer[0].val() {
            self.peer_word.next = self.read_peers.low.val();
        }
        if self.places.is_peer[1].val() {
            self.peer_word.next = self.high_word.val();
        }
        if self.places.is_peer[2].val() {
            self.peer_word.next = self.read_peers.label.val();
        }
        self.constant.next = self.places.constant.val();
        self.sequencer.word.next = self.constant.val()
            | self.settings.word.val()
            | self.flows.word.val()
            | self.counters.word.val()
            | self.peer_word.val();
    }
}
