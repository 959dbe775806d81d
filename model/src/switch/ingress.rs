//! Reception of a port: packets are checked as the standard requires of each receiver (IBA 7.7,
//! 7.8), and flow-control packets are separated (IBA 7.9.4).

mod ports;
#[cfg(test)]
mod tests;

pub use ports::{IngressInputs, IngressOutputs};

use super::beat;
use crate::Golden;
use tailback_spec::{
    switch::{
        ingress::Cause,
        port::{beats, tail_bytes, Port},
    },
    wire::{crc, flow_control, lrh},
};

/// A beat of a packet.
struct Beat<'a> {
    /// All bytes of the link.
    data: &'a [u8],
    /// Number of valid bytes.
    counted: usize,
    last: bool,
    bad: bool,
}

/// The packet that is being received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packet {
    virtual_lane: usize,
    /// PktLen.
    words: usize,
    /// Beats received.
    beats: usize,
    /// Whether the packet's blocks count as received.
    has_credits: bool,
    /// Whether the packet has been dropped or has ended: further beats are ignored.
    over: bool,
}

impl Packet {
    fn blocks(&self) -> usize {
        const WORDS_PER_BLOCK: usize = tailback_spec::link::BLOCK_BYTES / lrh::WORD_BYTES;
        self.words / WORDS_PER_BLOCK + 1
    }
}

/// Beat of the cycle before, which is reported now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Came {
    rx: IngressInputs,
    /// Blocks of each virtual lane available to a packet; a block taken in that cycle is deducted.
    room: Vec<i64>,
}

/// Result of the forwarding table for the destination.
#[derive(Debug, Clone, Copy)]
struct Answer {
    known: bool,
    port: u64,
}

/// The ingress of one port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ingress {
    port: Port,
    /// Beat of the cycle before, unless that was a reset.
    came: Option<Came>,
    /// The packet that is being received, if there is one.
    packet: Option<Packet>,
    /// Bytes of that packet up to now.
    bytes: Vec<u8>,
}

impl Ingress {
    /// The module after reset.
    pub fn new(port: &Port) -> Self {
        Ingress { port: *port, came: None, packet: None, bytes: Vec::new() }
    }

    /// Decodes the header of a packet; returns also why the packet is dropped at once, if it is.
    fn begin(
        &self,
        header: &lrh::Header<&[u8]>,
        room: &[i64],
        known: bool,
    ) -> (Packet, Option<Cause>) {
        let virtual_lane = header.virtual_lane().get() as usize;
        let is_data = virtual_lane < self.port.virtual_lanes();
        let words = header.words().get() as usize;
        let packet = Packet { virtual_lane, words, beats: 0, has_credits: is_data, over: false };

        let fits = |lane| {
            let least = header.next().least_words() as usize;
            (least..=self.port.longest_words(lane)).contains(&words)
        };
        let has_room =
            |lane: usize| room.get(lane).copied().unwrap_or_default() >= packet.blocks() as i64;
        let cause = match self.port.lane(virtual_lane) {
            _ if header.version() != lrh::VERSION => Some(Cause::BadVersion),
            None => Some(Cause::BadVirtualLane),
            Some(lane) if !fits(lane) => Some(Cause::BadLength),
            Some(lane) if !has_room(lane) && is_data => Some(Cause::NoRoom),
            Some(lane) if !has_room(lane) => Some(Cause::NoManagementRoom),
            Some(_) if !known => Some(Cause::UnknownDestination),
            Some(_) => None,
        };
        // "Adjusted blocks received" leaves out packets dropped for lack of space (IBA 7.9.4).
        let has_credits = is_data && cause != Some(Cause::NoRoom);
        (Packet { has_credits, ..packet }, cause)
    }

    /// Error of a packet that ends with `beat`, if there is one.
    fn damage(&self, packet: &Packet, beat: &Beat<'_>) -> Option<Cause> {
        let width = self.port.width_bytes();
        let (due_beats, due_bytes) = (beats(packet.words, width), tail_bytes(packet.words, width));
        if packet.beats < due_beats || beat.counted < due_bytes {
            Some(Cause::Truncated)
        } else if !beat.last || beat.counted > due_bytes {
            Some(Cause::BadLength)
        } else if beat.bad || !crc::has_good_vcrc(&self.bytes) {
            Some(Cause::BadVcrc)
        } else {
            None
        }
    }

