//! The whole NIC: lint, equality of Verilog and kernel, and flows in block RAM.

use tailback_harness::blocks::{alike_if, clean, design, text};
use tailback_harness::run;
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

fn adapter((flows, word_bytes, response, throttled): Size) -> NicTop {
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
    NicTop::new(&Nic::new(parameters).expect("a NIC that is possible"))
}

fn of_sizes(sizes: &[Size]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(adapter(*size)) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(of_sizes(&SIZES));
}

#[test]
fn the_verilog_is_the_kernel() {
    // A reset in the middle of the run would interrupt the clearing of memories.
    alike_if(of_sizes(&[SIZES[0], SIZES[2]]), |_, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        "m_axis_link_tready" | "s_axis_host_tvalid" => value[0] |= u32::from(cycle % 4 > 0),
        _ => (),
    });
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
