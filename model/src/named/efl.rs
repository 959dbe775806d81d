//! Golden models of EFL.

use super::{block::Block, clocks::mac_shim, widths::Widths, Entry};
use crate::efl::{
    endpoint::EflEndpoint,
    fcs::{EflFcsAppend, EflFcsCheck},
    loss::EflLoss,
    mac::{FrameFifo, MacReceive},
    pace::EflPace,
    rate::EflRate,
    receive::EflReceive,
    registers::EflRegisters,
    switch::EthernetSwitch,
    transmit::EflTransmit,
};
use tailback_spec::{
    efl::{
        mac,
        pace::{EXPONENT_BITS, MANTISSA_BITS, SIZE_BITS, WORD_BITS},
        rate::{ALPHA_BITS, BETA_BITS, BYTES_BITS, GROUP_BITS, PROBE_BITS, RATE_BITS, TIME_BITS},
        receive,
        registers::{ADDRESS_BITS, COUNTERS},
        switch::address,
        transmit::HostDrop,
        WIDTH_BITS,
    },
    nic::rate_limiter::IPD_BITS,
    wire::efl::NUMBER_BITS,
    Config,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "efl-fcs-check", block: fcs_check },
    Entry { name: "efl-fcs-append", block: fcs_append },
    Entry { name: "efl-loss", block: loss },
    Entry { name: "efl-pace", block: pace },
    Entry { name: "efl-rate", block: rate },
    Entry { name: "efl-receive", block: receive },
    Entry { name: "efl-transmit", block: transmit },
    Entry { name: "efl-registers", block: registers },
    Entry { name: "efl-endpoint", block: endpoint },
    Entry { name: "ethernet-switch", block: ethernet_switch },
    Entry { name: "mac-shim", block: mac_shim },
    Entry { name: "mac-receive", block: mac_receive },
    Entry { name: "frame-fifo", block: frame_fifo },
];

/// Bits of a sequence number, and of a time in ticks.
const NUMBER: usize = NUMBER_BITS as usize;
const TIME: usize = TIME_BITS as usize;
/// Bits of a MAC address.
const ADDRESS: usize = 48;
/// Bits of a flow label.
const LABEL: usize = 16;
/// Bits of a credit message to the host.
const CREDIT: usize = 32;
/// Bits of the state of a flow.
const STATE: usize = 2;

fn fcs_check(_: &Config) -> Block {
    let widths = Widths::new().axi_stream("rx", WIDTH_BITS).axi_stream("m", WIDTH_BITS);
    Block::new("tailback_efl_fcs_check", &widths, EflFcsCheck::new)
}

fn fcs_append(_: &Config) -> Block {
    let widths = Widths::new().axi_stream("s", WIDTH_BITS).axi_stream("m", WIDTH_BITS);
    Block::new("tailback_efl_fcs_append", &widths, EflFcsAppend::new)
}

fn mac_receive(_: &Config) -> Block {
    let widths = Widths::new().axi_stream("s", WIDTH_BITS).axi_stream("m", WIDTH_BITS);
    Block::new("tailback_mac_receive", &widths, MacReceive::new)
}

fn frame_fifo(_: &Config) -> Block {
    let frames = mac::MacShim::default().frames;
    let widths = Widths::new().axi_stream("s", WIDTH_BITS).axi_stream("m", WIDTH_BITS);
    Block::new("tailback_frame_fifo", &widths, move || FrameFifo::new(&frames))
}

fn loss(config: &Config) -> Block {
    let efl = config.efl();
    let widths = Widths::new()
        .bits(TIME, "now set_rto_min ack_rtt")
        .bits(efl.flow_bits(), "ack_flow sent_flow lost_flow");
    Block::new("tailback_efl_loss", &widths, move || EflLoss::new(&efl))
}

fn pace(config: &Config) -> Block {
    let efl = config.efl();
    let mantissas = "initial_mantissa minimum_mantissa maximum_mantissa paced_mantissa";
    let exponents = "initial_exponent minimum_exponent maximum_exponent paced_exponent";
    let widths = Widths::new()
        .bits(PROBE_BITS as usize, "set_probe_packets")
        .bits(MANTISSA_BITS as usize, mantissas)
        .bits(EXPONENT_BITS as usize, exponents)
        .bits(efl.flow_bits(), "paced_flow request_flow")
        .bits(GROUP_BITS as usize, "paced_group request_group")
        .bits(NUMBER, "request_sent")
        .bits(SIZE_BITS as usize, "request_size")
        .bits(WORD_BITS as usize, "words")
        .bits(IPD_BITS, "ipd")
        .bits(STATE, "state");
    Block::new("tailback_efl_pace", &widths, move || EflPace::new(&efl))
}

