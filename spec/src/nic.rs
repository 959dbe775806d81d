//! NIC side.
//!
//! A NIC has *flows*, numbered from 0: a flow is one (source, destination) pair of the HP papers,
//! or one queue pair (QP) of InfiniBand. Each flow has at most `window` packets in flight, and
//! starts them no faster than its delay allows. The delay is set by the flow's *response* to marks.

pub mod clocks;
pub mod congestion_table;
pub mod opensm;
mod port;
pub mod queue;
pub mod rate_limiter;
pub mod receive;
pub mod receive_buffer;
pub mod reflector;
pub mod registers;
pub mod response;
pub mod top;
pub mod transmit;

use crate::link::Link;
use crate::parameter::{check, OutOfRange, Parameter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Response of a flow's inter-packet delay to marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Response {
    /// Linear inter-packet delay (INFOCOM'03 §V): a mark adds a packet time to the delay.
    #[default]
    Lipd,
    /// Fast increase, multiplicative decrease (INFOCOM'03 §V).
    Fimd,
    /// Additive increase, multiplicative decrease (INFOCOM'03 §V).
    Aimd,
    /// The congestion control table (CCT) of InfiniBand (IBA annex A10).
    Cct,
}

/// Rate of a flow after a time without a packet to send.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterIdle {
    /// Rate before that time: the state of each (source, destination) persists (INFOCOM'03 §VI-C).
    #[default]
    Keep,
    /// Highest rate.
    Reset,
}

/// Holder of an index into the congestion control table (CCTI).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Throttled {
    /// Each queue pair (QP).
    #[default]
    Qp,
    /// Each service level (SL).
    Sl,
}

/// Parameters of a NIC, from which those of all its modules follow. A value of this type is always
/// possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Nic {
    flows: u32,
    response: Response,
    after_idle: AfterIdle,
    window: u32,
    cct_entries: u32,
    throttled: Throttled,
    virtual_lanes: u32,
    period_cycles: u32,
    packet_words: u32,
    word_bytes: u32,
    clock_hz: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    receive_packets: Option<u32>,
}

/// Parameters of a [`Nic`], not yet checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// Flows, see [`Nic::FLOWS`].
    pub flows: u32,
    /// Response of a flow's delay to marks.
    pub response: Response,
    /// Rate of a flow after it had no packet to send.
    pub after_idle: AfterIdle,
    /// Packets of a flow that may be in flight, see [`Nic::WINDOW`].
    pub window: u32,
    /// Entries of the congestion control table, one of [`Nic::CCT_ENTRIES`].
    pub cct_entries: u32,
    /// Holder of a CCTI: each flow or each service level.
    pub throttled: Throttled,
    /// Data virtual lanes of the link, see [`Link::VIRTUAL_LANES`].
    pub virtual_lanes: u32,
    /// Cycles between two flow-control packets of one VL, see [`Link::PERIOD_CYCLES`].
    pub period_cycles: u32,
    /// Beats of the longest packet, see [`Nic::PACKET_WORDS`].
    pub packet_words: u32,
    /// Bytes of a beat: 8 to 64.
    pub word_bytes: u32,
    /// Frequency of the clock in hertz.
    pub clock_hz: u64,
}

impl Nic {
    /// Flows: 1 to 4096.
    pub const FLOWS: RangeInclusive<u64> = 1..=4096;
    /// Packets of a flow in flight: 1 to 16.
    pub const WINDOW: RangeInclusive<u64> = 1..=16;
    /// Possible numbers of entries of the congestion control table, whose attribute has blocks of 64
    /// (IBA annex A10).
    pub const CCT_ENTRIES: [u32; 4] = [128, 256, 512, 1024];
    /// Beats of the longest packet: 1 to 2049, which is 16 KiB and a VCRC in beats of 64 bit.
    pub const PACKET_WORDS: RangeInclusive<u64> = 1..=2049;
    /// Service levels, numbered from 0.
    pub const SERVICE_LEVELS: usize = 16;

    pub(crate) const DEFAULT_FLOWS: u32 = 64;
    pub(crate) const DEFAULT_WINDOW: u32 = 1;
    pub(crate) const DEFAULT_CCT_ENTRIES: u32 = 128;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a parameter is outside the range given in [`Parameters`]. For `cct_entries`, any number
    /// from the first to the last of [`Nic::CCT_ENTRIES`] is accepted.
    pub fn new(parameters: Parameters) -> Result<Self, OutOfRange> {
        const WORD_BYTES: RangeInclusive<u64> = 8..=64;
        let Parameters { flows, response, after_idle, window, cct_entries, throttled, .. } =
            parameters;
        let Parameters { virtual_lanes, period_cycles, .. } = parameters;
        let Parameters { packet_words, word_bytes, clock_hz, .. } = parameters;
        let [fewest, .., most] = Self::CCT_ENTRIES;
        check(Parameter::Flows, flows, Self::FLOWS, "flows")?;
        check(Parameter::Window, window, Self::WINDOW, "packets")?;
        check(Parameter::CctEntries, cct_entries, fewest.into()..=most.into(), "entries")?;
        check(Parameter::VirtualLanes, virtual_lanes, Link::VIRTUAL_LANES, "virtual lanes")?;
        check(Parameter::PeriodCycles, period_cycles, Link::PERIOD_CYCLES, "cycles")?;
        check(Parameter::PacketWords, packet_words, Self::PACKET_WORDS, "words")?;
        check(Parameter::WordBytes, word_bytes, WORD_BYTES, "bytes")?;
        Ok(Nic {
            flows,
            response,
            after_idle,
            window,
            cct_entries,
            throttled,
            virtual_lanes,
            period_cycles,
            packet_words,
            word_bytes,
            clock_hz,
            receive_packets: None,
        })
    }

    /// Flows, numbered from 0.
    pub fn flows(&self) -> usize {
        self.flows as usize
    }

    /// Bits of a flow index, at least 1.
    pub fn flow_bits(&self) -> usize {
        crate::parameter::bits_for(self.flows - 1)
    }

    /// Response of a flow's delay to marks.
    pub fn response(&self) -> Response {
        self.response
    }

    /// Rate of a flow after it had no packet to send.
    pub fn after_idle(&self) -> AfterIdle {
        self.after_idle
    }

    /// Packets of a flow that may be in flight.
    pub fn window(&self) -> u32 {
        self.window
    }

    /// Bits of a number of packets in flight.
    pub fn window_bits(&self) -> usize {
        crate::parameter::bits_for(self.window)
    }

    /// Entries of the congestion control table.
    pub fn cct_entries(&self) -> usize {
        self.cct_entries as usize
    }

    /// Holder of a CCTI: each flow or each service level.
    pub fn throttled(&self) -> Throttled {
        self.throttled
    }

    /// Data virtual lanes of the link.
    pub fn virtual_lanes(&self) -> usize {
        self.virtual_lanes as usize
    }

    /// Beats of the longest packet, its VCRC included: its cycles on the datapath.
    pub fn packet_words(&self) -> u32 {
        self.packet_words
    }

    /// Bytes of a beat.
    pub fn word_bytes(&self) -> usize {
        self.word_bytes as usize
    }

    /// Frequency of the clock in hertz.
    pub fn clock_hz(&self) -> u64 {
        self.clock_hz
    }
}
