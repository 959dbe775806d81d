//! Frames, legal and damaged.

use tailback_model::efl::receive::EflReceiveOutputs;
use tailback_spec::efl::{receive::REACH, Efl};
use tailback_spec::wire::efl::{
    Address, Content, Flags, Repr, DESTINATION, ETHER_TYPE, FLAGS, LABEL, LEAST_BYTES,
    LENGTH_OFFSET, MOST_PADDED, MOST_PAYLOAD, SOURCE,
};
use tailback_spec::wire::Number;

use super::phase::{Length, Phase};
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::efl::flows::Flows;
use crate::random::{happens, one_of, Random};

/// Mask of a sequence number and of a time.
const MASK: u64 = 0xFF_FFFF;
/// Mask of a MAC address.
const ADDRESS_MASK: u64 = (1 << 48) - 1;

/// Peer of a flow.
#[derive(Debug, Clone, Copy)]
pub struct Peer {
    pub valid: bool,
    pub address: u64,
}

/// Source of frames.
pub struct Frames {
    efl: Efl,
    flows: Flows,
    /// MAC address of the endpoint.
    address: u64,
    peers: Vec<Peer>,
    /// Sequence number that each flow expects, as its accepted packets show it.
    expected: Vec<u64>,
    /// Sequence number after the last packet in order that was sent to each flow.
    planned: Vec<u64>,
    beats: Beats,
    /// The frame that is being sent is marked as bad.
    bad: bool,
}

impl Frames {
    pub fn new(efl: &Efl, random: &mut Random) -> Self {
        let flows = efl.flows();
        Frames {
            efl: *efl,
            flows: Flows::all(flows),
            address: random.bits() & ADDRESS_MASK,
            peers: (0..flows).map(|_| Peer::any(random)).collect(),
            expected: vec![0; flows],
            planned: vec![0; flows],
            beats: Beats::default(),
            bad: false,
        }
    }

    /// MAC address of the endpoint.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Peer of a number, which need not be a flow.
    pub fn peer(&self, flow: u64) -> Peer {
        self.peers[flow as usize % self.peers.len()]
    }

    /// Follows the accepted packets.
    pub fn see(&mut self, last: &EflReceiveOutputs) {
        if last.accepted {
            let expected = &mut self.expected[last.accepted_flow as usize];
            *expected = (*expected + 1) & MASK;
        }
    }

    /// All flows expect number 0 again; a frame is cut short, or its rest follows.
    pub fn reset(&mut self, random: &mut Random) {
        self.expected.fill(0);
        self.planned.fill(0);
        if random.below(2) == 0 {
            self.beats.begin();
        }
    }

    /// Changes flows in use, the own address or a peer.
    pub fn change(&mut self, random: &mut Random) {
        self.flows.change(random);
        let flow = self.flows.any(random) as usize;
        match random.below(8) {
            0 => self.address = random.bits() & ADDRESS_MASK,
            1 => self.address ^= 1 << random.below(48),
            2 => self.peers[flow] = Peer { valid: false, ..self.peers[flow] },
            3..6 => self.peers[flow] = Peer::any(random),
            _ => self.peers[flow].valid = true,
        }
    }

    /// The next beat, and whether the frame is marked as bad.
    pub fn next(&mut self, phase: &Phase, now: u64, random: &mut Random) -> (Beat, bool) {
        if self.beats.is_over() {
            self.frame(phase, now, random);
        }
        let beat = self.beats.next(random).unwrap_or_default();
        // Counts with the last beat only.
        let bad = if beat.last { self.bad } else { random.bits() & 1 != 0 };
        (beat, bad)
    }

    fn frame(&mut self, phase: &Phase, now: u64, random: &mut Random) {
        let flow = self.flows.any(random) as usize;
        let is_ack = happens(random, phase.acks);
        let damaged = happens(random, phase.damaged);
        let flags = random.bits();
        let probe = happens(random, phase.at_once) && flags & 1 != 0;
        let last = happens(random, phase.at_once) && flags & 2 != 0;
        let length = self.length(phase, random);
        let sequence =
            if is_ack { random.bits() & MASK } else { self.sequence(flow, phase, random) };
        let content = match is_ack {
            true => Content::Ack { probe: flags & 1 != 0, gap: flags & 2 != 0 },
            false => Content::Data { probe, last, payload_bytes: length as u16 },
        };
        let repr = Repr {
            destination: bytes(self.address),
            source: bytes(self.peers[flow].address),
            ether_type: self.efl.ether_type(),
            label: flow as u16,
            sequence: Number::low(sequence as u32),
            stamp: Number::low(self.stamp(now, random) as u32),
            content,
        };
        let mut payload = Vec::new();
        append_noise(&mut payload, length, random);
        let frame = self.beats.begin();
        *frame = repr.emit(&payload);
        self.bad = false;
        if damaged {
            self.damage(random);
        } else if !is_ack && sequence == self.planned[flow] {
            self.planned[flow] = (sequence + 1) & MASK;
        }
    }

