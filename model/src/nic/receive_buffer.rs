//! The receive buffer: stores packets until the host takes them, and reports its free space.

#[cfg(test)]
mod tests;

use crate::{
    switch::{beat, egress::Extent},
    Golden,
};
use std::collections::VecDeque;
use tailback_spec::{
    nic::receive_buffer::{self as spec, EARLY_BLOCKS},
    port_values,
    switch::port::Port,
    Lanes, WideWord,
};

port_values! {
    /// Beats from the receive path, and acceptance by the host.
    pub struct ReceiveBufferInputs {
        /// Beat of a packet for the host valid.
        pub s_valid: bool,
        /// Bytes of the beat.
        pub s_data: WideWord,
        /// Valid bytes of the beat: one bit per byte.
        pub s_keep: u64,
        /// Last beat of the packet.
        pub s_last: bool,
        /// The packet is bad; valid with `s_last`.
        pub s_bad: bool,
        /// A block is received.
        pub received: bool,
        /// VL of the received block.
        pub received_vl: u64,
        /// The host takes the beat.
        pub m_ready: bool,
    }
}

port_values! {
    /// Beats to the host, and free space.
    pub struct ReceiveBufferOutputs {
        /// Beat to the host valid.
        pub m_valid: bool,
        /// Bytes of the beat to the host.
        pub m_data: WideWord,
        /// Valid bytes of the beat to the host: one bit per byte.
        pub m_keep: u64,
        /// Last beat of the packet to the host.
        pub m_last: bool,
        /// The packet is bad; valid with `m_last`.
        pub m_bad: bool,
        /// Free blocks of each data VL, as they are offered.
        pub free: Lanes,
        /// A data packet was dropped: it was sent without credits.
        pub refused: bool,
    }
}

/// A stored beat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Beat {
    data: WideWord,
    keep: u64,
    last: bool,
    bad: bool,
    /// Lane of a block that the host has taken with this beat.
    frees: Option<usize>,
}

/// The packet that is being received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packet {
    /// Lane of the packet, if it is stored.
    lane: Option<usize>,
    /// Whether it is a data packet that has no space.
    refused: bool,
    /// Beats before the next one.
    beats: usize,
}

/// The receive buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiveBuffer {
    buffer: spec::ReceiveBuffer,
    /// Packet that has begun, and not ended.
    packet: Option<Packet>,
    /// Blocks in use, by lane.
    used: Vec<usize>,
    /// Beats that wait, the oldest first.
    waiting: VecDeque<Beat>,
    fetched: Option<Beat>,
    /// Beat that is shown, or was last.
    shown: Beat,
    valid: bool,
    /// VL of the block that was received in the cycle before.
    early: Option<u64>,
    refused: bool,
}

impl ReceiveBuffer {
    /// The module after reset.
    pub fn new(buffer: &spec::ReceiveBuffer) -> Self {
        ReceiveBuffer {
            buffer: *buffer,
            packet: None,
            used: vec![0; buffer.port().lanes()],
            waiting: VecDeque::new(),
            fetched: None,
            shown: Beat::default(),
            valid: false,
            early: None,
            refused: false,
        }
    }

    fn space(&self, lane: usize) -> usize {
        self.buffer.capacity(lane) - self.used[lane]
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(super) fn show(&self, outputs: &mut ReceiveBufferOutputs) {
        outputs.m_valid = self.valid;
        outputs.m_data.clone_from(&self.shown.data);
        (outputs.m_keep, outputs.m_last) = (self.shown.keep, self.shown.last);
        (outputs.m_bad, outputs.refused) = (self.shown.bad, self.refused);
        let vls = 0..self.buffer.port().virtual_lanes();
        let free = vls.map(|vl| {
            let early = usize::from(self.early == Some(vl as u64));
            self.space(vl).saturating_sub(EARLY_BLOCKS + early) as u32
        });
        outputs.free.clear();
        outputs.free.extend(free);
    }

    /// Decides on a packet with this first beat, from the space as the cycle begins.
    fn begin(&self, data: &WideWord) -> Packet {
        let port = self.buffer.port();
        let extent = Extent::of(&beat::bytes(data));
        let lane = extent.and_then(|extent| {
            let full = (extent.blocks as usize - 1) % (1 << port.block_bits());
            port.lane(extent.virtual_lane).filter(|lane| full < self.space(*lane))
        });
        let is_data = extent.is_some_and(|extent| extent.virtual_lane != Port::MANAGEMENT_VL);
        Packet { lane, refused: lane.is_none() && is_data, beats: 0 }
    }

    /// Stores a beat, if its packet is stored.
    fn store(&mut self, inputs: &ReceiveBufferInputs, packet: Packet) {
        let block_beats = self.buffer.port().block_words();
        let beats = packet.beats + 1;
        self.packet = (!inputs.s_last).then_some(Packet { beats, ..packet });
        let Some(lane) = packet.lane else { return };
        self.used[lane] += usize::from(packet.beats.is_multiple_of(block_beats));
        self.waiting.push_back(Beat {
            data: inputs.s_data.clone(),
            keep: inputs.s_keep,
            last: inputs.s_last,
            bad: inputs.s_bad,
            frees: (inputs.s_last || beats.is_multiple_of(block_beats)).then_some(lane),
        });
    }

    /// Moves beats towards the host.
    fn advance(&mut self, ready: bool) {
        if self.valid && ready {
            if let Some(lane) = self.shown.frees {
                self.used[lane] -= 1;
            }
        }
        if !self.valid || ready {
            self.valid = self.fetched.is_some();
            self.shown = self.fetched.take().unwrap_or_else(|| std::mem::take(&mut self.shown));
        }
        if self.fetched.is_none() {
            self.fetched = self.waiting.pop_front();
        }
    }
}

impl Golden for ReceiveBuffer {
    type Inputs = ReceiveBufferInputs;
    type Outputs = ReceiveBufferOutputs;

    fn step(&mut self, inputs: &ReceiveBufferInputs, outputs: &mut ReceiveBufferOutputs) {
        self.show(outputs);
        let packet = self.packet.unwrap_or_else(|| self.begin(&inputs.s_data));
        self.refused = inputs.s_valid && packet.beats == 0 && packet.refused;
        // A beat that is stored in this cycle waits from the next one on.
        self.advance(inputs.m_ready);
        if inputs.s_valid {
            self.store(inputs, packet);
        }
        self.early = inputs.received.then_some(inputs.received_vl);
    }

    fn reset(&mut self) {
        *self = ReceiveBuffer::new(&self.buffer);
    }
}
