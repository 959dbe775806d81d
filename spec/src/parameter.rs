//! Parameters of modules: a value out of range is an error that names the parameter.

use std::ops::RangeInclusive;

/// A parameter of a module, as errors name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// Bits of an address of a FIFO.
    AddressBits,
    /// Clock cycles of a bit on a serial line.
    BitCycles,
    /// Beats of a block.
    BlockWords,
    /// Blocks of a receiver's buffer for one virtual lane.
    BufferBlocks,
    /// Bypasses of a packet by younger ones for the same output.
    Bypasses,
    /// Entries of the congestion control table.
    CctEntries,
    /// Bits of a packet counter of the marking module.
    CounterBits,
    /// Credits of a link.
    Credits,
    /// Delay of a link, in cycles.
    Delay,
    /// Data packets for each ACK of EFL.
    EflAckEvery,
    /// Target backlog of a flow of EFL, in bytes.
    EflAlpha,
    /// Gain of EFL's rate controller.
    EflBeta,
    /// EtherType of EFL.
    EflEtherType,
    /// Flows of an EFL endpoint.
    EflFlows,
    /// Least rate of a flow of EFL.
    EflMinimum,
    /// Bytes on the line in addition to those of a frame.
    EflOverheadBytes,
    /// Bytes of the longest payload of EFL.
    EflPayloadBytes,
    /// Packets of EFL's bandwidth probing.
    EflProbePackets,
    /// Rate of a flow of EFL.
    EflRate,
    /// Least retransmission time-out of EFL.
    EflRtoMin,
    /// Least round-trip time of EFL.
    EflRttMin,
    /// Packets of a flow of EFL in the retransmission buffer.
    EflWindow,
    /// Entries of an Ethernet switch's MAC table.
    EthernetAddresses,
    /// Bytes of an output's buffer in an Ethernet switch.
    EthernetBuffer,
    /// Bytes of the longest frame of an Ethernet switch.
    EthernetFrame,
    /// Ports of an Ethernet switch.
    EthernetPorts,
    /// Flows of a NIC.
    Flows,
    /// Entries of the forwarding table.
    ForwardingEntries,
    /// Cycles between two frames.
    GapCycles,
    /// Blocks of an input buffer for each data virtual lane.
    LaneBlocks,
    /// Virtual lanes of an output port, with VL15.
    Lanes,
    /// Beats of the longest packet.
    LongestBeats,
    /// Blocks of an input buffer for VL15.
    ManagementBlocks,
    /// Bytes of the longest packet, from LRH to ICRC.
    MaxPacketBytes,
    /// Multiplier of an entry of the congestion control table.
    Multiplier,
    /// Packets that may wait for an output without an output trigger.
    OutputThreshold,
    /// Blocks of the longest packet.
    PacketBlocks,
    /// Beats of the longest packet.
    PacketWords,
    /// Longest packets that an input buffer holds for each virtual lane.
    PacketsPerInput,
    /// Cycles until a waiting packet is urgent.
    PatienceCycles,
    /// Cycles between two flow-control packets of one virtual lane.
    PeriodCycles,
    /// Ports of the switch.
    Ports,
    /// Packets that may wait for a virtual lane of an output port.
    QueuePackets,
    /// Longest packets of each data virtual lane in a NIC's receive buffer.
    ReceivePackets,
    /// Shift of an entry of the congestion control table.
    Shift,
    /// Slaves of a bus.
    Slaves,
    /// Cycles after which a command that is not complete is dropped.
    TimeoutCycles,
    /// Bits of the flags of a beat.
    UserBits,
    /// Data virtual lanes.
    VirtualLanes,
    /// Bytes of a beat on a link.
    WidthBytes,
    /// Packets of a flow in flight.
    Window,
    /// Bits of a beat as an input buffer stores it.
    WordBits,
    /// Bytes of a beat in a NIC.
    WordBytes,
}

