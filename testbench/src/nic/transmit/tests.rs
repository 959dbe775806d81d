//! Coverage of the stimulus: all cases of the transmit path.

use super::*;
use crate::nic::examples::nic;
use crate::packets::{Damage, Kind, Next, Packet};
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::nic::transmit::Cause;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 200_000;

fn reaches_every_corner(width: u32) {
    let nic = nic(5, width);
    let mut model = Transmit::new(&nic);
    let mut stimulus = TransmitStimulus::new(&nic, 1);
    let (mut step, mut last) = (Step::default(), TransmitOutputs::default());
    let mut seen = BTreeSet::new();
    let (mut sent, mut cut, mut swallowed) = (0, 0, 0);
    let mut inside = false;
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        let before = last.clone();
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        for cause in Cause::ALL.into_iter().filter(|cause| last.drops >> *cause as u64 & 1 != 0) {
            seen.insert(format!("{cause:?}"));
        }
        let cuts = 1 << Cause::Truncated as u64 | 1 << Cause::TooLong as u64;
        sent += usize::from(last.sent);
        cut += (last.drops & cuts).count_ones();
        swallowed += (last.drops & !cuts).count_ones();
        let asks = last.start && last.start_words > 0;
        let moves = last.m_valid && inputs.m_ready;
        let (answers, proceeds) = (inputs.answer_may_send, inputs.host_may_send);
        let corners = [
            ("a start while a packet goes", asks && moves && inside),
            ("packets without a gap", before.m_valid && before.m_last && last.m_valid && moves),
            ("an ACK", last.answered == 1),
            ("a CNP", last.answered == 2),
            ("no credits", last.lacks_credits),
            ("a packet while replies lack credits", last.begins && !answers),
            ("a reply while packets lack credits", last.begins && !proceeds),
            ("a decline", last.start && last.start_words == 0),
            ("a decline that is not legal", last.decline_ignored),
            ("a decline behind a packet that asks", asks && !last.decline_ready),
            ("a longest packet", last.sent && last.sent_bytes as usize + 4 > 33 * width as usize),
            ("the host is held up", inputs.s_valid && !last.s_ready),
            ("the link runs dry", inside && !last.m_valid),
            ("a reset within a packet", step.reset && inside),
            ("a bad packet", moves && last.m_bad),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| name.to_string()));
        if moves {
            inside = !last.m_last;
        }
        if step.reset {
            model.reset();
            inside = false;
        }
    }
    assert_eq!(seen.len(), 15 + Cause::ALL.len(), "{width} bytes: only {seen:?}");
    assert!(sent > 1000 && cut > 50 && swallowed > 50, "{sent} {cut} {swallowed}");
}

#[test]
fn packets_reach_every_corner_at_every_width() {
    for width in [8, 16, 32, 64] {
        reaches_every_corner(width);
    }
}

/// Packets of nine beats leave back to back if granted as slowly as the limiter does.
#[test]
fn packets_of_nine_words_leave_without_a_gap() {
    let nic = nic(5, 8);
    let mut model = Transmit::new(&nic);
    let (mut packet, mut random) = (Packet::default(), Random::new(1));
    let kind = Kind {
        virtual_lane: 0,
        version: 0,
        destination: 1,
        words: 16,
        next: Next::Local,
        fecn: false,
        damage: Damage::None,
    };
    let mut inputs = TransmitInputs {
        s_valid: true,
        start_ready: true,
        host_may_send: true,
        answer_may_send: true,
        m_ready: true,
        ..Default::default()
    };
    let (mut fresh, mut started, mut gaps) = (true, None, 0);
    for now in 0..500 {
        if fresh {
            if packet.is_over() {
                packet.fill(&kind, &mut random);
            }
            let Some(beat) = packet.next_beat(8) else { unreachable!("it is not over") };
            (inputs.s_data, inputs.s_last, inputs.s_keep) =
                (beat.data, beat.last, keep(beat.counted));
        }
        inputs.look_up = started == Some(now - 6);
        let outputs = model.cycle(&inputs);
        fresh = outputs.s_ready;
        if outputs.start {
            assert_eq!(outputs.start_words, 9);
            started = Some(now);
        }
        gaps += usize::from(!outputs.m_valid && now > 20);
    }
    assert_eq!(gaps, 0);
}
