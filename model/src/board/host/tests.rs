//! Hosts alone, and in a fabric of golden models.

mod nic;
mod run;

use self::{nic::Nic, run::Run};
use super::*;
use crate::fabric::TwinRun;
use tailback_spec::{
    board::{host::address, Board},
    fabric::Fabric,
    scenario::Scenario,
};

const ONE_FLOW: &str = include_str!("../../../../examples/fabrics/one-flow.toml");
const BAUD: u32 = 115_200;

/// Three flows of a host in a small fabric with another one: both greedy and fixed-rate ones.
const SEVERAL: &str = r#"
name = "several"
about = "Two hosts with several flows to one sink"
switches = ["S"]

[configuration]
preset = "santos-2003"
switch.ports = 4
switch.max_packet_bytes = 260
nic.flows = 8

[hosts.first]
switch = "S"

[hosts.second]
switch = "S"

[hosts.sink]
switch = "S"

[flows.greedy]
from = "first"
to = "sink"
start_us = 3
stop_us = 40

[flows.back]
from = "sink"
to = "first"
traffic = "fixed-rate"
rate = 0.02

[flows.slow]
from = "first"
to = "sink"
traffic = "fixed-rate"
rate = 0.1
start_us = 1

[flows.fast]
from = "first"
to = "second"
traffic = "fixed-rate"
rate = 0.6

[flows.other]
from = "second"
to = "sink"
stop_us = 60

[run]
duration_ms = 0.2
window = 4

[measure]
from_ms = 0.0
to_ms = 0.2
"#;

fn board(source: &str, overrides: &[&str]) -> Board {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let scenario = Scenario::from_toml(source, &overrides).unwrap_or_else(|why| panic!("{why:?}"));
    Board::new(&Fabric::new(&scenario).expect("possible"), BAUD).expect("possible")
}

fn host(width_bytes: u32, packet_words: u32, flows: u32) -> BoardHost {
    BoardHost::new(&spec::BoardHost::new(width_bytes, packet_words, flows, 16).expect("in range"))
}

#[test]
fn the_packets_are_those_of_the_fabric() {
    for width in ["64", "128", "256", "512"] {
        for bytes in ["64", "66", "200", "256"] {
            let set = [
                format!("configuration.datapath.width_bits={width}"),
                format!("run.packet_bytes={bytes}"),
            ];
            let board = board(SEVERAL, &set.each_ref().map(String::as_str));
            let mut nic = Nic::new(board.host());
            board.writes(0, 1000).iter().for_each(|write| nic.write(write.address, write.data));
            let connections = board.fabric().connections(0);
            let mut numbers = vec![0; connections.len()];
            for _ in 0..200 {
                let (number, packet) = nic.packet();
                let expected = board.fabric().packet(connections[number].flow, numbers[number]);
                assert_eq!(packet, expected, "{set:?}, {number}, {numbers:?}");
                numbers[number] += 1;
            }
            assert_eq!(numbers.iter().filter(|packets| **packets > 10).count(), 3, "{numbers:?}");
        }
    }
}

#[test]
fn the_checksums_follow_from_those_of_the_registers_with_any_psn() {
    let board = board(ONE_FLOW, &[]);
    let changes = Changes::new(&board.host());
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let sums = |psn: u32| {
        let packet = board.fabric().packet(0, psn.into());
        let (rest, vcrc) = packet.split_at(packet.len() - 2);
        (word(&rest[rest.len() - 4..]), word(vcrc) as u16)
    };
    let (icrc, vcrc) = sums(0);
    let settings = flow::Settings { icrc, vcrc, ..Default::default() };
    for psn in (0..24).map(|bit| 1 << bit).chain([3, 0x00FF_FFFF, 0x0012_3456]) {
        assert_eq!(changes.checksums(&settings, psn), sums(psn), "{psn}");
    }
    // Wrong registers stay wrong in the same bits.
    let wrong = flow::Settings { icrc: icrc ^ 0x8000_0001, vcrc: !vcrc, ..settings };
    let (icrc, vcrc) = changes.checksums(&wrong, 77);
    assert_eq!((icrc ^ 0x8000_0001, !vcrc), sums(77));
}

