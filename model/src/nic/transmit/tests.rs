//! Traces by hand.

use super::*;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};
use tailback_spec::wire::{bth, crc};

const WIDTH: usize = 8;

/// A module in the second cycle after reset, the first one in which it accepts a beat.
fn transmit() -> Transmit {
    let nic = Nic::new(Parameters {
        flows: 3,
        response: Response::Lipd,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 33,
        word_bytes: WIDTH as u32,
        clock_hz: 125_000_000,
    });
    let mut block = Transmit::new(&nic.expect("legal"));
    assert!(!block.cycle(&calm()).s_ready);
    block
}

/// A packet of this PktLen on VL 1.
fn packet(words: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..4 * words as u8).collect();
    bytes[..6].copy_from_slice(&[0x10, 0x52, 0, 9, 0, words as u8]);
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Beats of the host.
fn host_beats(packet: &[u8], flow: u64) -> impl Iterator<Item = TransmitInputs> + '_ {
    let count = packet.len().div_ceil(WIDTH);
    packet.chunks(WIDTH).enumerate().map(move |(number, bytes)| {
        let mut padded = bytes.to_vec();
        padded.resize(WIDTH, 0xEE);
        TransmitInputs {
            s_valid: true,
            s_data: beat::data(&padded),
            s_keep: beat::keep(bytes.len()),
            s_last: number + 1 == count,
            s_flow: flow,
            s_more: true,
            ..calm()
        }
    })
}

/// No beat is received, and all packets may be sent.
fn calm() -> TransmitInputs {
    TransmitInputs {
        start_ready: true,
        host_may_send: true,
        answer_may_send: true,
        m_ready: true,
        ..Default::default()
    }
}

/// Collects the valid bytes of a beat that is sent.
fn collect(outputs: &TransmitOutputs, bytes: &mut Vec<u8>) {
    if outputs.m_valid {
        let data = beat::bytes(&outputs.m_data);
        bytes.extend(&data[..beat::counted(outputs.m_keep)]);
    }
}

#[test]
fn a_granted_packet_goes_as_it_came() {
    let mut block = transmit();
    let packet = packet(7);
    let (mut found, mut now) = (Vec::new(), 0);
    for mut inputs in host_beats(&packet, 2).chain(std::iter::repeat_n(calm(), 8)) {
        inputs.look_up = now == 4;
        let outputs = block.cycle(&inputs);
        assert_eq!(outputs.start, now == 1, "{now}");
        if outputs.start {
            assert_eq!((outputs.start_flow, outputs.start_words, outputs.start_more), (2, 4, true));
        }
        assert_eq!(outputs.begins, now == 5, "{now}");
        if outputs.begins {
            assert_eq!((outputs.begins_vl, outputs.begins_blocks), (1, 1));
        }
        assert_eq!((outputs.host_vl, outputs.host_blocks), (u64::from(now > 0), 1), "{now}");
        assert_eq!(outputs.m_valid, (6..10).contains(&now), "{now}");
        assert_eq!(outputs.sent, now == 9, "{now}");
        assert_eq!(
            (outputs.first_sl, outputs.sent_sl),
            match now {
                0 => (0, 0),
                1..6 => (5, 0),
                _ => (5, 5),
            }
        );
        collect(&outputs, &mut found);
        now += 1;
        assert_eq!((outputs.drops, outputs.m_bad), (0, false));
    }
    assert_eq!(found, packet);
    let last = block.cycle(&calm());
    assert_eq!((last.sent_flow, last.sent_bytes), (2, 30));
}

#[test]
fn a_packet_without_grant_vanishes_and_the_next_one_goes() {
    let mut block = transmit();
    let (first, second) = (packet(9), packet(6));
    let mut beats: std::collections::VecDeque<_> =
        host_beats(&first, 0).chain(host_beats(&second, 1)).collect();
    let (mut found, mut drops, mut asked) = (Vec::new(), Vec::new(), None);
    for now in 0..60 {
        let mut inputs = beats.front().cloned().unwrap_or(calm());
        inputs.start_ignored = asked == Some((0, now - 3));
        inputs.look_up = asked == Some((1, now - 3));
        let outputs = block.cycle(&inputs);
        if outputs.s_ready {
            beats.pop_front();
        }
        if outputs.start {
            asked = Some((outputs.start_flow, now));
        }
        if outputs.drops != 0 {
            drops.push(outputs.drops);
        }
        collect(&outputs, &mut found);
    }
    assert_eq!(drops, [1 << Cause::NoGrant as u64]);
    assert_eq!(found, second);
}

