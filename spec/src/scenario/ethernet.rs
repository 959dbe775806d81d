//! Scenarios over Ethernet: transport, TCP hosts, and links that damage frames.

use super::builder::Builder;
use crate::{
    config::{relate::value, Kind},
    efl::{BEAT_BYTES, WIDTH_BITS},
    wire::efl::{HEADER_BYTES, LEAST_BYTES},
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Transport of the flows, and with it the kind of switch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// InfiniBand: NICs and lossless switches with credits.
    #[default]
    Infiniband,
    /// EFL endpoints and tail-drop Ethernet switches, with the keys `[efl]` and `[ethernet_switch]` of
    /// the configuration.
    Efl,
    /// TCP NewReno in software hosts, over the same Ethernet switches.
    Tcp,
}

impl Transport {
    /// Whether switches are tail-drop Ethernet switches.
    pub fn is_ethernet(self) -> bool {
        self != Transport::Infiniband
    }

    /// Bytes of a data frame before its payload.
    fn header_bytes(self) -> usize {
        /// Ethernet, and 40 bytes of IP and TCP.
        const TCP_BYTES: usize = 54;
        if self == Transport::Tcp {
            TCP_BYTES
        } else {
            HEADER_BYTES
        }
    }
}

/// Damage to the frames that enter a link in one direction: frames in a million, each independent of
/// the others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Damage {
    /// Frames that are lost.
    pub lost_ppm: u32,
    /// Frames that are altered, which the FCS shows.
    pub corrupted_ppm: u32,
    /// Frames that are transmitted twice.
    pub duplicated_ppm: u32,
}

/// Settings of TCP NewReno hosts (RFC 5681, RFC 6582, RFC 6298).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tcp {
    /// Whether the window grows exponentially up to the threshold.
    pub slow_start: bool,
    /// Window in packets of a new connection and, with [`TcpAfterIdle::Restart`], of one that was idle.
    pub initial_window: u32,
    /// Largest window in packets.
    pub window: u32,
    /// Whether the window is kept while the connection has nothing to send.
    pub after_idle: TcpAfterIdle,
    /// Least retransmission time-out in cycles.
    pub rto_min: u64,
    /// Retransmission time-out in cycles before the first RTT is measured.
    pub rto_initial: u64,
}

/// Window of a TCP connection that had nothing to send.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TcpAfterIdle {
    /// The window is kept, as in ns-2.
    #[default]
    Keep,
    /// The window is the initial one again (RFC 5681 §4.1).
    Restart,
}

/// `[tcp]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct TcpSection {
    /// Whether the window grows exponentially up to the threshold; true if the key is absent. If false,
    /// it grows by one packet in a round-trip time from the beginning on.
    #[serde(default)]
    #[schemars(with = "bool")]
    slow_start: Option<bool>,
    /// Initial window. 1 to 1000 packets; 2 if the key is absent, as in ns-2.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 1000), extend("x-unit" = "packets"))]
    initial_window: Option<u32>,
    /// Largest window, that of the receiver. 1 to 100000 packets; 8192 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u32", range(min = 1, max = 100_000), extend("x-unit" = "packets"))]
    window: Option<u32>,
    /// Window of a connection that had nothing to send; `keep` if the key is absent.
    #[serde(default)]
    #[schemars(with = "TcpAfterIdle")]
    after_idle: Option<TcpAfterIdle>,
    /// Least retransmission time-out. 1 to 60000000 us; 200000 if the key is absent, as in ns-2.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1, max = 60_000_000), extend("x-unit" = "us"))]
    rto_min_us: Option<f64>,
    /// Retransmission time-out before the first round-trip time is measured. 1 to 60000000 us; 1000000
    /// if the key is absent (RFC 6298 §2).
    #[serde(default)]
    #[schemars(with = "f64", range(min = 1, max = 60_000_000), extend("x-unit" = "us"))]
    rto_initial_us: Option<f64>,
}

pub(super) fn tcp(build: &Builder) -> Tcp {
    const US: f64 = super::builder::US;
    let section: TcpSection = value(build.document, "tcp").unwrap_or_default();
    let cycles = |time: Option<f64>, default: f64| build.cycles(time.unwrap_or(default), US).max(1);
    Tcp {
        slow_start: section.slow_start.unwrap_or(true),
        initial_window: section.initial_window.unwrap_or(2),
        window: section.window.unwrap_or(8192),
        after_idle: section.after_idle.unwrap_or_default(),
        rto_min: cycles(section.rto_min_us, 200_000.0),
        rto_initial: cycles(section.rto_initial_us, 1_000_000.0),
    }
}

