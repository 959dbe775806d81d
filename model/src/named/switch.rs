//! Golden models of a switch.

use super::{block::Block, clocks::switch_clocks, widths::Widths, Entry};
use crate::switch::{
    allocator::{fifo::FifoAllocator, guard::RequestGuard, round_robin::RoundRobinAllocator},
    counters::PortCounters,
    credits::OutputCredits,
    detector::CongestionDetector,
    detector_marking::DetectorMarking,
    dispatcher::{FifoDispatcher, RoundRobinDispatcher},
    egress::Egress,
    forwarding::ForwardingTable,
    head_of_queue::HeadOfQueue,
    ingress::Ingress,
    input_buffer::InputBuffer,
    marking::{Counting, Naive},
    policy_marking::{NaivePolicyMarking, PolicyMarking},
    registers::SwitchRegisters,
    top::SwitchTop,
};
use tailback_spec::{
    link::{credit_sender::VL_BITS, flow_control::PACKET_BITS, COUNTER_BITS},
    nic::reflector::LID_BITS,
    registers::WORD_BITS,
    switch::{
        counters::index_bits,
        forwarding::PORT_BITS,
        head_of_queue::CODE_BITS,
        ingress::{lane_bits, Cause},
        marking::Policy,
        port::Port,
        registers::address_bits,
    },
    Config,
};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "marking", block: marking },
    Entry { name: "switch", block: switch },
    Entry { name: "switch-clocks", block: switch_clocks },
    Entry { name: "detector", block: detector },
    Entry { name: "input-buffer", block: input_buffer },
    Entry { name: "ingress", block: ingress },
    Entry { name: "egress", block: egress },
    Entry { name: "forwarding", block: forwarding },
    Entry { name: "fifo-allocator", block: fifo_allocator },
    Entry { name: "round-robin-allocator", block: round_robin_allocator },
    Entry { name: "request-guard", block: request_guard },
    Entry { name: "output-credits", block: output_credits },
    Entry { name: "fifo-dispatcher", block: fifo_dispatcher },
    Entry { name: "round-robin-dispatcher", block: round_robin_dispatcher },
    Entry { name: "head-of-queue", block: head_of_queue },
    Entry { name: "policy-marking", block: policy_marking },
    Entry { name: "detector-marking", block: detector_marking },
    Entry { name: "port-counters", block: port_counters },
    Entry { name: "switch-registers", block: registers },
];

/// Bits of the settings of a congestion detector.
const THRESHOLD_BITS: usize = 4;
const PACKET_SIZE_BITS: usize = 8;
const MARKING_RATE_BITS: usize = 16;

fn marking(config: &Config) -> Block {
    const MODULE: &str = "tailback_marking";
    let marking = config.marking();
    let ports = marking.ports();
    let events = Widths::new().lanes(ports, 1, "enqueue trigger transmit mark");
    match marking.policy() {
        Policy::Naive => {
            let widths = events.lanes(ports, marking.slot_bits(), "enqueue_slot transmit_slot");
            Block::new(MODULE, &widths, move || Naive::new(&marking))
        }
        Policy::InputTriggered | Policy::InputOutputTriggered { .. } => {
            let widths = events.lanes(ports, 1, "dequeue").lanes(
                ports,
                marking.counter_bits(),
                "waiting to_mark",
            );
            Block::new(MODULE, &widths, move || Counting::new(&marking))
        }
    }
}

fn switch(config: &Config) -> Block {
    let switch = config.lossless_switch();
    let (ports, width) = (switch.port.ports(), switch.port.width_bits());
    let widths = Widths::new()
        .axi_lite("s_axil", address_bits(&switch.registers))
        .lanes(ports, 1, "link_active")
        .axi_streams("s_axis", ports, width)
        .stalled_streams("m_axis", ports, width)
        .lanes(ports, 2, "s_axis_tuser m_axis_tuser");
    Block::new("tailback_switch", &widths, move || SwitchTop::new(&switch))
}

fn detector(config: &Config) -> Block {
    let detector = config.detector();
    let (lanes, block_bits) = (detector.virtual_lanes(), detector.block_bits());
    let widths = Widths::new()
        .bits(THRESHOLD_BITS, "threshold")
        .bits(PACKET_SIZE_BITS, "packet_size")
        .bits(MARKING_RATE_BITS, "marking_rate")
        .bits(VL_BITS, "dequeue_vl transmit_vl")
        .bits(block_bits, "dequeue_blocks transmit_blocks")
        .lanes(lanes, block_bits, "enqueue_blocks")
        .lanes(lanes, 1, "stalled congested victim")
        .lanes(lanes, detector.occupancy_bits(), "occupancy");
    Block::new("tailback_congestion_detector", &widths, move || CongestionDetector::new(&detector))
}