    /// Processes a beat of a packet.
    fn take(
        &mut self,
        beat: &Beat<'_>,
        room: &[i64],
        answer: Answer,
        outputs: &mut IngressOutputs,
    ) {
        let (mut packet, mut cause) = match self.packet.take() {
            Some(packet) => (packet, None),
            None => {
                outputs.begins = true;
                self.bytes.clear();
                let header = lrh::Header::new_checked(beat.data);
                // A beat has at least as many bytes as the header.
                let Ok(header) = header else { return };
                self.begin(&header, room, answer.known)
            }
        };
        let first = packet.beats == 0;
        if first && matches!(cause, None | Some(Cause::UnknownDestination)) {
            let lane = self.port.lane(packet.virtual_lane).unwrap_or_default();
            let row = answer.port * self.port.lanes() as u64;
            outputs.write_queue = row + lane as u64;
        }
        let begins_block = packet.beats % self.port.block_words() == 0;
        if packet.has_credits && begins_block {
            (outputs.received, outputs.received_vl) = (true, packet.virtual_lane as u64);
        }
        packet.beats += 1;

        if !packet.over {
            self.bytes.extend_from_slice(&beat.data[..beat.counted]);
            let due_beats = beats(packet.words, self.port.width_bytes());
            let ends = beat.last || packet.beats == due_beats;
            if ends {
                cause = cause.or_else(|| self.damage(&packet, beat));
            }
            packet.over = ends || cause.is_some();
            let lane = self.port.lane(packet.virtual_lane).unwrap_or_default();
            match cause {
                Some(cause) => outputs.drops = 1 << cause as u64,
                None if ends => {
                    outputs.accepted = true;
                    outputs.accepted_lane = lane as u64;
                    outputs.accepted_blocks = packet.blocks() as u64;
                }
                None => {}
            }
            if !first || cause.is_none() {
                outputs.write = true;
                outputs.write_first = first;
                if first {
                    outputs.write_blocks = packet.blocks() as u64;
                    outputs.write_beats = due_beats as u64;
                }
                outputs.write_last = ends;
                outputs.write_bad = cause.is_some();
                outputs.take = begins_block;
                outputs.take_lane = if begins_block { lane as u64 } else { 0 };
            }
        }
        self.packet = (!beat.last).then_some(packet);
    }

    /// Classifies the beat as a flow-control packet or a framing error.
    fn tell(beat: &Beat<'_>, outputs: &mut IngressOutputs) {
        outputs.flow_control = beat.last && beat.counted == flow_control::BYTES;
        outputs.bad_framing = !outputs.flow_control;
    }

    /// Reports the beat of the cycle before.
    fn tell_of(&mut self, came: &Came, answer: Answer, outputs: &mut IngressOutputs) {
        let (rx, width) = (&came.rx, self.port.width_bytes());
        let bytes = beat::bytes(&rx.rx_data);
        let beat = Beat {
            data: &bytes[..width],
            counted: if rx.rx_last { beat::counted(rx.rx_keep) } else { width },
            last: rx.rx_last,
            bad: rx.rx_last && rx.rx_bad,
        };
        outputs.write_word = beat::data(beat.data);
        outputs.write_word.push(beat::keep(beat.counted));
        let bytes = beat.data[..flow_control::BYTES].iter();
        outputs.flow_control_packet =
            bytes.fold(0, |packet, &byte| packet << u8::BITS | u64::from(byte));
        match rx.rx_valid {
            true if rx.rx_flow_control => Self::tell(&beat, outputs),
            true => self.take(&beat, &came.room, answer, outputs),
            false => {}
        }
    }

    /// Blocks available to a packet whose first beat is received now: `free` does not yet reflect
    /// the block that is taken now.
    fn room(inputs: &IngressInputs, outputs: &IngressOutputs) -> Vec<i64> {
        let mut room: Vec<_> = inputs.free.iter().map(|free| i64::from(*free)).collect();
        if let (true, Some(room)) = (outputs.take, room.get_mut(outputs.take_lane as usize)) {
            *room -= 1;
        }
        room
    }
}

impl Golden for Ingress {
    type Inputs = IngressInputs;
    type Outputs = IngressOutputs;

    fn step(&mut self, inputs: &IngressInputs, outputs: &mut IngressOutputs) {
        *outputs = IngressOutputs::default();
        if let Some(came) = self.came.take() {
            let answer = Answer { known: inputs.known, port: inputs.port };
            self.tell_of(&came, answer, outputs);
        }
        let room = Self::room(inputs, outputs);
        let bytes = beat::bytes(&inputs.rx_data);
        if let Ok(header) = lrh::Header::new_checked(&bytes[..self.port.width_bytes()]) {
            outputs.destination = header.destination().into();
        }
        self.came = Some(Came { rx: inputs.clone(), room });
    }

    fn reset(&mut self) {
        (self.came, self.packet) = (None, None);
    }
}
