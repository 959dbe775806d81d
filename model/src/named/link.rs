//! Golden models of a link.

use super::{block::Block, clocks::async_fifo, widths::Widths, Entry};
use crate::link::{
    credit_counter::CreditCounter,
    credit_receiver::CreditReceiver,
    credit_sender::CreditSender,
    delay::LinkDelay,
    flow_control::{FlowControlChecker, FlowControlTransmitter},
    slow_link::{receiver::SlowLinkReceiver, sender::SlowLinkSender, SlowLink},
};
use tailback_spec::{
    link::{
        credit_receiver::free_bits,
        credit_sender::{block_bits, want_bits, VL_BITS},
        delay::USER_BITS,
        flow_control::PACKET_BITS,
        slow_link::{SlowLinkEnd, RATE_BITS},
        COUNTER_BITS,
    },
    Config,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "link", block: delay },
    Entry { name: "slow-link", block: slow_link },
    Entry { name: "slow-link-sender", block: slow_link_sender },
    Entry { name: "slow-link-receiver", block: slow_link_receiver },
    Entry { name: "async-fifo", block: async_fifo },
    Entry { name: "credit-counter", block: credit_counter },
    Entry { name: "credit-sender", block: credit_sender },
    Entry { name: "credit-receiver", block: credit_receiver },
    Entry { name: "flow-control-transmitter", block: transmitter },
    Entry { name: "flow-control-checker", block: checker },
];

fn delay(config: &Config) -> Block {
    let link = config.link_delay();
    let widths = Widths::new()
        .axi_stream("s_axis", link.width_bits())
        .axi_stream("m_axis", link.width_bits())
        .bits(USER_BITS, "s_axis_tuser m_axis_tuser");
    Block::new("tailback_link", &widths, move || LinkDelay::new(&link))
}

/// Widths at a slow link, or at an end of one.
fn slow(end: &SlowLinkEnd) -> Widths {
    Widths::new()
        .bits(RATE_BITS, "rate")
        .axi_stream("s_axis", end.width_bits())
        .axi_stream("m_axis", end.width_bits())
        .bits(USER_BITS, "s_axis_tuser m_axis_tuser")
}

fn slow_link(config: &Config) -> Block {
    let link = config.slow_link();
    Block::new("tailback_slow_link", &slow(&link.end()), move || SlowLink::new(&link))
}

fn slow_link_sender(config: &Config) -> Block {
    let end = config.slow_link_end();
    Block::new("tailback_slow_link_sender", &slow(&end), move || SlowLinkSender::new(&end))
}

fn slow_link_receiver(config: &Config) -> Block {
    let end = config.slow_link_end();
    Block::new("tailback_slow_link_receiver", &slow(&end), move || SlowLinkReceiver::new(&end))
}

fn credit_counter(config: &Config) -> Block {
    let counter = config.credit_counter();
    let widths = Widths::new().bits(counter.counter_bits(), "credits");
    Block::new("tailback_credit_counter", &widths, move || CreditCounter::new(&counter))
}

fn credit_sender(config: &Config) -> Block {
    let link = config.link();
    let lanes = link.virtual_lanes();
    let widths = Widths::new()
        .bits(VL_BITS, "update_vl send_vl")
        .bits(COUNTER_BITS, "update_fccl")
        .bits(block_bits(&link), "send_blocks")
        .lanes(lanes, want_bits(&link), "blocks")
        .lanes(lanes, 1, "may_send may_send_one initialised")
        .lanes(lanes, COUNTER_BITS, "fctbs");
    Block::new("tailback_credit_sender", &widths, move || CreditSender::new(&link))
}

fn credit_receiver(config: &Config) -> Block {
    let link = config.link();
    let lanes = link.virtual_lanes();
    let widths = Widths::new()
        .bits(VL_BITS, "update_vl received_vl")
        .bits(COUNTER_BITS, "update_fctbs")
        .lanes(lanes, free_bits(&link), "free")
        .lanes(lanes, COUNTER_BITS, "fccl abr");
    Block::new("tailback_credit_receiver", &widths, move || CreditReceiver::new(&link))
}

fn transmitter(config: &Config) -> Block {
    let link = config.link();
    let widths = Widths::new()
        .lanes(link.virtual_lanes(), COUNTER_BITS, "fctbs fccl")
        .bits(PACKET_BITS, "packet");
    Block::new("tailback_flow_control_transmitter", &widths, move || {
        FlowControlTransmitter::new(&link)
    })
}

fn checker(config: &Config) -> Block {
    let link = config.link();
    let widths = Widths::new()
        .bits(PACKET_BITS, "packet")
        .bits(VL_BITS, "vl")
        .bits(COUNTER_BITS, "fctbs fccl");
    Block::new("tailback_flow_control_checker", &widths, move || FlowControlChecker::new(&link))
        .combinational()
}
