//! The switch: single-chip, input-buffered, cut-through, lossless, marking (Globecom'02 §II).

mod blocks;
mod control;
mod credits;
mod crossbar;
mod dispatcher;
mod events;
mod fabric;
mod input;
mod late;
mod marking;
mod output;
mod port;
mod received;
mod stored;

pub use blocks::BlockEvents;
pub use control::SwitchControl;
pub use credits::PortCredits;
pub use crossbar::{CrossbarInput, CrossbarOutput};
pub use dispatcher::SwitchDispatcher;
pub use events::PortEvents;
pub use fabric::SwitchFabric;
pub use input::SwitchInput;
pub use late::LateBeat;
pub use marking::SwitchMarking;
pub use output::SwitchOutput;
pub use port::SwitchPort;
pub use received::ReceivedBeat;
pub use stored::StoredPackets;

use crate::comment;
use crate::prelude::*;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};
use tailback_spec::switch::lossless::LosslessSwitch as Config;
use tailback_spec::switch::registers::address_bits;

block! {
    /// A lossless cut-through switch that marks packets when it is congested.
    ///
    /// Packets come and go by AXI4-Stream, a stream for each port and direction; those that come
    /// cannot be stalled, for credits keep them from coming. Software speaks AXI4-Lite.
    pub struct LosslessSwitch(switch: &Config) as "tailback_switch" {
        /// Ports.
        count ports = switch.port.ports();
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();

        /// There is an address to be written.
        input s_axil_awvalid;
        /// The address.
        input s_axil_awaddr[address_bits(&switch.registers)];
        /// There is data to be written.
        input s_axil_wvalid;
        /// The data.
        input s_axil_wdata[WORD_BITS as usize];
        /// Bytes of it that count: all, or the write is refused.
        input s_axil_wstrb[WORD_BYTES as usize];
        /// The answer to a write is taken.
        input s_axil_bready;
        /// There is an address to be read.
        input s_axil_arvalid;
        /// The address.
        input s_axil_araddr[address_bits(&switch.registers)];
        /// The answer to a read is taken.
        input s_axil_rready;
        /// The link is up.
        input(switch.port.ports()) link_active;
        /// A beat comes; it cannot be stalled.
        input(switch.port.ports()) s_axis_tvalid;
        /// Its bytes; the first one has the least significant bits.
        input(switch.port.ports()) s_axis_tdata[switch.port.width_bits()];
        /// Which of them count; with `s_axis_tlast`.
        input(switch.port.ports()) s_axis_tkeep[switch.port.width_bytes()];
        /// It is the last of its packet.
        input(switch.port.ports()) s_axis_tlast;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        input(switch.port.ports()) s_axis_tuser[2];
        /// The link takes the beat that goes.
        input(switch.port.ports()) m_axis_tready;

        /// The address to be written is taken.
        output s_axil_awready;
        /// The data is taken.
        output s_axil_wready;
        /// There is an answer to a write.
        output s_axil_bvalid;
        /// 0: OKAY, 2: SLVERR.
        output s_axil_bresp[2];
        /// The address to be read is taken.
        output s_axil_arready;
        /// There is an answer to a read.
        output s_axil_rvalid;
        /// What the register holds.
        output s_axil_rdata[WORD_BITS as usize];
        /// 0: OKAY, 2: SLVERR.
        output s_axil_rresp[2];
        /// A beat goes.
        output(switch.port.ports()) m_axis_tvalid;
        /// Its bytes.
        output(switch.port.ports()) m_axis_tdata[switch.port.width_bits()];
        /// Which of them count.
        output(switch.port.ports()) m_axis_tkeep[switch.port.width_bytes()];
        /// It is the last of its packet.
        output(switch.port.ports()) m_axis_tlast;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        output(switch.port.ports()) m_axis_tuser[2];

        /// Registers and forwarding table.
        sub control: SwitchControl = SwitchControl::new(switch);
        /// What each port has.
        sub(switch.port.ports()) side: SwitchPort = SwitchPort::new(switch);
        /// What is between them.
        sub fabric: SwitchFabric = SwitchFabric::new(switch);
    }
}

