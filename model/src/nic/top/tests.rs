//! Traces by hand.

mod buffer;
mod link;
mod marks;
mod rig;

use self::rig::{is_flow_control, nic, packet, with_window, Rig};
use super::*;
use tailback_spec::nic::Response;
use tailback_spec::registers::nic::address;

/// Opcodes: RC SEND Only, UD SEND Only.
const SEND: u8 = 0x04;
const DATAGRAM: u8 = 0x64;

#[test]
fn a_doorbell_is_granted_its_packet_goes_and_the_next_one_waits_for_the_ack() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100).doorbell(0);
    assert_eq!(rig.next_grant(), (102, 0));
    // A second packet is ready behind it: 30 bytes are four beats.
    let bytes = packet(7, SEND, |_| {});
    rig.send(&bytes, 0, true);
    rig.until(150);
    // The first beat is received in cycle 103, requests in 104, is looked up in 105, may be sent
    // from 106 on, and enters the output to the link in 107.
    assert_eq!(rig.sent, [(108..=111, bytes, 0)]);
    assert_eq!(rig.grants, [(102, 0)]);
    // The ACK is on the link from cycle 150 to 153.
    let ack = packet(7, RC_ACK, |_| {});
    rig.receive(&ack);
    // Accepted in 154, decoded in 155; an ACK in 158, offered in 160; the window is open from 161
    // on.
    assert_eq!(rig.next_grant(), (162, 0));
    assert_eq!(rig.came, [(ack, false)]);
}

#[test]
fn a_release_opens_the_window_and_one_too_many_is_counted() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100).doorbell(0);
    assert_eq!(rig.next_grant(), (102, 0));
    rig.send(&packet(7, SEND, |_| {}), 0, true);
    rig.until(150).release(0);
    // Reported in cycle 152, offered in 154.
    assert_eq!(rig.next_grant(), (156, 0));
    rig.release(0).decline(0);
    rig.until(250);
    assert_eq!(rig.grants.len(), 2);
    assert_eq!(rig.read(address::IGNORED + 4 * 3), 1);
    assert_eq!(rig.read(address::IGNORED + 4 * 4), 0);
}

#[test]
fn a_release_and_an_ack_for_nothing_do_not_change_the_rate_but_its_becn_does() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    let rate = |rig: &mut Rig| {
        rig.write(address::FLOW_SELECT, 0);
        rig.read(address::FLOW + 4 * 6)
    };
    rig.receive(&packet(7, RC_ACK, |bytes| bytes[12] |= 0x40)).until(400);
    assert_eq!(rate(&mut rig), 1);
    (0..300).for_each(|_| drop(rig.release(0).step()));
    assert_eq!(rate(&mut rig), 1);
    for _ in 0..128 {
        rig.receive(&packet(7, RC_ACK, |_| {}));
    }
    // The last one needs further cycles.
    (0..20).for_each(|_| drop(rig.step()));
    assert_eq!(rate(&mut rig), 1);
    assert_eq!(rig.read(address::IGNORED + 4 * 3), 129 + 300);
    // No ACK acknowledged a packet.
    assert_eq!(rig.read(address::TRAFFIC + 4 * 4), 0);
}

/// Makes a flow send packets with these PSNs, as many as the window holds.
fn sends(rig: &mut Rig, psns: std::ops::Range<u32>) {
    rig.doorbell(0);
    for psn in psns {
        assert_eq!(rig.next_grant().1, 0);
        rig.send(
            &packet(7, SEND, |bytes| bytes[17..20].copy_from_slice(&psn.to_be_bytes()[1..])),
            0,
            true,
        );
    }
    (0..40).for_each(|_| drop(rig.step()));
}

#[test]
fn an_ack_acknowledges_all_packets_before_it_and_an_old_one_none() {
    let ack = |psn: u32| {
        packet(7, RC_ACK, |bytes| bytes[17..20].copy_from_slice(&psn.to_be_bytes()[1..]))
    };
    for first in [5, (1 << 24) - 2] {
        let mut rig = Rig::new(&with_window(4));
        rig.until(100);
        sends(&mut rig, first..first + 4);
        assert_eq!((rig.grants.len(), rig.sent.len()), (4, 4));
        // Old PSNs, and PSNs that were never sent.
        for psn in [first + (1 << 24) - 1, first + 100, first + (1 << 24) - 20] {
            rig.receive(&ack(psn % (1 << 24)));
        }
        (0..100).for_each(|_| drop(rig.step()));
        assert_eq!(rig.grants.len(), 4);
        // One ACK for three packets, a duplicate, and a release: two packets fit into the window.
        rig.receive(&ack((first + 2) % (1 << 24))).receive(&ack((first + 2) % (1 << 24)));
        sends(&mut rig, first + 4..first + 7);
        assert_eq!(rig.grants.len(), 7);
        rig.release(0);
        sends(&mut rig, first + 7..first + 8);
        assert_eq!(rig.grants.len(), 8);
        assert_eq!(rig.read(address::IGNORED + 4 * 3), 4);
        assert_eq!(rig.read(address::TRAFFIC + 4 * 4), 1);
        // The newest PSN acknowledges all packets that are left, including those that were
        // released.
        rig.receive(&ack((first + 7) % (1 << 24)));
        sends(&mut rig, first + 8..first + 12);
        assert_eq!(rig.grants.len(), 12);
    }
}

#[test]
fn a_packet_without_grant_is_not_sent_and_counted() {
    let mut rig = Rig::new(&nic(3, Response::Lipd));
    rig.until(100).send(&packet(9, SEND, |_| {}), 1, false).until(200);
    rig.send(&packet(9, SEND, |_| {}), 3, false).until(300);
    rig.decline(2).until(350);
    assert_eq!(rig.sent, []);
    let counts = [1, 2, 4].map(|place| rig.read(address::IGNORED + 4 * place));
    assert_eq!(counts, [1, 1, 1]);
}

#[test]
fn values_of_a_flow_are_those_of_what_it_did() {
    let mut rig = Rig::new(&nic(3, Response::Lipd));
    rig.until(100).doorbell(2);
    assert_eq!(rig.next_grant().1, 2);
    rig.send(&packet(9, SEND, |_| {}), 2, false);
    (0..40).for_each(|_| drop(rig.step()));
    rig.receive(&packet(7, RC_ACK, |bytes| {
        bytes[12] |= 0x40;
        bytes[15] += 2;
    }));
    rig.until(200).doorbell(2);
    assert_eq!(rig.next_grant().1, 2);
    rig.send(&packet(9, SEND, |_| {}), 2, false).until(400);
    rig.write(address::FLOW_SELECT, 2);
    // Two packets of 38 bytes, a BECN, and an IPD of 1; the second packet started after its time.
    let values = [0, 1, 2, 3, 4, 5, 6].map(|place| rig.read(address::FLOW + 4 * place));
    assert_eq!(values, [2, 76, 0, 1, 0, 0, 1]);
}
