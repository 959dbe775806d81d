//! FECN in, BECN out; BECN in, delays up.

use super::*;
use tailback_spec::nic::top::SYNDROME;

/// Offset of the BTH's byte with FECN and BECN, and of that with AckReq.
const CONGESTION: usize = 12;
const ACK_REQ: usize = 16;
const FECN: u8 = 0x80;
const BECN: u8 = 0x40;

#[test]
fn fecn_is_answered_by_an_ack_with_becn_or_a_cnp() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100);
    rig.receive(&packet(7, SEND, |bytes| bytes[ACK_REQ] = 0x80)).until(200);
    rig.receive(&packet(7, SEND, |bytes| bytes[CONGESTION] = FECN)).until(300);
    rig.receive(&packet(7, DATAGRAM, |bytes| bytes[CONGESTION] = FECN)).until(400);
    // Received blocks change the credit limits of their VL, for which flow-control packets are
    // sent, too.
    let answers: Vec<_> = rig.sent.iter().filter(|sent| !is_flow_control(sent)).cloned().collect();
    for (number, (_, bytes, user)) in answers.iter().enumerate() {
        let is_cnp = number == 2;
        let words = if is_cnp { 6 } else { 7 };
        // The reply returns to the source of the packet, on its VL and SL.
        assert_eq!(bytes[..8], [0x00, 0x52, 0x00, 0x33, 0, words, 0x00, 0x22]);
        assert_eq!(bytes[8], if is_cnp { OPCODE_CNP } else { RC_ACK });
        assert_eq!(bytes[CONGESTION], if number > 0 { BECN } else { 0 });
        assert_eq!(bytes[13..16], [0x00, 0x09, 0x00]);
        assert!(is_cnp || bytes[20..24] == [SYNDROME, 0, 0, 0]);
        assert_eq!(*user, 0);
    }
    // The packet is decoded in cycle 105, its reply is offered in 109, built in 118, and on the
    // link in 120.
    assert_eq!((answers.len(), answers[0].0.clone()), (3, 120..=123));
    // FECN received, ignored; BECN received, sent; CNPs received, sent.
    let marks = [0, 1, 2, 3, 4, 5].map(|place| rig.read(address::MARKS + 4 * place));
    assert_eq!(marks, [2, 0, 0, 2, 0, 1]);
    // Packets received, sent.
    assert_eq!([0, 4].map(|place| rig.read(address::TRAFFIC + place)), [3, 3]);
}

#[test]
fn becn_on_an_ack_or_on_a_cnp_makes_the_delay_longer() {
    for opcode in [RC_ACK, OPCODE_CNP] {
        let mut rig = Rig::new(&nic(1, Response::Lipd));
        rig.until(100).doorbell(0);
        assert_eq!(rig.next_grant(), (102, 0));
        let words = if opcode == OPCODE_CNP { 6 } else { 7 };
        rig.receive(&packet(words, opcode, |bytes| bytes[CONGESTION] |= BECN)).until(200);
        rig.send(&packet(39, SEND, |_| {}), 0, true).step();
        // The packet starts in cycle 201; 20 words at an IPD of 1. Its ACK is received meanwhile.
        rig.until(226).receive(&packet(7, RC_ACK, |_| {}));
        assert_eq!(rig.next_grant(), (241, 0), "{opcode:#x}");
        rig.send(&packet(39, SEND, |_| {}), 0, false).until(300).write(address::FLOW_SELECT, 0);
        // One unmarked ACK makes no progress yet. The window was open 5 cycles before the schedule.
        let values = [3, 4, 6].map(|place| rig.read(address::FLOW + 4 * place));
        assert_eq!(values, [1, 5, 1]);
        assert_eq!(rig.read(address::MARKS + 8), 1);
    }
}

#[test]
fn becn_raises_the_index_only_of_a_service_level_that_is_throttled() {
    for (control_map, delay) in [(1 << 5, 7), (1 << 4, 0)] {
        let mut rig = Rig::new(&nic(1, Response::Cct));
        rig.write(address::TABLE_ENTRIES + 4 * 3, 7);
        rig.write(address::CONGESTION_CONTROL_TABLE, 127 << 16);
        // SL 5: timer off, increase by 3, trigger at 2.
        rig.write(address::CA_CONGESTION_SETTING + 4 + 8 * 5, 3 << 8 | 2);
        rig.write(address::CA_CONGESTION_SETTING, control_map);
        rig.until(1000).doorbell(0);
        assert_eq!(rig.next_grant(), (1002, 0));
        rig.receive(&packet(6, OPCODE_CNP, |bytes| bytes[CONGESTION] |= BECN)).until(1100);
        rig.send(&packet(39, SEND, |_| {}), 0, true).until(1126);
        let ack = 1126 + 12;
        rig.receive(&packet(7, RC_ACK, |_| {}));
        // The window opens two cycles before a packet that is ready can be granted.
        let opens = ack as u32 - 2;
        let due = 1101 + 20 * (1 + delay);
        assert_eq!(rig.next_grant(), (ack.max(due), 0));
        rig.send(&packet(39, SEND, |_| {}), 0, false).until(1500).write(address::FLOW_SELECT, 0);
        let throttled = delay > 0;
        let values = [4, 6].map(|place| rig.read(address::FLOW + 4 * place));
        assert_eq!(values, if throttled { [due as u32 - opens, 3] } else { [0, 0] });
        // Type 2, enabled, and an event from LID 0x33.
        let summary = rig.read(address::CONGESTION_LOG);
        assert_eq!(summary, 2 << 24 | 1 << 16 | u32::from(throttled));
        let event = address::CONGESTION_LOG + 4 * 3;
        let words = [0, 1, 2].map(|word| rig.read(event + 4 * word));
        assert_eq!(
            words,
            match throttled {
                true => [0x100 << 8, 0x900 << 8 | 5 << 4, 0x33 << 16],
                false => [0; 3],
            }
        );
    }
}

#[test]
fn time_passes_with_and_without_a_table() {
    for response in [Response::Lipd, Response::Cct] {
        let mut rig = Rig::new(&nic(1, response));
        rig.until(2560);
        // The value is read four cycles after the read begins: 128 cycles of 8 ns are a tick.
        assert_eq!(rig.read(address::TIME_STAMP), 20, "{response:?}");
    }
}