#[test]
fn what_is_too_short_or_too_long_ends_as_bad() {
    for (length, cause) in [
        (packet(9).len() - 9, Cause::Truncated),
        (packet(9).len() - 1, Cause::Truncated),
        (packet(9).len() + 1, Cause::TooLong),
        (packet(9).len() + 30, Cause::TooLong),
    ] {
        let mut block = transmit();
        let mut damaged = packet(9);
        damaged.resize(length, 0x55);
        let (mut found, mut drops) = (Vec::new(), 0);
        for mut inputs in host_beats(&damaged, 2).chain(std::iter::repeat_n(calm(), 12)) {
            inputs.look_up = true;
            let outputs = block.cycle(&inputs);
            collect(&outputs, &mut found);
            drops |= outputs.drops;
            assert_eq!(outputs.m_last && outputs.m_valid, outputs.m_bad && outputs.m_valid);
            assert!(!outputs.sent);
        }
        assert_eq!(drops, 1 << cause as u64, "{length}");
        assert!(damaged.starts_with(&found) && found.len() <= 40, "{length}");
    }
}

#[test]
fn what_cannot_be_sent_is_declined_unless_there_is_no_such_flow() {
    let spoiled = |at: usize, byte: u8, flow: u64| {
        let mut packet = packet(9);
        packet[at] = byte;
        let mut block = transmit();
        let (mut starts, mut drops) = (Vec::new(), 0);
        for inputs in host_beats(&packet, flow).chain(std::iter::repeat_n(calm(), 12)) {
            let outputs = block.cycle(&inputs);
            if outputs.start {
                starts.push((outputs.start_flow, outputs.start_words, outputs.start_more));
            }
            drops |= outputs.drops;
            assert!(!outputs.m_valid && outputs.s_ready | inputs.s_valid | outputs.start);
        }
        (starts, drops)
    };
    let cause = |cause: Cause| 1 << cause as u64;
    assert_eq!(spoiled(0, 0x11, 1), (vec![(1, 0, true)], cause(Cause::BadVersion)));
    assert_eq!(spoiled(0, 0xE0, 1), (vec![(1, 0, true)], cause(Cause::BadVirtualLane)));
    assert_eq!(spoiled(5, 5, 1), (vec![(1, 0, true)], cause(Cause::BadLength)));
    assert_eq!(spoiled(5, 66, 1), (vec![(1, 0, true)], cause(Cause::BadLength)));
    assert_eq!(spoiled(0, 0x11, 3), (vec![], cause(Cause::UnknownFlow)));
}

#[test]
fn an_answer_goes_before_the_next_packet_unless_it_lacks_credits() {
    for stalled in [false, true] {
        let mut block = transmit();
        let (first, second) = (packet(40), packet(6));
        let beats = host_beats(&first, 2).chain(host_beats(&second, 1));
        let mut order = Vec::new();
        for (now, mut inputs) in beats.chain(std::iter::repeat_n(calm(), 40)).enumerate() {
            inputs.answer_valid = now == 5;
            inputs.answer_opcode = bth::OPCODE_CNP.into();
            inputs.answer_vl = 3;
            inputs.look_up = true;
            inputs.answer_may_send = !stalled || now >= 40;
            let outputs = block.cycle(&inputs);
            if outputs.begins {
                order.push((now, outputs.begins_vl, outputs.begins_blocks));
            }
            // The VL of a reply is that of the last cycle in which one could be accepted.
            assert_eq!(outputs.reply_vl, if now == 0 { 0 } else { 3 }, "{now}");
            assert_eq!(outputs.answer_ready, !(6..if stalled { 44 } else { 28 }).contains(&now));
            assert_eq!(outputs.lacks_credits, stalled && (28..40).contains(&now), "{now}");
        }
        // The second packet may go from cycle 24 on, in which the last beat of the first one has
        // moved. Packets have 21 and four beats, the reply has four.
        let expected = match stalled {
            false => [(3, 1, 3), (24, 3, 1), (28, 1, 1)],
            true => [(3, 1, 3), (24, 1, 1), (40, 3, 1)],
        };
        assert_eq!(order, expected);
    }
}

