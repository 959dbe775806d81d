//! The ingress of a port: packet bytes of the specification, and equality of Verilog and kernel at
//! every size.

use crate::support::ports::{packet, port, word, Bench, FEW, GLOBAL, LOCAL, SIZES};
use tailback_harness::blocks::{alike, clean};
use tailback_hdl::switch::Ingress;
use tailback_hdl::Bits;
use tailback_kernels::Kernel;
use tailback_spec::switch::ingress::Cause;
use tailback_spec::switch::port::{beats, Port};

fn blocks(sizes: &[[u32; 5]]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(Ingress::new(&port(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(blocks(&SIZES));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(blocks(&FEW));
}

#[test]
fn ingress_text() {
    reviewed!("ingress", &Ingress::new(&port(SIZES[0])));
}

fn bit(value: bool) -> Bits {
    Bits::from(value)
}

/// Numeric outputs.
const NUMBERS: [&str; 15] = [
    "destination",
    "write",
    "write_first",
    "write_last",
    "write_bad",
    "write_queue",
    "write_blocks",
    "write_beats",
    "take",
    "take_lane",
    "received",
    "accepted",
    "accepted_lane",
    "accepted_blocks",
    "drops",
];

/// Outcome of a packet.
#[derive(Debug, Default, PartialEq)]
struct Found {
    queue: usize,
    /// Blocks and beats by the header.
    size: [usize; 2],
    words: Vec<Bits>,
    lasts: usize,
    bads: usize,
    /// VL of each block that is taken.
    takes: Vec<usize>,
    received: usize,
    accepted: Option<(usize, usize)>,
    drops: Vec<usize>,
}

/// Inputs besides the packet, and the received part of the packet.
#[derive(Clone)]
struct Surroundings {
    known: bool,
    free: u128,
    rx_bad: bool,
}

const GOOD: Surroundings = Surroundings { known: true, free: 40, rx_bad: false };

/// Output port of all packets.
const OUTPUT: usize = 1;

fn receive(ingress: &mut Bench<Ingress>, port: &Port, packet: &[u8], with: &Surroundings) -> Found {
    let width = port.width_bytes();
    let free_bits = port.buffer().free_bits();
    let free = (0..port.lanes()).fold(Bits::new(port.lanes() * free_bits, 0), |all, lane| {
        let width = all.width();
        all | (Bits::new(free_bits, with.free).resize(width) << (lane * free_bits))
    });
    let mut found = Found::default();
    // Reports about a beat follow one cycle later, together with the lookup result of its
    // destination.
    let beats = packet.chunks(width).map(Some).chain([None]);
    let mut before: Option<Bits> = None;
    for (number, bytes) in beats.enumerate() {
        let whole = bytes.map(|bytes| word(bytes, width));
        let last = (number + 1) * width >= packet.len();
        // In the last beat, bytes above a gap in `rx_keep` do not count.
        let hole = bytes.map_or(width, |bytes| bytes.len() + 1);
        let shown = whole.clone().unwrap_or_else(|| Bits::new(9 * width, 0));
        let mut keep = shown.clone() >> (8 * width);
        if last && hole < width {
            keep = keep.replace_bit(hole, true);
        }
        let inputs = [
            ("rx_valid", bit(whole.is_some())),
            ("rx_data", shown.resize(8 * width)),
            ("rx_keep", keep),
            ("rx_last", bit(last)),
            ("rx_bad", bit(last && with.rx_bad)),
            ("known", bit(with.known)),
            ("port", Bits::new(port.port_bits(), OUTPUT as u128)),
            ("free", free.clone()),
        ];
        let output = ingress.cycle(&inputs);
        let value = |name: &str| {
            assert!(NUMBERS.contains(&name));
            output(name).index()
        };
        if number == 0 {
            assert_eq!(value("destination"), 0xABCD);
        }
        let size = [value("write_blocks"), value("write_beats")];
        if value("write_first") == 1 {
            found.size = size;
        } else {
            assert_eq!(size, [0, 0]);
        }
        if value("write") == 1 {
            assert_eq!(value("write_first"), usize::from(number == 1));
            found.words.push(output("write_word"));
            assert_eq!(Some(output("write_word")), before);
            found.queue += value("write_queue");
            found.lasts += value("write_last");
            found.bads += value("write_bad");
        }
        if value("take") == 1 {
            assert_eq!(value("write"), 1);
            found.takes.push(value("take_lane"));
        }
        found.received += value("received");
        if value("accepted") == 1 {
            found.accepted = Some((value("accepted_lane"), value("accepted_blocks")));
        }
        found.drops.extend((0..Cause::ALL.len()).filter(|at| output("drops").get_bit(*at)));
        before = whole;
    }
    found
}

/// Expected outcome of a good packet of the first virtual lane.
fn good(port: &Port, packet: &[u8]) -> Found {
    let words = packet.chunks(port.width_bytes()).map(|bytes| word(bytes, port.width_bytes()));
    let blocks = packet.len().div_ceil(64);
    let length = usize::from(u16::from_be_bytes([packet[4], packet[5]]));
    Found {
        queue: OUTPUT * port.lanes(),
        size: [length / 16 + 1, beats(length, port.width_bytes())],
        words: words.collect(),
        lasts: 1,
        bads: 0,
        takes: vec![0; blocks],
        received: blocks,
        accepted: Some((0, blocks)),
        drops: Vec::new(),
    }
}

/// Expected outcome of the same packet when bad for this cause, which its last beat reports.
fn bad(port: &Port, packet: &[u8], cause: Cause) -> Found {
    let good = good(port, packet);
    let drops = vec![Cause::ALL.iter().position(|other| *other == cause).expect("a cause")];
    match good.words.len() {
        1 => dropped(good.received, cause),
        _ => Found { bads: 1, accepted: None, drops, ..good },
    }
}

/// Expected outcome of a packet that is not written.
fn dropped(received: usize, cause: Cause) -> Found {
    let drops = vec![Cause::ALL.iter().position(|other| *other == cause).expect("a cause")];
    Found { received, drops, ..Found::default() }
}

/// A module of each width, and its parameters.
fn each_width() -> impl Iterator<Item = (Port, Bench<Ingress>)> {
    [SIZES[0], SIZES[4], SIZES[6], SIZES[7]].into_iter().map(|size| {
        let port = port(size);
        (port, Bench::new(Ingress::new(&port)))
    })
}

#[test]
fn a_good_packet_is_accepted_and_one_with_a_flipped_bit_is_not() {
    for (port, mut ingress) in each_width() {
        for words in [6, 7, 8, 13, 16, 31, 40] {
            let packet = packet(words, LOCAL, 0, 0xABCD);
            let found = receive(&mut ingress, &port, &packet, &GOOD);
            assert_eq!(found, good(&port, &packet), "{words}");
            // Damage in the header has more effects than a bad VCRC.
            for at in (8..packet.len()).step_by(7).chain([packet.len() - 1]) {
                let mut damaged = packet.clone();
                damaged[at] ^= 1 << (at % 8);
                let found = receive(&mut ingress, &port, &damaged, &GOOD);
                assert_eq!(found, bad(&port, &damaged, Cause::BadVcrc), "{words}, {at}");
            }
            let known_bad = Surroundings { rx_bad: true, ..GOOD };
            let found = receive(&mut ingress, &port, &packet, &known_bad);
            assert_eq!(found, bad(&port, &packet, Cause::BadVcrc), "{words}");
        }
    }
}

#[test]
fn a_packet_of_another_length_than_it_says_is_bad() {
    for (port, mut ingress) in each_width() {
        let width = port.width_bytes();
        for words in [16, 17, 31] {
            let packet = packet(words, LOCAL, 0, 0xABCD);
            for length in (8..packet.len()).step_by(3).chain([packet.len() - 1]) {
                let short = &packet[..length];
                let found = receive(&mut ingress, &port, short, &GOOD);
                assert_eq!(found, bad(&port, short, Cause::Truncated), "{words}, {length}");
            }
            for more in [1, 2, 3, width - 2, width, width + 1] {
                let mut long = packet.clone();
                long.resize(packet.len() + more, 0x55);
                let found = receive(&mut ingress, &port, &long, &GOOD);
                // The packet is written up to the beat in which it should end.
                let beats = packet.len().div_ceil(width);
                let written = &long[..long.len().min(beats * width)];
                let blocks = long.len().div_ceil(64);
                let expected = Found { received: blocks, ..bad(&port, written, Cause::BadLength) };
                assert_eq!(found, expected, "{words}, {more}");
            }
        }
    }
}

#[test]
fn the_header_shows_causes_in_order() {
    for (port, mut ingress) in each_width() {
        let mut now =
            |packet: &[u8], with: &Surroundings| receive(&mut ingress, &port, packet, with);
        let longest = port.longest_words(0);
        let nothing = Surroundings { known: false, free: 0, rx_bad: true };
        let mut old = packet(20, LOCAL, 0, 0xABCD);
        old[0] |= 1;
        assert_eq!(now(&old, &nothing), dropped(2, Cause::BadVersion));
        let other_lane = packet(20, LOCAL, 14, 0xABCD);
        assert_eq!(now(&other_lane, &nothing), dropped(0, Cause::BadVirtualLane));
        for (next, least) in [(0, 3), (1, 12), (LOCAL, 6), (GLOBAL, 16)] {
            let mut short = packet(least, next, 0, 0xABCD);
            assert_eq!(now(&short, &GOOD), good(&port, &short));
            short[5] -= 1;
            assert_eq!(now(&short, &nothing), dropped(short.len().div_ceil(64), Cause::BadLength));
        }
        let long = packet(longest, LOCAL, 0, 0xABCD);
        assert_eq!(now(&long, &GOOD), good(&port, &long));
        let blocks = long.len().div_ceil(64);
        let nowhere = Surroundings { known: false, ..GOOD };
        assert_eq!(now(&long, &nowhere), dropped(blocks, Cause::UnknownDestination));
        assert_eq!(now(&long, &nothing), dropped(0, Cause::NoRoom));
        let crowded = Surroundings { free: blocks as u128 - 1, ..GOOD };
        assert_eq!(now(&long, &crowded), dropped(0, Cause::NoRoom));
        let longer = packet(longest + 1, LOCAL, 0, 0xABCD);
        assert_eq!(now(&longer, &GOOD), dropped(longer.len().div_ceil(64), Cause::BadLength));
        let management = packet(31, LOCAL, 15, 0xABCD);
        let crowded = Surroundings { free: 1, ..GOOD };
        assert_eq!(now(&management, &crowded), dropped(0, Cause::NoManagementRoom));
        let lane = port.virtual_lanes();
        let expected = Found {
            queue: OUTPUT * port.lanes() + lane,
            takes: vec![lane; 2],
            received: 0,
            accepted: Some((lane, 2)),
            ..good(&port, &management)
        };
        assert_eq!(now(&management, &GOOD), expected);
    }
}

#[test]
fn flow_control_passes_by_the_packet_that_it_interrupts() {
    let port = port(SIZES[0]);
    let mut ingress = Bench::new(Ingress::new(&port));
    let packet = packet(20, LOCAL, 0, 0xABCD);
    let beats = packet.len().div_ceil(8);
    for (number, bytes) in packet.chunks(8).enumerate() {
        let flow_control = |keep| {
            [
                ("rx_valid", bit(true)),
                ("rx_flow_control", bit(true)),
                ("rx_data", Bits::new(64, 0x8877_6655_4433_2211)),
                ("rx_keep", Bits::new(8, keep)),
                ("rx_last", bit(true)),
            ]
        };
        let whole = word(bytes, 8);
        let beat = [
            ("rx_valid", bit(true)),
            ("rx_data", whole.clone().resize(64)),
            ("rx_keep", whole >> 64),
            ("rx_last", bit(number + 1 == beats)),
            ("free", Bits::new(64, u128::from(u64::MAX))),
        ];
        // Each packet is reported one cycle later.
        let _ = ingress.cycle(&flow_control(0b1011_1111));
        let framed = ingress.cycle(&flow_control(0b0111_1111));
        assert_eq!(framed("flow_control_packet"), Bits::new(48, 0x1122_3344_5566));
        assert!(framed("flow_control").any() && !framed("bad_framing").any());
        let other = ingress.cycle(&beat);
        assert!(!other("flow_control").any() && other("bad_framing").any());
        assert!(!other("write").any() && !other("received").any());
        let output = ingress.cycle(&[("known", bit(true))]);
        assert!(output("write").any());
        assert_eq!(output("accepted").any(), number + 1 == beats);
    }
}