fn rate(config: &Config) -> Block {
    let efl = config.efl();
    let mantissas = "initial_mantissa minimum_mantissa maximum_mantissa paced_mantissa";
    let exponents = "initial_exponent minimum_exponent maximum_exponent paced_exponent";
    let widths = Widths::new()
        .bits(ALPHA_BITS as usize, "set_alpha set_probe_alpha")
        .bits(BETA_BITS as usize, "set_beta set_probe_beta")
        .bits(RATE_BITS as usize, "set_initial set_minimum set_maximum updated_rate")
        .bits(TIME, "set_rtt_min event_rtt event_time")
        .bits(TIME, "updated_rtt updated_rtt_min updated_rtt_predicted")
        .bits(efl.flow_bits(), "event_flow updated_flow paced_flow")
        .bits(GROUP_BITS as usize, "event_group updated_group paced_group")
        .bits(BYTES_BITS as usize, "event_bytes")
        .bits(MANTISSA_BITS as usize, mantissas)
        .bits(EXPONENT_BITS as usize, exponents);
    Block::new("tailback_efl_rate", &widths, move || EflRate::new(&efl))
}

fn receive(config: &Config) -> Block {
    let efl = config.efl();
    let widths = Widths::new()
        .axi_stream("rx", WIDTH_BITS)
        .axi_stream("m", WIDTH_BITS)
        .bits(NUMBER, "now ack_sequence ack_rtt ack_time reply_sequence reply_stamp")
        .bits(ADDRESS, "set_address peer_address")
        .bits(efl.flow_bits(), "m_tid peer_flow ack_flow reply_flow accepted_flow")
        .lanes(receive::Cause::ALL.len(), 1, "drops");
    Block::new("tailback_efl_receive", &widths, move || EflReceive::new(&efl))
}

fn transmit(config: &Config) -> Block {
    let efl = config.efl();
    let widths = Widths::new()
        .axi_stream("s", WIDTH_BITS)
        .axi_stream("m", WIDTH_BITS)
        .bits(NUMBER, "now ack_sequence ack_rtt ack_time reply_sequence reply_stamp")
        .bits(NUMBER, "acked_rtt request_sent event_rtt event_time")
        .bits(ADDRESS, "set_address data_peer_address reply_peer_address")
        .bits(PROBE_BITS as usize, "set_probe_packets")
        .bits(IPD_BITS, "ipd delay")
        .bits(efl.flow_bits(), "s_tid grant_flow ack_flow lost_flow reply_flow host_taken_flow")
        .bits(efl.flow_bits(), "credit_flow doorbell_flow start_flow acked_flow sent_flow")
        .bits(efl.flow_bits(), "request_flow event_flow data_peer_flow reply_peer_flow")
        .bits(WORD_BITS as usize, "words start_words")
        .bits(LABEL, "data_peer_label reply_peer_label")
        .lanes(HostDrop::Long as usize + 1, 1, "host_drops")
        .bits(efl.window_bits(), "credit_count")
        .bits(GROUP_BITS as usize, "request_group event_group")
        .bits(SIZE_BITS as usize, "request_size")
        .bits(BYTES_BITS as usize, "event_bytes");
    Block::new("tailback_efl_transmit", &widths, move || EflTransmit::new(&efl))
}

fn registers(config: &Config) -> Block {
    let efl = config.efl();
    let widths = Widths::new()
        .axi_lite("s_axil", ADDRESS_BITS)
        .bits(efl.flow_bits(), "data_peer_flow reply_peer_flow peer_flow sent_flow acked_flow")
        .bits(efl.flow_bits(), "lost_flow accepted_flow updated_flow state_flow")
        .bits(RATE_BITS as usize, "updated_rate set_initial set_minimum set_maximum")
        .bits(TIME, "updated_rtt updated_rtt_min updated_rtt_predicted set_rtt_min set_rto_min")
        .bits(STATE, "state")
        .lanes(COUNTERS.len(), 1, "happened")
        .bits(ADDRESS, "set_address data_peer_address reply_peer_address peer_address")
        .bits(PROBE_BITS as usize, "set_probe_packets")
        .bits(ALPHA_BITS as usize, "set_alpha set_probe_alpha")
        .bits(BETA_BITS as usize, "set_beta set_probe_beta")
        .bits(LABEL, "data_peer_label reply_peer_label");
    Block::new("tailback_efl_registers", &widths, move || EflRegisters::new(&efl))
}

fn endpoint(config: &Config) -> Block {
    let efl = config.efl();
    let widths = Widths::new()
        .axi_lite("s_axil", ADDRESS_BITS)
        .axi_stream("s_axis_host", WIDTH_BITS)
        .axi_stream("m_axis_host", WIDTH_BITS)
        .axi_stream("s_axis_mac", WIDTH_BITS)
        .axi_stream("m_axis_mac", WIDTH_BITS)
        .bits(efl.flow_bits(), "s_axis_host_tid m_axis_host_tid")
        .bits(CREDIT, "m_axis_credit_tdata");
    Block::new("tailback_efl_endpoint", &widths, move || EflEndpoint::new(&efl))
}

fn ethernet_switch(config: &Config) -> Block {
    let switch = config.ethernet_switch();
    let ports = switch.ports();
    let widths = Widths::new()
        .axi_lite("s_axil", address::BITS)
        .axi_streams("rx", ports, WIDTH_BITS)
        .lanes(ports, 1, "rx_tuser")
        .stalled_streams("m", ports, WIDTH_BITS);
    Block::new("tailback_ethernet_switch", &widths, move || EthernetSwitch::new(&switch))
}
