//! Golden models of a NIC.

use super::{block::Block, clocks::nic_clocks, widths::Widths, Entry};
use crate::nic::{
    congestion_table::CongestionTable, queue::EventQueue, rate_limiter::RateLimiter,
    receive::Receive, receive_buffer::ReceiveBuffer, reflector::Reflector, registers::NicRegisters,
    response::ResponseFunction, top::NicTop, transmit::Transmit,
};
use tailback_spec::{
    link::{credit_sender::VL_BITS, flow_control::PACKET_BITS},
    nic::{
        congestion_table::{self, CctEntry, LIMIT_BITS, STEP_BITS, TIMER_BITS, TIME_BITS},
        rate_limiter::IPD_BITS,
        receive,
        reflector::{LID_BITS, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, SL_BITS},
        registers::{self, ADDRESS_BITS, COUNTERS, THROTTLED_BITS},
        transmit::{self, BYTES_BITS},
        Nic,
    },
    Config,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "rate-limiter", block: rate_limiter },
    Entry { name: "response", block: response },
    Entry { name: "congestion-table", block: congestion_table },
    Entry { name: "reflector", block: reflector },
    Entry { name: "nic-registers", block: registers },
    Entry { name: "nic-receive", block: receive },
    Entry { name: "nic-receive-buffer", block: receive_buffer },
    Entry { name: "nic-transmit", block: transmit },
    Entry { name: "event-queue", block: event_queue },
    Entry { name: "nic", block: nic },
    Entry { name: "nic-clocks", block: nic_clocks },
];

/// Bits of the numbers of an ACK.
const SYNDROME_BITS: usize = 8;
const MSN_BITS: usize = 24;

/// The rate limiter of one flow or of many flows, by the number of flows.
fn rate_limiter(config: &Config) -> Block {
    let nic = config.nic();
    let is_single = nic.flows() == 1;
    let flow_bits = if is_single { 1 } else { nic.flow_bits() };
    let widths = Widths::new()
        .bits(flow_bits, "doorbell_flow start_flow ack_flow look_up_flow delayed_flow grant_flow")
        .bits(nic.word_bits(), "start_words")
        .bits(nic.window_bits(), "ack_count")
        .bits(nic.delay_bits(), "delay")
        .bits(nic.delayed_bits(), "delayed_cycles");
    let module = if is_single { "tailback_flow_limiter" } else { "tailback_rate_limiter" };
    Block::new(module, &widths, move || RateLimiter::new(&nic))
}

fn response(config: &Config) -> Block {
    let nic = config.nic();
    let widths = Widths::new()
        .bits(nic.flow_bits(), "ack_flow look_up_flow changed_flow")
        .bits(IPD_BITS, "ipd changed_ipd");
    Block::new("tailback_response", &widths, move || ResponseFunction::new(&nic))
}

/// Writes of settings, reads of the table, and trigger events.
fn table_ports(widths: Widths, nic: &Nic) -> Widths {
    widths
        .bits(SL_BITS, "set_sl read_sl event_sl")
        .bits(TIMER_BITS, "set_timer read_timer")
        .bits(STEP_BITS, "set_increase set_trigger set_min read_increase read_trigger read_min")
        .bits(congestion_table::index_bits(nic), "read_index")
        .bits(CctEntry::BITS, "read_entry write_entry")
        .bits(nic.flow_bits(), "event_flow")
        .bits(TIME_BITS, "event_time time_stamp")
        .bits(LIMIT_BITS, "limit")
        .bits(congestion_table::index_bits(nic), "write_index ccti")
}

fn congestion_table(config: &Config) -> Block {
    let nic = config.nic();
    let widths = table_ports(Widths::new(), &nic)
        .bits(congestion_table::index_bits(&nic), "event_ccti")
        .bits(CctEntry::BITS, "delay")
        .bits(nic.flow_bits(), "becn_flow look_up_flow")
        .bits(SL_BITS, "becn_sl look_up_sl");
    Block::new("tailback_congestion_table", &widths, move || CongestionTable::new(&nic))
}

/// A reply.
fn reply(widths: Widths, name: &str) -> Widths {
    widths
        .bits(OPCODE_BITS, &format!("{name}_opcode"))
        .bits(LID_BITS, &format!("{name}_dlid {name}_slid"))
        .bits(SL_BITS, &format!("{name}_sl {name}_vl"))
        .bits(P_KEY_BITS, &format!("{name}_p_key"))
        .bits(QP_BITS, &format!("{name}_dest_qp"))
        .bits(PSN_BITS, &format!("{name}_psn"))
        .bits(SYNDROME_BITS, &format!("{name}_syndrome"))
        .bits(MSN_BITS, &format!("{name}_msn"))
}