#[test]
fn what_lacks_credits_waits_and_is_reported() {
    let mut block = transmit();
    let packet = packet(6);
    let beats = host_beats(&packet, 1).chain(std::iter::repeat_n(calm(), 26));
    for (now, mut inputs) in beats.enumerate() {
        inputs.answer_valid = now == 5;
        inputs.answer_opcode = bth::OPCODE_CNP.into();
        inputs.look_up = true;
        inputs.host_may_send = now >= 20;
        inputs.answer_may_send = now >= 16;
        // The reply's first beat is not accepted for two cycles.
        inputs.m_ready = !(17..19).contains(&now);
        let outputs = block.cycle(&inputs);
        // The packet may go from cycle 3 on, the reply from cycle 14 on. The reply's beats move in
        // cycles 16, 19, 20 and 21, and the packet begins behind them.
        assert_eq!(outputs.begins, now == 16 || now == 22, "{now}");
        assert_eq!(outputs.lacks_credits, (3..16).contains(&now), "{now}");
    }
}

#[test]
fn beats_are_accepted_until_the_queue_is_full_and_again_once_two_have_gone() {
    let mut block = transmit();
    let packet = packet(60);
    let mut beats: std::collections::VecDeque<_> = host_beats(&packet, 2).collect();
    assert_eq!(beats.len(), 31);
    let mut found = Vec::new();
    for now in 0..70 {
        let mut inputs = beats.front().cloned().unwrap_or(calm());
        inputs.start_ready = now >= 20;
        inputs.look_up = now == 23;
        let outputs = block.cycle(&inputs);
        assert_eq!(outputs.begins, now == 24, "{now}");
        // Beats of cycles 0 to 15 are stored. Two of them have moved when cycle 26 begins.
        assert_eq!(outputs.s_ready, !(16..27).contains(&now), "{now}");
        if outputs.s_ready {
            beats.pop_front();
        }
        collect(&outputs, &mut found);
    }
    assert_eq!(found, packet);
}

#[test]
fn the_next_packet_is_accepted_from_the_cycle_after_that_in_which_the_one_before_begins() {
    let mut block = transmit();
    let packet = packet(6);
    let mut beats: std::collections::VecDeque<_> =
        host_beats(&packet, 2).chain(host_beats(&packet, 1)).collect();
    for now in 0..30 {
        let mut inputs = beats.front().cloned().unwrap_or(calm());
        inputs.look_up = now == 9 || now == 20;
        let outputs = block.cycle(&inputs);
        // The first packet has four beats, and begins in cycle 10; the second one begins in 21.
        assert_eq!(outputs.begins, now == 10 || now == 21, "{now}");
        assert_eq!(outputs.s_ready, !(4..11).contains(&now) && !(15..22).contains(&now), "{now}");
        if outputs.s_ready {
            beats.pop_front();
        }
    }
}

#[test]
fn a_decline_waits_for_a_packet_that_asks() {
    let mut block = transmit();
    let packet = packet(6);
    let first = host_beats(&packet, 2).next().expect("a beat");
    let busy = TransmitInputs { start_ready: false, ..calm() };
    let decline = TransmitInputs { decline: true, decline_flow: 1, ..busy.clone() };
    assert!(block.cycle(&decline).decline_ready);
    let start = |outputs: TransmitOutputs| {
        assert!(outputs.start && !outputs.decline_ready);
        (outputs.start_flow, outputs.start_words)
    };
    let outputs = block.cycle(&TransmitInputs { start_ready: false, ..first });
    assert_eq!(start(outputs), (1, 0));
    assert_eq!(start(block.cycle(&busy)), (2, 4));
    assert_eq!(start(block.cycle(&calm())), (2, 4));
    // An error in the cycle of the packet's start refers to an earlier start.
    assert_eq!(start(block.cycle(&calm())), (1, 0));
    let outputs = block.cycle(&calm());
    assert!(!outputs.start && outputs.decline_ready);
    let unknown = TransmitInputs { decline: true, decline_flow: 3, ..calm() };
    block.cycle(&unknown);
    assert!(!block.cycle(&calm()).start);
}
