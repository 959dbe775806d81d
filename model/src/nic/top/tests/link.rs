//! Credits, and flow-control packets between packets.

use super::*;
use crate::link::flow_control::{FlowControlCheckerOutputs, Packet};
use crate::nic::transmit::TransmitOutputs;
use crate::switch::beat;
use tailback_spec::Lanes;

/// Flow-control packets on the link, with the cycle of each; the LPCRC is dropped.
fn told(rig: &Rig) -> Vec<(u64, Packet)> {
    let number = |bytes: &[u8]| bytes.iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
    let packets = rig.sent.iter().filter(|sent| is_flow_control(sent));
    packets.map(|(cycles, bytes, _)| (*cycles.start(), Packet::decode(number(bytes)))).collect()
}

#[test]
fn a_packet_waits_for_credits_and_cycles_are_counted() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100).doorbell(0);
    assert_eq!(rig.next_grant(), (102, 0));
    // 11 blocks of 64 bytes for credits of 10.
    let bytes = packet(66 - 4, SEND, |bytes| bytes[0] = 0x10);
    for number in 0..2 {
        rig.send(&bytes, 0, true).until(200 + 200 * number);
        assert_eq!(rig.sent.len() as u64, number + 1);
        rig.release(0);
        rig.next_grant();
    }
    // Packets of four blocks each.
    rig.send(&bytes, 0, false).until(700);
    assert_eq!(rig.sent.len(), 2);
    let stalls = rig.read(address::TRAFFIC + 4 * 2);
    assert!(stalls > 200, "{stalls}");
    let now = rig.now;
    rig.credits(1, 12);
    rig.until(now + 100);
    // The credits are reported in the second cycle after, and the packet begins three cycles after
    // that. In the next cycle, its first beat enters the output to the link.
    assert_eq!(rig.sent[2].0, now + 7..=now + 38);
    rig.inputs.link_active = false;
    rig.release(0).doorbell(0);
    rig.next_grant();
    rig.credits(1, 100).send(&bytes, 0, false);
    rig.until(now + 400);
    let packets = rig.sent.iter().filter(|sent| !is_flow_control(sent)).count();
    assert_eq!(packets, 3);
    // The link is down, which is reported for each VL.
    let told = told(&rig);
    assert_eq!(told.iter().map(|(_, it)| (it.op, it.vl)).collect::<Vec<_>>(), [(1, 0), (1, 1)]);
    assert_eq!(told[1].1.fctbs, 12);
}

#[test]
fn credits_are_looked_up_for_two_cycles_and_not_just_after_a_packet_begins() {
    let mut way_out = WayOut::new(&nic(1, Response::Lipd));
    let inputs: NicTopInputs = NicTopInputs { link_active: true, ..Default::default() };
    // Credits of the next cycle, for a packet of the host and for a reply.
    let mut look_up = |packets: &TransmitOutputs, limit: Option<u64>| {
        let fccl = limit.unwrap_or_default();
        let update =
            FlowControlCheckerOutputs { update: limit.is_some(), fccl, ..Default::default() };
        way_out.step(&inputs, packets, &update, &Lanes::new(), &mut NicTopOutputs::default());
        (way_out.credits.host, way_out.credits.answer)
    };
    let waits = TransmitOutputs { host_blocks: 4, ..Default::default() };
    assert_eq!(look_up(&waits, Some(4)), (false, false));
    assert_eq!(look_up(&waits, None), (false, false));
    assert_eq!(look_up(&waits, None), (true, true));
    let begins = TransmitOutputs { begins: true, begins_blocks: 3, ..waits.clone() };
    assert_eq!(look_up(&begins, None), (false, false));
    assert_eq!(look_up(&waits, None), (false, false));
    // One block is left.
    assert_eq!(look_up(&waits, None), (false, true));
    // Packets of VL15 need no credits, but begin like any others. Other VLs have none.
    let managed = TransmitOutputs { host_vl: 15, reply_vl: 2, ..waits.clone() };
    assert_eq!(look_up(&managed, None), (true, false));
    let begins = TransmitOutputs { begins: true, begins_vl: 15, ..managed.clone() };
    assert_eq!(look_up(&begins, None), (false, false));
    assert_eq!(look_up(&managed, None), (false, false));
    assert_eq!(look_up(&managed, None), (true, false));
    assert_eq!(look_up(&waits, None), (false, true));
}

#[test]
fn two_beats_wait_at_the_link_and_no_cycle_is_lost_behind_them() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100).doorbell(0);
    assert_eq!(rig.next_grant(), (102, 0));
    let bytes = packet(7, SEND, |_| {});
    rig.inputs.m_axis_link.tready = false;
    rig.send(&bytes, 0, false).until(120);
    rig.inputs.m_axis_link.tready = true;
    let first = rig.step().m_axis_link;
    assert_eq!((first.tvalid, first.tlast), (true, false));
    rig.until(124);
    assert_eq!(rig.sent, [(120..=123, bytes, 0)]);
    // Without a beat, the signals keep the values of the last one.
    let last = rig.step().m_axis_link;
    assert_eq!((last.tvalid, last.tlast, beat::counted(last.tkeep)), (false, true, 6));
}

#[test]
fn flow_control_packets_go_between_packets_and_say_what_went_before_them() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100).doorbell(0);
    rig.next_grant();
    let bytes = packet(39, SEND, |_| {});
    rig.send(&bytes, 0, true);
    rig.until(110);
    // Six blocks are received on VL 0 and change its limit while the packet is sent.
    let long = packet(39, SEND, |bytes| bytes[15] = 9);
    rig.receive(&long).until(200);
    let (packet, told) = (rig.sent[0].0.clone(), told(&rig));
    assert_eq!((packet.clone(), rig.sent[0].1.clone()), (108..=127, bytes));
    let (first, told) = told[0];
    assert_eq!(first, packet.end() + 1);
    assert_eq!((told.op, told.vl, told.fctbs), (0, 0, 3));
    assert!(told.fccl > 2048, "{told:?}");
}

#[test]
fn what_the_link_does_not_take_stays() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    rig.until(100).doorbell(0);
    rig.next_grant();
    let bytes = packet(39, SEND, |_| {});
    rig.send(&bytes, 0, true);
    let mut before: Option<NicTopOutputs> = None;
    for cycle in 0..200 {
        rig.inputs.m_axis_link.tready = cycle % 3 == 0;
        rig.inputs.link_active = cycle % 16 != 15;
        let ready = rig.inputs.m_axis_link.tready;
        let outputs = rig.step();
        if let Some(before) = before {
            let beat = |outputs: &NicTopOutputs| {
                let data = outputs.m_axis_link.tdata.clone();
                (outputs.m_axis_link.tvalid, data, outputs.m_axis_link.tuser)
            };
            assert_eq!(beat(&before), beat(&outputs), "{cycle}");
        }
        before = Some(outputs).filter(|outputs| outputs.m_axis_link.tvalid && !ready);
    }
    let packets: Vec<_> = rig.sent.iter().filter(|sent| !is_flow_control(sent)).collect();
    assert_eq!(packets.len(), 1);
    assert_eq!(packets[0].1, bytes);
    assert!(rig.sent.len() > 5);
}

#[test]
fn bad_flow_control_is_counted_and_changes_nothing() {
    let mut rig = Rig::new(&nic(1, Response::Lipd));
    // A VL and an Op that do not exist, and VL15, which has no credits.
    rig.credits(2, 100).credits(15, 100).until(100);
    assert_eq!(rig.read(address::TRAFFIC + 4 * 3), 2);
}
