//! Relates the keys of the lossless switch: virtual lanes, allocator, flow control.

use super::optional;
use crate::{
    config::{
        document::Document,
        raw::{AllocatorSection, FlowControlSection, InputBufferSection},
        values::SwitchModules,
        Allocator, Datapath, Switch,
    },
    link::{self, credit_counter::CreditCounter, Link, BLOCK_BYTES},
    parameter::OutOfRange,
    problem::{Kind, Problem},
    switch::{
        allocator::{fifo::Fifo, guard::Guard, round_robin::RoundRobin},
        detector::Detector,
        forwarding::Forwarding,
        input_buffer::{InputBuffer, Sizes},
        port::Port,
    },
};

/// Keys of `[allocator]`; that of the FIFO allocator is allowed only with it.
pub(super) fn allocator(
    document: &Document,
    problems: &mut Vec<Problem>,
) -> Option<AllocatorSection> {
    let kind = optional(document, "allocator.kind")?;
    if kind == Some(Allocator::RoundRobin) {
        let place = document.place("allocator.kind");
        let key = "allocator.bypasses";
        if document.entry(key).is_some() {
            problems.retain(|problem| problem.key != key);
            let message = format!("`{key}` is allowed only with fifo");
            problems.push(
                Problem::new(Kind::Superfluous, key, document.locate(key), message)
                    .label("this allocator keeps no order of arrival")
                    .note(place, "the allocator")
                    .help("remove `bypasses`, or set the kind to \"fifo\""),
            );
        }
    }
    Some(AllocatorSection { kind, bypasses: optional(document, "allocator.bypasses")? })
}

/// Keys of `[flow_control]`.
pub(super) fn flow_control(document: &Document) -> Option<FlowControlSection> {
    Some(FlowControlSection {
        period_cycles: optional(document, "flow_control.period_cycles")?,
        credits: optional(document, "flow_control.credits")?,
    })
}

/// Keys of `[input_buffer]`.
pub(super) fn input_buffer(document: &Document) -> Option<InputBufferSection> {
    Some(InputBufferSection { reading: optional(document, "input_buffer.reading")? })
}

/// Parameters of all modules of the lossless switch, or the parameter that is out of range.
///
/// The arguments need not be valid, so nothing may overflow.
pub(super) fn blocks(
    switch: Switch,
    datapath: Datapath,
    (allocator, flow_control, input_buffer): (
        AllocatorSection,
        FlowControlSection,
        InputBufferSection,
    ),
) -> Result<SwitchModules, OutOfRange> {
    let Switch { ports, packets_per_input, virtual_lanes, .. } = switch;
    let packet_blocks = switch.longest_packet_blocks() as u32;
    let buffer_blocks = packets_per_input.saturating_mul(packet_blocks);
    let period_cycles = flow_control.period_cycles.unwrap_or(default_period_cycles(datapath));
    let credits = flow_control.credits.unwrap_or(buffer_blocks);
    let width_bits = datapath.width_bits;
    let sizes = Sizes {
        outputs: ports,
        virtual_lanes,
        lane_blocks: buffer_blocks,
        management_blocks: MANAGEMENT_PACKETS * link::management_blocks(packet_blocks),
        packet_blocks,
        block_words: (BLOCK_BITS / width_bits.max(1)).max(1),
        word_bits: width_bits.saturating_add(width_bits / BITS_PER_BYTE),
    };
    let input_buffer = InputBuffer::new(sizes, input_buffer.reading.unwrap_or_default())?;
    let lanes = input_buffer.lanes() as u32;
    let port = Port::new(input_buffer, width_bits / BITS_PER_BYTE, switch.max_packet_bytes)?;
    // A packet takes at least one block.
    let most_blocks = buffer_blocks.max(sizes.management_blocks);
    let packets = ports.saturating_mul(most_blocks);
    let packet_words = packet_blocks.saturating_mul(sizes.block_words);
    let patience_cycles =
        ports.saturating_mul(packet_words).min(*Guard::PATIENCE_CYCLES.end() as u32);
    Ok(SwitchModules {
        allocator: allocator.kind.unwrap_or_default(),
        link: Link::new(virtual_lanes, buffer_blocks, packet_blocks, period_cycles)?,
        credit_counter: CreditCounter::new(credits)?,
        fifo: Fifo::new(ports, lanes, packets, allocator.bypasses.unwrap_or(DEFAULT_BYPASSES))?,
        round_robin: RoundRobin::new(ports)?,
        guard: Guard::new(ports, lanes, patience_cycles)?,
        detector: Detector::new(ports, virtual_lanes, buffer_blocks, packet_blocks)?,
        port,
        forwarding: Forwarding::new(ports, switch.forwarding_entries)?,
        input_buffer,
    })
}

const BITS_PER_BYTE: u32 = 8;
const BLOCK_BITS: u32 = BLOCK_BYTES as u32 * BITS_PER_BYTE;

/// Packets of VL15, of maximum length, for which an input port has buffer space; without free space
/// such packets are dropped.
const MANAGEMENT_PACKETS: u32 = 4;

/// INFOCOM'03 fn. 6, Globecom'02 Table I.
const DEFAULT_BYPASSES: u32 = 4;

/// The standard requires a flow-control packet of each VL in 65,536 symbol times (IBA 7.9.4). A
/// symbol is a byte on one lane of the link. The number of lanes is unknown here. With one lane, the
/// time is the shortest in cycles of the datapath, and thus suits every link.
fn default_period_cycles(datapath: Datapath) -> u32 {
    const SYMBOL_TIMES: u32 = 65_536;
    let cycles = (SYMBOL_TIMES * BITS_PER_BYTE).checked_div(datapath.width_bits);
    let (least, most) = (*Link::PERIOD_CYCLES.start() as u32, *Link::PERIOD_CYCLES.end() as u32);
    cycles.unwrap_or(most).clamp(least, most)
}
