//! The Ethernet switch: each cycle as its page has it, registers, lint, and equality of Verilog and
//! kernel.

mod reference;

use self::reference::{Beat, Reference};
use super::endpoints::with_large_stack;
use tailback_harness::blocks::{alike_if, clean, cycle, design, offers_write, reset};
use tailback_hdl::efl::EthernetSwitch;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::switch::{address, EthernetSwitch as Config};

/// Ports, longest frame, buffer and MAC table.
type Size = (u32, u32, u32, u32);

const SIZES: [Size; 6] = [
    (2, 60, 2048, 16),
    (4, 200, 2048, 32),
    (5, 100, 2300, 16),
    (3, 1514, 4096, 256),
    (16, 120, 4096, 16),
    (2, 2000, 1 << 16, 4096),
];

fn config((ports, frame, buffer, addresses): Size) -> Config {
    Config::new(ports, frame, buffer, addresses).expect("a switch that is possible")
}

fn of_sizes(sizes: &[Size]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(EthernetSwitch::new(&config(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    with_large_stack(|| clean(of_sizes(&SIZES)));
}

#[test]
fn the_verilog_is_the_kernel() {
    with_large_stack(alike);
}

fn alike() {
    let mut sizes = SIZES[..4].to_vec();
    sizes[3].3 = 16;
    let places: Vec<u32> = (0..0x18).chain(0x400..0x460).step_by(4).collect();
    alike_if(of_sizes(&sizes), |_, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        "rx_tlast" => value[0] &= u32::from(cycle % 12 > 9),
        "rx_tuser" => value[0] &= u32::from(cycle % 30 == 0),
        "rx_tvalid" | "m_tready" => value[0] |= u32::from(cycle % 4 > 0) * 0xFF,
        // Destinations with an entry, that of port 0 or 1.
        "rx_tdata" if cycle % 2 == 0 => {
            value.chunks_mut(2).for_each(|beat| (beat[0], beat[1]) = (0, beat[1] & 0x100));
        }
        "s_axil_awaddr" => value[0] = if cycle % 64 < 32 { 0x10 } else { 0x14 },
        "s_axil_wdata" => {
            value[0] = if cycle % 64 < 32 { value[0] & 1 } else { 1 << 31 | value[0] & 0x1_0000 };
        }
        "s_axil_wstrb" => value[0] = 15,
        "s_axil_araddr" => value[0] = places[value[0] as usize % places.len()],
        _ => (),
    });
}

#[test]
fn switch_text() {
    with_large_stack(texts);
}

fn texts() {
    for module in design(&EthernetSwitch::new(&config(SIZES[1]))).modules {
        insta::assert_snapshot!(module.name.trim_start_matches("tailback_"), module.text);
    }
}

/// The switch, and its page.
struct Bench {
    block: Box<EthernetSwitch>,
    config: Config,
    reference: Reference,
}

impl Bench {
    fn new(size: Size) -> Self {
        let config = config(size);
        let block = Box::new(reset(EthernetSwitch::new(&config)));
        let mut bench = Bench { block, config, reference: Reference::new(config) };
        for _ in 0..config.addresses() {
            assert_eq!(bench.idle(&[], ["ready"]), [0]);
        }
        assert_eq!(bench.idle(&[], ["ready"]), [1]);
        bench
    }

    /// A cycle without a frame.
    fn idle<const N: usize>(&mut self, inputs: &[(&str, u128)], outputs: [&str; N]) -> [u128; N] {
        self.reference.cycle(&vec![None; self.config.ports()], 0);
        cycle(&mut *self.block, inputs, outputs)
    }

    fn write(&mut self, address: u32, data: u32) -> bool {
        let inputs = offers_write(address, data);
        while self.idle(&inputs, ["s_axil_awready"]) != [1] {}
        loop {
            let outputs = ["s_axil_bvalid", "s_axil_bresp"];
            if let [1, response] = self.idle(&[("s_axil_bready", 1)], outputs) {
                return response == 0;
            }
        }
    }

    fn read(&mut self, address: u32) -> Option<u32> {
        let inputs = [("s_axil_arvalid", 1), ("s_axil_araddr", address.into())];
        while self.idle(&inputs, ["s_axil_arready"]) != [1] {}
        loop {
            let outputs = ["s_axil_rvalid", "s_axil_rdata", "s_axil_rresp"];
            if let [1, data, response] = self.idle(&[("s_axil_rready", 1)], outputs) {
                return (response == 0).then_some(data as u32);
            }
        }
    }

    /// Writes an entry of the MAC table.
    fn enter(&mut self, destination: u64, port: u32) {
        assert!(self.write(address::ENTRY_LOW, destination as u32));
        assert!(self.write(address::ENTRY_HIGH, 1 << 31 | port << 16 | (destination >> 32) as u32));
        self.reference.entries.insert(destination, port as usize);
    }

    /// A cycle with these beats and these `m_tready`, one bit per port; compares all outputs.
    fn beats(&mut self, beats: &[Option<Beat>], ready: u128, about: &str) {
        let expected = self.reference.cycle(beats, ready);
        let pack = |bits: usize, value: &dyn Fn(&Beat) -> u128| {
            let words = beats.iter().rev().map(|beat| beat.as_ref().map_or(0, value));
            words.fold(0_u128, |sum, word| sum << bits | word)
        };
        // All data does not fit into one number.
        let inputs = [
            ("rx_tvalid", pack(1, &|_| 1)),
            ("rx_tlast", pack(1, &|beat| beat.last.into())),
            ("rx_tuser", pack(1, &|beat| beat.bad.into())),
            ("rx_tkeep", pack(8, &|beat| beat.keep.into())),
            ("m_tready", ready),
        ];
        let words: Vec<u64> =
            beats.iter().map(|beat| beat.as_ref().map_or(0, |beat| beat.data)).collect();
        let found = reference::drive_and_read(&mut self.block, &inputs, &words);
        assert_eq!(found, expected, "{about}");
    }

    /// Compares all counters.
    fn count(&mut self) {
        for port in 0..self.config.ports() {
            let first = address::COUNTERS + address::COUNTERS_STRIDE * port as u32;
            let found: Vec<u32> =
                (0..8).map(|number| self.read(first + 4 * number).expect("a counter")).collect();
            assert_eq!(found, self.reference.counters(port), "port {port}");
        }
    }
}

/// Address of a port in the tests, with an index of its own in the smallest table.
fn mac(port: u32) -> u64 {
    0x0212_3456_7800 | u64::from(port)
}

/// Random frames of all kinds; every output and counter is that of the page.
fn run(size: Size, seed: u64, cycles: usize) {
    let mut random = Random::new(seed);
    let mut bench = Bench::new(size);
    let ports = bench.config.ports();
    for port in 0..size.0.min(15) {
        bench.enter(mac(port), port);
    }
    let mut frames: Vec<(Vec<u8>, usize, bool)> = vec![(vec![], 0, false); ports];
    let (mut popular, mut speed, mut kind, mut rest) = (0, 1, 0, 3);
    for now in 0..cycles {
        if now % 300 == 0 {
            popular = random.below(ports);
            speed = [1, 1, 2, 12][random.below(4)];
            kind = random.below(4);
            rest = [1, 3, 16][random.below(3)];
        }
        let mut beats = Vec::new();
        for (port, (frame, at, bad)) in frames.iter_mut().enumerate() {
            if *at >= frame.len() {
                if random.below(rest) > 0 {
                    beats.push(None);
                    continue;
                }
                let most = size.1 as usize;
                let length = match (kind, random.below(12)) {
                    (_, 0) => 1 + random.below(most + 30),
                    (0, _) => 60 + random.below((most - 59).min(8)),
                    (1, _) => most - random.below((most - 59).min(9)),
                    _ => 60 + random.below(most - 59),
                };
                let to = if random.below(3) > 0 { popular } else { random.below(ports + 1) };
                let to = if to == port && random.below(8) > 0 { (to + 1) % ports } else { to };
                *frame = (0..length).map(|_| random.below(256) as u8).collect();
                for (byte, own) in frame.iter_mut().zip(&mac(to as u32).to_be_bytes()[2..]) {
                    *byte = *own;
                }
                if random.below(30) == 0 && length > 3 {
                    frame[2] ^= 4;
                }
                (*at, *bad) = (0, random.below(40) == 0);
            }
            let end = frame.len().min(*at + 8);
            let mut data = [0; 8];
            data[..end - *at].copy_from_slice(&frame[*at..end]);
            let last = end == frame.len();
            // Bytes behind the last one are ignored, and so is `keep` in other beats.
            let mut keep = (1_u16 << (end - *at)) as u8;
            keep = if end - *at == 8 { 0xFF } else { keep - 1 };
            if !last {
                keep = random.below(256) as u8;
            } else if end - *at < 7 {
                data[end - *at + 1] = 0xEE;
                keep |= (random.below(2) as u8) << (end - *at + 1);
            }
            beats.push(Some(Beat {
                data: u64::from_le_bytes(data),
                keep,
                last,
                bad: last && *bad,
            }));
            *at = end;
        }
        let ready = (0..ports).map(|port| u128::from(random.below(speed) == 0) << port).sum();
        bench.beats(&beats, ready, &format!("{size:?}, cycle {now}"));
    }
    for now in 0..3000 {
        bench.beats(
            &vec![None; ports],
            u128::MAX >> (128 - ports),
            &format!("{size:?}, at end {now}"),
        );
    }
    bench.count();
    bench.reference.assert_all_kinds(size.1 > 60);
}

#[test]
fn every_cycle_is_that_of_the_page() {
    with_large_stack(|| {
        run(SIZES[0], 1, 3000);
        run(SIZES[1], 2, 4000);
        run(SIZES[2], 3, 3000);
    });
}

#[test]
fn every_cycle_of_long_frames_and_many_ports_is_that_of_the_page() {
    with_large_stack(|| {
        run(SIZES[3], 4, 3000);
        run(SIZES[4], 5, 1500);
    });
}

#[test]
fn registers_are_those_of_the_page() {
    with_large_stack(|| {
        let mut bench = Bench::new(SIZES[2]);
        assert_eq!(bench.read(address::IDENTIFICATION), Some(u32::from_be_bytes(*b"TLBE")));
        assert_eq!(bench.read(address::VERSION), Some(1 << 16));
        assert_eq!(bench.read(address::CAPABILITIES), Some(16 << 16 | 5));
        assert_eq!(bench.read(address::BUFFER), Some(2300));
        assert!(bench.write(address::ENTRY_LOW, 0x89AB_CDEF));
        assert_eq!(bench.read(address::ENTRY_LOW), Some(0x89AB_CDEF));
        assert!(bench.write(address::ENTRY_HIGH, 0x8004_4567));
        assert_eq!(bench.read(address::ENTRY_HIGH), Some(0x8004_4567));
        // There is no port 5, and none with a higher bit.
        assert!(!bench.write(address::ENTRY_HIGH, 0x8005_0000));
        assert!(!bench.write(address::ENTRY_HIGH, 0x8080_0000));
        assert_eq!(bench.read(address::ENTRY_HIGH), Some(0x8004_4567));
        // Bits outside fields are lost.
        assert!(bench.write(address::ENTRY_HIGH, 0x7F01_0002));
        assert_eq!(bench.read(address::ENTRY_HIGH), Some(0x0001_0002));
        assert!(!bench.write(address::BUFFER, 1) && !bench.write(address::COUNTERS, 1));
        for nothing in [0x18, 0x3FC, 0x400 + 5 * 0x20, 0x600, 0x7FC] {
            assert_eq!(bench.read(nothing), None, "{nothing:x}");
        }
        assert_eq!(bench.read(0x400 + 4 * 0x20 + 0x1C), Some(0));
    });
}

#[test]
fn a_look_up_includes_writes_up_to_the_cycle_before() {
    with_large_stack(|| {
        let destination = mac(1).to_be_bytes();
        let mut first = [0; 8];
        first[..6].copy_from_slice(&destination[2..]);
        // The write is done two cycles after it begins; the first beat is in the register one cycle
        // after it is received.
        for (received, known) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1)] {
            let mut bench = Bench::new(SIZES[1]);
            bench.write(address::ENTRY_LOW, mac(1) as u32);
            let high = 1 << 31 | 1 << 16 | (mac(1) >> 32) as u32;
            for now in 0..30 {
                let mut inputs = vec![("m_tready", 15), ("s_axil_bready", 1)];
                if now < 2 {
                    inputs.extend(offers_write(address::ENTRY_HIGH, high));
                }
                if (received..received + 8).contains(&now) {
                    let last = now == received + 7;
                    let data = if now == received { u64::from_le_bytes(first) } else { 0 };
                    inputs.extend([
                        ("rx_tvalid", 1),
                        ("rx_tdata", data.into()),
                        ("rx_tkeep", 0xFF),
                        ("rx_tlast", last.into()),
                    ]);
                }
                cycle(&mut *bench.block, &inputs, []);
            }
            assert_eq!(bench.read(address::COUNTERS), Some(known), "{received}");
            assert_eq!(bench.read(address::COUNTERS + 12), Some(1 - known));
        }
    });
}
