//! Traces by hand.

use super::*;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};

const BASE: u64 = 0x100;
const REMOTE: u64 = 0xABCDEF;
const FLOWS: u32 = 4;

/// All QPs but the last are connected.
fn reflector() -> Reflector {
    let parameters = Parameters {
        flows: FLOWS,
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
    let mut block = Reflector::new(&Nic::new(parameters).unwrap());
    while !block.cycle(&ReflectorInputs::default()).ready {}
    for flow in 0..u64::from(FLOWS) - 1 {
        let (write, write_valid) = (true, true);
        let (write_flow, write_qp) = (flow, REMOTE + flow);
        let inputs =
            ReflectorInputs { write, write_flow, write_valid, write_qp, ..Default::default() };
        block.cycle(&inputs);
    }
    block
}

/// A packet for flow 1.
fn packet(opcode: u64, fecn: bool, becn_in: bool, ack_req: bool) -> ReflectorInputs {
    ReflectorInputs {
        qp_base: BASE,
        packet: true,
        opcode,
        fecn,
        becn_in,
        ack_req,
        dlid: 0x22,
        slid: 0x33,
        sl: 5,
        vl: 1,
        p_key: 0x8001,
        dest_qp: BASE + 1,
        psn: 0x777,
        ..Default::default()
    }
}

/// Reports on a packet three cycles later, and the offer one cycle after that.
fn after(block: &mut Reflector, packet: &ReflectorInputs) -> (ReflectorOutputs, ReflectorOutputs) {
    let quiet = ReflectorInputs { qp_base: BASE, answer_ready: true, ..Default::default() };
    block.cycle(&ReflectorInputs { answer_ready: true, ..packet.clone() });
    for _ in 0..2 {
        let outputs = block.cycle(&quiet);
        assert!(!outputs.becn && !outputs.ack && !outputs.unknown && !outputs.answer_valid);
    }
    let said = block.cycle(&quiet);
    assert!(!said.answer_valid);
    (said, block.cycle(&quiet))
}

/// RC SEND Only, RC RDMA READ Response Only, UC SEND Only, UD SEND Only, RD SEND Only.
const SEND: u64 = 0x04;
const READ_RESPONSE: u64 = 0x10;
const OTHERS: [u64; 5] = [READ_RESPONSE, 0x12, 0x24, 0x64, 0x44];

#[test]
fn a_request_is_acknowledged_with_becn_for_fecn() {
    let mut block = reflector();
    for (fecn, ack_req) in [(false, false), (false, true), (true, false), (true, true)] {
        let (said, offered) = after(&mut block, &packet(SEND, fecn, false, ack_req));
        assert!(!said.becn && !said.ack && !said.unknown);
        assert_eq!(offered.answer_valid, fecn || ack_req);
        if offered.answer_valid {
            assert_eq!((offered.answer_cnp, offered.answer_becn), (false, fecn));
            assert_eq!((offered.answer_dlid, offered.answer_slid), (0x33, 0x22));
            assert_eq!((offered.answer_sl, offered.answer_p_key), (5, 0x8001));
            assert_eq!(offered.answer_vl, 1);
            assert_eq!((offered.answer_dest_qp, offered.answer_psn), (REMOTE + 1, 0x777));
        }
    }
}

#[test]
fn fecn_on_anything_else_is_answered_by_a_cnp() {
    let mut block = reflector();
    for opcode in OTHERS {
        let (_, offered) = after(&mut block, &packet(opcode, true, false, true));
        assert!(offered.answer_valid && offered.answer_cnp && offered.answer_becn, "{opcode:x}");
        assert_eq!((offered.answer_psn, offered.answer_dest_qp), (0, REMOTE + 1));
        let (_, offered) = after(&mut block, &packet(opcode, false, false, true));
        assert!(!offered.answer_valid);
    }
}

#[test]
fn fecn_is_ignored_on_multicast_on_a_cnp_and_on_an_ack() {
    let mut block = reflector();
    let multicast = ReflectorInputs { dlid: 0xC000, ..packet(0x64, true, false, false) };
    let last_unicast = ReflectorInputs { dlid: 0xBFFF, ..multicast.clone() };
    let management = ReflectorInputs { vl: 15, ..packet(SEND, true, true, true) };
    for ignored in
        [multicast, packet(0x80, true, false, false), packet(0x11, true, false, true), management]
    {
        let (said, offered) = after(&mut block, &ignored);
        assert!(!offered.answer_valid && !said.becn && !said.unknown, "{ignored:?}");
    }
    assert!(after(&mut block, &last_unicast).1.answer_valid);
}

#[test]
fn becn_is_honoured_on_any_packet() {
    let mut block = reflector();
    for opcode in OTHERS.into_iter().chain([SEND, 0x11, 0x80]) {
        let (said, _) = after(&mut block, &packet(opcode, false, true, false));
        assert_eq!((said.becn, said.becn_flow, said.becn_sl), (true, 1, 5), "{opcode:x}");
        assert_eq!((said.ack, said.ack_ignored), (false, opcode == 0x11));
    }
    for marked in [false, true] {
        sent(&mut block, &[0x777]);
        let (said, _) = after(&mut block, &packet(0x11, false, marked, false));
        assert_eq!((said.ack, said.ack_flow, said.ack_count), (true, 1, 1));
        assert_eq!((said.ack_marked, said.becn, said.ack_released), (marked, marked, false));
    }
}

#[test]
fn a_packet_for_an_unknown_queue_pair_is_dropped_and_told() {
    let mut block = reflector();
    let known = packet(SEND, true, true, true);
    for dest_qp in [0, BASE - 1, BASE + 3, BASE + 4, 0xFF_FFFF] {
        let (said, offered) = after(&mut block, &ReflectorInputs { dest_qp, ..known.clone() });
        assert!(said.unknown && !said.becn && !offered.answer_valid, "{dest_qp:x}");
    }
    // Multicast packets are not reported: they are for any receiver.
    let (dlid, dest_qp) = (0xC123, 0xFF_FFFF);
    assert!(!after(&mut block, &ReflectorInputs { dlid, dest_qp, ..known }).0.unknown);
}

/// Offers of so many cycles in which each is accepted: CNP or not, BECN, PSN, queue pair.
fn taken(block: &mut Reflector, cycles: usize) -> Vec<(bool, bool, u64, u64)> {
    let quiet = ReflectorInputs { qp_base: BASE, answer_ready: true, ..Default::default() };
    let outputs = (0..cycles).map(|_| block.cycle(&quiet));
    outputs
        .filter(|it| it.answer_valid)
        .map(|it| (it.answer_cnp, it.answer_becn, it.answer_psn, it.answer_dest_qp))
        .collect()
}

#[test]
fn what_is_owed_to_a_flow_is_one_answer() {
    let mut block = reflector();
    // The first reply is offered, and not accepted.
    block.cycle(&packet(SEND, false, false, true));
    let of = |flow: u64, psn: u64, opcode: u64, fecn: bool| ReflectorInputs {
        dest_qp: BASE + flow,
        psn,
        slid: 0x40 + psn,
        ..packet(opcode, fecn, false, true)
    };
    // A packet in each cycle; PSNs wrap, and an earlier one is repeated.
    for packet in [
        of(1, 0xFF_FFFF, SEND, false),
        of(0, 7, READ_RESPONSE, true),
        of(1, 1, SEND, true),
        of(1, 0, SEND, false),
        of(0, 3, READ_RESPONSE, true),
        of(2, 9, READ_RESPONSE, true),
        of(2, 5, SEND, false),
    ] {
        block.cycle(&packet);
    }
    let idle = ReflectorInputs { qp_base: BASE, ..Default::default() };
    for _ in 0..6 {
        block.cycle(&idle);
    }
    assert_eq!(
        taken(&mut block, 40),
        [
            (false, false, 0x777, REMOTE + 1),
            (false, true, 1, REMOTE + 1),
            (true, true, 0, REMOTE),
            (false, true, 5, REMOTE + 2)
        ]
    );
    assert_eq!(block.owed.flows, [None; FLOWS as usize]);
}

#[test]
fn a_flow_that_leaves_takes_along_what_comes_in_that_cycle_and_is_owed_the_rest() {
    // Cycle of the second packet, relative to that in which the offered reply is accepted.
    let run = |later: i32| {
        let mut block = reflector();
        let quiet = ReflectorInputs { qp_base: BASE, ..Default::default() };
        let of = |psn: u64| ReflectorInputs { psn, ..packet(SEND, false, false, true) };
        block.cycle(&of(1));
        block.cycle(&of(2));
        for _ in 0..8 {
            block.cycle(&quiet);
        }
        let mut psns = Vec::new();
        for cycle in -5..30 {
            let packet = if cycle == later { of(3) } else { quiet.clone() };
            let outputs = block.cycle(&ReflectorInputs { answer_ready: cycle >= 0, ..packet });
            if outputs.answer_valid && cycle >= 0 {
                psns.push((cycle, outputs.answer_psn));
            }
        }
        psns
    };
    // Accepted in cycle 0, the next one leaves in 1, is read in 2 and is offered in 3.
    assert_eq!(run(-5), [(0, 1), (3, 3)]);
    assert_eq!(run(-3), [(0, 1), (3, 3)]);
    assert_eq!(run(-2), [(0, 1), (2, 3)]);
    assert_eq!(run(-1), [(0, 1), (3, 2), (7, 3)]);
    assert_eq!(run(10), [(0, 1), (3, 2), (14, 3)]);
}

#[test]
fn no_answer_is_lost_however_many_packets_come() {
    let mut block = reflector();
    let (mut newest, mut acknowledged) = ([0; 3], [0; 3]);
    for cycle in 0..4000_u64 {
        let flow = cycle * 7 / 5 % 3;
        let wants = cycle < 3900;
        let inputs = ReflectorInputs {
            packet: wants,
            dest_qp: BASE + flow,
            psn: cycle,
            answer_ready: cycle % 11 == 0,
            ..packet(SEND, false, false, true)
        };
        let outputs = block.cycle(&inputs);
        if wants {
            newest[flow as usize] = cycle;
        }
        if outputs.answer_valid && inputs.answer_ready {
            acknowledged[(outputs.answer_dest_qp - REMOTE) as usize] = outputs.answer_psn;
        }
    }
    assert_eq!(newest, acknowledged);
}

/// Packets of flow 1 are sent with these PSNs, and cycles pass until they are visible.
fn sent(block: &mut Reflector, psns: &[u64]) {
    for psn in psns {
        let (sent, sent_flow, sent_psn, sent_numbered) = (true, 1, *psn, true);
        let inputs =
            ReflectorInputs { sent, sent_flow, sent_psn, sent_numbered, ..Default::default() };
        block.cycle(&inputs);
    }
}

/// Number of packets that an ACK acknowledges.
fn acked(block: &mut Reflector, psn: u64) -> u64 {
    let (said, _) = after(block, &ReflectorInputs { psn, ..packet(0x11, false, false, false) });
    assert_eq!(said.ack_ignored, !said.ack);
    assert_eq!(said.ack, said.ack_count > 0);
    said.ack_count
}

#[test]
fn an_ack_acknowledges_what_was_sent_up_to_its_packet() {
    let mut block = reflector();
    assert_eq!(acked(&mut block, 0), 0);
    sent(&mut block, &[0xFF_FFFE, 0xFF_FFFF, 0, 1]);
    assert_eq!([0xFF_FFFD, 0x80_0000].map(|psn| acked(&mut block, psn)), [0, 0]);
    assert_eq!([0xFF_FFFF, 0xFF_FFFE, 0xFF_FFFF].map(|psn| acked(&mut block, psn)), [2, 0, 0]);
    assert_eq!([1, 1, 0].map(|psn| acked(&mut block, psn)), [2, 0, 0]);
    // Sent again from 0 on, while the ACK of its first copy is on its way.
    sent(&mut block, &[2, 3, 0]);
    assert_eq!(acked(&mut block, 17), 0);
    assert_eq!(acked(&mut block, 3), 3);
}

#[test]
fn a_release_is_for_one_packet_and_the_newest_ack_for_the_rest() {
    let mut block = reflector();
    let release = |block: &mut Reflector, release_flow: u64| {
        let inputs = ReflectorInputs { release_valid: true, release_flow, ..Default::default() };
        assert!(block.cycle(&inputs).release_ready);
        block.cycle(&ReflectorInputs::default());
        let said = block.cycle(&ReflectorInputs::default());
        assert_eq!((said.ack, said.ack_ignored), (said.ack_count > 0, said.ack_count == 0));
        assert_eq!(said.ack_released, said.ack);
        said.ack_count
    };
    sent(&mut block, &[4, 5, 6]);
    assert_eq!([1, 0, 3, 1].map(|flow| release(&mut block, flow)), [1, 0, 0, 1]);
    // One packet is left.
    assert_eq!([4, 6, 6].map(|psn| acked(&mut block, psn)), [0, 1, 0]);
    assert_eq!(release(&mut block, 1), 0);
    // The release waits for an ACK that is looked up.
    block.cycle(&packet(0x11, false, false, false));
    assert!(!block.cycle(&ReflectorInputs::default()).release_ready);
}
