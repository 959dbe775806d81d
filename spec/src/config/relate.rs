//! Checks of the values of a document against each other.

mod efl;
mod marking;
mod nic;
mod switch;

use super::{check::whole, document::Document, values::Optional, Clock, Config, Datapath, Switch};
use crate::{
    parameter::{OutOfRange, Parameter},
    problem::{out_of_range, Allowed, Kind, Location, Problem},
};
use serde::de::{DeserializeOwned, IntoDeserializer};
use toml::de::DeValue;

/// Configuration in `document`, if no problem prevents one.
///
/// Values that cannot be read have been reported before; the others are checked nevertheless.
pub(super) fn relate(document: &Document, problems: &mut Vec<Problem>) -> Option<Config> {
    let marked_by = optional(document, "marking.by");
    let counter_bits = optional(document, "marking.counter_bits");
    let output_trigger = marking::trigger(document);
    let policy = marking::policy(document, problems);
    let allocator = switch::allocator(document, problems);
    let flow_control = switch::flow_control(document);
    let input_buffer = switch::input_buffer(document);
    let nic_section = nic::section(document, problems);
    efl::width(document, problems);
    let (efl_section, ethernet_section) = (efl::section(document), efl::switch_section(document));
    let ports = value(document, "switch.ports");
    let packets_per_input = value(document, "switch.packets_per_input");
    let (ports, packets_per_input): (u32, u32) = (ports?, packets_per_input?);
    let size = Size { ports, packets_per_input };
    let marking = policy.and_then(|policy| {
        marking::block(document, policy, size, counter_bits.flatten(), problems)
    });
    let (allocator, flow_control, input_buffer) = (allocator?, flow_control?, input_buffer?);
    let virtual_lanes: Option<u32> = optional(document, "switch.virtual_lanes")?;
    let forwarding_entries: Option<u32> = optional(document, "switch.forwarding_entries")?;
    let switch = Switch {
        ports,
        packets_per_input,
        max_packet_bytes: value(document, "switch.max_packet_bytes")?,
        virtual_lanes: virtual_lanes.unwrap_or(Switch::DEFAULT_VIRTUAL_LANES),
        forwarding_entries: forwarding_entries.unwrap_or(Switch::DEFAULT_FORWARDING_ENTRIES),
    };
    let datapath = Datapath { width_bits: value(document, "datapath.width_bits")? };
    // A parameter out of range follows from a key out of range, which has been reported.
    let modules = switch::blocks(switch, datapath, (allocator, flow_control, input_buffer))
        .map_err(|error| {
            if problems.is_empty() {
                report(document, size, error, problems);
            }
        })
        .ok()?;
    let frequency_mhz: f64 = value(document, "clock.frequency_mhz")?;
    let clock = Clock { frequency_hz: (frequency_mhz * Clock::HZ_PER_MHZ).round() as u64 };
    let nic_section = nic_section?;
    let nic = nic::nic(nic_section, switch, datapath, clock, modules.link)
        .map_err(|error| {
            if problems.is_empty() {
                report(document, size, error, problems);
            }
        })
        .ok()?;
    let (efl_section, ethernet_section) = (efl_section?, ethernet_section?);
    let ethernet = efl::efl(efl_section, clock)
        .and_then(|efl| Ok((efl, efl::switch(ethernet_section)?)))
        .map_err(|error| {
            if problems.is_empty() {
                report(document, size, error, problems);
            }
        })
        .ok()?;
    Some(Config {
        name: value(document, "name")?,
        clock,
        datapath,
        switch,
        marking: marking?,
        modules,
        nic,
        efl: ethernet.0,
        ethernet_switch: ethernet.1,
        optional: Optional {
            marked_by: marked_by?,
            output_trigger: output_trigger?,
            counter_bits: counter_bits?,
            virtual_lanes,
            forwarding_entries,
            allocator,
            flow_control,
            input_buffer,
            nic: nic_section,
            efl: efl_section,
            ethernet_switch: ethernet_section,
        },
    })
}

/// Parameters that determine the capacity of the switch.
#[derive(Debug, Clone, Copy)]
struct Size {
    ports: u32,
    packets_per_input: u32,
}

/// Value of the document. An integer beyond `u32` saturates: such a value has been reported, and can
/// still be checked against the range that the other values allow.
pub(crate) fn value<T: DeserializeOwned + 'static>(document: &Document, path: &str) -> Option<T> {
    let mut value = document.entry(path)?.1.clone();
    saturate(value.get_mut());
    T::deserialize(value.into_deserializer()).ok()
}

/// Value of an optional key; `None` if the value is present but cannot be read.
fn optional<T: DeserializeOwned + 'static>(document: &Document, path: &str) -> Option<Option<T>> {
    match document.entry(path) {
        Some(_) => value(document, path).map(Some),
        None => Some(None),
    }
}

