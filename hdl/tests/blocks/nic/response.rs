//! The response functions: tables of the hardware against the specification, and equality of
//! Verilog and kernel at every size.

use tailback_harness::blocks::{alike, clean, cycle, reset, text};
use tailback_harness::run;
use tailback_hdl::nic::{LipdStep, MultiplicativeStep, ResponseFunction};
use tailback_kernels::Kernel;
use tailback_spec::nic::response::{Row, Table, IPD_BITS, RATES};
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

use AfterIdle::{Keep, Reset};
use Response::{Aimd, Cct, Fimd, Lipd};

fn nic(flows: u32, response: Response, after_idle: AfterIdle) -> Nic {
    let parameters = Parameters {
        flows,
        response,
        after_idle,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 33,
        word_bytes: 64,
        clock_hz: 200_000_000,
    };
    Nic::new(parameters).expect("a NIC that is possible")
}

fn block(flows: u32, response: Response, after_idle: AfterIdle) -> ResponseFunction {
    ResponseFunction::new(&nic(flows, response, after_idle))
}

fn every_size() -> Vec<Box<dyn Kernel>> {
    let sizes = [
        (1, Lipd, Keep),
        (5, Lipd, Reset),
        (64, Lipd, Keep),
        (1000, Cct, Reset),
        (4096, Lipd, Reset),
        (1, Fimd, Reset),
        (64, Fimd, Keep),
        (2, Aimd, Keep),
        (100, Aimd, Reset),
        (4096, Aimd, Keep),
    ];
    let blocks = sizes.into_iter().map(|(flows, response, idle)| block(flows, response, idle));
    blocks.map(|block| Box::new(block) as _).collect()
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
fn lipd_text() {
    reviewed!("lipd", &block(64, Lipd, Keep));
}

#[test]
fn fimd_text() {
    reviewed!("fimd", &block(100, Fimd, Reset));
}

#[test]
fn flows_are_in_block_ram() {
    for (flows, response, expected) in [(256, Lipd, 2), (4096, Lipd, 6), (4096, Aimd, 8)] {
        let place = tempfile::tempdir().expect("a temporary directory");
        let verilog = text(&block(flows, response, Keep));
        std::fs::write(place.path().join("block.v"), verilog).expect("a writable directory");
        let script = "read_verilog block.v; synth_ecp5 -top tailback_response; \
                      tee -q -o statistics.json stat -json";
        run(place.path(), "yosys", &["-q".into(), "-p".into(), script.into()]);
        let found = std::fs::read(place.path().join("statistics.json")).expect("statistics");
        let all: serde_json::Value = serde_json::from_slice(&found).expect("statistics in JSON");
        let cells = &all["design"]["num_cells_by_type"];
        let count = |name| cells[name].as_u64().unwrap_or(0);
        assert_eq!((count("DP16KD"), count("TRELLIS_DPR16X4")), (expected, 0), "{response:?}");
    }
}

/// A module whose flows have been swept after reset.
fn swept(flows: u32, response: Response, after_idle: AfterIdle) -> ResponseFunction {
    let mut block = reset(block(flows, response, after_idle));
    for _ in 0..flows {
        assert_eq!(cycle(&mut block, &[("ack", 1), ("ack_marked", 1)], ["ack_ready"]), [0]);
    }
    block
}

#[test]
fn recovery_from_the_lowest_rate_takes_so_many_acks_and_packet_times() {
    let expected = [(Lipd, (1310, 65_281)), (Fimd, (288, 2038)), (Aimd, (23_268, 65_276))];
    for (response, expected) in expected {
        let mut block = swept(3, response, Keep);
        let outputs = ["changed", "changed_flow", "changed_ipd"];
        let ack = |marked: u128| [("ack", 1), ("ack_flow", 2), ("ack_marked", marked)];
        for _ in 0..RATES {
            cycle(&mut block, &ack(1), []);
        }
        // One ACK per cycle; the first one's effect is reported after four cycles.
        for _ in 0..4 {
            cycle(&mut block, &ack(0), []);
        }
        let (mut ipd, mut acks, mut time) = (RATES as u64 - 1, 0, 0);
        while ipd > 0 {
            time += 1 + ipd;
            acks += 1;
            let [changed, flow, now] = cycle(&mut block, &ack(0), outputs);
            if changed == 1 {
                assert!(flow == 2 && now < u128::from(ipd), "{response:?}: {ipd} to {now}");
                ipd = now as u64;
            }
        }
        assert_eq!((acks, time), expected, "{response:?}");
    }
}

/// Returns the result of a step from an inter-packet delay and a stored progress.
fn step<H: tailback_hdl::Hardware>(step: &mut H, ipd: u8, held: u32, marked: bool) -> (u8, u32) {
    let state = u128::from(held) << IPD_BITS | u128::from(ipd);
    cycle(step, &[("state", state), ("marked", u128::from(marked))], []);
    let [new_ipd, new_state, changes] = cycle(step, &[], ["new_ipd", "new_state", "changes"]);
    assert_eq!(new_state & 0xFF, new_ipd);
    assert_eq!(changes == 1, new_ipd != u128::from(ipd));
    (new_ipd as u8, (new_state >> IPD_BITS) as u32)
}

#[test]
fn lipd_makes_every_step_of_its_table() {
    let mut block = reset(LipdStep::new());
    for (ipd, row) in Table::of(Lipd).rows().iter().enumerate() {
        let Row { gain, goal, after, marked } = *row;
        let due = goal - gain;
        let held = [0, 1, 100, due.saturating_sub(1), due.min(goal - 1), goal - 1];
        // At the highest rate, the remainder of the last step is at most 1.
        for held in held.into_iter().take(if ipd == 0 { 2 } else { 6 }) {
            let ipd = ipd as u8;
            assert_eq!(step(&mut block, ipd, held, true), (marked, held));
            let earned = held + gain;
            let expected = if earned < goal { (ipd, earned) } else { (after, earned - goal) };
            assert_eq!(step(&mut block, ipd, held, false), expected);
        }
    }
}

#[test]
fn fimd_and_aimd_make_every_step_of_their_tables() {
    for response in [Fimd, Aimd] {
        let table = Table::of(response);
        // Bits of the count of remaining ACKs; the next bit is set if no ACK has been counted.
        let left_bits = (table.longest() - 2).ilog2() + 1;
        let (first, lefts) = (1 << left_bits, (1 << left_bits) - 1);
        let mut block = reset(MultiplicativeStep::new(table));
        for (ipd, row) in table.rows().iter().enumerate() {
            let ipd = ipd as u8;
            for held in [0, 1, lefts, first, first | lefts] {
                let (now, held) = step(&mut block, ipd, held, true);
                assert_eq!((now, held & first), (row.marked, first), "{response:?} {ipd}");
            }
            let (now, held) = step(&mut block, ipd, first | 5, false);
            match row.goal {
                1 => assert_eq!((now, held & first), (row.after, first), "{response:?} {ipd}"),
                goal => assert_eq!((now, held), (ipd, goal - 2), "{response:?} {ipd}"),
            }
            let (now, held) = step(&mut block, ipd, 0, false);
            assert_eq!((now, held & first), (row.after, first), "{response:?} {ipd}");
            assert_eq!(step(&mut block, ipd, 6, false), (ipd, 5), "{response:?} {ipd}");
        }
    }
}

#[test]
fn an_ack_sees_the_ones_before_it_and_a_look_up_those_of_three_cycles_before() {
    let ack = |flow| [("ack", 1), ("ack_flow", flow), ("ack_marked", 1)];
    let look_up = |flow| [("look_up", 1), ("look_up_flow", flow)];
    let mut block = swept(4, Aimd, Keep);
    // Flow 1 has ACKs at every distance in cycles at which they interfere, flow 2 between them.
    for flow in [1, 1, 2, 1, 2, 2, 1] {
        cycle(&mut block, &ack(flow), []);
    }
    let asked = [1, 1, 1, 1, 2, 0].map(|flow| cycle(&mut block, &look_up(flow), ["ipd"])[0]);
    let last = [0; 2].map(|_| cycle(&mut block, &[], ["ipd"])[0]);
    // Three ACKs have been applied at the first look-up, and the fourth from the third look-up on.
    assert_eq!((asked, last), ([0, 0, 7, 7, 15, 15], [7, 0]));
}

#[test]
fn a_fresh_flow_is_at_the_highest_rate() {
    let mut block = swept(64, Lipd, Reset);
    for _ in 0..9 {
        cycle(&mut block, &[("ack", 1), ("ack_flow", 33), ("ack_marked", 1)], []);
    }
    let fresh = [("look_up", 1), ("look_up_flow", 33), ("look_up_fresh", 1), ("ack", 1)];
    assert_eq!(cycle(&mut block, &fresh, ["ack_ready"]), [0]);
    let reports = [0; 4].map(|_| {
        cycle(&mut block, &[("ack_flow", 33)], ["changed", "changed_flow", "changed_ipd", "ipd"])
    });
    assert_eq!(reports, [[1, 33, 7, 0], [1, 33, 8, 0], [1, 33, 9, 0], [1, 33, 0, 0]]);
}
