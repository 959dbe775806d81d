//! EFL, "Ethernet with Flow Label": a reliable, delay-controlled transport between MACs over plain
//! Ethernet switches (Shimonishi'07).
//!
//! An endpoint has *flows*, numbered from 0. A flow is a connection to one flow of another
//! endpoint, with data in both directions: its data packets and ACKs are sent to the MAC address
//! and with the flow label of its *peer*. A flow label is the index of the flow at the receiver of
//! the frame.
//!
//! ```text
//! host -> transmit -> (fcs) -> MAC         rate limiter <- pace <- rate <- loss <- transmit
//! MAC -> (fcs) -> receive -> host          receive -> ACKs to be sent, ACKs received -> transmit
//! ```
//!
//! A *group* of packets begins when the host gives a flow its first packet after all packets of the
//! flow were acknowledged, and ends when they are again: the flow is idle in between.
//!
//! The datapath has 64 bits, 8 bytes of a frame in a cycle, the first byte in the least significant
//! bits. Other widths are refused. In all modules, `keep` counts only with `last`, valid bytes are
//! those up to the first 0 bit, and a beat without `last` has 8 bytes; a last beat without any byte
//! has 1.
//!
//! An output that belongs to a pulse, as its flow does, changes with that pulse only, and is 0 before
//! the first one, unless a module states otherwise.

pub mod endpoint;
pub mod fcs;
pub mod loss;
pub mod mac;
pub mod pace;
pub mod rate;
pub mod receive;
pub mod registers;
pub mod switch;
pub mod transmit;

use crate::nic::{AfterIdle, Nic, Response, Throttled};
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::wire::efl::{self, frame_bytes};
use rate::Settings;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Bits of the datapath.
pub const WIDTH_BITS: usize = 64;
/// Bytes of a beat.
pub const BEAT_BYTES: usize = WIDTH_BITS / 8;

/// Parameters of an EFL endpoint, from which those of all its modules follow. A value of this type
/// is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Efl {
    parameters: Parameters,
}

/// Parameters of an [`Efl`], not yet checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Parameters {
    /// Flows, see [`Efl::FLOWS`].
    pub flows: u32,
    /// Packets of a flow in the retransmission buffer, one of [`Efl::WINDOWS`].
    pub window: u32,
    /// Bytes of the longest payload, see [`Efl::PAYLOAD_BYTES`].
    pub payload_bytes: u32,
    /// Data packets for each ACK, see [`Efl::ACK_EVERY`].
    pub ack_every: u32,
    /// Whether the endpoint makes and checks the FCS; otherwise, the MAC does.
    pub fcs: bool,
    /// Bytes that a frame occupies on the line in addition to its frame bytes, see [`Efl::OVERHEAD_BYTES`].
    pub overhead_bytes: u32,
    /// EtherType, see [`Efl::ETHER_TYPE`].
    pub ether_type: u32,
    /// Settings of the rate controller after reset.
    pub settings: Settings,
    /// Frequency of the clock in hertz, 1 to 1000 MHz.
    pub clock_hz: u64,
}

impl Efl {
    /// Flows: 1 to 1024.
    pub const FLOWS: RangeInclusive<u64> = 1..=1024;
    /// Possible windows: powers of two.
    pub const WINDOWS: [u32; 13] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
    /// Most packets in the retransmission buffer of all flows.
    pub const BUFFER_PACKETS: u64 = 65_536;
    /// Longest payload: 37 bytes, the least that is not padded, to 1491 bytes, that of Ethernet.
    pub const PAYLOAD_BYTES: RangeInclusive<u64> = 37..=efl::MOST_PAYLOAD as u64;
    /// Data packets for each ACK: 1 to 255. The paper has 10.
    pub const ACK_EVERY: RangeInclusive<u64> = 1..=255;
    /// Overhead of a frame on the line: 0 to 63 bytes. Ethernet has 24: preamble, FCS and gap.
    pub const OVERHEAD_BYTES: RangeInclusive<u64> = 0..=63;
    /// EtherTypes.
    pub const ETHER_TYPE: RangeInclusive<u64> = efl::LEAST_ETHER_TYPE as u64..=u16::MAX as u64;

