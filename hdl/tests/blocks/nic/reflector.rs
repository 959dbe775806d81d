//! The reflector: traces of the specification, and equality of Verilog and kernel at every size.

use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::nic::reflector::ReceivedPacket;
use tailback_hdl::nic::Reflector;
use tailback_kernels::Kernel;
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

fn nic(flows: u32) -> Nic {
    let parameters = Parameters {
        flows,
        response: Response::Cct,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 34,
        word_bytes: 64,
        clock_hz: 125_000_000,
    };
    Nic::new(parameters).expect("a NIC that is possible")
}

fn reflectors() -> Vec<Box<dyn Kernel>> {
    let sizes = [1, 2, 3, 64, 1000, 4096];
    sizes.map(|flows| Box::new(Reflector::new(&nic(flows))) as _).into()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(reflectors());
}

#[test]
fn the_verilog_is_the_kernel() {
    // Few QPs, so that some are connected; clearing takes longer than the time between random
    // resets.
    const QPS: u32 = 0xF;
    const RESETS: [usize; 2] = [0, 1700];
    alike_if(reflectors(), |_, cycle, port, words| match port {
        "" => words[0] = u32::from(RESETS.contains(&cycle)),
        "dest_qp" | "qp_base" => words[0] &= QPS,
        _ => {}
    });
}

#[test]
fn reflector_text() {
    reviewed!("reflector", &ReceivedPacket::new(&nic(64)));
}

#[test]
fn becn_comes_out_in_the_third_cycle_and_an_answer_in_the_fourth() {
    let mut block = reset(Reflector::new(&nic(4)));
    for _ in 0..4 {
        assert_eq!(cycle(&mut block, &[], ["ready"]), [0]);
    }
    let base = ("qp_base", 0x100);
    let write = [("write", 1), ("write_flow", 2), ("write_valid", 1), ("write_qp", 0xABC), base];
    // A request of a reliable connection with FECN and BECN set; the QP was connected just in time.
    let packet = [
        ("packet", 1),
        ("opcode", 0x04),
        ("fecn", 1),
        ("becn_in", 1),
        ("dlid", 7),
        ("slid", 8),
        ("dest_qp", 0x102),
        ("psn", 0x55),
        base,
    ];
    let outputs = ["ready", "becn", "becn_flow", "unknown", "answer_valid"];
    assert_eq!(cycle(&mut block, &packet, outputs), [1, 0, 0, 0, 0]);
    assert_eq!(cycle(&mut block, &write, outputs), [1, 0, 0, 0, 0]);
    assert_eq!(cycle(&mut block, &[base], outputs), [1, 0, 0, 0, 0]);
    assert_eq!(cycle(&mut block, &[base], outputs), [1, 1, 2, 0, 0]);
    assert_eq!(cycle(&mut block, &[base], outputs), [1, 0, 0, 0, 1]);
    let fields = [
        "answer_valid",
        "answer_cnp",
        "answer_becn",
        "answer_dlid",
        "answer_slid",
        "answer_dest_qp",
        "answer_psn",
    ];
    let expected = [1, 0, 1, 8, 7, 0xABC, 0x55];
    assert_eq!(cycle(&mut block, &[("answer_ready", 1)], fields), expected);
    assert_eq!(cycle(&mut block, &[], ["answer_valid"]), [0]);
}