    /// Bytes of a payload.
    fn length(&self, phase: &Phase, random: &mut Random) -> usize {
        let most = self.efl.payload_bytes() as usize;
        let any = 1 + random.below(most as u64) as usize;
        let padded = 1 + random.below(MOST_PADDED as u64 + 3) as usize;
        let length = match phase.length {
            Length::Short => padded,
            Length::Any => one_of(random, &[any, padded, most]),
            Length::Longest => one_of(random, &[most, most, most - 1, most.saturating_sub(8)]),
        };
        length.clamp(1, most)
    }

    /// Sequence number of a packet: often the next one.
    fn sequence(&mut self, flow: usize, phase: &Phase, random: &mut Random) -> u64 {
        let reach = u64::from(REACH);
        // Packets in order may have been dropped.
        if random.below(8) == 0 {
            self.planned[flow] = self.expected[flow];
        }
        let next = self.planned[flow];
        if happens(random, phase.in_order) {
            return next;
        }
        let near = random.below(16);
        let edge = reach - 8 + near;
        let any = random.bits() & MASK;
        let number = one_of(
            random,
            &[next + near, next.wrapping_sub(near), next + edge, next.wrapping_sub(edge), any],
        );
        number & MASK
    }

    /// Time stamp: a little ago, or around the limit between past and future, or any.
    fn stamp(&self, now: u64, random: &mut Random) -> u64 {
        const HALF: u64 = 1 << 23;
        let near = random.below(32);
        let any = random.bits() & MASK;
        let ago = one_of(random, &[near, near, any >> 10, HALF - 16 + near, any]);
        now.wrapping_sub(ago) & MASK
    }

    /// Damages the frame in one way.
    fn damage(&mut self, random: &mut Random) {
        let most = self.efl.payload_bytes() as usize;
        let any = random.bits();
        let mut bad = false;
        let frame = self.beats.bytes();
        let length = frame.len();
        let bit = 1 << (any & 7);
        let place = |field: tailback_spec::wire::efl::Field| {
            field.offset + (any >> 8) as usize % field.bytes
        };
        match random.below(12) {
            0 => bad = true,
            1 => frame[place(ETHER_TYPE)] ^= bit,
            2 => frame[place(DESTINATION)] ^= bit,
            3 => frame[place(SOURCE)] ^= bit,
            4 => frame[place(LABEL)] ^= bit,
            5 => frame.truncate(1 + random.below(LEAST_BYTES as u64) as usize),
            6 => frame[FLAGS.offset] ^= Flags::PADDED.byte(),
            7 => {
                frame.truncate(LEAST_BYTES);
                frame[FLAGS.offset] = Flags::PADDED.byte();
                frame[LENGTH_OFFSET] = one_of(random, &[0, 1, 36, 37, any as u8, any as u8 & 63]);
            }
            8 => frame[FLAGS.offset] = any as u8,
            // Longer by a few bytes, or than all payloads.
            9 => append_noise(frame, 1 + (any & 15) as usize, random),
            10 => append_noise(frame, most, random),
            _ => {
                let most_bytes = [MOST_PAYLOAD, 2048, 2304][(any & 63) as usize % 3];
                let more = if any >> 32 & 7 == 0 { most_bytes.saturating_sub(length) } else { 0 };
                append_noise(frame, more + (any >> 16 & 15) as usize, random);
            }
        }
        self.bad = bad;
    }
}

impl Peer {
    fn any(random: &mut Random) -> Self {
        Peer { valid: true, address: random.bits() & ADDRESS_MASK }
    }
}

/// A MAC address in the order of the wire.
fn bytes(address: u64) -> Address {
    let mut bytes = Address::default();
    bytes.copy_from_slice(&address.to_be_bytes()[2..]);
    bytes
}