fn saturate(value: &mut DeValue) {
    const LEAST: &str = "0";
    const MOST: &str = "4294967295";
    let DeValue::Integer(integer) = value else { return };
    let cut = match whole(integer) {
        Some(number) if number < 0 => LEAST,
        Some(number) if number <= u32::MAX.into() => return,
        _ => MOST,
    };
    if let Ok(cut) = DeValue::parse(cut) {
        *value = cut.into_inner();
    }
}

/// Key that determines a parameter of a module; `None` for a parameter that is not derived from a
/// configuration.
fn key_of(parameter: Parameter) -> Option<&'static str> {
    let key = match parameter {
        Parameter::Ports | Parameter::PatienceCycles => "switch.ports",
        Parameter::PacketsPerInput
        | Parameter::BufferBlocks
        | Parameter::LaneBlocks
        | Parameter::QueuePackets => "switch.packets_per_input",
        Parameter::MaxPacketBytes
        | Parameter::ManagementBlocks
        | Parameter::PacketBlocks
        | Parameter::PacketWords => "switch.max_packet_bytes",
        Parameter::VirtualLanes | Parameter::Lanes => "switch.virtual_lanes",
        Parameter::ForwardingEntries => "switch.forwarding_entries",
        Parameter::BlockWords
        | Parameter::WidthBytes
        | Parameter::WordBits
        | Parameter::WordBytes => "datapath.width_bits",
        Parameter::CounterBits => "marking.counter_bits",
        Parameter::OutputThreshold => "marking.output_threshold",
        Parameter::Bypasses => "allocator.bypasses",
        Parameter::Credits => "flow_control.credits",
        Parameter::PeriodCycles => "flow_control.period_cycles",
        Parameter::CctEntries => "nic.cct_entries",
        Parameter::Flows => "nic.flows",
        Parameter::Window => "nic.window",
        Parameter::ReceivePackets => "nic.receive_packets",
        Parameter::EflAckEvery => "efl.ack_every",
        Parameter::EflAlpha => "efl.alpha_bits",
        Parameter::EflBeta => "efl.beta_ppm",
        Parameter::EflEtherType => "efl.ether_type",
        Parameter::EflFlows => "efl.flows",
        Parameter::EflMinimum => "efl.minimum_mbps",
        Parameter::EflOverheadBytes => "efl.overhead_bytes",
        Parameter::EflPayloadBytes => "efl.payload_bytes",
        Parameter::EflProbePackets => "efl.probe_packets",
        Parameter::EflRate => "efl.initial_mbps",
        Parameter::EflRtoMin => "efl.rto_min_ns",
        Parameter::EflRttMin => "efl.rtt_min_ns",
        Parameter::EflWindow => "efl.window",
        Parameter::EthernetAddresses => "ethernet_switch.addresses",
        Parameter::EthernetBuffer => "ethernet_switch.buffer_bytes",
        Parameter::EthernetFrame => "ethernet_switch.frame_bytes",
        Parameter::EthernetPorts => "ethernet_switch.ports",
        Parameter::AddressBits
        | Parameter::BitCycles
        | Parameter::Delay
        | Parameter::GapCycles
        | Parameter::LongestBeats
        | Parameter::Multiplier
        | Parameter::Shift
        | Parameter::Slaves
        | Parameter::TimeoutCycles
        | Parameter::UserBits => return None,
    };
    Some(key)
}

/// Reports a parameter out of range as a problem of its key. A problem that depends on the capacity
/// of the switch replaces that of the value alone, whose range is wider.
fn report(document: &Document, size: Size, error: OutOfRange, problems: &mut Vec<Problem>) {
    let key = key_of(error.parameter).unwrap_or(error.parameter.name());
    let of_switch = key.starts_with("switch.");
    if of_switch && problems.iter().any(|problem| problem.key == key) {
        return;
    }
    problems.retain(|problem| problem.key != key);
    let location = document.locate(key);
    let (min, max) = error.allowed.into_inner();
    // Exact, since every limit is far below 2^53.
    let allowed = Allowed::range(min as f64, max as f64, error.unit);
    let value = match document.entry(key).map(|(_, value)| value.get_ref()) {
        Some(DeValue::Integer(integer)) => integer.to_string(),
        _ => error.value.to_string(),
    };
    let mut problem = out_of_range(Kind::OutOfRange, key, &value, allowed);
    if key.starts_with("marking.") && location != Location::Nowhere {
        let capacity = u64::from(size.ports) * u64::from(size.packets_per_input);
        problem = problem.help(format!(
            "the switch holds {capacity} packets: {} ports times {} packets per input",
            size.ports, size.packets_per_input
        ));
    }
    problem.location = location;
    problems.push(problem);
}
