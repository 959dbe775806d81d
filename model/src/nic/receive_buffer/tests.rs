//! The rules of the receive buffer, worked out by hand.

use super::*;
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// Words of a packet of the largest number of blocks: 5 blocks in 33 beats.
const LONGEST: usize = 65;

/// A buffer for one packet of two VLs, with beats of 8 bytes.
fn buffer() -> ReceiveBuffer {
    let nic = Nic::new(Parameters {
        flows: 1,
        response: Response::Lipd,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 2,
        period_cycles: 4096,
        packet_words: 33,
        word_bytes: 8,
        clock_hz: 125_000_000,
    });
    let nic = nic.and_then(|nic| nic.with_receive_buffer(1)).expect("legal");
    ReceiveBuffer::new(&nic.receive_buffer().expect("a buffer"))
}

/// First beat of a packet of this VL and PktLen.
fn first(vl: u8, words: usize) -> WideWord {
    beat::data(&[vl << 4, 2, 0, 0, 0, words as u8, 0, 0])
}

/// A cycle in which a beat is received, and the host is ready or not.
fn cycle(
    model: &mut ReceiveBuffer,
    beat: Option<(WideWord, bool)>,
    ready: bool,
) -> ReceiveBufferOutputs {
    let (data, last) = beat.clone().unwrap_or_default();
    let inputs = ReceiveBufferInputs {
        s_valid: beat.is_some(),
        s_data: data,
        s_keep: 0xFF,
        s_last: last,
        m_ready: ready,
        ..Default::default()
    };
    model.cycle(&inputs)
}

/// Receives a packet while the host is not ready.
fn receive(model: &mut ReceiveBuffer, vl: u8, words: usize, beats: usize) {
    for at in 0..beats {
        let data = if at == 0 { first(vl, words) } else { beat::data(&[at as u8; 8]) };
        cycle(model, Some((data, at + 1 == beats)), false);
    }
}

#[test]
fn a_beat_is_shown_in_the_third_cycle_after_its_own_until_it_is_taken() {
    let mut model = buffer();
    let data = first(0, 1);
    let beat = Some((data.clone(), true));
    assert!(!cycle(&mut model, beat, true).m_valid);
    assert!(!cycle(&mut model, None, true).m_valid);
    assert!(!cycle(&mut model, None, true).m_valid);
    let shown = cycle(&mut model, None, false);
    assert_eq!((shown.m_valid, shown.m_data, shown.m_last), (true, data, true));
    assert!(cycle(&mut model, None, true).m_valid);
    assert!(!cycle(&mut model, None, true).m_valid);
}

#[test]
fn a_block_is_in_use_from_its_first_beat_until_its_last_one_is_taken() {
    let mut model = buffer();
    assert_eq!(cycle(&mut model, None, false).free[..], [5, 5]);
    // One block is not offered. The packet has nine beats: a whole block, and one beat of another.
    receive(&mut model, 1, 16, 9);
    assert_eq!(cycle(&mut model, None, false).free[..], [5, 3]);
    cycle(&mut model, None, false);
    let free: Vec<u32> = (0..10).map(|_| cycle(&mut model, None, true).free[1]).collect();
    assert_eq!(free, [3, 3, 3, 3, 3, 3, 3, 3, 4, 5]);
}

#[test]
fn a_block_that_is_reported_counts_before_it_is_stored() {
    let mut model = buffer();
    let inputs = ReceiveBufferInputs { received: true, received_vl: 1, ..Default::default() };
    assert_eq!(model.cycle(&inputs).free[..], [5, 5]);
    assert_eq!(model.cycle(&ReceiveBufferInputs::default()).free[..], [5, 4]);
    assert_eq!(model.cycle(&ReceiveBufferInputs::default()).free[..], [5, 5]);
}

#[test]
fn a_packet_without_space_is_dropped_as_a_whole() {
    let mut model = buffer();
    receive(&mut model, 0, LONGEST, 33);
    assert!(!cycle(&mut model, None, false).refused);
    // A block is left: a packet with two is refused, and one with one is stored.
    receive(&mut model, 0, 16, 1);
    assert!(cycle(&mut model, None, false).refused);
    receive(&mut model, 0, 15, 1);
    assert!(!cycle(&mut model, None, false).refused);
    receive(&mut model, 0, 15, 8);
    let beats = (0..100).filter(|_| cycle(&mut model, None, true).m_valid).count();
    assert_eq!(beats, 34);
    assert_eq!(cycle(&mut model, None, false).free[..], [5, 5]);
}

#[test]
fn management_packets_have_space_of_their_own_and_are_dropped_silently() {
    let mut model = buffer();
    for _ in 0..3 {
        receive(&mut model, 15, LONGEST, 33);
        assert!(!cycle(&mut model, None, false).refused);
    }
    assert_eq!(cycle(&mut model, None, false).free[..], [5, 5]);
    assert_eq!((0..100).filter(|_| cycle(&mut model, None, true).m_valid).count(), 66);
}

#[test]
fn a_packet_of_an_unknown_lane_is_dropped() {
    let mut model = buffer();
    receive(&mut model, 2, 15, 8);
    assert_eq!((0..20).filter(|_| cycle(&mut model, None, true).m_valid).count(), 0);
    assert_eq!(cycle(&mut model, None, false).free[..], [5, 5]);
}
