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
    connect {
        control: awvalid = s_axil_awvalid, awaddr = s_axil_awaddr, wvalid = s_axil_wvalid,
            wdata = s_axil_wdata, wstrb = s_axil_wstrb, bready = s_axil_bready,
            arvalid = s_axil_arvalid, araddr = s_axil_araddr, rready = s_axil_rready,
            awready = s_axil_awready, wready = s_axil_wready, bvalid = s_axil_bvalid,
            bresp = s_axil_bresp, arready = s_axil_arready, rvalid = s_axil_rvalid,
            rdata = s_axil_rdata, rresp = s_axil_rresp, link_active;
        control, path: known, way, threshold, packet_size, marking_rate, victim_mask, hoq_life,
            index, clear;
        path: rx_valid = s_axis_tvalid, rx_data = s_axis_tdata, rx_keep = s_axis_tkeep,
            rx_last = s_axis_tlast, tx_ready = m_axis_tready, tx_valid = m_axis_tvalid,
            tx_data = m_axis_tdata, tx_keep = m_axis_tkeep, tx_last = m_axis_tlast, link_active;
        path, control: dlid, initialised, value, congested, victim, occupancy;
    }
}

impl Logic for LosslessSwitch {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.path.rx_flow_control[port].next = self.s_axis_tuser[port].val().get_bit(0);
            self.path.rx_bad[port].next = self.s_axis_tuser[port].val().get_bit(1);
            self.m_axis_tuser[port].next =
                self.m_axis_tuser[port].val().replace_bit(0, self.path.tx_flow_control[port].val());
            self.m_axis_tuser[port].next =
                self.m_axis_tuser[port].val().replace_bit(1, self.path.tx_bad[port].val());
        }
    }
}
