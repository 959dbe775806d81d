//! Cycles that follow from the pages of the specification, computed by hand.

use super::*;

/// A host with one flow, over one switch and links of a cycle.
fn one_switch(flows: &str) -> Scenario {
    let source = format!(
        "name = \"test\"\nswitches = [\"S\"]\n[configuration]\npreset = \"shimonishi-2007\"\n\
        efl.variant = \"plain\"\nefl.initial_mbps = 10000\n\
        [hosts.source]\nswitch = \"S\"\n[hosts.sink]\nswitch = \"S\"\n\
        [flows.only]\nfrom = \"source\"\nto = \"sink\"\n{flows}\n\
        [run]\ntransport = \"efl\"\nduration_ms = 0.1\n[measure]\nfrom_ms = 0\nto_ms = 0.1\n"
    );
    Scenario::from_toml(&source, &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn the_first_packet_takes_the_cycles_of_the_specification() {
    let (_, checked) = run(&one_switch(""), true);
    // The host begins in cycle 0; 22 beats later the doorbell rings in cycle 23, and the grant is
    // decided in 24, shown in 25 and held from 26 on: it is read in phase 2 of the next frame.
    let read = 26;
    // The frame begins 8 cycles later; its first beat is on the link in the next cycle.
    let first = read + 8 + 1;
    assert_eq!((checked.log[0].link, checked.log[0].cycle), (0, first));
    // The last beat of 24 is received a cycle after it was sent. The first slot of port 0, of four,
    // from two cycles later on is that in which the frame is moved; five cycles later it leaves.
    let received = first + 23 + 1;
    let slot = (received + 2_u64).next_multiple_of(4);
    assert_eq!((checked.log[1].link, checked.log[1].cycle), (3, slot + 5));
}

#[test]
fn packets_at_the_rate_of_the_line_leave_no_gap() {
    let (_, checked) = run(&one_switch(""), true);
    let sent: Vec<u64> =
        checked.log.iter().filter(|record| record.link == 3).map(|record| record.cycle).collect();
    // The first ten packets are sent while the host fills the buffer.
    let gaps = sent[10..100].windows(2).filter(|pair| pair[1] - pair[0] != 24).count();
    assert_eq!(gaps, 0, "{:?}", &sent[..100]);
}

#[test]
fn a_group_of_one_packet_is_acknowledged_at_once() {
    // One packet of 100 bytes every 50 us: the next group begins after the ACK of the last.
    let flows = "traffic = \"groups\"\ngroup_bytes = 100\ninterval_us = 10\nstop_us = 50";
    let (counts, checked) = run(&one_switch(flows), true);
    assert!(checked.delivered[0] > 0 && counts.time_outs == 0, "{counts:?}");
    assert_eq!(counts.unfinished, 0);
    assert_eq!(counts.sent, checked.delivered[0]);
}
