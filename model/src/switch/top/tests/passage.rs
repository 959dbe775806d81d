//! Latency and handling of packets.

use super::*;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, credit_stalls, packets_in, packets_out, MANAGEMENT_DROPPED,
};
use tailback_spec::switch::top::LATENCY_CYCLES;
use tailback_spec::wire::{bth, lrh};

/// Both allocators, and all ways of marking.
const KINDS: [&[&str]; 5] = [
    &[],
    &["allocator.kind=\"round-robin\""],
    &["marking.policy=\"naive\""],
    &["marking.by=\"detector\""],
    &["marking.by=\"detector\"", "allocator.kind=\"round-robin\""],
];

fn counter(rig: &mut Rig, port: usize, number: usize) -> u32 {
    let port = address::PORTS + port as u32 * address::PORT_STRIDE;
    rig.read(port + address::port::COUNTERS + 4 * number as u32)
}

/// A packet without the bytes that a mark changes: its FECN, and its VCRC.
fn unmarked(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes[..bytes.len() - crc::LINK_BYTES].to_vec();
    bytes[lrh::BYTES + bth::CONGESTION_BYTE] &= !bth::FECN_MASK;
    bytes
}

fn sorted(packets: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut all: Vec<_> = packets.collect();
    all.sort();
    all
}

#[test]
fn a_packet_that_finds_all_free_takes_as_long_as_the_page_says() {
    for kind in KINDS {
        for phase in 0..9 {
            let mut rig = Rig::new(&config(kind));
            (0..phase).for_each(|_| rig.step());
            let sent = packet(2, 1, 100, 1);
            let cycle = rig.cycle;
            rig.send(0, &sent);
            rig.run_dry();
            let beats = sent.len().div_ceil(WIDTH);
            let first = rig.seen[2][0].first - cycle;
            assert_eq!(rig.seen[2][0].bytes, sent);
            assert_eq!((first, LATENCY_CYCLES), (10, 10), "{kind:?}");
            assert_eq!(rig.seen[2][0].last - rig.seen[2][0].first, beats - 1, "without a gap");
        }
    }
}

#[test]
fn packets_of_different_ports_that_come_in_the_same_cycle_do_not_delay_each_other() {
    for kind in KINDS {
        let mut rig = Rig::new(&config(kind));
        let cycle = rig.cycle;
        let sent = [2, 3].map(|output| packet(output, 1, 100, output));
        for (input, bytes) in sent.iter().enumerate() {
            rig.send(input, bytes);
        }
        rig.run_dry();
        for (seen, bytes) in rig.seen[2..].iter().zip(&sent) {
            let first = seen[0].first - cycle;
            assert_eq!((first, &seen[0].bytes), (LATENCY_CYCLES, bytes), "{kind:?}");
        }
    }
}

#[test]
fn a_table_in_block_ram_takes_as_long() {
    let mut rig = Rig::new(&config(&["switch.forwarding_entries=512"]));
    (0..512).for_each(|_| rig.step());
    for port in 0..PORTS as u32 {
        rig.write(address::FORWARDING + 4 * (port + 1), 1 << 31 | port);
    }
    let (sent, cycle) = (packet(3, 0, 40, 1), rig.cycle);
    rig.send(1, &sent);
    rig.run_dry();
    assert_eq!((rig.seen[3][0].first - cycle, &rig.seen[3][0].bytes), (LATENCY_CYCLES, &sent));
}

/// Beats of a packet of so many words.
fn beats(words: usize) -> usize {
    packet(2, 0, words, 0).len().div_ceil(WIDTH)
}

