//! Relates the keys of `[efl]` and `[ethernet_switch]`.

use super::{optional, value};
use crate::{
    config::{
        document::Document,
        raw::{EflSection, EthernetSwitchSection},
        Clock,
    },
    efl::{
        rate::{Settings, BETA_FRACTION, RATE_FRACTION},
        switch::EthernetSwitch,
        Efl, Parameters, BEAT_BYTES, WIDTH_BITS,
    },
    parameter::{OutOfRange, Parameter},
    problem::{Allowed, Kind, Problem},
    wire::efl::{DEFAULT_ETHER_TYPE, TICKS_PER_SECOND},
};

/// Rate units, 2⁻²⁰ bytes in 100 ns, in ten Mbit/s.
const UNITS_PER_TEN_MBPS: u64 = (1 << RATE_FRACTION) / 8;

/// Reports a datapath of another width than that of EFL, if there are keys of EFL.
pub(super) fn width(document: &Document, problems: &mut Vec<Problem>) {
    const KEY: &str = "datapath.width_bits";
    let width: Option<u32> = value(document, KEY);
    let Some(table) =
        ["efl", "ethernet_switch"].into_iter().find(|table| document.entry(table).is_some())
    else {
        return;
    };
    if width.is_none_or(|width| width as usize == WIDTH_BITS)
        || problems.iter().any(|problem| problem.key == KEY)
    {
        return;
    }
    let unit = "bits".into();
    let allowed = Allowed::OneOf { values: vec![WIDTH_BITS.to_string()], unit };
    let message =
        format!("{KEY} is {}, but must be {allowed} with `[{table}]`", width.unwrap_or_default());
    let place = document.entry(table).map(|(key, _)| key.span());
    let mut problem = Problem::new(Kind::NotSupported, KEY, document.locate(KEY), message)
        .label(format!("must be {allowed}"))
        .allowed(allowed)
        .help(format!(
            "EFL is implemented for {WIDTH_BITS} bits only; remove `[{table}]` for other widths"
        ));
    if document.place(table).is_some() {
        problem = problem.note(place, "the keys of EFL");
    }
    problems.push(problem);
}

/// Keys of `[efl]`.
pub(super) fn section(document: &Document) -> Option<EflSection> {
    Some(EflSection {
        flows: optional(document, "efl.flows")?,
        window: optional(document, "efl.window")?,
        payload_bytes: optional(document, "efl.payload_bytes")?,
        ack_every: optional(document, "efl.ack_every")?,
        fcs: optional(document, "efl.fcs")?,
        ether_type: optional(document, "efl.ether_type")?,
        overhead_bytes: optional(document, "efl.overhead_bytes")?,
        variant: optional(document, "efl.variant")?,
        probe_packets: optional(document, "efl.probe_packets")?,
        alpha_bits: optional(document, "efl.alpha_bits")?,
        beta_ppm: optional(document, "efl.beta_ppm")?,
        probe_alpha_bits: optional(document, "efl.probe_alpha_bits")?,
        probe_beta_ppm: optional(document, "efl.probe_beta_ppm")?,
        initial_mbps: optional(document, "efl.initial_mbps")?,
        minimum_mbps: optional(document, "efl.minimum_mbps")?,
        rtt_min_ns: optional(document, "efl.rtt_min_ns")?,
        rto_min_ns: optional(document, "efl.rto_min_ns")?,
    })
}

/// Keys of `[ethernet_switch]`.
pub(super) fn switch_section(document: &Document) -> Option<EthernetSwitchSection> {
    Some(EthernetSwitchSection {
        ports: optional(document, "ethernet_switch.ports")?,
        frame_bytes: optional(document, "ethernet_switch.frame_bytes")?,
        buffer_bytes: optional(document, "ethernet_switch.buffer_bytes")?,
        addresses: optional(document, "ethernet_switch.addresses")?,
    })
}