impl Logic for LosslessSwitch {
    #[hdl_gen]
    fn update(&mut self) {
        self.control.awvalid.next = self.s_axil_awvalid.val();
        self.control.awaddr.next = self.s_axil_awaddr.val();
        self.control.wvalid.next = self.s_axil_wvalid.val();
        self.control.wdata.next = self.s_axil_wdata.val();
        self.control.wstrb.next = self.s_axil_wstrb.val();
        self.control.bready.next = self.s_axil_bready.val();
        self.control.arvalid.next = self.s_axil_arvalid.val();
        self.control.araddr.next = self.s_axil_araddr.val();
        self.control.rready.next = self.s_axil_rready.val();
        self.s_axil_awready.next = self.control.awready.val();
        self.s_axil_wready.next = self.control.wready.val();
        self.s_axil_bvalid.next = self.control.bvalid.val();
        self.s_axil_bresp.next = self.control.bresp.val();
        self.s_axil_arready.next = self.control.arready.val();
        self.s_axil_rvalid.next = self.control.rvalid.val();
        self.s_axil_rdata.next = self.control.rdata.val();
        self.s_axil_rresp.next = self.control.rresp.val();

        for port in 0..self.ports.val() {
            self.side[port].rx_valid.next = self.s_axis_tvalid[port].val();
            self.side[port].rx_data.next = self.s_axis_tdata[port].val();
            self.side[port].rx_keep.next = self.s_axis_tkeep[port].val();
            self.side[port].rx_last.next = self.s_axis_tlast[port].val();
            self.side[port].rx_flow_control.next = self.s_axis_tuser[port].val().get_bit(0);
            self.side[port].rx_bad.next = self.s_axis_tuser[port].val().get_bit(1);
            self.side[port].tx_ready.next = self.m_axis_tready[port].val();
            self.m_axis_tvalid[port].next = self.side[port].tx_valid.val();
            self.m_axis_tdata[port].next = self.side[port].tx_data.val();
            self.m_axis_tkeep[port].next = self.side[port].tx_keep.val();
            self.m_axis_tlast[port].next = self.side[port].tx_last.val();
            self.m_axis_tuser[port].next = self.m_axis_tuser[port]
                .val()
                .replace_bit(0, self.side[port].tx_flow_control.val());
            self.m_axis_tuser[port].next =
                self.m_axis_tuser[port].val().replace_bit(1, self.side[port].tx_bad.val());
        }

        comment!("Ports and control.");
        for port in 0..self.ports.val() {
            self.control.link_active[port].next = self.link_active[port].val();
            self.side[port].link_active.next = self.link_active[port].val();
            self.control.dlid[port].next = self.side[port].dlid.val();
            self.side[port].known.next = self.control.known[port].val();
            self.side[port].way.next = self.control.way[port].val();
            self.control.initialised[port].next = self.side[port].initialised.val();
            self.side[port].index.next = self.control.index.val();
            self.side[port].clear.next = self.control.clear.val();
            self.control.value[port].next = self.side[port].value.val();
        }

        comment!("Ports and fabric.");
        for port in 0..self.ports.val() {
            self.fabric.begins[port].next = self.side[port].begins.val();
            self.fabric.arrive[port].next = self.side[port].arrive.val();
            self.fabric.arrive_queue[port].next = self.side[port].arrive_queue.val();
            self.fabric.waiting[port].next = self.side[port].waiting.val();
            self.fabric.near_end[port].next = self.side[port].near_end.val();
            self.fabric.ends[port].next = self.side[port].ends.val();
            self.fabric.sent_valid[port].next = self.side[port].sent_valid.val();
            self.fabric.sent_first[port].next = self.side[port].sent_first.val();
            self.fabric.sent_last[port].next = self.side[port].sent_last.val();
            self.fabric.sent_bad[port].next = self.side[port].sent_bad.val();
            self.fabric.sent_discard[port].next = self.side[port].sent_discard.val();
            self.fabric.sent_leads[port].next = self.side[port].sent_leads.val();
            self.fabric.sent_word[port].next = self.side[port].sent_word.val();
            self.fabric.full[port].next = self.side[port].full.val();
            self.fabric.roomy[port].next = self.side[port].roomy.val();
            self.fabric.enqueue[port].next = self.side[port].enqueue.val();
            self.fabric.enqueue_queue[port].next = self.side[port].enqueue_queue.val();
            self.fabric.dequeue[port].next = self.side[port].dequeue.val();
            self.fabric.trigger[port].next = self.side[port].trigger.val();
            self.fabric.taken[port].next = self.side[port].taken.val();
            self.fabric.taken_queue[port].next = self.side[port].taken_queue.val();
            self.fabric.transmit[port].next = self.side[port].transmit.val();
            self.fabric.transmit_vl[port].next = self.side[port].transmit_vl.val();
            self.fabric.transmit_blocks[port].next = self.side[port].transmit_blocks.val();
            self.side[port].start.next = self.fabric.start[port].val();
            self.side[port].start_queue.next = self.fabric.start_queue[port].val();
            self.side[port].pause.next = self.fabric.pause[port].val();
            self.side[port].unhindered.next = self.fabric.unhindered[port].val();
            self.side[port].word_valid.next = self.fabric.word_valid[port].val();
            self.side[port].word_first.next = self.fabric.word_first[port].val();
            self.side[port].word_last.next = self.fabric.word_last[port].val();
            self.side[port].word_bad.next = self.fabric.word_bad[port].val();
            self.side[port].word.next = self.fabric.word[port].val();
            self.side[port].word_lane.next = self.fabric.word_lane[port].val();
            self.side[port].mark.next = self.fabric.mark[port].val();
            for lane in 0..self.lanes.val() {
                self.fabric.may_send[port * self.lanes.val() + lane].next =
                    self.side[port].may_send[lane].val();
            }
            for vl in 0..self.virtual_lanes.val() {
                self.side[port].stalled[vl].next =
                    self.fabric.stalled[port * self.virtual_lanes.val() + vl].val();
                self.control.occupancy[port * self.virtual_lanes.val() + vl].next =
                    self.fabric.occupancy[port * self.virtual_lanes.val() + vl].val();
            }
            self.fabric.threshold[port].next = self.control.threshold[port].val();
            self.fabric.packet_size[port].next = self.control.packet_size[port].val();
            self.fabric.marking_rate[port].next = self.control.marking_rate[port].val();
            self.fabric.victim_mask[port].next = self.control.victim_mask[port].val();
            self.control.congested[port].next = self.fabric.congested[port].val();
            self.control.victim[port].next = self.fabric.victim[port].val();
        }
    }
}
