//! Golden models of a board.

use super::{block::Block, widths::Widths, Entry};
use crate::board::{bridge::UartBridge, host::BoardHost};
use tailback_spec::{
    board::{host::address, CYCLE_BITS},
    registers::{WORD_BITS, WORD_BYTES},
    Config,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "uart-bridge", block: uart_bridge },
    Entry { name: "board-host", block: board_host },
];

fn uart_bridge(config: &Config) -> Block {
    let bridge = config.uart_bridge();
    let slaves = bridge.slaves();
    let bits = "m_axil_awvalid m_axil_wvalid m_axil_bready m_axil_arvalid m_axil_rready \
                m_axil_awready m_axil_wready m_axil_bvalid m_axil_arready m_axil_rvalid";
    let widths = Widths::new()
        .lanes(slaves, 1, bits)
        .lanes(slaves, bridge.address_bits(), "m_axil_awaddr m_axil_araddr")
        .lanes(slaves, WORD_BITS as usize, "m_axil_wdata m_axil_rdata")
        .lanes(slaves, WORD_BYTES as usize, "m_axil_wstrb")
        .lanes(slaves, 2, "m_axil_bresp m_axil_rresp")
        .bits(CYCLE_BITS, "cycle");
    Block::new("tailback_uart_bridge", &widths, move || UartBridge::new(&bridge))
}

fn board_host(config: &Config) -> Block {
    let host = config.board_host();
    let flow = "m_axis_tid m_doorbell_tdata s_grant_tdata m_decline_tdata";
    let widths = Widths::new()
        .axi_lite("s_axil", address::BITS)
        .bits(CYCLE_BITS, "cycle")
        .axi_stream("m_axis", host.width_bytes() * u8::BITS as usize)
        .bits(host.flow_bits(), flow);
    Block::new("tailback_board_host", &widths, move || BoardHost::new(&host))
}