#[test]
fn registers_can_be_read_and_written_as_a_whole() {
    let mut nic = Nic::new(spec::BoardHost::new(8, 65, 3, 16).expect("in range"));
    assert_eq!(nic.read(address::IDENTIFICATION), Some(0x544C_4248));
    assert_eq!(nic.read(address::CAPABILITIES), Some(65 << 16 | 3));
    for flow in 0..3 {
        for offset in (0..0x2C).step_by(4) {
            let address = flow * address::FLOW_STRIDE + offset;
            assert_eq!(nic.read(address), Some(0), "{address:#x}");
            assert!(nic.try_write(address, u32::MAX - address, 0xF));
            let mask = match offset {
                address::VCRC => 0xFFFF,
                address::NUMBER => 0xF,
                _ => u32::MAX,
            };
            assert_eq!(nic.read(address), Some((u32::MAX - address) & mask), "{address:#x}");
            assert!(!nic.try_write(address, 0, 0x7));
            assert_eq!(nic.read(address), Some((u32::MAX - address) & mask), "{address:#x}");
        }
    }
    for flow in 0..3 {
        let sent = flow * address::FLOW_STRIDE + address::SENT;
        assert_eq!(nic.read(sent), Some(0));
        assert!(!nic.try_write(sent, 1, 0xF));
        for offset in [0x30, 0x34, 0x3C] {
            assert_eq!(nic.read(flow * address::FLOW_STRIDE + offset), None);
            assert!(!nic.try_write(flow * address::FLOW_STRIDE + offset, 1, 0xF));
        }
    }
    for address in [0xC0, 0xC4, 0x1C0, 0x1FC, 0x210, 0x300, 0x3FC] {
        assert_eq!(nic.read(address), None, "{address:#x}");
        assert!(!nic.try_write(address, 1, 0xF), "{address:#x}");
    }
    for address in [0x200, 0x204, 0x208, 0x20C] {
        assert!(!nic.try_write(address, 1, 0xF), "{address:#x}");
    }
}

/// Cycles with doorbells, declines and first beats of a host with one flow, whose START, STOP and INTERVAL are
/// these. The NIC grants a packet ten cycles after it knows of it.
fn trace(settings: [u32; 3]) -> [Vec<u64>; 3] {
    const CYCLES: u64 = 100;
    let mut model = host(64, 16, 1);
    let [start, stop, interval] = settings;
    model.flows[0].settings =
        flow::Settings { start, stop, interval, number: 5, ..Default::default() };
    let mut inputs = BoardHostInputs::default();
    inputs.m_axis.tready = true;
    inputs.m_doorbell.tready = true;
    inputs.m_decline.tready = true;
    inputs.s_grant.tdata = 5;
    let [mut rings, mut declines, mut begins] = <[Vec<u64>; 3]>::default();
    let mut granted = None;
    for cycle in 0..CYCLES {
        inputs.cycle = cycle;
        inputs.s_grant.tvalid = granted == Some(cycle);
        let outputs = model.cycle(&inputs);
        let (beat, ring, decline) = (outputs.m_axis, outputs.m_doorbell, outputs.m_decline);
        assert!([&ring, &decline]
            .iter()
            .all(|message| message.tdata == if message.tvalid { 5 } else { 0 }));
        rings.extend(ring.tvalid.then_some(cycle));
        declines.extend(decline.tvalid.then_some(cycle));
        begins.extend((beat.tvalid && !beat.tlast).then_some(cycle));
        if ring.tvalid || beat.tuser {
            granted = Some(cycle + 10);
        }
    }
    [rings, declines, begins]
}

