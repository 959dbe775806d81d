//! Credits of packets, and those of the neighbour.

use super::*;
use tailback_spec::switch::counters::credit_stalls;

#[test]
fn a_packet_waits_for_credits_and_its_waiting_is_counted() {
    for kind in KINDS {
        let config = config(kind);
        let mut rig = Rig::new(&config);
        // FCTBS is 0: nothing has been sent; the packet has two blocks.
        rig.credit(2, 1, 1);
        rig.run_dry();
        let sent = packet(2, 1, 30, 1);
        rig.send(0, &sent);
        rig.run_dry();
        assert!(rig.seen[2].is_empty());
        assert!(counter(&mut rig, 2, credit_stalls(&config.port(), 1)) > 1900, "{kind:?}");
        // A longest packet would need more.
        rig.credit(2, 1, 2);
        rig.run_dry();
        assert_eq!(rig.seen[2][0].bytes, sent);
    }
}

#[test]
fn credits_for_one_longest_packet_after_a_short_one_are_no_stall() {
    for kind in KINDS {
        let config = config(kind);
        let mut rig = Rig::new(&config);
        rig.credit(2, 1, 40);
        rig.run_dry();
        (1..=2).for_each(|seed| rig.send(0, &packet(2, 1, 6, seed)));
        rig.run_dry();
        assert_eq!(rig.seen[2].len(), 2);
        assert_eq!(counter(&mut rig, 2, credit_stalls(&config.port(), 1)), 0, "{kind:?}");
    }
}

#[test]
fn packets_of_a_block_pass_with_a_block_of_credits_each() {
    for kind in KINDS {
        let config = config(kind);
        let mut rig = Rig::new(&config);
        rig.credit(2, 1, 2);
        rig.run_dry();
        // A flow-control packet that is due every 4096 cycles would delay the first packet.
        (0..40).for_each(|_| rig.step());
        (1..=3).for_each(|seed| rig.send(0, &packet(2, 1, 6, seed)));
        rig.run_dry();
        let seen: Vec<_> = rig.seen[2].iter().map(|it| it.first).collect();
        assert_eq!(seen.len(), 2, "{kind:?}");
        // The blocks of the first one count as those of a longest packet for two cycles.
        assert!(seen[1] - seen[0] >= 6, "{kind:?} {seen:?}");
        assert!(counter(&mut rig, 2, credit_stalls(&config.port(), 1)) > 1900);
        rig.credit(2, 1, 3);
        rig.run_dry();
        assert_eq!(rig.seen[2].len(), 3, "{kind:?}");
    }
}

#[test]
fn a_packet_that_is_dropped_returns_its_credits() {
    for kind in KINDS {
        let mut rig = Rig::new(&config(kind));
        let (long, behind) = (packet(2, 0, 400, 1), packet(2, 0, 50, 2));
        let mut damaged = packet(2, 0, 100, 3);
        damaged[200] ^= 1;
        // For the first two packets: the bad one needs seven blocks, and the last one four.
        rig.credit(2, 0, 26 + 7);
        rig.run_dry();
        rig.send(1, &long);
        rig.coming[0].push_back(None);
        [&damaged, &damaged, &behind].iter().for_each(|it| rig.send(0, it));
        rig.run_dry();
        let bytes: Vec<_> = rig.seen[2].iter().map(|it| &it.bytes).collect();
        assert_eq!(bytes, [&long, &behind], "{kind:?}");
    }
}

#[test]
fn the_neighbour_is_told_all_blocks_again_once_packets_have_left() {
    let config = config(&[]);
    let mut rig = Rig::new(&config);
    let blocks = config.link().buffer_blocks() as u32;
    for number in 0..5 {
        rig.send(0, &packet(1, 0, 200, number));
    }
    rig.run_dry();
    let last = rig.told[0].iter().rev().find(|packet| packet.vl == 0).unwrap();
    let came = 5 * packet(1, 0, 200, 0).len().div_ceil(64) as u32;
    assert_eq!((last.op, last.fccl), (0, (came + blocks) % 4096));
    let sent = rig.told[1].iter().rev().find(|packet| packet.vl == 0).unwrap();
    assert!(sent.fctbs <= came, "told with the turn of the period");
}
