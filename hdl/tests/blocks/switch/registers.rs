//! Counters and registers of the switch: the map, and equality of Verilog and kernel at every size.

use std::collections::BTreeMap;
use tailback_harness::blocks::{alike_if, clean, cycle, offers_write, reset};
use tailback_hdl::switch::{PortCounters, SwitchRegisters};
use tailback_hdl::{clock, settle, Bits, Hardware, Port};
use tailback_kernels::Kernel;
use tailback_spec::registers::{self, Access, Field};
use tailback_spec::switch::counters::count;
use tailback_spec::Config;

/// Returns the smallest configuration of the switch with some values replaced.
fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let preset = include_str!("../../../../examples/santos-2003.toml");
    Config::from_toml_with(preset, &overrides).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Ports, virtual lanes and bits of a beat.
const SIZES: [[usize; 3]; 4] = [[2, 1, 64], [3, 8, 512], [12, 1, 512], [36, 1, 64]];

fn sized([ports, virtual_lanes, width]: [usize; 3]) -> Config {
    config(&[
        &format!("switch.ports={ports}"),
        &format!("switch.virtual_lanes={virtual_lanes}"),
        &format!("datapath.width_bits={width}"),
        "marking.counter_bits=10",
    ])
}

fn every_size(make: impl Fn(&Config) -> Box<dyn Kernel>) -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| make(&sized(*size))).collect()
}

#[test]
fn counters_of_every_size_are_clean_and_alike() {
    let counters = || every_size(|config| Box::new(PortCounters::new(&config.port())));
    let counts = SIZES.map(|size| count(&sized(size).port()));
    clean(counters());
    alike_if(counters(), |design, cycle, input, value| match input {
        // A reset in the middle of a round does not clear a memory.
        "" => value[0] = 0,
        "index" => value[0] = (cycle % counts[design]) as u32,
        "clear" => value[0] = u32::from(cycle < counts[design]),
        _ => (),
    });
}

#[test]
fn an_event_of_reception_counts_at_slots_from_two_cycles_later_on() {
    let port = config(&["switch.ports=2"]).port();
    let count = count(&port);
    let mut block = reset(PortCounters::new(&port));
    let mut events = Vec::new();
    for now in 0..16 * count {
        // Runs of events of one counter, and two counters in turn.
        let (happens, counter) = (now % 7 != 3, [5, 8, 8, 5, 8, 5, 5, 5][now * 3 / 4 % 8]);
        let inputs = [
            ("index", (now % count) as u128),
            ("clear", u128::from(now < count)),
            ("received", u128::from(happens)),
            ("received_index", counter as u128),
        ];
        let [value] = cycle(&mut block, &inputs, ["value"]);
        if let Some(slot) = now.checked_sub(1) {
            let counts = |(at, of): &&(usize, usize)| at + 2 <= slot && *of == slot % count;
            let expected = events.iter().filter(counts).count();
            assert_eq!(value, expected as u128, "slot in cycle {slot}");
        }
        if happens && now >= count {
            events.push((now, counter));
        }
    }
    assert!(events.len() > 300);
}

/// Address and fields of each register, including the elements of arrays.
fn all_registers(config: &Config) -> BTreeMap<u32, Vec<Field>> {
    let map = registers::switch::map(config).expect("a map");
    let mut all = BTreeMap::new();
    for register in map.registers() {
        let mut addresses = vec![register.address];
        for repeat in &register.repeats {
            let elements = |first: &u32| {
                let first = *first;
                (0..repeat.count).map(move |element| first + element * repeat.stride)
            };
            addresses = addresses.iter().flat_map(elements).collect();
        }
        all.extend(addresses.into_iter().map(|address| (address, register.fields.to_vec())));
    }
    all
}

#[test]
fn registers_of_every_size_are_clean_and_alike() {
    let registers = || every_size(|config| Box::new(SwitchRegisters::new(&config.registers())));
    let addresses = SIZES.map(|size| all_registers(&sized(size)).into_keys().collect::<Vec<u32>>());
    clean(registers());
    alike_if(registers(), |design, cycle, input, value| match input {
        // Most addresses are valid, and most write strobes are high.
        "s_axil_awaddr" | "s_axil_araddr" if cycle % 8 > 0 => {
            value[0] = addresses[design][value[0] as usize % addresses[design].len()];
        }
        "s_axil_wstrb" if cycle % 8 > 0 => value[0] = 15,
        "clearing" => value[0] &= u32::from(cycle % 16 == 0),
        _ => (),
    });
}

/// AXI4-Lite write; returns true for an error response.
fn write(block: &mut SwitchRegisters, address: u32, data: u32) -> bool {
    let inputs = offers_write(address, data);
    for ready in [0, 1] {
        assert_eq!(cycle(block, &inputs, ["s_axil_awready", "s_axil_wready"]), [ready, ready]);
    }
    for _ in 2..4 {
        assert_eq!(cycle(block, &[], ["s_axil_awready", "s_axil_bvalid"]), [0, 0]);
    }
    let [valid, answer] = cycle(block, &[("s_axil_bready", 1)], ["s_axil_bvalid", "s_axil_bresp"]);
    assert_eq!(valid, 1);
    answer == 2
}

/// Inputs of the registers that show states of the switch.
const STATES: [&str; 8] = [
    "link_active",
    "initialised",
    "congested",
    "victim",
    "occupancy",
    "value",
    "read_valid",
    "read_port",
];

