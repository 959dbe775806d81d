//! Time from packet to packet.

use super::*;
use tailback_spec::switch::top::LATENCY_CYCLES;

/// Beats of a packet of so many words.
fn beats(words: usize) -> usize {
    packet(2, 0, words, 0).len().div_ceil(WIDTH)
}

/// Cycles from the first beat of the first to that of the last of the last twelve packets of port
/// 2, and the flow-control packets between them.
fn twelve_packets(rig: &Rig) -> (usize, usize) {
    let seen = &rig.seen[2][rig.seen[2].len() - 12..];
    let (first, last) = (seen[0].first, seen[11].first);
    let told = rig.told_at[2].iter().filter(|cycle| (first..last).contains(*cycle)).count();
    (last - first, told)
}

#[test]
fn packets_of_a_port_that_cut_through_follow_each_other_without_a_gap_from_four_beats_on() {
    for kind in KINDS {
        for words in [6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 100] {
            let mut rig = Rig::new(&config(kind));
            let sent: Vec<_> = (0..12).map(|seed| packet(2, 0, words, seed)).collect();
            sent.iter().for_each(|it| rig.send(0, it));
            rig.run_dry();
            let bytes: Vec<_> = rig.seen[2].iter().map(|it| &it.bytes).collect();
            assert_eq!(bytes, sent.iter().collect::<Vec<_>>());
            let ((cycles, told), beats) = (twelve_packets(&rig), beats(words));
            assert!(beats >= 4);
            let gaps = cycles - 11 * beats;
            assert!(gaps <= 2 * told, "{kind:?}: {gaps} gaps with {words} words");
        }
    }
}

#[test]
fn packets_of_several_ports_that_wait_start_every_four_cycles_or_without_a_gap() {
    for kind in KINDS {
        for words in [3, 4, 5, 6, 7, 8, 9, 10] {
            let mut rig = Rig::new(&config(kind));
            for seed in 0..4 {
                [0, 1, 3].iter().for_each(|port| rig.send(*port, &packet(2, 0, words, seed)));
            }
            rig.run_dry();
            assert_eq!(rig.seen[2].len(), 12);
            let (cycles, told) = twelve_packets(&rig);
            let due = 11 * beats(words).max(4);
            // A flow-control packet may delay the first packet.
            let bounds = due - 2..=due + 2 + 2 * told;
            assert!(bounds.contains(&cycles), "{kind:?}: {cycles} with {words} words");
        }
    }
}

#[test]
fn short_packets_of_a_queue_that_wait_start_every_seven_cycles() {
    for kind in KINDS {
        for words in [3, 5, 6, 8] {
            let mut rig = Rig::new(&config(kind));
            rig.send(1, &packet(2, 0, 200, 0));
            (0..4).for_each(|_| rig.step());
            (0..12).for_each(|seed| rig.send(0, &packet(2, 0, words, seed)));
            rig.run_dry();
            assert_eq!(rig.seen[2].len(), 13);
            let cycles = twelve_packets(&rig).0;
            // Flow-control packets may delay the first one or the last one.
            assert!(cycles.abs_diff(11 * 7) <= 2, "{kind:?}: {cycles} with {words} words");
        }
    }
}

#[test]
fn an_output_that_has_become_idle_delays_no_packet() {
    for kind in KINDS {
        for gap in 0..8 {
            let mut rig = Rig::new(&config(kind));
            let (first, second) = (packet(2, 1, 10, 1), packet(2, 1, 10, 2));
            let cycle = rig.cycle + first.len().div_ceil(WIDTH) + gap;
            rig.send(0, &first);
            rig.coming[0].extend(vec![None; gap]);
            rig.send(0, &second);
            rig.run_dry();
            assert_eq!(rig.seen[2][1].bytes, second);
            assert_eq!(rig.seen[2][1].first - cycle, LATENCY_CYCLES, "{kind:?}: {gap} cycles");
        }
    }
}
