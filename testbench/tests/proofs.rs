//! Claims about the modules are proven, and planted bugs refute them.

mod common;

use tailback_gen::verilog;
use tailback_hdl::switch::FifoAllocator;
use tailback_spec::config::Override;
use tailback_spec::link::async_fifo::AsyncFifo;
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::Config;
use tailback_testbench::catalog;
use tailback_testbench::link::async_fifo::skewed::SkewedFifo;
use tailback_testbench::parts::Parts;
use tailback_testbench::proofs::{check, link, switch, Answer, Proof, Reach};
use tailback_testbench::switch::allocator::fifo::bench as fifo_bench;

/// Asserts that each claim is proven for the design, and that each bug, which replaces the only
/// occurrence of a text, refutes one of them.
fn proven_unless(design: &tailback_gen::Design, proofs: &[Proof], bugs: &[(&str, &str)]) {
    let builder = common::builder();
    for proof in proofs {
        assert_eq!(check(design, proof, &builder).unwrap(), Answer::Proven, "{}", proof.claim);
    }
    for (right, wrong) in bugs {
        let mut planted = design.clone();
        let places = planted.modules.iter().map(|module| module.text.matches(right).count());
        assert_eq!(places.sum::<usize>(), 1, "{right}");
        planted
            .modules
            .iter_mut()
            .for_each(|module| module.text = module.text.replace(right, wrong));
        let refuted = |proof| check(&planted, proof, &builder).unwrap() == Answer::Refuted;
        assert!(proofs.iter().any(refuted), "nothing refutes `{wrong}`");
    }
}

#[test]
fn marking_forgets_no_packet() {
    let (marking, design) = common::counting(8, 4);
    let bugs = [
        ("enqueue[port] != dequeue[port]", "enqueue[port] || dequeue[port]"),
        ("+: 6] != ", "+: 6] >= "),
    ];
    proven_unless(&design, &switch::marking::proofs(&marking), &bugs);
}

/// Asserts that the claims about a module of the 8-port preset are proven, and that each bug
/// refutes one of them.
fn block_proven_unless(block: &str, overrides: &[&str], bugs: &[(&str, &str)]) {
    const PRESET: &str = include_str!("../../examples/santos-2003-8port.toml");
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().unwrap()).collect();
    let config = Config::from_toml_with(PRESET, &overrides).unwrap();
    let proofs = catalog::proofs(block, &config);
    assert!(!proofs.is_empty());
    let design = catalog::block(block, &config).unwrap().unwrap().design;
    proven_unless(&design, &proofs, bugs);
}

/// Texts of the Verilog of a FIFO of 16 entries, and those of one with binary counters.
const BINARY: [(&str, &str); 3] = [
    ("next_gray = next_count ^ next_count >> 1'b1", "next_gray = next_count"),
    ("read_gray <= next_count ^ next_count >> 1'b1", "read_gray <= next_count"),
    ("ENTRIES_APART = 5'd24", "ENTRIES_APART = 5'd16"),
];

#[test]
fn a_fifo_between_two_clocks_never_overtakes_itself() {
    block_proven_unless("async-fifo", &[], &[BINARY[0]]);
    // A FIFO of four entries is full within few steps.
    let fifo = AsyncFifo::new(8, 2, 2).unwrap();
    let design = verilog(&tailback_hdl::link::AsyncFifo::new(&fifo), "a test").unwrap();
    let mut proofs = link::async_fifo::proofs(&fifo);
    proven_unless(&design, &proofs, &[]);
    proofs.iter_mut().for_each(|proof| proof.reach = Reach::AfterReset(28));
    let bugs = [
        ("s_axis_tvalid && !full", "s_axis_tvalid"),
        ("ENTRIES_APART = 3'd6", "ENTRIES_APART = 3'd2"),
        ("read_gray != known_gray", "(read_gray != known_gray || m_axis_tready)"),
    ];
    proven_unless(&design, &proofs, &bugs);
}

#[test]
fn a_fifo_between_two_clocks_never_overtakes_itself_with_skew() {
    let fifo = AsyncFifo::new(8, 2, 4).unwrap();
    let design = verilog(&SkewedFifo::new(&fifo), "a test").unwrap();
    let proofs = link::async_fifo::skewed_proofs(&fifo);
    proven_unless(&design, &proofs, &[]);
    let binary =
        BINARY.iter().fold(design, |design, (right, wrong)| common::planted(&design, right, wrong));
    let builder = common::builder();
    let refuted = |proof| check(&binary, proof, &builder).unwrap() == Answer::Refuted;
    assert!(proofs.iter().all(refuted), "binary counters");
}

#[test]
fn the_credit_counter_never_wraps_around() {
    let bugs = [("credits == TOTAL;", "credits == TOTAL - 8'd1;")];
    block_proven_unless("credit-counter", &[], &bugs);
}

#[test]
fn nothing_is_sent_without_credit() {
    let bugs = [
        ("<= MOST_OFFERED", "<= MOST_OFFERED + 12'd1"),
        ("may_send[vl] <= initialised[vl] && ", "may_send[vl] <= "),
    ];
    block_proven_unless("credit-sender", &["switch.virtual_lanes=2"], &bugs);
}

#[test]
fn no_packet_starts_beyond_the_credits_of_an_output_port() {
    let bugs = [
        ("!initialised[vl] || ", ""),
        // The packet that starts is not in the credits until it is claimed.
        ("begins || claim", "claim"),
        ("begins || claim", "begins"),
    ];
    block_proven_unless("output-credits", &["switch.virtual_lanes=2"], &bugs);
}