/// Keys that belong to the other transports.
const OF_INFINIBAND: [&str; 7] = [
    "registers",
    "readings",
    "run.congestion_control",
    "run.window",
    "run.turnaround_ns",
    "run.release_us",
    "run.stepped",
];

/// Reads the transport, and reports keys that do not belong to it.
pub(super) fn transport(build: &mut Builder) -> Transport {
    const KEY: &str = "run.transport";
    let transport: Transport = value(build.document, KEY).unwrap_or_default();
    let name = match transport {
        Transport::Infiniband => "infiniband",
        Transport::Efl => "efl",
        Transport::Tcp => "tcp",
    };
    let others: &[&str] = if transport.is_ethernet() { &OF_INFINIBAND } else { &["tcp"] };
    for key in others.iter().filter(|key| build.document.entry(key).is_some()) {
        let message = format!("{key} is not allowed with the transport `{name}`");
        let help = "remove it, or change run.transport";
        build.problem(Kind::Superfluous, key, message, "not allowed", help);
    }
    let width = build.config.datapath().width_bits();
    if transport.is_ethernet() && width != WIDTH_BITS {
        let message = format!("{KEY} is {name:?}, but the datapath has {width} bits");
        let help = format!("set `datapath.width_bits` of the configuration to {WIDTH_BITS}");
        build.problem(Kind::NotSupported, KEY, message, "needs another datapath", &help);
    }
    transport
}

/// Frame bytes of each data packet, without preamble and FCS.
pub(super) fn frame_bytes(build: &mut Builder, transport: Transport) -> usize {
    const KEY: &str = "run.packet_bytes";
    let most = build.config.efl().longest_frame_bytes() as usize;
    let most = most.min(build.config.ethernet_switch().frame_bytes() as usize);
    let Some(bytes) = value::<u32>(build.document, KEY) else { return most };
    let bytes = bytes as usize;
    let least = LEAST_BYTES.max(transport.header_bytes() + 1);
    if !(least..=most).contains(&bytes) {
        let message = format!("{KEY} is {bytes}, but frames have {least} to {most} bytes");
        let help = "efl.payload_bytes and ethernet_switch.frame_bytes of the configuration set the maximum";
        build.problem(Kind::OutOfRange, KEY, message, "out of range", help);
    }
    bytes
}

/// Bytes of each data packet that count as throughput, and in the sizes of groups.
pub(super) fn payload_bytes(
    build: &mut Builder,
    transport: Transport,
    frame_bytes: usize,
) -> usize {
    const KEY: &str = "run.payload_bytes";
    let Some(bytes) = value::<u32>(build.document, KEY) else {
        return frame_bytes.saturating_sub(transport.header_bytes()).max(1);
    };
    if bytes as usize > frame_bytes {
        let message = format!("{KEY} is {bytes}, but packets have only {frame_bytes} bytes");
        let help = "run.packet_bytes sets the length of packets";
        build.problem(Kind::OutOfRange, KEY, message, "too long", help);
    }
    bytes as usize
}

/// Cycles of a frame on the datapath, with the overhead of the line.
pub fn frame_beats(frame_bytes: usize, overhead_bytes: u32) -> u64 {
    (frame_bytes + overhead_bytes as usize).div_ceil(BEAT_BYTES) as u64
}

/// Reads the damage of links under `path`; only Ethernet links damage frames.
pub(super) fn damage(
    build: &mut Builder,
    transport: Transport,
    path: &str,
    [lost, corrupted, duplicated]: [Option<u32>; 3],
) -> Damage {
    const NAMES: [&str; 3] = ["lost_ppm", "corrupted_ppm", "duplicated_ppm"];
    let keys = NAMES.iter().zip([lost, corrupted, duplicated]);
    for (name, _) in keys.filter(|(_, value)| value.is_some() && !transport.is_ethernet()) {
        let key = format!("{path}.{name}");
        let message = format!("{key} is not allowed with the transport `infiniband`");
        let help = "its switches and NICs assume links without losses; set run.transport to \"efl\" or \"tcp\"";
        build.problem(Kind::Superfluous, &key, message, "not allowed", help);
    }
    let [lost_ppm, corrupted_ppm, duplicated_ppm] =
        [lost, corrupted, duplicated].map(Option::unwrap_or_default);
    Damage { lost_ppm, corrupted_ppm, duplicated_ppm }
}

/// Most of a probability in parts per million.
pub(super) const MILLION: u32 = 1_000_000;