fn reflector(config: &Config) -> Block {
    let nic = config.nic();
    let widths = reply(Widths::new(), "answer")
        .bits(QP_BITS, "qp_base write_qp dest_qp")
        .bits(nic.flow_bits(), "write_flow sent_flow release_flow becn_flow ack_flow")
        .bits(OPCODE_BITS, "opcode")
        .bits(LID_BITS, "dlid slid")
        .bits(SL_BITS, "sl vl becn_sl")
        .bits(P_KEY_BITS, "p_key")
        .bits(PSN_BITS, "psn sent_psn")
        .bits(nic.window_bits(), "ack_count");
    Block::new("tailback_reflector", &widths, move || Reflector::new(&nic))
}

fn registers(config: &Config) -> Block {
    let nic = config.nic();
    let widths = table_ports(Widths::new().axi_lite("s_axil", ADDRESS_BITS), &nic)
        .bits(registers::index_bits(&nic), "write_index ccti read_index")
        .bits(registers::QP_BITS, "qp_base qp_write_number")
        .bits(Nic::SERVICE_LEVELS, "control_map")
        .bits(nic.flow_bits(), "qp_write_flow ask_flow changed_flow start_flow becn_flow")
        .bits(nic.flow_bits(), "throttled_flow")
        .bits(SL_BITS, "ask_sl start_sl")
        .bits(registers::IPD_BITS, "changed_ipd")
        .bits(registers::BYTES_BITS, "start_bytes")
        .bits(registers::LID_BITS, "becn_lid")
        .bits(THROTTLED_BITS, "throttled_cycles")
        .lanes(COUNTERS, 1, "happened");
    Block::new("tailback_nic_registers", &widths, move || NicRegisters::new(&nic))
}

fn receive(config: &Config) -> Block {
    let nic = config.nic();
    let width = nic.port().width_bits();
    let widths = Widths::new()
        .beats("rx", width)
        .beats("m_host", width)
        .bits(OPCODE_BITS, "opcode")
        .bits(LID_BITS, "dlid slid")
        .bits(P_KEY_BITS, "p_key")
        .bits(SL_BITS, "sl")
        .bits(VL_BITS, "vl received_vl")
        .bits(QP_BITS, "dest_qp")
        .bits(PSN_BITS, "psn")
        .bits(BYTES_BITS, "payload_bytes")
        .lanes(receive::Cause::ALL.len(), 1, "drops")
        .bits(PACKET_BITS, "flow_control_packet");
    Block::new("tailback_nic_receive", &widths, move || Receive::new(&nic))
}

fn receive_buffer(config: &Config) -> Block {
    let buffer = config.receive_buffer();
    let port = buffer.port();
    let widths = Widths::new()
        .beats("s", port.width_bits())
        .beats("m", port.width_bits())
        .bits(VL_BITS, "received_vl")
        .lanes(port.virtual_lanes(), buffer.free_bits(), "free");
    Block::new("tailback_nic_receive_buffer", &widths, move || ReceiveBuffer::new(&buffer))
}

fn transmit(config: &Config) -> Block {
    let nic = config.nic();
    let width = nic.port().width_bits();
    let widths = reply(Widths::new(), "answer")
        .beats("s", width)
        .beats("m", width)
        .bits(nic.flow_bits(), "s_flow decline_flow start_flow sent_flow")
        .bits(nic.word_bits(), "start_words")
        .bits(SL_BITS, "first_sl sent_sl")
        .bits(VL_BITS, "host_vl reply_vl begins_vl")
        .bits(nic.port().block_bits(), "host_blocks begins_blocks")
        .bits(BYTES_BITS, "sent_bytes")
        .bits(PSN_BITS, "sent_psn")
        .lanes(2, 1, "answered")
        .lanes(transmit::Cause::ALL.len(), 1, "drops");
    Block::new("tailback_nic_transmit", &widths, move || Transmit::new(&nic))
}

fn event_queue(config: &Config) -> Block {
    let queue = config.nic().ack_queue();
    let widths = Widths::new()
        .bits(queue.flow_bits(), "put_flow flow")
        .bits(queue.kind_bits(), "put_kind kind");
    Block::new("tailback_event_queue", &widths, move || EventQueue::new(&queue))
}

fn nic(config: &Config) -> Block {
    let nic = config.nic();
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
    match nic.receive_buffer() {
        Some(_) => Block::new("tailback_nic", &widths, move || NicTop::<bool>::new(&nic)),
        None => Block::new("tailback_nic", &widths, move || NicTop::<()>::new(&nic)),
    }
}
