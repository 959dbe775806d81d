//! Traces by hand.

use super::*;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};
use tailback_spec::wire::crc;

fn receive(word_bytes: usize) -> Receive {
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
        word_bytes: word_bytes as u32,
        clock_hz: 125_000_000,
    });
    Receive::new(&nic.expect("legal"))
}

/// A packet with this LNH, PktLen and opcode.
fn packet(next: u8, words: usize, opcode: u8) -> Vec<u8> {
    let mut bytes = vec![0x30, 0x50 | next, 0x12, 0x34, 0, words as u8, 0x56, 0x78];
    bytes.extend([opcode, 0, 0xFF, 0xFE, 0xC0, 1, 2, 3, 0x80, 4, 5, 6]);
    bytes.resize(4 * words, 0xA5);
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Everything that results from a packet: bytes for the host, whether they are bad, and the events.
fn all_of(packet: &[u8], width: usize) -> (Vec<u8>, bool, Vec<ReceiveOutputs>) {
    let mut block = receive(width);
    let (mut bytes, mut bad, mut events) = (Vec::new(), false, Vec::new());
    let count = packet.len().div_ceil(width);
    let beats = packet.chunks(width).enumerate().map(|(number, bytes)| {
        let mut padded = bytes.to_vec();
        padded.resize(width, 0);
        ReceiveInputs {
            rx_valid: true,
            rx_data: beat::data(&padded),
            rx_keep: beat::keep(bytes.len()),
            rx_last: number + 1 == count,
            ..Default::default()
        }
    });
    for inputs in beats.chain(std::iter::repeat_n(ReceiveInputs::default(), 4)) {
        let outputs = block.cycle(&inputs);
        if outputs.m_host_valid {
            let counted = beat::counted(outputs.m_host_keep);
            bytes.extend(&beat::bytes(&outputs.m_host_data)[..counted]);
            bad |= outputs.m_host_bad;
        }
        if outputs.decoded || outputs.passed || outputs.drops != 0 {
            events.push(outputs);
        }
    }
    (bytes, bad, events)
}

/// The only event of a packet.
fn one(events: &[ReceiveOutputs]) -> &ReceiveOutputs {
    let [told] = events else { panic!("{events:?}") };
    told
}

const WIDTHS: [usize; 4] = [8, 16, 32, 64];

#[test]
fn a_good_packet_goes_to_the_host_and_its_fields_are_told() {
    for width in WIDTHS {
        let packet = packet(2, 9, 0x0A);
        let (bytes, bad, events) = all_of(&packet, width);
        assert_eq!((bytes, bad), (packet, false));
        let told = one(&events);
        assert!(told.decoded && told.passed && told.fecn && told.becn && told.ack_req);
        assert_eq!((told.opcode, told.p_key, told.dest_qp), (0x0A, 0xFFFE, 0x01_0203));
        assert_eq!((told.dlid, told.slid, told.vl, told.sl), (0x1234, 0x5678, 3, 5));
        assert_eq!((told.psn, told.payload_bytes), (0x04_0506, 12));
    }
}

#[test]
fn a_notification_is_told_and_does_not_go_to_the_host() {
    for width in WIDTHS {
        let (bytes, _, events) = all_of(&packet(2, 6, bth::OPCODE_CNP), width);
        assert!(bytes.is_empty());
        let told = one(&events);
        assert!(told.decoded && !told.passed && told.drops == 0 && told.payload_bytes == 0);
    }
}

#[test]
fn a_notification_with_a_payload_and_a_global_header_are_dropped() {
    for width in WIDTHS {
        for (packet, cause) in [
            (packet(2, 7, bth::OPCODE_CNP), Cause::BadNotification),
            (packet(3, 20, 0x0A), Cause::Global),
            (packet(3, 20, bth::OPCODE_CNP), Cause::Global),
        ] {
            let (bytes, _, events) = all_of(&packet, width);
            assert!(bytes.is_empty());
            let told = one(&events);
            let expected = (false, false, 1 << cause as u64);
            assert_eq!((told.decoded, told.passed, told.drops), expected);
        }
    }
}

#[test]
fn what_has_no_transport_goes_to_the_host_and_has_no_fields() {
    for packet in [packet(0, 5, bth::OPCODE_CNP), packet(1, 12, 0x0A)] {
        let (bytes, bad, events) = all_of(&packet, 8);
        assert_eq!((bytes, bad), (packet, false));
        assert!(one(&events).passed && !one(&events).decoded);
    }
}

#[test]
fn a_damaged_packet_goes_to_the_host_as_a_bad_one() {
    let mut damaged = packet(2, 9, 0x0A);
    damaged[30] ^= 1;
    let (bytes, bad, events) = all_of(&damaged, 8);
    assert_eq!((bytes, bad), (damaged, true));
    let told = one(&events);
    assert!(told.drops == 1 << Cause::BadVcrc as u64 && !told.decoded && !told.passed);
    // A damaged packet that looks like a notification is not accepted as one.
    let mut damaged = packet(2, 6, bth::OPCODE_CNP);
    damaged[20] ^= 1;
    let (bytes, _, events) = all_of(&damaged, 8);
    assert!(bytes.is_empty() && !one(&events).decoded);
}
