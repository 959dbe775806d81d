//! Frames of all kinds, and the cycles in which they are judged.

use super::*;
use crate::efl::examples::efl;
use tailback_spec::wire::Number;

const OWN: Address = [2, 0, 0, 0, 0, 1];
const PEER: Address = [2, 0, 0, 0, 0, 2];

fn repr(flow: u16, sequence: u32, content: Content) -> Repr {
    Repr {
        destination: OWN,
        source: PEER,
        ether_type: 0x88B5,
        label: flow,
        sequence: Number::low(sequence),
        stamp: Number::low(1000),
        content,
    }
}

fn packet(flow: u16, sequence: u32, payload: &[u8]) -> Vec<u8> {
    let payload_bytes = payload.len() as u16;
    repr(flow, sequence, Content::Data { probe: false, last: false, payload_bytes }).emit(payload)
}

fn ack(flow: u16, sequence: u32) -> Vec<u8> {
    repr(flow, sequence, Content::Ack { probe: true, gap: false }).emit(&[])
}

struct Driven {
    model: EflReceive,
    inputs: EflReceiveInputs,
    /// Payloads at the host.
    payloads: Vec<(u64, Vec<u8>)>,
    payload: Vec<u8>,
    drops: Vec<u64>,
    replies: Vec<EflReceiveOutputs>,
}

impl Driven {
    fn new() -> Self {
        let inputs = EflReceiveInputs {
            now: 1500,
            set_address: number(&OWN),
            peer_valid: true,
            peer_address: number(&PEER),
            m_tready: true,
            reply_take: true,
            ..Default::default()
        };
        let model = EflReceive::new(&efl());
        let mut driven = Driven {
            model,
            inputs,
            payloads: Vec::new(),
            payload: Vec::new(),
            drops: Vec::new(),
            replies: Vec::new(),
        };
        driven.idle(8);
        driven
    }

    fn step(&mut self) -> EflReceiveOutputs {
        let outputs = self.model.cycle(&self.inputs);
        if outputs.m_tvalid && self.inputs.m_tready {
            let valid = outputs.m_tkeep.count_ones() as usize;
            self.payload.extend(beat::bytes(outputs.m_tdata, valid));
            if outputs.m_tlast {
                self.payloads.push((outputs.m_tid, std::mem::take(&mut self.payload)));
            }
        }
        if outputs.drops != 0 {
            self.drops.push(outputs.drops);
        }
        if outputs.reply && self.inputs.reply_take {
            self.replies.push(outputs.clone());
        }
        self.inputs.rx_tvalid = false;
        outputs
    }

    fn idle(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.step();
        }
    }

    fn frame(&mut self, frame: &[u8], bad: bool) -> &mut Self {
        let beats = frame.len().div_ceil(8);
        for (number, part) in frame.chunks(8).enumerate() {
            let last = number + 1 == beats;
            self.inputs = EflReceiveInputs {
                rx_tvalid: true,
                rx_tdata: beat::data(part),
                rx_tkeep: beat::keep(part.len()),
                rx_tlast: last,
                rx_tuser: bad && last,
                ..self.inputs.clone()
            };
            self.step();
        }
        self
    }

    fn causes(&mut self) -> Vec<Cause> {
        self.idle(8);
        let causes = self.drops.drain(..);
        causes.map(|drops| Cause::ALL[drops.trailing_zeros() as usize]).collect()
    }
}

#[test]
fn payloads_in_order_are_delivered_unaltered() {
    let mut driven = Driven::new();
    let payload: Vec<u8> = (0..128).collect();
    for (sequence, bytes) in [1, 8, 36, 37, 41, 128].into_iter().enumerate() {
        driven.frame(&packet(1, sequence as u32, &payload[..bytes]), false);
    }
    driven.idle(40);
    let expected = [1, 8, 36, 37, 41, 128].map(|bytes| (1, payload[..bytes].to_vec()));
    assert_eq!(driven.payloads, expected);
    assert!(driven.replies.is_empty() && driven.drops.is_empty());
}

