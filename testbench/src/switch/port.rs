//! Helpers for stimulus of the switch's ports.

use tailback_spec::switch::{input_buffer::Reading, port::Port};
use tailback_spec::{BitLanes, Lanes};

use crate::random::{one_of, Often, Random};

/// Parameters of the port, as text for the user.
pub(crate) fn variant(port: &Port) -> String {
    let buffer = port.buffer();
    let (ports, lanes) = (port.ports(), port.virtual_lanes());
    let (blocks, management) = (buffer.lane_blocks(), buffer.management_blocks());
    let (packet, bytes) = (buffer.packet_blocks(), port.width_bytes());
    let longest = port.longest_words(0);
    let counted = match buffer.reading() {
        Reading::Arbitrated => "waiting packets fill it after arbitration",
        Reading::Waiting => "waiting packets fill it",
        Reading::Received => "received packets count",
    };
    format!(
        "{ports} ports, {lanes} VLs of {blocks} blocks, {management} for VL15, {packet} per packet, \
         {bytes} bytes wide, {longest} words at most, {counted}"
    )
}

/// Mask with a bit for each port.
pub(crate) fn all_ports(ports: usize) -> u64 {
    u64::MAX >> (u64::BITS as usize - ports)
}

/// Active ports: all, some, or one.
pub(crate) fn some_ports(random: &mut Random, ports: usize) -> u64 {
    let all = all_ports(ports);
    let one = 1 << random.below(ports as u64);
    let some = random.bits() & all;
    one_of(random, &[all, all, all, some | one, one])
}

/// Ports whose bit is set, the lowest first.
pub(crate) fn each(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let port = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(port)
    })
}

/// A random number of `bits` bits for each port, for signals without an event.
pub(crate) fn any_numbers(random: &mut Random, ports: usize, bits: usize) -> Lanes {
    (0..ports).map(|_| (random.bits() >> (u64::BITS as usize - bits)) as u32).collect()
}

/// A random bit for each of `count` elements, at the given rate.
pub(crate) fn any_bits(random: &mut Random, count: usize, often: Often) -> BitLanes {
    let mut lanes = BitLanes::default();
    let mut left = count;
    for word in lanes.words_mut() {
        if left == 0 {
            break;
        }
        *word = random.events(often) & all_ports(left.min(u64::BITS as usize));
        left -= left.min(u64::BITS as usize);
    }
    lanes
}

/// Random length of a phase in cycles; sometimes up to `longest`.
pub(crate) fn long_or_short(random: &mut Random, longest: u64) -> u64 {
    let longest = one_of(random, &[16, 16, 64, 64, 64, longest]);
    1 + random.below(longest)
}

/// A range of ports or queues, modulo their number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    first: u64,
    count: u64,
    all: u64,
}

impl Window {
    /// All, one, or some of `all`.
    pub(crate) fn any(random: &mut Random, all: usize) -> Self {
        let all = all as u64;
        let count = one_of(random, &[all, all, all, 1, 2, 1 + all / 2]).min(all);
        Window { first: random.below(all), count, all }
    }

    /// `count` consecutive numbers from `first` on.
    pub(crate) fn of(first: usize, count: usize, all: usize) -> Self {
        Window { first: first as u64, count: count as u64, all: all as u64 }
    }

    /// A random number of the range.
    #[inline]
    pub(crate) fn one(&self, random: &mut Random) -> usize {
        ((self.first + random.below(self.count)) % self.all) as usize
    }
}
