//! The switch: single-chip, input-buffered, cut-through, lossless, marking (Globecom'02 §II).

mod blocks;
mod control;
mod credits;
mod crossbar;
mod dispatcher;
mod events;
mod fabric;
mod input;
mod marking;
mod output;
mod path;
mod port;
mod stored;

pub use blocks::BlockEvents;
pub use control::SwitchControl;
pub use credits::PortCredits;
pub use crossbar::{CrossbarInput, CrossbarOutput};
pub use dispatcher::SwitchDispatcher;
pub use events::PortEvents;
pub use fabric::SwitchFabric;
pub use input::SwitchInput;
pub use marking::SwitchMarking;
pub use output::SwitchOutput;
pub use path::SwitchPath;
pub use port::SwitchPort;
pub use stored::StoredPackets;

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
        /// Output ports times data virtual lanes.
        count port_lanes = switch.port.ports() * switch.port.virtual_lanes();

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
        /// Ports, and what is between them.
        sub path: SwitchPath = SwitchPath::new(switch);
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
            self.path.rx_valid[port].next = self.s_axis_tvalid[port].val();
            self.path.rx_data[port].next = self.s_axis_tdata[port].val();
            self.path.rx_keep[port].next = self.s_axis_tkeep[port].val();
            self.path.rx_last[port].next = self.s_axis_tlast[port].val();
            self.path.rx_flow_control[port].next = self.s_axis_tuser[port].val().get_bit(0);
            self.path.rx_bad[port].next = self.s_axis_tuser[port].val().get_bit(1);
            self.path.tx_ready[port].next = self.m_axis_tready[port].val();
            self.m_axis_tvalid[port].next = self.path.tx_valid[port].val();
            self.m_axis_tdata[port].next = self.path.tx_data[port].val();
            self.m_axis_tkeep[port].next = self.path.tx_keep[port].val();
            self.m_axis_tlast[port].next = self.path.tx_last[port].val();
            self.m_axis_tuser[port].next =
                self.m_axis_tuser[port].val().replace_bit(0, self.path.tx_flow_control[port].val());
            self.m_axis_tuser[port].next =
                self.m_axis_tuser[port].val().replace_bit(1, self.path.tx_bad[port].val());
        }

        for port in 0..self.ports.val() {
            self.control.link_active[port].next = self.link_active[port].val();
            self.path.link_active[port].next = self.link_active[port].val();
            self.control.dlid[port].next = self.path.dlid[port].val();
            self.path.known[port].next = self.control.known[port].val();
            self.path.way[port].next = self.control.way[port].val();
            self.control.initialised[port].next = self.path.initialised[port].val();
            self.control.value[port].next = self.path.value[port].val();
            self.path.threshold[port].next = self.control.threshold[port].val();
            self.path.packet_size[port].next = self.control.packet_size[port].val();
            self.path.marking_rate[port].next = self.control.marking_rate[port].val();
            self.path.victim_mask[port].next = self.control.victim_mask[port].val();
            self.path.hoq_life[port].next = self.control.hoq_life[port].val();
            self.control.congested[port].next = self.path.congested[port].val();
            self.control.victim[port].next = self.path.victim[port].val();
        }
        for at in 0..self.port_lanes.val() {
            self.control.occupancy[at].next = self.path.occupancy[at].val();
        }
        self.path.index.next = self.control.index.val();
        self.path.clear.next = self.control.clear.val();
    }
}
