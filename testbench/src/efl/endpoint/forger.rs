//! Frames that look as if the partner had sent them.

use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::{
    fcs::fcs, Address, Content, Field, Flags, Repr, DESTINATION, ETHER_TYPE, FLAGS, LEAST_BYTES,
    LENGTH_OFFSET, MOST_PAYLOAD, SOURCE,
};
use tailback_spec::wire::Number;

use super::channel::Frame;
use super::software::Peering;
use crate::efl::beats::append_noise;
use crate::random::{any_number, one_of, Random};

/// Bits of a sequence number and of a time.
const BITS: usize = 24;
/// Mask of a sequence number and of a time.
const MASK: u64 = (1 << BITS) - 1;

/// Makes frames.
pub(super) struct Forger {
    efl: Efl,
    peering: Peering,
    /// Frame that the endpoint sent last.
    recent: Frame,
}

impl Forger {
    pub fn new(efl: &Efl, peering: &Peering) -> Self {
        Forger { efl: *efl, peering: *peering, recent: Frame::default() }
    }

    /// Follows the frames that the endpoint sends.
    pub fn see(&mut self, frame: Option<Frame>) {
        self.recent = frame.unwrap_or(self.recent);
    }

    /// A frame.
    pub fn frame(&self, random: &mut Random) -> Vec<u8> {
        let most = u64::from(self.efl.payload_bytes());
        let any = random.bits();
        let near = self.recent.sequence.wrapping_add(random.below(9)).wrapping_sub(4);
        let wild = any_number(random, BITS).into();
        let sequence = one_of(random, &[near, near, wild]) & MASK;
        let ago = one_of(random, &[0, 40, MASK, 1 << (BITS - 1), any]);
        let stamp = self.recent.stamp.wrapping_sub(ago) & MASK;
        let flows = self.efl.flows() as u64;
        let flow = random.below(flows);
        let label = one_of(random, &[flow, flow, flow, flows, any >> 16 & 0xFFFF]);
        let payload_bytes = 1 + random.below(most) as u16;
        let content = match any >> 60 & 1 {
            0 => Content::Ack { probe: any >> 61 & 1 != 0, gap: any >> 62 & 1 != 0 },
            _ => {
                Content::Data { probe: any >> 61 & 1 != 0, last: any >> 62 & 1 != 0, payload_bytes }
            }
        };
        let repr = Repr {
            destination: bytes(self.peering.own),
            source: bytes(self.peering.partner),
            ether_type: self.efl.ether_type(),
            label: label as u16,
            sequence: Number::low(sequence as u32),
            stamp: Number::low(stamp as u32),
            content,
        };
        let mut payload = Vec::new();
        append_noise(&mut payload, payload_bytes.into(), random);
        let mut frame = repr.emit(&payload);
        damage(&mut frame, random);
        if self.efl.has_fcs() {
            frame.extend(fcs(&frame));
        }
        frame
    }
}

/// Damages a frame in one way, or not.
fn damage(frame: &mut Vec<u8>, random: &mut Random) {
    let any = random.bits();
    let bit = 1 << (any & 7);
    let place = |field: Field| field.offset + (any >> 8) as usize % field.bytes;
    match random.below(12) {
        0 => frame[place(ETHER_TYPE)] ^= bit,
        1 => frame[place(DESTINATION)] ^= bit,
        2 => frame[place(SOURCE)] ^= bit,
        3 => frame.truncate(1 + random.below(LEAST_BYTES as u64) as usize),
        4 => frame[FLAGS.offset] ^= Flags::PADDED.byte(),
        5 => {
            frame.truncate(LEAST_BYTES);
            frame[FLAGS.offset] = Flags::PADDED.byte();
            frame[LENGTH_OFFSET] = one_of(random, &[0, 1, 36, 37, any as u8]);
        }
        6 => frame[FLAGS.offset] = any as u8,
        7 => append_noise(frame, 1 + (any & 15) as usize, random),
        8 => append_noise(frame, MOST_PAYLOAD, random),
        _ => {}
    }
}

/// A MAC address in the order of the wire.
fn bytes(address: u64) -> Address {
    let mut bytes = Address::default();
    bytes.copy_from_slice(&address.to_be_bytes()[2..]);
    bytes
}
