//! The congestion control table: traces of the specification, and equality of Verilog and kernel at
//! every size.

use tailback_harness::blocks::{alike_if, clean, cycle, design, reset, text};
use tailback_harness::run;
use tailback_hdl::nic::congestion_table::{BecnSequence, DelayLookUp, LevelTimers, StateUpdate};
use tailback_hdl::nic::CongestionTable;
use tailback_kernels::Kernel;
use tailback_spec::nic::congestion_table::presets::{squared, Packets, GRAN};
use tailback_spec::nic::congestion_table::{clear_cycles, CctEntry, LOOK_UP_CYCLES};
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// Flows, entries, what is throttled, and clock in hertz.
const SIZES: [(u32, u32, Throttled, u64); 7] = [
    (1, 128, Throttled::Qp, 1_000_000),
    (2, 128, Throttled::Sl, 15_625_000),
    (3, 256, Throttled::Qp, 100_000_000),
    (64, 128, Throttled::Qp, 125_000_000),
    (100, 1024, Throttled::Sl, 322_265_625),
    (1000, 512, Throttled::Qp, 200_000_000),
    (4096, 1024, Throttled::Qp, 1_000_000_000),
];

fn nic((flows, cct_entries, throttled, clock_hz): (u32, u32, Throttled, u64)) -> Nic {
    let parameters = Parameters {
        flows,
        response: Response::Cct,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries,
        throttled,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 34,
        word_bytes: 64,
        clock_hz,
    };
    Nic::new(parameters).expect("a NIC that is possible")
}

