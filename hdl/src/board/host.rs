//! A host in hardware: it sends the packets of its flows through a NIC.

mod flow;
mod packet;
mod registers;

pub use flow::HostFlow;
pub use packet::HostPacket;
pub use registers::HostRegisters;

use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::board::host::{address, BoardHost as Config, HEADER_WORDS};
use tailback_spec::board::CYCLE_BITS;
use tailback_spec::parameter::bits_for;
use tailback_spec::registers::WORD_BITS;

/// Bits of a register.
const WORD: usize = WORD_BITS as usize;
/// Bits of the word address of a register of a flow.
const PLACE_BITS: usize = (address::FLOW_STRIDE / 4).ilog2() as usize;
/// Bits of the number of the next cycle.
const NEXT_BITS: usize = CYCLE_BITS + 1;

/// Bits of the index of a flow among those that send.
fn index_bits(config: &Config) -> usize {
    bits_for(config.flows() as u32 - 1)
}

/// Bits of the number of granted flows, which is compared with 2.
fn waiting_bits(config: &Config) -> usize {
    bits_for(config.flows() as u32 + 1)
}

/// Messages about flows.
fn messages(config: &Config) -> StreamSignals {
    StreamSignals::messages(config.flow_bits()).stallable()
}

block! {
    /// Sends packets of its flows, as the NIC grants them, and counts packets that are received.
    pub struct BoardHost(config: &Config) as "tailback_board_host" {
        /// Flows.
        count flows = config.flows();
        /// Words of a header.
        count header_words = HEADER_WORDS;

        /// Registers.
        slave s_axil: AxiLite(address::BITS, true, true);
        /// Cycles since the reset of the fabric.
        input cycle[CYCLE_BITS];
        /// Packets for the NIC. `tid` is the flow. `tuser` in the first beat: another packet is ready.
        master m_axis: AxiStream(
            StreamSignals::packets(8 * config.width_bytes()).stallable().id(config.flow_bits()).user(1)
        );
        /// Doorbells: the flow has a packet ready.
        master m_doorbell: AxiStream(messages(config));
        /// Grants: the flow may start one packet.
        slave s_grant: AxiStream(messages(config));
        /// Declines: the flow has no packet for its grant.
        master m_decline: AxiStream(messages(config));
        /// A beat is received.
        input arrived_valid;
        /// The beat is the last one of its packet.
        input arrived_last;
        /// The packet is bad; valid with its last beat.
        input arrived_bad;
        /// A packet is being sent.
        output busy;

        /// Number of the next cycle.
        local coming[NEXT_BITS];
        /// No packet is being sent any more.
        local free;
        /// The doorbell is accepted, or there is none.
        local silent;
        /// The decline is accepted, or there is none.
        local undeclined;
        /// One bit per flow: the flow is granted.
        local(config.flows()) grants;
        /// A flow is granted.
        local some_grant;
        /// Granted flows, the first one of which is served; those behind are 0.
        local(config.flows() + 2) line[index_bits(config)];
        /// Number of granted flows.
        local in_line[waiting_bits(config)];
        /// The first granted flow has a packet.
        local first_has;
        /// The second granted flow has a packet.
        local second_has;
        /// A packet of the first granted flow begins.
        local begins_first;
        /// The grant of the first flow is declined.
        local declines;
        /// A packet of the second granted flow begins.
        local begins_second;
        /// A packet begins.
        local begins;
        /// Flow whose packet begins.
        local chosen[index_bits(config)];
        /// One bit per flow: the doorbell rings for the flow.
        local(config.flows()) rings;
        /// A doorbell begins to ring.
        local some_ring;
        /// The packet that begins is not the last one that is ready.
        local more_follow;
        /// ICRC of packet 0 of the flow whose packet begins.
        local chosen_icrc[WORD];
        /// VCRC of packet 0 of the flow whose packet begins.
        local chosen_vcrc[WORD];
        /// Packets of the flow whose packet begins.
        local chosen_sent[WORD];
        /// Header of the flow whose packet is sent.
        local(HEADER_WORDS) header[WORD];
        /// Values of registers of flows, of which all but one are 0.
        local value[WORD];

        /// Granted flows that have not been served.
        reg(config.flows()) queue[index_bits(config)];
        /// Number of these flows.
        reg waiting[waiting_bits(config)];
        /// A packet is being sent.
        reg sending;
        /// Flow of the packet.
        reg current[index_bits(config)];
        /// Another packet of the flow is ready.
        reg more;
        /// The doorbell rings.
        reg ringing;
        /// Flow for which it rings.
        reg ringing_flow[index_bits(config)];
        /// A grant is declined.
        reg declining;
        /// Flow of the grant.
        reg declining_flow[index_bits(config)];

        /// Registers of the host.
        sub registers: HostRegisters = HostRegisters::new(config);
        /// Flows.
        sub(config.flows()) flow: HostFlow = HostFlow::new(config);
        /// Beats of the packet.
        sub packet: HostPacket = HostPacket::new(config);
    }
    connect {
        registers: s_axil, arrived_valid, arrived_last, arrived_bad, value;
        registers, flow: writes, place, data;
        packet: begins, icrc = chosen_icrc, vcrc = chosen_vcrc, sent = chosen_sent, header, sending;
    }
}

