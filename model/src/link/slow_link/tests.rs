//! The ends by hand, and that no packet has a gap behind a link that keeps to its rate.

use super::*;
use crate::link::slow_link::receiver::SlowLinkReceiverInputs;
use crate::link::slow_link::sender::SlowLinkSenderInputs;
use proptest::prelude::*;
use tailback_spec::link::slow_link::{SlowLinkEnd, END_CYCLES};

type Beat = PacketStream<bool, WideWord, u64, u64>;

const HALF: u64 = 1 << 15;

fn end(longest: u32) -> SlowLinkEnd {
    SlowLinkEnd::new(8, longest).unwrap()
}

/// Beat `number` of a packet with so many.
fn beat(number: u64, beats: u64) -> Beat {
    let words = (beats - 1) * 2;
    let header = (words >> 8) << 32 | (words & 0xFF) << 40;
    let tdata = [header | number].into_iter().collect();
    Beat { tvalid: true, tdata, tlast: number + 1 == beats, ..Default::default() }
}

fn flow_control() -> Beat {
    Beat {
        tvalid: true,
        tlast: true,
        tuser: 1,
        tdata: [!0].into_iter().collect(),
        ..Default::default()
    }
}

/// Cycles in which beats leave, and whether each is the last of its packet.
fn run(link: &mut SlowLink, rate: u64, beats: &[Beat], cycles: u64) -> Vec<(u64, bool)> {
    let (mut left, mut next) = (Vec::new(), 0);
    for cycle in 0..cycles {
        let s_axis = beats.get(next).cloned().unwrap_or_default();
        let outputs = link.cycle(&SlowLinkInputs { rate, s_axis });
        next += usize::from(outputs.s_axis.tready);
        if outputs.m_axis.tvalid {
            left.push((cycle, outputs.m_axis.tlast));
        }
    }
    left
}

#[test]
fn beats_go_at_the_rate_of_the_link() {
    let mut sender = SlowLinkSender::new(&end(10));
    let mut went = Vec::new();
    for cycle in 0..40 {
        let s_axis = if (1..9).contains(&cycle) { beat(cycle - 1, 8) } else { Beat::default() };
        let outputs = sender.cycle(&SlowLinkSenderInputs { rate: 3 << 14, s_axis });
        went.extend(outputs.m_axis.tvalid.then_some(cycle));
    }
    // Three beats in four cycles; the first one goes as soon as it is written.
    assert_eq!(went, [4, 5, 6, 8, 9, 10, 12, 13]);
}

#[test]
fn a_flow_control_packet_passes_an_idle_link_in_the_time_of_both_ends_and_the_link() {
    let parameters = spec::SlowLink::new(end(10), 7).unwrap();
    let mut link = SlowLink::new(&parameters);
    run(&mut link, HALF, &[], 20);
    let left = run(&mut link, HALF, &[flow_control()], 40);
    assert_eq!(left, [(2 * END_CYCLES + 7, true)]);
}

#[test]
fn a_packet_waits_for_half_of_its_beats_on_a_link_of_half_the_rate() {
    let mut receiver = SlowLinkReceiver::new(&end(40));
    let mut left = Vec::new();
    for cycle in 0..100 {
        // Beat n comes in cycle 2 n.
        let s_axis =
            if cycle % 2 == 0 && cycle < 80 { beat(cycle / 2, 40) } else { Beat::default() };
        let outputs = receiver.cycle(&SlowLinkReceiverInputs { rate: HALF, s_axis });
        left.extend(outputs.m_axis.tvalid.then_some(cycle));
    }
    // 19.5 beats come while 39 leave; with one in reserve, 22 must be stored, the last of them in cycle 42.
    let first = 46;
    assert_eq!(left, (first..first + 40).collect::<Vec<_>>());
}

#[test]
fn a_packet_that_ends_early_leaves_once_its_end_has_come() {
    let mut receiver = SlowLinkReceiver::new(&end(40));
    let mut left = Vec::new();
    for cycle in 0..20 {
        let mut s_axis = if cycle < 3 { beat(cycle, 40) } else { Beat::default() };
        s_axis.tlast = cycle == 2;
        let outputs = receiver.cycle(&SlowLinkReceiverInputs { rate: 1, s_axis });
        left.extend(outputs.m_axis.tvalid.then_some(cycle));
    }
    assert_eq!(left, [2 + END_CYCLES, 3 + END_CYCLES, 4 + END_CYCLES]);
}

proptest! {
    /// Packets of random lengths with flow-control packets between them, over links of random rates.
    #[test]
    fn no_packet_has_a_gap_and_none_is_held_longer_than_it_must(
        rate in 1_u64..1 << 16,
        longest in 2_u32..80,
        delay in 1_u32..20,
        lengths in proptest::collection::vec(0_u64..80, 1..12),
    ) {
        let rate = rate.max(1 << 10);
        let mut beats = Vec::new();
        for length in lengths {
            match length.min(longest.into()) {
                0 | 1 => beats.push(flow_control()),
                length => beats.extend((0..length).map(|number| beat(number, length))),
            }
        }
        let parameters = spec::SlowLink::new(end(longest), delay).unwrap();
        let mut link = SlowLink::new(&parameters);
        let most = (beats.len() as u64 + 2) * ((1 << 16) / rate + 1);
        let left = run(&mut link, rate, &beats, most + u64::from(delay) + 200);
        prop_assert_eq!(left.len(), beats.len());
        for pair in left.windows(2) {
            let [(one, is_last), (other, _)] = [pair[0], pair[1]];
            prop_assert!(is_last || other == one + 1, "a gap behind cycle {}: {:?}", one, left);
        }
        let last = left.last().map_or(0, |(cycle, _)| *cycle);
        prop_assert!(last <= most + u64::from(delay) + 2 * END_CYCLES + 6, "{} of {}", last, most);
    }

    /// Whatever comes, in whatever cycles, the memory of a receiver has space for it.
    #[test]
    fn no_beat_finds_the_memory_of_a_receiver_full(
        rates in proptest::collection::vec(0_u64..1 << 16, 4),
        longest in 2_u32..30,
        beats in proptest::collection::vec((0_u64..4, 0_u64..60, 0_u64..12), 2000),
    ) {
        let parameters = end(longest);
        let mut receiver = SlowLinkReceiver::new(&parameters);
        for (cycle, (kind, length, number)) in beats.into_iter().enumerate() {
            let s_axis = match kind {
                0 if cycle % 3 == 0 => Beat::default(),
                1 if number == 0 => flow_control(),
                _ => Beat { tlast: number == 0, ..beat(number, length + 1) },
            };
            receiver.cycle(&SlowLinkReceiverInputs { rate: rates[cycle / 500], s_axis });
            prop_assert!(receiver.level() <= parameters.depth());
        }
    }
}
