//! Traces worked out by hand.

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

/// What is said of it three cycles later, and offered a cycle after that.
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
        assert_eq!((said.ack, said.ack_marked), (opcode == 0x11, opcode == 0x11));
    }
    let (said, _) = after(&mut block, &packet(0x11, false, false, false));
    assert_eq!((said.ack, said.ack_flow, said.ack_marked, said.becn), (true, 1, false, false));
}

#[test]
fn a_packet_for_an_unknown_queue_pair_is_dropped_and_told() {
    let mut block = reflector();
    let known = packet(SEND, true, true, true);
    for dest_qp in [0, BASE - 1, BASE + 3, BASE + 4, 0xFF_FFFF] {
        let (said, offered) = after(&mut block, &ReflectorInputs { dest_qp, ..known.clone() });
        assert!(said.unknown && !said.becn && !offered.answer_valid, "{dest_qp:x}");
    }
    // Not one of multicast: it is for whoever wants it.
    let (dlid, dest_qp) = (0xC123, 0xFF_FFFF);
    assert!(!after(&mut block, &ReflectorInputs { dlid, dest_qp, ..known }).0.unknown);
}

#[test]
fn no_answer_is_lost_unless_told_and_none_if_heeded() {
    let mut block = reflector();
    let mut lost = 0;
    for _ in 0..30 {
        lost += u64::from(block.cycle(&packet(SEND, false, false, true)).lost_ack);
    }
    let mut sent = 0;
    for _ in 0..40 {
        let outputs = block.cycle(&ReflectorInputs { answer_ready: true, ..Default::default() });
        sent += u64::from(outputs.answer_valid);
        lost += u64::from(outputs.lost_ack);
    }
    // One of the last came as the first was taken.
    assert_eq!((sent, lost), (18, 12));

    let (mut came, mut sent) = (0, 0);
    for cycle in 0..400 {
        let wants = cycle < 100;
        let outputs = block.cycle(&ReflectorInputs {
            packet: wants && block.answers.len() + 3 <= 16,
            answer_ready: cycle % 7 == 0,
            ..packet(SEND, true, false, false)
        });
        came += u64::from(wants && outputs.packet_ready);
        sent += u64::from(outputs.answer_valid && cycle % 7 == 0);
        assert!(!outputs.lost_ack);
    }
    assert!(came > 20 && came == sent, "{came} {sent}");
}
