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
    /// Each port receives and transmits packets over one AXI4-Stream per direction. A receive
    /// stream has no `tready`: link-level credits limit what the other end sends. Software accesses
    /// the registers over AXI4-Lite.
    pub struct LosslessSwitch(switch: &Config) as "tailback_switch" {
        /// Ports.
        count ports = switch.port.ports();
        /// Output ports times data virtual lanes.
        count port_lanes = switch.port.ports() * switch.port.virtual_lanes();

        /// AXI4-Lite write address valid.
        input s_axil_awvalid;
        /// AXI4-Lite write address, in bytes.
        input s_axil_awaddr[address_bits(&switch.registers)];
        /// AXI4-Lite write data valid.
        input s_axil_wvalid;
        /// AXI4-Lite write data.
        input s_axil_wdata[WORD_BITS as usize];
        /// AXI4-Lite write strobes; all must be set, or the write is refused.
        input s_axil_wstrb[WORD_BYTES as usize];
        /// AXI4-Lite write response ready.
        input s_axil_bready;
        /// AXI4-Lite read address valid.
        input s_axil_arvalid;
        /// AXI4-Lite read address, in bytes.
        input s_axil_araddr[address_bits(&switch.registers)];
        /// AXI4-Lite read data ready.
        input s_axil_rready;
        /// High while the link of the port is up.
        input(switch.port.ports()) link_active;
        /// Received beat valid; a received beat cannot be stalled.
        input(switch.port.ports()) s_axis_tvalid;
        /// Received beat data; the first byte is in the least significant bits.
        input(switch.port.ports()) s_axis_tdata[switch.port.width_bits()];
        /// Byte enables of the received beat; valid with `s_axis_tlast`.
        input(switch.port.ports()) s_axis_tkeep[switch.port.width_bytes()];
        /// Last beat of the received packet.
        input(switch.port.ports()) s_axis_tlast;
        /// Flags of the received beat. Bit 0: flow-control packet. Bit 1: bad packet.
        input(switch.port.ports()) s_axis_tuser[2];
        /// High if the link accepts the transmitted beat.
        input(switch.port.ports()) m_axis_tready;

        /// AXI4-Lite write address ready.
        output s_axil_awready;
        /// AXI4-Lite write data ready.
        output s_axil_wready;
        /// AXI4-Lite write response valid.
        output s_axil_bvalid;
        /// AXI4-Lite write response. 0: OKAY, 2: SLVERR.
        output s_axil_bresp[2];
        /// AXI4-Lite read address ready.
        output s_axil_arready;
        /// AXI4-Lite read data valid.
        output s_axil_rvalid;
        /// AXI4-Lite read data: value of the register.
        output s_axil_rdata[WORD_BITS as usize];
        /// AXI4-Lite read response. 0: OKAY, 2: SLVERR.
        output s_axil_rresp[2];
        /// Transmitted beat valid.
        output(switch.port.ports()) m_axis_tvalid;
        /// Transmitted beat data; the first byte is in the least significant bits.
        output(switch.port.ports()) m_axis_tdata[switch.port.width_bits()];
        /// Byte enables of the transmitted beat.
        output(switch.port.ports()) m_axis_tkeep[switch.port.width_bytes()];
        /// Last beat of the transmitted packet.
        output(switch.port.ports()) m_axis_tlast;
        /// Flags of the transmitted beat. Bit 0: flow-control packet. Bit 1: bad packet.
        output(switch.port.ports()) m_axis_tuser[2];

        /// Registers and forwarding table.
        sub control: SwitchControl = SwitchControl::new(switch);
        /// Ports, and the fabric between them.
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