/// Parameters of the endpoint, or the parameter that is out of range.
///
/// The arguments need not be valid, so nothing may overflow.
pub(super) fn efl(section: EflSection, clock: Clock) -> Result<Efl, OutOfRange> {
    let parameters = Parameters {
        flows: section.flows.unwrap_or(Efl::DEFAULT_FLOWS),
        window: section.window.unwrap_or(Efl::DEFAULT_WINDOW),
        payload_bytes: section.payload_bytes.unwrap_or(Efl::DEFAULT_PAYLOAD_BYTES),
        ack_every: section.ack_every.unwrap_or(Efl::DEFAULT_ACK_EVERY),
        fcs: section.fcs.unwrap_or_default(),
        overhead_bytes: section.overhead_bytes.unwrap_or(Efl::DEFAULT_OVERHEAD_BYTES),
        ether_type: section.ether_type.unwrap_or(DEFAULT_ETHER_TYPE.into()),
        settings: settings(section, clock),
        clock_hz: clock.frequency_hz(),
    };
    let efl = match Efl::new(parameters) {
        // At a high clock frequency, the longest packet at the default would take too many cycles.
        Err(error)
            if error.parameter == Parameter::EflMinimum && section.minimum_mbps.is_none() =>
        {
            let minimum = u32::try_from(*error.allowed.start()).unwrap_or(u32::MAX);
            Efl::new(Parameters {
                settings: Settings { minimum, ..parameters.settings },
                ..parameters
            })
        }
        efl => efl,
    };
    efl.map_err(in_mbps)
}

fn settings(section: EflSection, clock: Clock) -> Settings {
    const MILLION: u64 = 1_000_000;
    let line = (clock.frequency_hz().saturating_mul(BEAT_BYTES as u64) << RATE_FRACTION)
        / TICKS_PER_SECOND;
    let bytes = |bits: Option<u32>, default: u32| bits.unwrap_or(default) / u8::BITS;
    let rate = |mbps: Option<u32>, default: u32| {
        let units = u64::from(mbps.unwrap_or(default)) * UNITS_PER_TEN_MBPS / 10;
        units.min(u32::MAX.into()) as u32
    };
    let gain = |ppm: Option<u32>, default: u32| {
        let scaled = (u64::from(ppm.unwrap_or(default)) << BETA_FRACTION) + MILLION / 2;
        (scaled / MILLION).clamp(1, u32::MAX.into()) as u32
    };
    let ticks = |ns: Option<u32>, default: u32| ns.unwrap_or(default) / 100;
    Settings {
        parts: section.variant.unwrap_or_default().parts(),
        probe_packets: section.probe_packets.unwrap_or(20),
        alpha: bytes(section.alpha_bits, 32_000),
        beta: gain(section.beta_ppm, 30_000),
        probe_alpha: bytes(section.probe_alpha_bits, 16_000),
        probe_beta: gain(section.probe_beta_ppm, 60_000),
        initial: rate(section.initial_mbps, 280),
        minimum: rate(section.minimum_mbps, 10),
        maximum: line.min(u32::MAX.into()) as u32,
        rtt_min: ticks(section.rtt_min_ns, 0),
        rto_min: ticks(section.rto_min_ns, 500_000),
    }
}

/// The least rate in the unit of its key.
fn in_mbps(error: OutOfRange) -> OutOfRange {
    if error.parameter != Parameter::EflMinimum {
        return error;
    }
    let (least, most) = error.allowed.into_inner();
    let allowed = (least * 10).div_ceil(UNITS_PER_TEN_MBPS)..=most * 10 / UNITS_PER_TEN_MBPS;
    OutOfRange { value: error.value * 10 / UNITS_PER_TEN_MBPS, allowed, unit: "Mbit/s", ..error }
}

/// Parameters of the Ethernet switch, or the parameter that is out of range.
pub(super) fn switch(section: EthernetSwitchSection) -> Result<EthernetSwitch, OutOfRange> {
    EthernetSwitch::new(
        section.ports.unwrap_or(EthernetSwitch::DEFAULT_PORTS),
        section.frame_bytes.unwrap_or(EthernetSwitch::DEFAULT_FRAME_BYTES),
        section.buffer_bytes.unwrap_or(EthernetSwitch::DEFAULT_BUFFER_BYTES),
        section.addresses.unwrap_or(EthernetSwitch::DEFAULT_ADDRESSES),
    )
}
