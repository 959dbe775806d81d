//! The whole NIC: lint, equality of Verilog and kernel, and flows in block RAM.

use tailback_harness::blocks::{alike_if, clean, cycle, design, reset, text};
use tailback_harness::run;
use tailback_hdl::nic::top::{NicCredits, WayOut};
use tailback_hdl::nic::NicTop;
use tailback_kernels::Kernel;
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// Flows, bytes of a beat, response, and what has an index into the table.
type Size = (u32, u32, Response, Throttled);

const SIZES: [Size; 7] = [
    (1, 8, Response::Lipd, Throttled::Qp),
    (1, 64, Response::Cct, Throttled::Sl),
    (64, 8, Response::Cct, Throttled::Qp),
    (64, 64, Response::Fimd, Throttled::Qp),
    (100, 16, Response::Lipd, Throttled::Qp),
    (1024, 8, Response::Cct, Throttled::Sl),
    (1024, 64, Response::Cct, Throttled::Qp),
];

fn nic((flows, word_bytes, response, throttled): Size) -> Nic {
    const PACKET_BYTES: u32 = 2066;
    let parameters = Parameters {
        flows,
        response,
        after_idle: if response == Response::Fimd { AfterIdle::Reset } else { AfterIdle::Keep },
        window: if flows == 64 { 4 } else { 1 },
        cct_entries: 128,
        throttled,
        virtual_lanes: if word_bytes == 8 { 1 } else { 4 },
        period_cycles: 4096,
        packet_words: PACKET_BYTES.div_ceil(word_bytes),
        word_bytes,
        clock_hz: 150_000_000,
    };
    Nic::new(parameters).expect("a NIC that is possible")
}

fn adapter(size: Size) -> NicTop {
    NicTop::new(&nic(size))
}

fn of_sizes(sizes: &[Size]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(adapter(*size)) as _).collect()
}

/// NICs with receive buffers.
fn buffered(sizes: &[Size]) -> Vec<Box<dyn Kernel>> {
    let nics = sizes.iter().map(|size| nic(*size).with_receive_buffer(2).expect("legal"));
    nics.map(|nic| Box::new(NicTop::new(&nic)) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(of_sizes(&SIZES).into_iter().chain(buffered(&SIZES[..2])).collect());
}

#[test]
fn the_verilog_is_the_kernel() {
    // A reset in the middle of the run would interrupt the clearing of memories.
    let blocks = of_sizes(&[SIZES[0], SIZES[2]]).into_iter().chain(buffered(&SIZES[1..2]));
    alike_if(blocks.collect(), |_, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        "m_axis_link_tready" | "s_axis_host_tvalid" => value[0] |= u32::from(cycle % 4 > 0),
        _ => (),
    });
}

#[test]
fn no_packet_may_be_sent_in_the_two_cycles_after_the_start_of_one() {
    let mut block = reset(NicCredits::new(&nic(SIZES[0])));
    let outputs = ["host_may_send", "answer_may_send", "settles"];
    let wants =
        |host: u128, reply: u128| [("link_active", 1), ("host_vl", host), ("reply_vl", reply)];
    let [up, host, reply] = wants(15, 15);
    let begins = [up, host, reply, ("begins", 1), ("begins_vl", 15), ("begins_blocks", 1)];
    // VL15 needs no credits.
    assert_eq!(cycle(&mut block, &wants(15, 15), outputs), [0, 0, 0]);
    assert_eq!(cycle(&mut block, &wants(15, 15), outputs), [1, 1, 0]);
    assert_eq!(cycle(&mut block, &begins, outputs), [1, 1, 0]);
    assert_eq!(cycle(&mut block, &wants(15, 15), outputs), [0, 0, 1]);
    assert_eq!(cycle(&mut block, &wants(15, 15), outputs), [0, 0, 1]);
    // VL 0 has no credits yet.
    assert_eq!(cycle(&mut block, &wants(15, 0), outputs), [1, 1, 0]);
    assert_eq!(cycle(&mut block, &wants(0, 15), outputs), [1, 0, 0]);
    assert_eq!(cycle(&mut block, &[host, reply], outputs), [0, 1, 0]);
    assert_eq!(cycle(&mut block, &[], outputs), [0, 0, 0]);
}

#[test]
fn one_more_beat_enters_while_the_link_stalls_and_none_is_lost() {
    let mut block = reset(WayOut::new(&nic(SIZES[0]).port()));
    let outputs = ["packets_ready", "m_axis_link_tvalid", "m_axis_link_tdata"];
    let beat = |data: u128, ready: u128| {
        let valid = u128::from(data > 0);
        [("packets_valid", valid), ("packets_data", data), ("m_axis_link_tready", ready)]
    };
    assert_eq!(cycle(&mut block, &beat(1, 0), outputs), [1, 0, 0]);
    assert_eq!(cycle(&mut block, &beat(2, 0), outputs), [1, 1, 1]);
    // Both entries are full; `tready` of the link has an effect in the next cycle.
    assert_eq!(cycle(&mut block, &beat(3, 0), outputs), [0, 1, 1]);
    assert_eq!(cycle(&mut block, &beat(3, 1), outputs), [0, 1, 1]);
    assert_eq!(cycle(&mut block, &beat(3, 1), outputs), [1, 1, 2]);
    assert_eq!(cycle(&mut block, &beat(0, 1), outputs), [1, 1, 3]);
    // Without `tvalid`, the data stays.
    assert_eq!(cycle(&mut block, &beat(0, 1), outputs), [1, 0, 3]);
}

/// Returns Yosys' cell counts of a NIC after mapping memories to ECP5: mapping gates takes minutes,
/// and the submodules' tests count their own.
fn cells(size: Size) -> serde_json::Value {
    let place = tempfile::tempdir().expect("a temporary directory");
    let block = adapter(size);
    std::fs::write(place.path().join("nic.v"), text(&block)).expect("a writable directory");
    let module = design(&block).top.module;
    let script = format!(
        "read_verilog nic.v; synth_ecp5 -top {module} -run begin:map_gates; \
         tee -q -o statistics.json stat -json"
    );
    run(place.path(), "yosys", &["-q".into(), "-p".into(), script]);
    let found = std::fs::read(place.path().join("statistics.json")).expect("statistics");
    let all: serde_json::Value = serde_json::from_slice(&found).expect("statistics in JSON");
    all["design"]["num_cells_by_type"].clone()
}

#[test]
fn flows_are_in_block_ram_and_cost_hardly_any_more_operators() {
    let [few, many] = [64, 1024].map(|flows| cells((flows, 8, Response::Cct, Throttled::Qp)));
    println!("64 flows: {few}\n1024 flows: {many}");
    let count = |cells: &serde_json::Value, name: &str| cells[name].as_u64().unwrap_or(0);
    assert!(count(&many, "DP16KD") > count(&few, "DP16KD"));
    assert!(count(&many, "TRELLIS_DPR16X4") <= count(&few, "TRELLIS_DPR16X4"));
    let operators = |cells: &serde_json::Value| {
        let all = cells.as_object().expect("types of cells").iter();
        let operators = all.filter(|(name, _)| name.starts_with('$'));
        operators.filter_map(|(_, number)| number.as_u64()).sum::<u64>()
    };
    println!("{} and {} operators", operators(&few), operators(&many));
    assert!(operators(&few) > 0 && operators(&many) * 10 < operators(&few) * 11);
}