#[test]
fn no_more_is_offered_than_there_is_room_for() {
    let bugs = [("abr[12*vl +: 12] + offered[vl]", "abr[12*vl +: 12] + offered[vl] + 1")];
    block_proven_unless("credit-receiver", &["switch.virtual_lanes=2"], &bugs);
}

#[test]
fn errors_in_one_or_two_bits_of_a_flow_control_packet_are_found() {
    let bugs = [("lpcrc != expected_lpcrc", "lpcrc[14:0] != expected_lpcrc[14:0]")];
    block_proven_unless("flow-control-checker", &[], &bugs);
}

#[test]
fn a_flow_control_packet_waits_until_it_is_taken() {
    let bugs = [("build = !valid || ready", "build = 1")];
    block_proven_unless("flow-control-transmitter", &["switch.virtual_lanes=2"], &bugs);
}

#[test]
fn a_beat_that_waits_on_the_link_stays() {
    let bugs = [("moves = !tx_valid || tx_ready", "moves = 1'b1")];
    block_proven_unless("egress", &[], &bugs);
}

#[test]
fn a_proof_from_assumptions_that_cannot_be_is_none() {
    let (_, design) = common::counting(8, 4);
    let proof = Proof {
        claim: "anything".into(),
        body: "    always @* begin assume (mark != 0 && transmit == 0); assert (0); end".into(),
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::AnyState(2),
    };
    assert_eq!(check(&design, &proof, &common::builder()).unwrap(), Answer::Vacuous);
}

#[test]
fn round_robin_grants_a_matching_and_starves_nobody() {
    let bugs = [
        // An output whose round-robin pointer never advances serves one input for ever.
        ("if (serves) begin", "if (1'b0) begin"),
        ("request[port] && !(left", "request[port] || !(left"),
    ];
    block_proven_unless("round-robin-allocator", &["switch.ports=2"], &bugs);
}

#[test]
fn a_packet_goes_only_where_both_sides_are_free() {
    let bugs = [
        // An input port accepts offers that did not see its last grant.
        ("closed <= grant || granted;", "closed <= 1'b0;"),
        // If two packets for a queue arrive in the same cycle, one of them is lost.
        ("rest = pending & order_stays;", "rest = 2'd0;"),
    ];
    let fifo = Fifo::new(2, 1, 2, 1).unwrap();
    let design = Parts::new(fifo, FifoAllocator::new, fifo_bench).design("a test").unwrap();
    let proofs = switch::allocator::fifo::proofs(&fifo);
    // The claims on starvation and on outputs that insist are proven below.
    let is_other = |proof: &Proof| {
        proof.claim.starts_with("no packet waits") || proof.claim.contains("insist")
    };
    let proofs: Vec<Proof> = proofs.into_iter().filter(|proof| !is_other(proof)).collect();
    proven_unless(&design, &proofs, &bugs);
}

#[test]
fn an_output_that_is_declined_often_insists() {
    let bugs = [
        // A void offer does not count.
        ("counts = declined || (|offer) && !stands;", "counts = declined;"),
        // An output that insists chooses younger packets, too.
        ("owed <= open && (limited || insists);", "owed <= open && limited;"),
        // An input accepts any offer.
        ("rivals = insisting | earlier;", "rivals = earlier;"),
    ];
    for ports in [2, 3] {
        let fifo = Fifo::new(ports, 2, 4, 2).unwrap();
        let design = Parts::new(fifo, FifoAllocator::new, fifo_bench).design("a test").unwrap();
        let proofs = switch::allocator::fifo::proofs(&fifo);
        let proofs: Vec<Proof> =
            proofs.into_iter().filter(|proof| proof.claim.contains("insist")).collect();
        assert_eq!(proofs.len(), 3);
        proven_unless(&design, &proofs, &bugs);
    }
}

#[test]
fn a_fifo_allocator_starves_no_packet() {
    // Input ports, virtual lanes, packets of a queue, and bypasses.
    let mut sizes = vec![[2, 1, 1, 1]];
    if std::env::var_os("TAILBACK_SOAK").is_some() {
        sizes.extend([[2, 1, 2, 0], [3, 1, 1, 1]]);
    }
    for [inputs, lanes, packets, bypasses] in sizes {
        let fifo = Fifo::new(inputs, lanes, packets, bypasses).unwrap();
        let parts = Parts::new(fifo, FifoAllocator::new, fifo_bench);
        let proofs = switch::allocator::fifo::proofs(&fifo);
        let proofs: Vec<Proof> =
            proofs.into_iter().filter(|proof| !proof.claim.contains("insist")).collect();
        assert!(proofs.iter().any(|proof| proof.claim.starts_with("no packet waits")));
        proven_unless(&parts.design("a test").unwrap(), &proofs, &[]);
    }
}

/// As [`block_proven_unless`], for a module of a small endpoint of EFL.
fn efl_proven_unless(block: &str, bugs: &[(&str, &str)]) {
    block_proven_unless(block, &["efl.flows=2", "efl.window=4", "efl.payload_bytes=37"], bugs);
}

#[test]
fn a_beat_of_efl_waits_until_it_is_accepted() {
    let bugs = [("free = !m_tvalid || m_tready", "free = 1'b1")];
    efl_proven_unless("efl-fcs-append", &bugs);
    efl_proven_unless("efl-receive", &[]);
    efl_proven_unless("efl-transmit", &[]);
}

#[test]
fn the_limiter_keeps_the_interval_of_a_packet() {
    let bugs = [("words = 12'd1", "words = 12'd0")];
    efl_proven_unless("efl-pace", &bugs);
}
