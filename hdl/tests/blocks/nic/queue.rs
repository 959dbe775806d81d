//! The queue of events: equality of Verilog and kernel at every size, and block RAM for large
//! sizes.

use crate::support::nic::nic;
use tailback_harness::blocks::{alike, clean, cycle, design, reset, text};
use tailback_harness::run;
use tailback_hdl::nic::EventQueue;
use tailback_kernels::Kernel;
use tailback_spec::nic::queue::EventQueue as Config;

/// Queues of ACKs and of BECNs in NICs with this number of flows.
fn queues(flows: u32) -> [Config; 2] {
    let nic = nic([flows, 64, 33]);
    [nic.ack_queue(), nic.becn_queue()]
}

fn every_size() -> Vec<Box<dyn Kernel>> {
    let blocks = [1, 64, 1000, 4096].into_iter().flat_map(queues);
    blocks.map(|config| Box::new(EventQueue::new(&config)) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(every_size());
}

#[test]
fn queue_text() {
    let [acks, _] = queues(64);
    reviewed!("queue", &EventQueue::new(&acks));
}

#[test]
fn an_event_is_offered_two_cycles_later_until_it_is_taken() {
    let [acks, _] = queues(64);
    let mut block = reset(EventQueue::new(&acks));
    let outputs = ["full", "offered", "flow", "kind"];
    let put = |flow, kind| [("put", 1), ("put_flow", flow), ("put_kind", kind), ("take", 0)];
    assert_eq!(cycle(&mut block, &put(5, 5), outputs), [0, 0, 0, 0]);
    assert_eq!(cycle(&mut block, &put(6, 0), outputs), [0, 0, 0, 0]);
    assert_eq!(cycle(&mut block, &[], outputs), [0, 1, 5, 5]);
    assert_eq!(cycle(&mut block, &[("take", 1)], outputs), [0, 1, 5, 5]);
    assert_eq!(cycle(&mut block, &[("take", 1)], outputs), [0, 1, 6, 0]);
    assert_eq!(cycle(&mut block, &[("take", 1)], outputs), [0, 0, 0, 0]);
}

#[test]
fn what_comes_while_it_is_full_is_lost() {
    let [acks, _] = queues(1);
    let mut block = reset(EventQueue::new(&acks));
    let outputs = ["full", "offered", "kind"];
    for event in 0..acks.places() as u128 {
        let offered = u128::from(event > 1);
        let inputs = [("put", 1), ("put_kind", event % 8)];
        assert_eq!(cycle(&mut block, &inputs, outputs), [0, offered, 0], "{event}");
    }
    let inputs = [("put", 1), ("put_kind", 7), ("take", 1)];
    assert_eq!(cycle(&mut block, &inputs, outputs), [1, 1, 0]);
    for event in 1..acks.places() as u128 {
        assert_eq!(cycle(&mut block, &[("take", 1)], outputs), [0, 1, event % 8], "{event}");
    }
    assert_eq!(cycle(&mut block, &[("take", 1)], outputs), [0, 0, 0]);
}

/// Returns the block RAMs and distributed RAMs of a queue of ACKs, on ECP5.
fn memories(flows: u32) -> [u64; 2] {
    let place = tempfile::tempdir().expect("a temporary directory");
    let [acks, _] = queues(flows);
    let block = EventQueue::new(&acks);
    std::fs::write(place.path().join("queue.v"), text(&block)).expect("a writable directory");
    let module = design(&block).top.module;
    let script = format!(
        "read_verilog queue.v; synth_ecp5 -top {module}; tee -q -o statistics.json stat -json"
    );
    run(place.path(), "yosys", &["-q".into(), "-p".into(), script]);
    let found = std::fs::read(place.path().join("statistics.json")).expect("statistics");
    let all: serde_json::Value = serde_json::from_slice(&found).expect("statistics in JSON");
    let cells = &all["design"]["num_cells_by_type"];
    println!("{flows} flows: {cells}");
    ["DP16KD", "TRELLIS_DPR16X4"].map(|name| cells[name].as_u64().unwrap_or(0))
}

#[test]
fn many_events_are_in_block_ram() {
    let [[one, few], [many, none], [most, _]] = [1, 1024, 4096].map(memories);
    assert!(one == 0 && few > 0);
    assert!(many > 0 && none == 0);
    assert!(most > many);
}