#[test]
fn the_first_beat_is_shown_eight_cycles_after_the_last_of_the_frame() {
    let mut driven = Driven::new();
    driven.frame(&packet(1, 0, &[7; 40]), false);
    // Received in cycle r, in a register in v = r + 1, shown in v + 5.
    let valid: Vec<_> = (1..=6).map(|_| driven.step().m_tvalid).collect();
    assert_eq!(valid, [false, false, false, false, false, true]);
}

#[test]
fn one_packet_in_ten_is_acknowledged() {
    let mut driven = Driven::new();
    for sequence in 0..20 {
        driven.frame(&packet(2, sequence, &[1; 40]), false);
    }
    driven.idle(8);
    let replies: Vec<_> = driven.replies.iter().map(|reply| reply.reply_sequence).collect();
    assert_eq!(replies, [10, 20]);
}

#[test]
fn gaps_and_duplicates_are_acknowledged_at_once() {
    let mut driven = Driven::new();
    driven.frame(&packet(2, 0, &[1; 40]), false).frame(&packet(2, 2, &[2; 40]), false);
    driven.frame(&packet(2, 0, &[1; 40]), false);
    driven.idle(8);
    let replies: Vec<_> =
        driven.replies.iter().map(|reply| (reply.reply_sequence, reply.reply_gap)).collect();
    assert_eq!(replies, [(1, true), (1, false)]);
    assert_eq!(driven.payloads, [(2, vec![1; 40])]);
}

#[test]
fn an_ack_has_the_rtt_of_its_stamp() {
    let mut driven = Driven::new();
    driven.frame(&ack(3, 5), false).idle(4);
    let outputs = driven.step();
    assert!(outputs.ack && outputs.ack_probe && !outputs.ack_gap);
    assert_eq!((outputs.ack_flow, outputs.ack_sequence), (3, 5));
    assert_eq!((outputs.ack_rtt, outputs.ack_time), (500, 1500));
}

#[test]
fn bad_frames_are_dropped_for_the_first_cause() {
    let mut driven = Driven::new();
    let good = packet(1, 0, &[1; 60]);
    let with = |byte: usize, value: u8| {
        let mut frame = good.clone();
        frame[byte] = value;
        frame
    };
    driven.frame(&good, true).frame(&good[..59], false).frame(&with(12, 0), false);
    driven.frame(&with(5, 9), false).frame(&with(11, 9), false).frame(&with(16, 4), false);
    driven.frame(&packet(1, 0, &[1; 129]), false).frame(&with(14, 8), false);
    driven.frame(&with(17, 0x40), false);
    use Cause::*;
    let expected = [Bad, Short, Type, Other, Unknown, Unknown, Length, Length, Beyond];
    assert_eq!(driven.causes(), expected);
    driven.inputs.now = 999;
    driven.frame(&ack(1, 0), false);
    assert_eq!(driven.causes(), [Future]);
}

#[test]
fn frames_of_a_beat_are_counted_one_by_one() {
    let mut driven = Driven::new();
    for _ in 0..5 {
        driven.frame(&[1; 8], false);
    }
    assert_eq!(driven.causes(), [Cause::Short; 5]);
}

#[test]
fn a_host_that_stalls_loses_packets_and_a_full_queue_acks() {
    let mut driven = Driven::new();
    driven.inputs.m_tready = false;
    // 64 beats, of which one moves to the outputs.
    for sequence in 0..6 {
        driven.frame(&packet(1, sequence.min(4), &[1; 128]), false);
    }
    assert_eq!(driven.causes(), [Cause::Overrun, Cause::Overrun]);
    for _ in 0..17 {
        driven.frame(&ack(1, 0), false);
    }
    assert_eq!(driven.causes(), [Cause::Lost]);
}