    pub(crate) const DEFAULT_FLOWS: u32 = 64;
    pub(crate) const DEFAULT_WINDOW: u32 = 32;
    pub(crate) const DEFAULT_PAYLOAD_BYTES: u32 = 256;
    pub(crate) const DEFAULT_ACK_EVERY: u32 = 10;
    pub(crate) const DEFAULT_OVERHEAD_BYTES: u32 = 24;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range given in [`Parameters`] or [`Settings`]; if the
    /// buffer has more than [`Efl::BUFFER_PACKETS`]; or if the longest packet at R_MIN takes 2²⁰
    /// cycles or more, which the rate limiter cannot keep. A window between two powers of two is
    /// accepted here, and rounded down.
    pub fn new(parameters: Parameters) -> Result<Self, OutOfRange> {
        let Parameters { flows, window, payload_bytes, ack_every, overhead_bytes, .. } = parameters;
        let Settings { probe_packets, alpha, beta, probe_alpha, probe_beta, .. } =
            parameters.settings;
        let Settings { initial, minimum, maximum, rtt_min, rto_min, .. } = parameters.settings;
        check(Parameter::EflFlows, flows, Self::FLOWS, "flows")?;
        let most = (Self::BUFFER_PACKETS / u64::from(flows)).min(Self::WINDOWS[12].into());
        check(Parameter::EflWindow, window, Self::WINDOWS[0].into()..=most, "packets")?;
        check(Parameter::EflPayloadBytes, payload_bytes, Self::PAYLOAD_BYTES, "bytes")?;
        check(Parameter::EflAckEvery, ack_every, Self::ACK_EVERY, "packets")?;
        check(Parameter::EflOverheadBytes, overhead_bytes, Self::OVERHEAD_BYTES, "bytes")?;
        check(Parameter::EflEtherType, parameters.ether_type, Self::ETHER_TYPE, "")?;
        check(Parameter::EflProbePackets, probe_packets, Settings::PROBE_PACKETS, "packets")?;
        check(Parameter::EflAlpha, alpha, Settings::ALPHA, "bytes")?;
        check(Parameter::EflBeta, beta, Settings::BETA, "/65536")?;
        check(Parameter::EflAlpha, probe_alpha, Settings::ALPHA, "bytes")?;
        check(Parameter::EflBeta, probe_beta, Settings::PROBE_BETA, "/65536")?;
        check(Parameter::EflRate, maximum, Settings::RATE, "bytes/104.9 ms")?;
        let efl = Efl { parameters: Parameters { window: 1 << window.ilog2(), ..parameters } };
        let least = efl.least_rate();
        check(Parameter::EflMinimum, minimum, least..=maximum.into(), "bytes/104.9 ms")?;
        check(Parameter::EflRate, initial, Settings::RATE, "bytes/104.9 ms")?;
        check(Parameter::EflRttMin, rtt_min, Settings::RTT_MIN, "ticks of 100 ns")?;
        check(Parameter::EflRtoMin, rto_min, Settings::RTO_MIN, "ticks of 100 ns")?;
        Ok(efl)
    }

    /// Least R_MIN, in 2⁻²⁰ bytes in a tick, at which the rate limiter can keep the interval of the
    /// longest packet.
    fn least_rate(&self) -> u64 {
        let most_cycles = (1 << pace::INTERVAL_BITS) - 1;
        let ticks = u64::from(pace::cycles_per_tick(self.parameters.clock_hz));
        let scaled = (u64::from(self.longest_size()) * (ticks + 1))
            << (rate::RATE_FRACTION - pace::CLOCK_FRACTION);
        scaled.div_ceil(most_cycles).max(*Settings::RATE.start())
    }

    /// Flows, numbered from 0.
    pub fn flows(&self) -> usize {
        self.parameters.flows as usize
    }

    /// Bits of a flow index, at least 1.
    pub fn flow_bits(&self) -> usize {
        bits_for(self.parameters.flows - 1)
    }

    /// Packets of a flow in the retransmission buffer: a power of two.
    pub fn window(&self) -> u32 {
        self.parameters.window
    }

    /// Bits of a number of packets of a flow in the buffer.
    pub fn window_bits(&self) -> usize {
        bits_for(self.window())
    }

    /// Bytes of the longest payload.
    pub fn payload_bytes(&self) -> u32 {
        self.parameters.payload_bytes
    }

    /// Bits of a number of payload bytes.
    pub fn payload_bits(&self) -> usize {
        bits_for(self.payload_bytes())
    }

    /// Beats of the longest payload.
    pub fn payload_beats(&self) -> u32 {
        self.payload_bytes().div_ceil(BEAT_BYTES as u32)
    }

    /// Frame bytes of the longest packet, at least 60.
    pub fn longest_frame_bytes(&self) -> u32 {
        frame_bytes(self.payload_bytes() as usize) as u32
    }

    /// Data packets for each ACK.
    pub fn ack_every(&self) -> u32 {
        self.parameters.ack_every
    }

    /// Whether the endpoint makes and checks the FCS.
    pub fn has_fcs(&self) -> bool {
        self.parameters.fcs
    }

    /// Bytes of a frame on the line in addition to its frame bytes.
    pub fn overhead_bytes(&self) -> u32 {
        self.parameters.overhead_bytes
    }

    /// Size of a data packet on the line in bytes: the unit in which rates, D and R_RECV count.
    pub fn size(&self, payload_bytes: u32) -> u32 {
        frame_bytes(payload_bytes as usize) as u32 + self.overhead_bytes()
    }

    /// Size of the longest packet on the line in bytes.
    pub fn longest_size(&self) -> u32 {
        self.size(self.payload_bytes())
    }

    /// EtherType.
    pub fn ether_type(&self) -> u16 {
        self.parameters.ether_type as u16
    }

    /// Settings of the rate controller after reset.
    pub fn settings(&self) -> Settings {
        self.parameters.settings
    }

    /// Frequency of the clock in hertz.
    pub fn clock_hz(&self) -> u64 {
        self.parameters.clock_hz
    }

    /// Frames of [`rate`] in which its memory is cleared: for each flow a cycle, and at least three.
    pub fn sweep_frames(&self) -> u32 {
        self.parameters.flows.div_ceil(rate::FRAME_CYCLES).max(3)
    }

    /// Parameters of the rate limiter. It counts the cycles of an interval in place of beats, and its
    /// window opens after each start, see [`endpoint`].
    pub fn limiter(&self) -> Nic {
        Nic::new(crate::nic::Parameters {
            flows: self.parameters.flows,
            response: Response::Lipd,
            after_idle: AfterIdle::Keep,
            window: 1,
            cct_entries: Nic::CCT_ENTRIES[0],
            throttled: Throttled::Qp,
            virtual_lanes: 1,
            period_cycles: 4096,
            packet_words: *Nic::PACKET_WORDS.end() as u32,
            word_bytes: BEAT_BYTES as u32,
            clock_hz: self.clock_hz(),
        })
        .expect("all of these are in range")
    }
}
