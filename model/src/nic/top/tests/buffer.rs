//! The receive buffer: a host that stalls, and the credits of the neighbour.

use super::*;
use crate::link::flow_control::Packet;

/// Offset of the BTH's byte with AckReq.
const ACK_REQ: usize = 16;

/// A NIC whose receive buffer holds one longest packet, of five blocks, for each VL.
fn rig() -> Rig {
    Rig::new(&nic(1, Response::Lipd).with_receive_buffer(1).expect("legal"))
}

/// Credit limits of VL 0, as they are sent.
fn limits(rig: &Rig) -> Vec<u32> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
    let packets = rig.sent.iter().filter(|sent| is_flow_control(sent));
    let packets = packets.map(|(_, bytes, _)| Packet::decode(number(bytes)));
    packets.filter(|packet| packet.vl == 0).map(|packet| packet.fccl).collect()
}

/// A packet of four blocks on VL 0 that requests an ACK.
fn request() -> Vec<u8> {
    packet(60, SEND, |bytes| bytes[ACK_REQ] = 0x80)
}

#[test]
fn credits_return_when_the_host_takes_the_packet_and_the_ack_does_not_wait_for_it() {
    let mut rig = rig();
    rig.inputs.m_axis_host.tready = false;
    rig.until(100).receive(&request()).until(300);
    // The limit stays: four blocks have been received, and as many are in use.
    assert!(limits(&rig).is_empty(), "{:?}", limits(&rig));
    let acks = rig.sent.iter().filter(|sent| !is_flow_control(sent)).count();
    assert_eq!((acks, rig.came.len()), (1, 0));
    rig.inputs.m_axis_host.tready = true;
    rig.until(400);
    assert_eq!(rig.came, [(request(), false)]);
    assert_eq!(limits(&rig).last(), Some(&9));
}

#[test]
fn a_notification_takes_no_space_and_its_credit_returns_at_once() {
    let mut rig = rig();
    rig.inputs.m_axis_host.tready = false;
    rig.until(100).receive(&packet(6, OPCODE_CNP, |_| {})).until(200);
    assert_eq!(limits(&rig).last(), Some(&6));
    assert!(rig.came.is_empty());
}

#[test]
fn a_packet_that_was_sent_without_credits_is_dropped_and_counted() {
    let mut rig = rig();
    rig.inputs.m_axis_host.tready = false;
    rig.until(100).receive(&request()).receive(&request()).until(300);
    rig.inputs.m_axis_host.tready = true;
    rig.until(500);
    assert_eq!(rig.came, [(request(), false)]);
    // Flow-control packets that are bad, or that the neighbour has not waited for.
    assert_eq!(rig.read(address::TRAFFIC + 4 * 3), 1);
    assert_eq!(rig.read(address::TRAFFIC), 2);
}