/// Cycles from the first beat of the first to that of the last of the last twelve packets of port 2,
/// and the flow-control packets between them.
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
fn short_packets_of_a_queue_that_wait_start_every_six_cycles() {
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
            assert!(cycles.abs_diff(11 * 6) <= 2, "{kind:?}: {cycles} with {words} words");
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

#[test]
fn all_inputs_send_to_all_outputs_and_counters_tell() {
    for kind in KINDS {
        let config = config(kind);
        let (port, mut rig) = (config.port(), Rig::new(&config));
        let mut sent = vec![Vec::new(); PORTS];
        for number in 0..20 {
            for input in 0..PORTS {
                let output = (number * 7 + input * 3 + number / 3) % PORTS;
                let lane = [0, 1, 15][(number + input) % 3];
                let bytes = packet(output, lane, 10 + number * 3, input * 16 + number);
                rig.send(input, &bytes);
                sent[output].push(bytes);
            }
        }
        rig.run_dry();
        (0..4000).for_each(|_| rig.step());
        for (seen, sent) in rig.seen.iter().zip(&sent) {
            assert!(seen.iter().all(|it| !it.bad));
            let came = sorted(seen.iter().map(|it| unmarked(&it.bytes)));
            assert_eq!(came, sorted(sent.iter().map(|bytes| unmarked(bytes))), "{kind:?}");
            assert!(seen.iter().all(|it| crc::has_good_vcrc(&it.bytes)), "{kind:?}");
        }
        let lanes = port.lanes();
        let sum = |rig: &mut Rig, of: fn(&Port, usize) -> usize| -> u32 {
            let all = (0..PORTS).flat_map(|number| (0..lanes).map(move |lane| (number, lane)));
            all.map(|(number, lane)| counter(rig, number, of(&port, lane))).sum()
        };
        assert_eq!(sum(&mut rig, packets_in), 80);
        assert_eq!(sum(&mut rig, packets_out), 80);
        let blocks: usize = sent.iter().flatten().map(|it| it.len().div_ceil(64)).sum();
        assert_eq!([blocks_in, blocks_out].map(|of| sum(&mut rig, of)), [blocks as u32; 2]);
        let dropped: u32 = (0..PORTS).map(|it| counter(&mut rig, it, MANAGEMENT_DROPPED)).sum();
        assert_eq!(dropped, 0);
    }
}

#[test]
fn a_bad_packet_goes_out_as_bad_if_it_has_begun_and_not_at_all_if_not() {
    for kind in KINDS {
        let mut rig = Rig::new(&config(kind));
        let mut damaged = packet(2, 0, 100, 1);
        damaged[200] ^= 1;
        rig.send(0, &damaged);
        rig.run_dry();
        let seen = std::mem::take(&mut rig.seen[2]);
        assert!(seen.len() == 1 && seen[0].bad && seen[0].bytes == damaged);

        let (long, behind) = (packet(2, 0, 400, 1), packet(2, 0, 50, 2));
        rig.send(1, &long);
        rig.coming[0].push_back(None);
        rig.send(0, &damaged);
        rig.send(0, &behind);
        rig.run_dry();
        let bytes: Vec<_> = rig.seen[2].iter().map(|it| (&it.bytes, it.bad)).collect();
        assert_eq!(bytes, [(&long, false), (&behind, false)]);
    }
}

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
        (1..=3).for_each(|seed| rig.send(0, &packet(2, 1, 6, seed)));
        rig.run_dry();
        let seen: Vec<_> = rig.seen[2].iter().map(|it| it.first).collect();
        assert_eq!(seen.len(), 2, "{kind:?}");
        // The blocks of the first one count as those of a longest packet for two cycles.
        assert!(seen[1] - seen[0] >= 6);
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

#[test]
fn nothing_goes_to_a_link_that_is_down_and_what_waits_goes_when_it_is_up() {
    for kind in KINDS {
        let mut rig = Rig::new(&config(kind));
        let (sent, unknown) = (packet(2, 0, 30, 1), packet(2, 0, 30, 2));
        rig.send(1, &packet(2, 0, 500, 3));
        (0..10).for_each(|_| rig.step());
        rig.send(0, &sent);
        (0..40).for_each(|_| rig.step());
        rig.inputs.link_active &= !(1 << 2);
        rig.run_dry();
        assert_eq!(rig.seen[2].len(), 1, "what had begun");
        rig.send(0, &unknown);
        rig.run_dry();
        assert_eq!(counter(&mut rig, 0, 3), 1, "unknown destination");
        rig.inputs.link_active |= 1 << 2;
        rig.run_dry();
        assert_eq!(rig.seen[2][1].bytes, sent);
        assert_eq!(rig.seen[2].len(), 2);
    }
}
