//! Golden models of modules with several clocks.

use super::{block::Block, widths::Widths};
use crate::{
    efl::mac::MacShim, link::async_fifo::AsyncFifo, nic::clocks::NicClocks,
    switch::clocks::SwitchClocks,
};
use tailback_spec::{
    efl::{mac, WIDTH_BITS},
    nic::registers::ADDRESS_BITS,
    switch::registers::address_bits,
    Config,
};

pub(super) fn async_fifo(config: &Config) -> Block {
    let fifo = config.async_fifo();
    let widths = Widths::new()
        .axi_stream("s_axis", fifo.width_bits())
        .axi_stream("m_axis", fifo.width_bits())
        .bits(fifo.user_bits(), "s_axis_tuser m_axis_tuser");
    let clocks = [("write_clock", "write_reset s_axis"), ("read_clock", "read_reset m_axis")];
    Block::new("tailback_async_fifo", &widths, move || AsyncFifo::new(&fifo)).with_clocks(&clocks)
}

pub(super) fn switch_clocks(config: &Config) -> Block {
    let clocks = config.switch_clocks();
    let port = clocks.switch.port;
    let (ports, width) = (port.ports(), port.width_bits());
    let widths = Widths::new()
        .axi_lite("s_axil", address_bits(&clocks.switch.registers))
        .lanes(ports, 1, "link_clock link_reset link_active")
        .stalled_streams("s_axis", ports, width)
        .stalled_streams("m_axis", ports, width)
        .lanes(ports, 2, "s_axis_tuser m_axis_tuser");
    Block::new("tailback_switch_clocks", &widths, move || SwitchClocks::new(&clocks))
        .with_clocks(&[("clock", "reset s_axil"), ("link_clock", "link_reset s_axis m_axis")])
}

pub(super) fn nic_clocks(config: &Config) -> Block {
    let clocks = config.nic_clocks();
    let nic = clocks.nic;
    let width = nic.port().width_bits();
    let widths = Widths::new()
        .axi_lite("s_axil", ADDRESS_BITS)
        .axi_stream("s_axis_link", width)
        .axi_stream("m_axis_link", width)
        .axi_stream("s_axis_host", width)
        .axi_stream("m_axis_host", width)
        .bits(2, "s_axis_link_tuser m_axis_link_tuser")
        .bits(nic.flow_bits(), "s_axis_host_tid s_axis_doorbell_tdata m_axis_grant_tdata")
        .bits(nic.flow_bits(), "s_axis_decline_tdata s_axis_release_tdata");
    let own = "reset s_axil s_axis_host m_axis_host s_axis_doorbell m_axis_grant s_axis_decline \
               s_axis_release";
    let module = "tailback_nic_clocks";
    let block = match nic.receive_buffer() {
        Some(_) => Block::new(module, &widths, move || NicClocks::<bool>::new(&clocks)),
        None => Block::new(module, &widths, move || NicClocks::<()>::new(&clocks)),
    };
    block.with_clocks(&[("clock", own), ("link_clock", "link_reset s_axis_link m_axis_link")])
}

pub(super) fn mac_shim(_: &Config) -> Block {
    let shim = mac::MacShim::default();
    let widths = Widths::new()
        .axi_stream("s_axis", WIDTH_BITS)
        .axi_stream("m_axis", WIDTH_BITS)
        .axi_stream("s_axis_rx", WIDTH_BITS)
        .axi_stream("m_axis_tx", WIDTH_BITS);
    Block::new("tailback_mac_shim", &widths, move || MacShim::new(&shim)).with_clocks(&[
        ("clock", "reset s_axis_t m_axis_tv m_axis_tr m_axis_td m_axis_tk m_axis_tl m_axis_tu"),
        ("rx_clock", "rx_reset s_axis_rx rx_dropped"),
        ("tx_clock", "tx_reset m_axis_tx tx_dropped"),
    ])
}