/// AXI4-Lite read with all states high; returns the data, and true for an error response.
fn read(block: &mut SwitchRegisters, address: u32) -> (u32, bool) {
    for (name, port) in block.ports() {
        let width = port.read().width();
        port.drive(Bits::from_words(
            width,
            &match &*name {
                "s_axil_arvalid" | "s_axil_rready" => vec![1],
                "s_axil_araddr" => vec![address.into()],
                name if STATES.contains(&name) => vec![u64::MAX; width.div_ceil(64)],
                _ => vec![0],
            },
        ));
    }
    for _ in 0..200 {
        settle(block).expect("a block that settles");
        clock(block, false);
        let said = block
            .s_axil
            .rvalid
            .val()
            .then(|| (block.s_axil.rdata.read(), block.s_axil.rresp.read()));
        if let Some((data, answer)) = said {
            block.s_axil.arvalid.drive(Bits::from(false));
            settle(block).expect("a block that settles");
            clock(block, false);
            return (data.index() as u32, answer == 2);
        }
    }
    panic!("no answer for {address:x}");
}

/// Checks every register against the map, with ones for all fields that hardware writes; all other
/// addresses must be empty.
fn as_the_map_says(config: &Config, places: impl Iterator<Item = u32>) {
    let known = all_registers(config);
    let mut block = reset(SwitchRegisters::new(&config.registers()));
    for place in places {
        let fields = known.get(&place).map_or(&[][..], Vec::as_slice);
        let mut expected = 0;
        for field in fields {
            let ones = (u64::MAX >> (64 - field.width)) as u32;
            expected |= field.reset.filter(|_| field.access == Access::Constant).unwrap_or(ones)
                << field.lsb;
        }
        let writable = fields.iter().any(|field| field.access == Access::ReadWrite);
        assert_eq!(write(&mut block, place, u32::MAX), !writable, "{place:x}");
        assert_eq!(read(&mut block, place), (expected, fields.is_empty()), "{place:x}");
    }
}

#[test]
fn every_register_is_as_the_map_says() {
    let small = config(&["switch.ports=2", "switch.forwarding_entries=64"]);
    let two_ports = 0x400 * 3;
    as_the_map_says(&small, (0..0x40).chain(0x1000..0x1000 + two_ports).step_by(4));
    as_the_map_says(&small, (0x1_0000..0x1_0140).step_by(4));
    let large = sized([36, 8, 64]);
    let last_port = 0x1000 + 35 * 0x400;
    as_the_map_says(&large, (0x20..0x2C).chain(last_port..last_port + 0x300).step_by(4));
}

#[test]
fn a_write_and_a_read_take_turns() {
    let small = config(&["switch.ports=2", "switch.forwarding_entries=64"]);
    let mut block = reset(SwitchRegisters::new(&small.registers()));
    let (mut accepted, mut answered) = (Vec::new(), Vec::new());
    for now in 0..24 {
        let inputs = [
            ("s_axil_awvalid", 1),
            ("s_axil_awaddr", 0x20),
            ("s_axil_wvalid", 1),
            ("s_axil_wdata", 1 + now),
            ("s_axil_wstrb", 15),
            ("s_axil_bready", 1),
            ("s_axil_arvalid", 1),
            ("s_axil_araddr", 0x20),
            ("s_axil_rready", 1),
        ];
        let outputs =
            ["s_axil_awready", "s_axil_arready", "s_axil_bvalid", "s_axil_rvalid", "s_axil_rdata"];
        let [writes, reads, written, read, data] = cycle(&mut block, &inputs, outputs);
        accepted.extend((writes == 1).then_some((now, 'w')));
        accepted.extend((reads == 1).then_some((now, 'r')));
        answered.extend((written == 1).then_some((now, 0)));
        answered.extend((read == 1).then_some((now, data)));
    }
    // The write is sampled in cycles 0, 9 and 18, and the read in cycles 4 and 13.
    assert_eq!(accepted, [(1, 'w'), (5, 'r'), (10, 'w'), (14, 'r'), (19, 'w'), (23, 'r')]);
    assert_eq!(answered, [(4, 0), (9, 1), (13, 0), (18, 10), (22, 0)]);
}

#[test]
fn a_port_follows_the_setting_of_the_switch_unless_its_own_is_valid() {
    let small = config(&["switch.ports=2", "switch.forwarding_entries=64"]);
    let mut block = reset(SwitchRegisters::new(&small.registers()));
    const SWITCH: u32 = 0x20;
    const PORT: [u32; 2] = [0x1000, 0x1400];
    const VALID: u32 = 1 << 31;
    let thresholds = |block: &mut SwitchRegisters| cycle(block, &[], ["threshold"]);
    assert_eq!(read(&mut block, PORT[0]), (0, false));
    assert!(!write(&mut block, SWITCH, 3 << 24));
    assert_eq!(thresholds(&mut block), [0x33]);
    assert!(!write(&mut block, PORT[1], VALID | 5 << 24));
    assert_eq!(thresholds(&mut block), [0x53]);
    assert!(!write(&mut block, SWITCH, 4 << 24));
    assert!(!write(&mut block, PORT[0], 7 << 24));
    assert_eq!(thresholds(&mut block), [0x54]);
    assert!(!write(&mut block, PORT[1], 6 << 24));
    assert_eq!(thresholds(&mut block), [0x44]);
    assert_eq!(read(&mut block, PORT[0]), (7 << 24, false));
    assert_eq!(read(&mut block, PORT[1]), (6 << 24, false));
    assert_eq!(read(&mut block, SWITCH), (4 << 24, false));
    clock(&mut block, true);
    for place in PORT.into_iter().chain([SWITCH]) {
        assert_eq!(read(&mut block, place), (0, false), "{place:x}");
    }
}