impl Parameter {
    /// Name in messages; that of the key if the parameter has a key of its own.
    pub fn name(self) -> &'static str {
        match self {
            Parameter::AddressBits => "address_bits",
            Parameter::BitCycles => "bit_cycles",
            Parameter::BlockWords => "block_words",
            Parameter::BufferBlocks => "buffer_blocks",
            Parameter::Bypasses => "bypasses",
            Parameter::CctEntries => "cct_entries",
            Parameter::CounterBits => "counter_bits",
            Parameter::Credits => "credits",
            Parameter::Delay => "delay",
            Parameter::EflAckEvery => "ack_every",
            Parameter::EflAlpha => "alpha",
            Parameter::EflBeta => "beta",
            Parameter::EflEtherType => "ether_type",
            Parameter::EflFlows => "flows",
            Parameter::EflMinimum => "minimum",
            Parameter::EflOverheadBytes => "overhead_bytes",
            Parameter::EflPayloadBytes => "payload_bytes",
            Parameter::EflProbePackets => "probe_packets",
            Parameter::EflRate => "rate",
            Parameter::EflRtoMin => "rto_min",
            Parameter::EflRttMin => "rtt_min",
            Parameter::EflWindow => "window",
            Parameter::EthernetAddresses => "addresses",
            Parameter::EthernetBuffer => "buffer_bytes",
            Parameter::EthernetFrame => "frame_bytes",
            Parameter::EthernetPorts => "ports",
            Parameter::Flows => "flows",
            Parameter::ForwardingEntries => "forwarding_entries",
            Parameter::GapCycles => "gap_cycles",
            Parameter::LaneBlocks => "lane_blocks",
            Parameter::Lanes => "lanes",
            Parameter::LongestBeats => "longest_beats",
            Parameter::ManagementBlocks => "management_blocks",
            Parameter::MaxPacketBytes => "max_packet_bytes",
            Parameter::Multiplier => "multiplier",
            Parameter::OutputThreshold => "output_threshold",
            Parameter::PacketBlocks => "packet_blocks",
            Parameter::PacketWords => "packet_words",
            Parameter::PacketsPerInput => "packets_per_input",
            Parameter::PatienceCycles => "patience_cycles",
            Parameter::PeriodCycles => "period_cycles",
            Parameter::Ports => "ports",
            Parameter::QueuePackets => "queue_packets",
            Parameter::ReceivePackets => "receive_packets",
            Parameter::Shift => "shift",
            Parameter::Slaves => "slaves",
            Parameter::TimeoutCycles => "timeout_cycles",
            Parameter::UserBits => "user_bits",
            Parameter::VirtualLanes => "virtual_lanes",
            Parameter::WidthBytes => "width_bytes",
            Parameter::Window => "window",
            Parameter::WordBits => "word_bits",
            Parameter::WordBytes => "word_bytes",
        }
    }
}

/// A module parameter that is out of range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is {value}, but must be {} to {} {unit}", .parameter.name(), .allowed.start(), .allowed.end())]
pub struct OutOfRange {
    /// The parameter.
    pub parameter: Parameter,
    /// Requested value.
    pub value: u64,
    /// Allowed range, given the other parameters.
    pub allowed: RangeInclusive<u64>,
    /// Unit of the value and the range.
    pub unit: &'static str,
}

/// Checks that a parameter is in its range.
pub(crate) fn check(
    parameter: Parameter,
    value: u32,
    allowed: RangeInclusive<u64>,
    unit: &'static str,
) -> Result<(), OutOfRange> {
    if allowed.contains(&u64::from(value)) {
        Ok(())
    } else {
        Err(OutOfRange { parameter, value: value.into(), allowed, unit })
    }
}

/// Number of bits that hold every number up to `highest`, at least 1.
///
/// ```
/// use tailback_spec::parameter::bits_for;
/// assert_eq!([0, 1, 2, 3, 4, 255, 256].map(bits_for), [1, 1, 2, 2, 3, 8, 9]);
/// ```
pub fn bits_for(highest: u32) -> usize {
    (u32::BITS - highest.leading_zeros()).max(1) as usize
}