fn input_buffer(config: &Config) -> Block {
    let buffer = config.input_buffer();
    let widths = Widths::new()
        .bits(buffer.queue_bits(), "write_queue read_queue enqueue_queue")
        .bits(buffer.packet_bits(), "write_blocks")
        .bits(buffer.beats_bits(), "write_beats")
        .bits(buffer.word_bits(), "write_word word")
        .bits(buffer.lane_bits(), "take_lane")
        .lanes(buffer.lanes(), buffer.free_bits(), "free")
        .lanes(buffer.queues(), 1, "known trigger")
        .lanes(buffer.queues(), buffer.packet_bits(), "blocks");
    Block::new("tailback_input_buffer", &widths, move || InputBuffer::new(&buffer))
}

fn ingress(config: &Config) -> Block {
    let port = config.port();
    let widths = Widths::new()
        .beats("rx", port.width_bits())
        .bits(port.port_bits(), "port")
        .lanes(port.lanes(), port.buffer().free_bits(), "free")
        .bits(LID_BITS, "destination")
        .bits(port.buffer().queue_bits(), "write_queue")
        .bits(port.block_bits(), "write_blocks accepted_blocks")
        .bits(port.buffer().beats_bits(), "write_beats")
        .bits(port.word_bits(), "write_word")
        .bits(lane_bits(&port), "take_lane accepted_lane")
        .bits(VL_BITS, "received_vl")
        .bits(PACKET_BITS, "flow_control_packet")
        .lanes(Cause::ALL.len(), 1, "drops");
    Block::new("tailback_ingress", &widths, move || Ingress::new(&port))
}

fn egress(config: &Config) -> Block {
    let port = config.port();
    let widths = Widths::new()
        .beats("tx", port.width_bits())
        .bits(port.word_bits(), "word")
        .bits(PACKET_BITS, "flow_control_packet")
        .bits(VL_BITS, "transmit_vl")
        .bits(port.block_bits(), "transmit_blocks")
        .lanes(port.virtual_lanes(), COUNTER_BITS, "sent");
    Block::new("tailback_egress", &widths, move || Egress::new(&port))
}

fn forwarding(config: &Config) -> Block {
    let table = config.forwarding();
    let widths = Widths::new()
        .lanes(table.ports(), LID_BITS, "dlid")
        .lanes(table.ports(), 1, "link_active known")
        .lanes(table.ports(), table.port_bits(), "port")
        .bits(table.address_bits(), "write_address read_address")
        .bits(PORT_BITS, "write_port read_port");
    Block::new("tailback_forwarding_table", &widths, move || ForwardingTable::new(&table))
}

fn fifo_allocator(config: &Config) -> Block {
    let fifo = config.fifo();
    let widths = Widths::new()
        .lanes(fifo.inputs(), 1, "arrive input_free grant")
        .lanes(fifo.inputs(), fifo.queue_bits(), "arrive_queue grant_queue")
        .lanes(fifo.inputs(), fifo.queues(), "sendable")
        .lanes(fifo.outputs(), 1, "output_free");
    Block::new("tailback_fifo_allocator", &widths, move || FifoAllocator::new(&fifo))
}

fn round_robin_allocator(config: &Config) -> Block {
    let allocator = config.round_robin();
    let ports = allocator.ports();
    let widths = Widths::new().lanes(ports, ports, "request grant");
    Block::new("tailback_round_robin_allocator", &widths, move || {
        RoundRobinAllocator::new(&allocator)
    })
}

fn request_guard(config: &Config) -> Block {
    let guard = config.guard();
    let widths = Widths::new()
        .lanes(guard.ports(), guard.queues(), "wants allowed")
        .lanes(guard.ports(), 1, "serve")
        .lanes(guard.ports(), guard.queue_bits(), "serve_queue");
    Block::new("tailback_request_guard", &widths, move || RequestGuard::new(&guard))
}

fn output_credits(config: &Config) -> Block {
    let port = config.port();
    let widths = Widths::new()
        .bits(VL_BITS, "update_vl")
        .bits(COUNTER_BITS, "update_fccl")
        .bits(lane_bits(&port), "claim_lane waive_lane")
        .bits(port.block_bits(), "claim_blocks waive_blocks")
        .lanes(port.virtual_lanes(), port.block_bits(), "available")
        .lanes(port.virtual_lanes(), 1, "initialised");
    Block::new("tailback_output_credits", &widths, move || OutputCredits::new(&port))
}

/// Ports of both dispatchers.
fn dispatcher(port: &Port) -> Widths {
    let (ports, buffer) = (port.ports(), port.buffer());
    Widths::new()
        .lanes(ports, 1, "clogged near_end ends start begins engaged connected")
        .lanes(ports, buffer.queue_bits(), "start_queue")
        .lanes(ports, buffer.queues(), "known sendable")
        .lanes(ports, port.port_bits(), "destination source feeder")
        .lanes(ports, lane_bits(port), "lane")
        .lanes(buffer.queues(), 1, "stalled")
}