fn tables() -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| Box::new(CongestionTable::new(&nic(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(tables());
}

#[test]
fn the_verilog_is_the_kernel() {
    // Clearing takes longer than the time between random resets.
    const RESETS: [usize; 2] = [0, 1700];
    alike_if(tables(), |_, cycle, port, words| {
        if port.is_empty() {
            words[0] = u32::from(RESETS.contains(&cycle));
        }
    });
}

/// Verilog of the computing parts, for 64 flows.
#[test]
fn congestion_table_text() {
    let nic = nic(SIZES[3]);
    reviewed!("update", &StateUpdate::new(&nic));
    reviewed!("look_up", &DelayLookUp::new(&nic));
    reviewed!("sequence", &BecnSequence::new(&nic));
    reviewed!("timers", &LevelTimers::new(&nic));
}

/// Returns Yosys' cell counts of a table for this number of flows, on ECP5.
fn cells(flows: u32) -> serde_json::Value {
    let place = tempfile::tempdir().expect("a temporary directory");
    let block = CongestionTable::new(&nic((flows, 128, Throttled::Qp, 125_000_000)));
    std::fs::write(place.path().join("table.v"), text(&block)).expect("a writable directory");
    let module = design(&block).top.module;
    let script = format!(
        "read_verilog table.v; synth_ecp5 -top {module}; tee -q -o statistics.json stat -json"
    );
    run(place.path(), "yosys", &["-q".into(), "-p".into(), script]);
    let found = std::fs::read(place.path().join("statistics.json")).expect("statistics");
    let all: serde_json::Value = serde_json::from_slice(&found).expect("statistics in JSON");
    all["design"]["num_cells_by_type"].clone()
}

#[test]
fn flows_are_in_block_ram_and_cost_hardly_any_logic() {
    let [few, many] = [256, 4096].map(cells);
    let count = |cells: &serde_json::Value, name| cells[name].as_u64().unwrap_or(0);
    let lut = |cells| count(cells, "LUT4") + 2 * count(cells, "CCU2C");
    println!("{few}\n{many}");
    assert!(count(&many, "DP16KD") > count(&few, "DP16KD"), "{few} {many}");
    // Distributed RAM holds the state of service levels.
    let rows = [&few, &many].map(|cells| count(cells, "TRELLIS_DPR16X4"));
    assert!(rows[1] <= rows[0] + 10, "{rows:?}");
    assert!(lut(&many) * 4 < lut(&few) * 5, "{} {}", lut(&few), lut(&many));
    assert!(count(&many, "TRELLIS_FF") * 4 < count(&few, "TRELLIS_FF") * 5, "{few} {many}");
}

/// A table for four flows after clearing, with CCTI_Increase 1 on service level 3.
fn ready() -> CongestionTable {
    let nic = nic((4, 128, Throttled::Qp, 125_000_000));
    let mut block = reset(CongestionTable::new(&nic));
    for _ in 0..clear_cycles(&nic) {
        assert_eq!(cycle(&mut block, &[], ["ready", "becn_ready"]), [0, 0]);
    }
    let set =
        [("set_valid", 1), ("set_sl", 3), ("set_timer", 1), ("set_increase", 5), ("set_min", 2)];
    assert_eq!(cycle(&mut block, &set, ["ready"]), [1]);
    block
}

/// Sends a BECN for flow 1 in the first cycle in which it is accepted.
fn becn(block: &mut CongestionTable) {
    let inputs = [("limit", 127), ("becn", 1), ("becn_flow", 1), ("becn_sl", 3)];
    while cycle(block, &inputs, ["becn_ready"]) != [1] {}
    for _ in 0..6 {
        cycle(block, &[("limit", 127)], []);
    }
}

/// Returns the CCTI and the delay of flow 1.
fn look_up(block: &mut CongestionTable) -> [u128; 2] {
    cycle(block, &[("look_up", 1), ("look_up_flow", 1), ("look_up_sl", 3)], []);
    for _ in 1..LOOK_UP_CYCLES {
        assert_eq!(cycle(block, &[], ["ccti", "delay"]), [0, 0]);
    }
    cycle(block, &[], ["ccti", "delay"])
}

#[test]
fn an_entry_that_is_written_before_it_is_read_counts() {
    let mut block = ready();
    let write = |entry| [("write", 1), ("write_index", 2), ("write_entry", entry)];
    let asked: Vec<_> = [("look_up", 1), ("look_up_sl", 3), ("read_index", 2)].into();
    let with = |entry| asked.iter().copied().chain(write(entry)).collect::<Vec<_>>();
    assert_eq!(cycle(&mut block, &with(0xA), ["delay", "read_entry"]), [0, 0]);
    assert_eq!(cycle(&mut block, &with(0xB), ["delay", "read_entry"]), [0, 0xA]);
    assert_eq!(cycle(&mut block, &with(0xC), ["delay", "read_entry"]), [0, 0xB]);
    // Looked up three cycles before, written in the previous cycle.
    assert_eq!(cycle(&mut block, &with(0xD), ["delay", "read_entry"]), [0xC, 0xC]);
    assert_eq!(cycle(&mut block, &[], ["delay", "read_entry"]), [0xD, 0xD]);
}

#[test]
fn a_becn_raises_and_time_lowers() {
    let mut block = ready();
    assert_eq!(look_up(&mut block)[0], 2);
    becn(&mut block);
    assert_eq!(look_up(&mut block)[0], 7);
    // Timer periods of 128 cycles; the first one begins within 16 cycles.
    let mut found: Vec<u128> =
        (0..7 * 128 / LOOK_UP_CYCLES).map(|_| look_up(&mut block)[0]).collect();
    found.dedup();
    assert_eq!(found, [7, 6, 5, 4, 3, 2]);
}

/// Gran'10 §VII-B: at index 24, four senders share 13 Gb/s.
#[test]
fn a_fair_quarter_of_13_gbps_comes_after_24_becns() {
    let mut block = ready();
    cycle(&mut block, &[("set_valid", 1), ("set_sl", 3), ("set_increase", 1)], []);
    let packets = Packets { bytes: 2048, bits_per_s: 13_000_000_000 };
    for (index, entry) in squared(GRAN, packets, 128).into_iter().enumerate() {
        let entry = entry.emit().into();
        let write = [("write", 1), ("write_index", index as u128), ("write_entry", entry)];
        cycle(&mut block, &write, []);
    }
    let mut delays = Vec::new();
    for _ in 0..130 {
        becn(&mut block);
        let [ccti, delay] = look_up(&mut block);
        // In nanoseconds, for a packet of 1260.3 ns.
        delays.push((ccti, CctEntry::parse(delay as u16).delay(12_603) / 10));
    }
    let (ccti, ns) = delays[23];
    assert!(ccti == 24 && ns.abs_diff(3780) < 10, "{ccti} {ns}");
    let (ccti, ns) = delays[129];
    assert!(ccti == 127 && ns.abs_diff(106_300) < 100, "{ccti} {ns}");
}

#[test]
fn the_largest_increase_does_not_carry_beyond_the_limit() {
    let mut block = ready();
    cycle(&mut block, &[("set_valid", 1), ("set_sl", 3), ("set_increase", 255)], []);
    for _ in 0..3 {
        becn(&mut block);
        assert_eq!(look_up(&mut block)[0], 127);
    }
}
