//! Latency and handling of packets.

use super::*;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, packets_in, packets_out, MANAGEMENT_DROPPED,
};
use tailback_spec::switch::top::LATENCY_CYCLES;
use tailback_spec::wire::{bth, lrh};

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
            assert_eq!((first, LATENCY_CYCLES), (11, 11), "{kind:?}");
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