fn fifo_dispatcher(config: &Config) -> Block {
    let (port, fifo) = (config.port(), config.fifo());
    let widths = dispatcher(&port).lanes(port.ports(), 1, "arrive").lanes(
        port.ports(),
        port.buffer().queue_bits(),
        "arrive_queue",
    );
    Block::new("tailback_fifo_dispatcher", &widths, move || FifoDispatcher::new(&port, &fifo))
}

fn round_robin_dispatcher(config: &Config) -> Block {
    let (port, allocator, guard) = (config.port(), config.round_robin(), config.guard());
    Block::new("tailback_round_robin_dispatcher", &dispatcher(&port), move || {
        RoundRobinDispatcher::new(&port, &allocator, &guard)
    })
}

fn head_of_queue(config: &Config) -> Block {
    let limits = config.head_of_queue();
    let port = *limits.port();
    let widths = Widths::new()
        .lanes(port.ports(), CODE_BITS, "limit")
        .lanes(port.buffer().queues(), 1, "stalled expired")
        .lanes(port.ports(), 1, "start begins discard late")
        .lanes(port.ports(), port.port_bits(), "destination source")
        .lanes(port.ports(), lane_bits(&port), "lane late_lane");
    Block::new("tailback_head_of_queue", &widths, move || HeadOfQueue::new(&limits))
}

fn policy_marking(config: &Config) -> Block {
    let marking = config.policy_marking();
    let port = marking.port;
    let widths = Widths::new()
        .lanes(port.ports(), 1, "enqueue dequeue transmit mark")
        .lanes(port.ports(), port.buffer().queue_bits(), "enqueue_queue dequeue_queue")
        .lanes(port.ports(), port.buffer().queues(), "trigger")
        .lanes(port.ports(), VL_BITS, "transmit_vl");
    if marking.per_input() {
        let widths = widths.lanes(port.ports(), port.port_bits(), "source");
        return Block::new("tailback_naive_policy_marking", &widths, move || {
            NaivePolicyMarking::new(&marking)
        });
    }
    Block::new("tailback_policy_marking", &widths, move || PolicyMarking::new(&marking))
}

fn detector_marking(config: &Config) -> Block {
    let marking = config.detector_marking();
    let port = marking.port;
    let (ports, lanes) = (port.ports(), port.virtual_lanes());
    let widths = Widths::new()
        .lanes(ports, THRESHOLD_BITS, "threshold")
        .lanes(ports, PACKET_SIZE_BITS, "packet_size")
        .lanes(ports, MARKING_RATE_BITS, "marking_rate")
        .lanes(ports, 1, "victim_mask taken leaves transmit mark")
        .lanes(ports, port.buffer().queue_bits(), "taken_queue")
        .lanes(ports, lane_bits(&port), "leaves_lane")
        .lanes(port.buffer().queues(), 1, "stalled")
        .lanes(ports, VL_BITS, "transmit_vl")
        .lanes(ports, port.block_bits(), "transmit_blocks")
        .lanes(ports, lanes, "congested victim")
        .lanes(ports * lanes, marking.detector.occupancy_bits(), "occupancy");
    Block::new("tailback_detector_marking", &widths, move || DetectorMarking::new(&marking))
}

fn port_counters(config: &Config) -> Block {
    let port = config.port();
    let widths = Widths::new()
        .bits(index_bits(&port), "index received_index")
        .bits(port.block_bits(), "received_blocks")
        .lanes(port.lanes(), 1, "gone late")
        .lanes(port.lanes(), port.block_bits(), "blocks_out")
        .lanes(port.virtual_lanes(), 1, "marked stalled")
        .bits(WORD_BITS as usize, "value");
    Block::new("tailback_port_counters", &widths, move || PortCounters::new(&port))
}

fn registers(config: &Config) -> Block {
    let registers = config.registers();
    let port = registers.port;
    let (ports, lanes) = (port.ports(), port.virtual_lanes());
    let widths = Widths::new()
        .axi_lite("s_axil", address_bits(&registers))
        .lanes(ports, 1, "link_active victim_mask")
        .lanes(ports, lanes, "initialised congested victim")
        .lanes(ports * lanes, registers.detector.occupancy_bits(), "occupancy")
        .lanes(ports, WORD_BITS as usize, "value")
        .lanes(ports, THRESHOLD_BITS, "threshold")
        .lanes(ports, PACKET_SIZE_BITS, "packet_size")
        .lanes(ports, MARKING_RATE_BITS, "marking_rate")
        .lanes(ports, CODE_BITS, "hoq_life")
        .bits(PORT_BITS, "read_port forward_port")
        .bits(registers.forwarding.address_bits(), "forward_address read_address")
        .bits(index_bits(&port), "index");
    Block::new("tailback_switch_registers", &widths, move || SwitchRegisters::new(&registers))
}