impl Logic for BoardHost {
    #[hdl_gen]
    fn update(&mut self) {
        self.coming.next = self.cycle.val();
        self.coming.next = self.coming.val() + 1;
        self.busy.next = self.sending.val();
        self.packet.taken.next = self.sending.val() && self.m_axis.tready.val();
        self.free.next =
            !self.sending.val() || (self.m_axis.tready.val() && self.packet.last.val());
        self.silent.next = !self.ringing.val() || self.m_doorbell.tready.val();
        self.undeclined.next = !self.declining.val() || self.m_decline.tready.val();

        comment!("Grants");
        self.s_grant.tready.next = true;
        self.some_grant.next = false;
        for number in 0..self.flows.val() {
            self.grants[number].next = self.s_grant.tvalid.val()
                && !self.some_grant.val()
                && self.flow[number].number.val() == self.s_grant.tdata.val();
            self.some_grant.next = self.some_grant.val() || self.grants[number].val();
            self.grants[number].next =
                self.grants[number].val() && !self.flow[number].granted.val();
        }
        for at in 0..self.flows.val() {
            self.line[at].next = self.queue[at].val();
        }
        self.line[self.flows.val()].next = 0.into();
        self.line[self.flows.val() + 1].next = 0.into();
        self.in_line.next = self.waiting.val();
        for number in 0..self.flows.val() {
            if self.grants[number].val() {
                for at in 0..self.flows.val() {
                    if self.waiting.val() == at {
                        self.line[at].next = number.into();
                    }
                }
                self.in_line.next = self.waiting.val() + 1;
            }
        }

        comment!("Service");
        self.first_has.next = false;
        self.second_has.next = false;
        for number in 0..self.flows.val() {
            if self.line[0].val() == number {
                self.first_has.next = self.flow[number].has.val();
            }
            if self.line[1].val() == number {
                self.second_has.next = self.flow[number].has.val();
            }
        }
        self.begins_first.next = self.free.val() && self.in_line.val() != 0 && self.first_has.val();
        self.declines.next = self.free.val()
            && self.in_line.val() != 0
            && !self.first_has.val()
            && self.undeclined.val();
        self.begins_second.next =
            self.declines.val() && self.in_line.val() > 1 && self.second_has.val();
        self.begins.next = self.begins_first.val() || self.begins_second.val();
        self.chosen.next = self.line[0].val();
        if self.declines.val() {
            self.chosen.next = self.line[1].val();
        }
        self.waiting.next = self.in_line.val();
        for at in 0..self.flows.val() {
            self.queue[at].next = self.line[at].val();
        }
        if self.begins_second.val() {
            self.waiting.next = self.in_line.val() - 2;
            for at in 0..self.flows.val() {
                self.queue[at].next = self.line[at + 2].val();
            }
        } else if self.begins_first.val() || self.declines.val() {
            self.waiting.next = self.in_line.val() - 1;
            for at in 0..self.flows.val() {
                self.queue[at].next = self.line[at + 1].val();
            }
        }

        comment!("Doorbells");
        self.some_ring.next = false;
        for number in 0..self.flows.val() {
            self.flow[number].coming.next = self.coming.val();
            self.flow[number].grants.next = self.grants[number].val();
            self.flow[number].begins.next = self.begins.val() && self.chosen.val() == number;
            self.flow[number].declines.next = self.declines.val() && self.line[0].val() == number;
            self.rings[number].next =
                self.silent.val() && !self.some_ring.val() && self.flow[number].wants.val();
            self.some_ring.next = self.some_ring.val() || self.rings[number].val();
            self.flow[number].rings.next = self.rings[number].val();
            if self.rings[number].val() {
                self.ringing_flow.next = number.into();
            }
        }
        self.ringing.next = !self.silent.val() || self.some_ring.val();
        self.declining.next = !self.undeclined.val() || self.declines.val();
        if self.declines.val() {
            self.declining_flow.next = self.line[0].val();
        }

        comment!("The flow whose packet begins, and that of the packet which is sent");
        self.more_follow.next = false;
        self.chosen_icrc.next = 0.into();
        self.chosen_vcrc.next = 0.into();
        self.chosen_sent.next = 0.into();
        self.value.next = 0.into();
        for word in 0..self.header_words.val() {
            self.header[word].next = 0.into();
        }
        self.m_axis.tid.next = 0.into();
        self.m_doorbell.tdata.next = 0.into();
        self.m_decline.tdata.next = 0.into();
        for number in 0..self.flows.val() {
            if self.chosen.val() == number {
                self.more_follow.next = self.flow[number].more.val();
                self.chosen_icrc.next = self.flow[number].icrc.val();
                self.chosen_vcrc.next = self.flow[number].vcrc.val();
                self.chosen_sent.next = self.flow[number].sent.val();
            }
            if self.sending.val() && self.current.val() == number {
                self.m_axis.tid.next = self.flow[number].number.val();
                for word in 0..self.header_words.val() {
                    self.header[word].next = self.flow[number].header[word].val();
                }
            }
            if self.ringing.val() && self.ringing_flow.val() == number {
                self.m_doorbell.tdata.next = self.flow[number].number.val();
            }
            if self.declining.val() && self.declining_flow.val() == number {
                self.m_decline.tdata.next = self.flow[number].number.val();
            }
            if self.registers.reads[number].val() {
                self.value.next = self.flow[number].value.val();
            }
        }
        self.sending.next = !self.free.val() || self.begins.val();
        if self.begins.val() {
            self.current.next = self.chosen.val();
            self.more.next = self.more_follow.val();
        }

        self.m_doorbell.tvalid.next = self.ringing.val();
        self.m_decline.tvalid.next = self.declining.val();
        self.m_axis.tvalid.next = self.sending.val();
        self.m_axis.tdata.next = self.packet.beat_data.val();
        self.m_axis.tkeep.next = self.packet.keep.val();
        self.m_axis.tlast.next = self.packet.last.val();
        self.m_axis.tuser.next = 0.into();
        if self.sending.val() && self.more.val() && self.packet.first.val() {
            self.m_axis.tuser.next = 1.into();
        }
    }
}
