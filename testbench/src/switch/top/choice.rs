//! Choice of the next packet of a neighbour.

use tailback_spec::switch::port::{beats, Port};
use tailback_spec::wire::lrh;

use super::phase::{Destinations, Lengths, Phase, OF_SHARE};
use crate::packets::{bytes_of, Damage, Kind, Next};
use crate::random::{one_of, Random};

/// Number of LIDs, from 0 on, whose forwarding entries never change: LIDs 1 to the number of ports
/// lead to the ports in their order.
pub(super) fn kept_lids(port: &Port) -> u32 {
    port.ports() as u32 + 1
}

/// LID whose route leads to a port.
pub(super) fn lid(port: usize) -> u16 {
    port as u16 + 1
}

/// A packet to be sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wish {
    pub(super) kind: Kind,
    /// The link marks the packet bad.
    pub(super) bad: bool,
}

/// A random packet of neighbour `from`.
pub(super) fn any_packet(
    port: &Port,
    entries: usize,
    from: usize,
    phase: &Phase,
    random: &mut Random,
) -> Wish {
    let lane = match random.below(phase.management) {
        0 if phase.destinations != Destinations::Next => port.lanes() - 1,
        _ => random.below(port.virtual_lanes() as u64) as usize,
    };
    let next = one_of(random, &Next::ALL);
    let longest = port.longest_words(lane);
    let next = if next.least_words() <= longest { next } else { Next::Raw };
    let least = next.least_words().min(longest);
    let words = match phase.lengths {
        Lengths::Shortest => least,
        Lengths::Longest => longest,
        Lengths::Any => least + random.below((longest - least + 1) as u64) as usize,
    };
    let virtual_lane = match lane < port.virtual_lanes() {
        true => lane,
        false => Port::MANAGEMENT_VL,
    };
    let kind = Kind {
        virtual_lane: virtual_lane as u8,
        version: 0,
        destination: destination(port, entries, from, phase, random),
        words,
        next,
        fecn: random.below(8) == 0,
        damage: Damage::None,
    };
    let wish = Wish { kind, bad: false };
    match phase.illegal > 0 && random.below(OF_SHARE) < phase.illegal {
        true => spoilt(wish, port, random),
        false => wish,
    }
}

fn destination(
    port: &Port,
    entries: usize,
    from: usize,
    phase: &Phase,
    random: &mut Random,
) -> u16 {
    let ports = port.ports();
    let any = lid(random.below(ports as u64) as usize);
    match phase.destinations {
        Destinations::Next => return lid((from + 1) % ports),
        Destinations::Hot(hot) if random.below(8) != 0 => return lid(hot),
        _ => {}
    }
    let kept = u64::from(kept_lids(port));
    match random.below(32) {
        // Entries that change, and LIDs beyond the table.
        0 | 1 => (kept + random.below(entries as u64 - kept)) as u16,
        2 => one_of(random, &[entries as u16, u16::MAX, 0x8001]),
        _ => any,
    }
}

/// A packet with a fault.
fn spoilt(mut wish: Wish, port: &Port, random: &mut Random) -> Wish {
    let kind = &mut wish.kind;
    let whole = bytes_of(kind.words);
    let width = port.width_bytes();
    match random.below(9) {
        0 => kind.version = 1 + random.below(15) as u8,
        1 => kind.virtual_lane = random.below(16) as u8,
        2 => kind.words = random.below(kind.next.least_words() as u64) as usize,
        3 => kind.words = port.longest_words(0) + 1 + random.below(4) as usize,
        4 => wish.bad = true,
        5 | 6 => kind.damage = Damage::Flipped(random.below(8 * whole as u64) as usize),
        which => {
            let near = (beats(kind.words, width) * width) as u64;
            let (whole, width) = (whole as u64, width as u64);
            let [any, beyond, short] =
                [2 * near, 3 * width, width].map(|limit| 1 + random.below(limit));
            let bytes = one_of(random, &[any, whole + 1, whole - 1, near + beyond, short]);
            let bytes = bytes as usize;
            kind.damage =
                if which == 7 { Damage::Bytes(bytes) } else { Damage::BytesAndVcrc(bytes) };
        }
    }
    kind.words = kind.words.min(lrh::MOST_WORDS);
    wish
}