#[test]
fn a_flow_rings_begins_and_stops_at_its_times() {
    // The doorbell is there in cycle START, and a packet begins in the cycle after its grant.
    let [rings, declines, begins] = trace([20, 60, 0]);
    assert_eq!(rings, [20]);
    assert_eq!(begins, [31, 42, 53]);
    // The NIC knows of a packet which there is none of any more.
    assert_eq!(declines, [64]);
    // The first packet of a fixed rate has no further one behind it.
    let [rings, declines, begins] = trace([20, 60, 15]);
    assert_eq!(rings, [20, 46]);
    assert_eq!((begins, declines), (vec![31, 57], vec![]));
    // A flow that is late has a further packet.
    let [rings, _, begins] = trace([20, 90, 7]);
    assert_eq!((rings, begins), (vec![20, 38], vec![31, 49, 60, 71, 82]));
    // A flow that stops before it starts never begins.
    assert!(trace([20, 20, 0]).iter().all(Vec::is_empty));
}

#[test]
fn the_last_cycle_that_is_counted_is_behind_every_stop() {
    let mut model = host(64, 16, 1);
    model.flows[0].settings.stop = u32::MAX;
    let mut inputs = BoardHostInputs { cycle: u32::MAX.into(), ..Default::default() };
    assert!(!model.cycle(&inputs).m_doorbell.tvalid);
    assert!(!model.cycle(&inputs).m_doorbell.tvalid);
    inputs.cycle -= 2;
    model.cycle(&inputs);
    assert!(model.cycle(&inputs).m_doorbell.tvalid);
}

#[test]
fn packets_from_the_link_are_counted_and_bad_ones_too() {
    let mut nic = Nic::new(spec::BoardHost::new(8, 16, 1, 4).expect("in range"));
    for beat in 0..8 {
        nic.inputs.arrived_valid = beat & 1 != 0;
        nic.inputs.arrived_last = beat & 2 != 0;
        nic.inputs.arrived_bad = beat & 4 != 0;
        nic.cycle();
    }
    nic.inputs.arrived_valid = false;
    assert_eq!(nic.read(address::RECEIVED), Some(2));
    assert_eq!(nic.read(address::BAD), Some(1));
}

#[test]
fn a_fabric_with_these_hosts_has_the_same_packets_and_counters_as_one_with_those_of_software() {
    const CYCLES: u64 = 20_000;
    let mut marked = 0;
    for set in [
        &["run.window=4"][..],
        &["run.window=1", "flows.fast.rate=0.9"],
        &["run.window=8", "flows.slow.rate=0.37", "flows.greedy.stop_us=200"],
        &["configuration.datapath.width_bits=256", "flows.back.rate=1.0"],
        &["configuration.datapath.width_bits=512", "run.packet_bytes=64"],
        &["configuration.nic.flows=64", "run.packet_bytes=201"],
    ] {
        let board = board(SEVERAL, set);
        let fabric = board.fabric();
        let asked = run::counters(fabric);
        assert!(asked.iter().all(|addresses| addresses.len() > 10));
        let mut software = TwinRun::reading(fabric, CYCLES, asked.clone());
        while !software.surroundings().is_done() {
            software.cycle();
        }
        let mut hardware = Run::new(&board, CYCLES, asked);
        while !hardware.is_done() {
            hardware.cycle();
        }
        let expected = software.surroundings();
        assert_eq!(hardware.counters(), expected.read(), "{set:?}");
        assert_eq!(hardware.begun, expected.begun(), "{set:?}");
        assert!(hardware.begun.iter().all(|packets| *packets > 10), "{:?}", hardware.begun);
        assert_eq!(hardware.received, expected.received(), "{set:?}");
        let log = software.into_monitor().into_log();
        marked += log.iter().filter(|record| record.marked).count();
        assert_eq!(hardware.into_log(), log, "{set:?}");
    }
    assert!(marked > 10, "{marked}");
}
