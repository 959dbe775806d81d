//! Traces by hand.

mod link;
mod marks;
mod rig;

use self::rig::{is_flow_control, nic, packet, Rig};
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
    // Another one behind it: 30 bytes are four beats.
    let bytes = packet(7, SEND, |_| {});
    rig.send(&bytes, 0, true);
    rig.until(150);
    // Its first beat comes in cycle 103, asks in 104, is looked up in 105, may go from 106 on.
    assert_eq!(rig.sent, [(107..=110, bytes, 0)]);
    assert_eq!(rig.grants, [(102, 0)]);
    // The ACK is on the link from cycle 150 to 153.
    let ack = packet(7, RC_ACK, |_| {});
    rig.receive(&ack);
    // Accepted in 154, decoded in 155; an ACK in 158, on offer in 160; the window is open from 161
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
    // On offer in cycle 152.
    assert_eq!(rig.next_grant(), (154, 0));
    rig.release(0).decline(0);
    rig.until(250);
    assert_eq!(rig.grants.len(), 2);
    assert_eq!(rig.read(address::IGNORED + 4 * 3), 1);
    assert_eq!(rig.read(address::IGNORED + 4 * 4), 0);
}

#[test]
fn a_release_does_not_change_the_rate_and_an_ack_for_nothing_does() {
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
    // The last one takes its time.
    (0..20).for_each(|_| drop(rig.step()));
    assert_eq!(rate(&mut rig), 0);
    assert_eq!(rig.read(address::IGNORED + 4 * 3), 129 + 300);
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
    rig.receive(&packet(7, RC_ACK, |bytes| {
        bytes[12] |= 0x40;
        bytes[15] += 2;
    }));
    rig.until(200).doorbell(2);
    assert_eq!(rig.next_grant().1, 2);
    rig.send(&packet(9, SEND, |_| {}), 2, false).until(400);
    rig.write(address::FLOW_SELECT, 2);
    // Two packets of 38 bytes, a BECN, one packet time of five beats, and an IPD of 1.
    let values = [0, 1, 2, 3, 4, 5, 6].map(|place| rig.read(address::FLOW + 4 * place));
    assert_eq!(values, [2, 76, 0, 1, 5, 0, 1]);
}
