//! Sends, ACKs and losses traced by hand.

use super::*;
use crate::efl::{beat, examples::efl};
use tailback_spec::wire::efl::{Address, Repr};

const OWN: Address = [2, 0, 0, 0, 0, 1];

struct Driven {
    model: EflTransmit,
    inputs: EflTransmitInputs,
    cycle: u64,
    frame: Vec<u8>,
    frames: Vec<Repr>,
    payloads: Vec<Vec<u8>>,
    /// Cycles and flows of doorbells and starts.
    doorbells: Vec<(u64, u64)>,
    starts: Vec<(u64, u64, bool)>,
    events: Vec<EflTransmitOutputs>,
}

impl Driven {
    /// After reset, with a limiter and a MAC that accept everything.
    fn new() -> Self {
        let inputs = EflTransmitInputs {
            now: 700,
            set_address: 0x0200_0000_0001,
            set_probe_packets: 20,
            doorbell_ready: true,
            start_ready: true,
            words: 24,
            ipd: 3,
            data_peer_address: 0x0200_0000_0002,
            data_peer_label: 9,
            reply_peer_address: 0x0200_0000_0003,
            reply_peer_label: 8,
            m_tready: true,
            ..Default::default()
        };
        let mut driven = Driven {
            model: EflTransmit::new(&efl()),
            inputs,
            cycle: 0,
            frame: Vec::new(),
            frames: Vec::new(),
            payloads: Vec::new(),
            doorbells: Vec::new(),
            starts: Vec::new(),
            events: Vec::new(),
        };
        for _ in 0..8 {
            assert!(driven.step().sweeping);
        }
        driven
    }

    fn step(&mut self) -> EflTransmitOutputs {
        let outputs = self.model.cycle(&self.inputs);
        if outputs.m_tvalid && self.inputs.m_tready {
            let valid = outputs.m_tkeep.count_ones() as usize;
            self.frame.extend(beat::bytes(outputs.m_tdata, valid));
            if outputs.m_tlast {
                let frame = std::mem::take(&mut self.frame);
                self.frames.push(Repr::parse(&frame, 0x88B5).expect("legal"));
                self.payloads.push(frame[23..].to_vec());
            }
        }
        if outputs.doorbell {
            self.doorbells.push((self.cycle, outputs.doorbell_flow));
        }
        if outputs.start {
            self.starts.push((outputs.start_flow, outputs.start_words, outputs.start_more));
        }
        if outputs.event_valid {
            self.events.push(outputs.clone());
        }
        self.cycle += 1;
        (self.inputs.s_tvalid, self.inputs.grant) = (false, false);
        self.inputs.reply &= !outputs.reply_take;
        outputs
    }

    fn until(&mut self, phase: u64) -> &mut Self {
        while self.cycle % 8 != phase {
            self.step();
        }
        self
    }

    fn idle(&mut self, cycles: usize) -> &mut Self {
        for _ in 0..cycles {
            self.step();
        }
        self
    }

    /// Gives a packet; returns the outputs of the second cycle after its last beat.
    fn packet(&mut self, flow: u64, payload: &[u8]) -> EflTransmitOutputs {
        let beats = payload.len().div_ceil(8);
        for (number, part) in payload.chunks(8).enumerate() {
            loop {
                self.inputs.s_tvalid = true;
                (self.inputs.s_tdata, self.inputs.s_tkeep) =
                    (beat::data(part), beat::keep(part.len()));
                (self.inputs.s_tlast, self.inputs.s_tid) = (number + 1 == beats, flow);
                if self.step().s_tready {
                    break;
                }
            }
        }
        self.step();
        self.step()
    }

    fn grant(&mut self, flow: u64) -> &mut Self {
        (self.inputs.grant, self.inputs.grant_flow) = (true, flow);
        self.step();
        self.idle(40)
    }

    /// An ACK; returns the outputs of phase 2 of the next frame.
    fn ack(&mut self, flow: u64, sequence: u64, gap: bool) -> EflTransmitOutputs {
        self.until(ACK_PHASE.into());
        self.inputs.ack = true;
        (self.inputs.ack_flow, self.inputs.ack_sequence) = (flow, sequence);
        self.inputs.ack_gap = gap;
        assert!(self.step().ack_take);
        self.inputs.ack = false;
        self.step();
        self.step();
        self.step()
    }

    fn lost(&mut self, flow: u64) -> &mut Self {
        self.until(0);
        (self.inputs.lost, self.inputs.lost_flow) = (true, flow);
        self.step();
        self.inputs.lost = false;
        self.idle(8)
    }

    fn sequences(&self) -> Vec<u32> {
        self.frames.iter().map(|frame| frame.sequence.get()).collect()
    }
}

#[test]
fn a_packet_is_framed_with_the_fields_of_its_flow() {
    let mut driven = Driven::new();
    let payload: Vec<u8> = (1..=61).collect();
    assert!(driven.packet(1, &payload).host_taken);
    driven.grant(1);
    assert_eq!(driven.doorbells.len(), 1);
    assert_eq!(driven.starts, [(1, 24, false)]);
    let frame = driven.frames[0];
    assert_eq!((frame.source, frame.destination), (OWN, [2, 0, 0, 0, 0, 2]));
    assert_eq!((frame.label, frame.sequence.get(), frame.stamp.get()), (9, 0, 700));
    let content = Content::Data { probe: false, last: true, payload_bytes: 61 };
    assert_eq!(frame.content, content);
    assert_eq!(driven.payloads[0], payload);
}

#[test]
fn a_grant_without_a_packet_is_declined() {
    let mut driven = Driven::new();
    driven.grant(2);
    assert_eq!(driven.starts, [(2, 0, false)]);
    assert!(driven.frames.is_empty());
    // The next grant is served.
    driven.packet(2, &[1; 40]);
    driven.grant(2);
    assert_eq!(driven.starts[1], (2, 24, false));
}

#[test]
fn a_request_is_made_in_phase_6_and_the_start_in_phase_2_after_it() {
    let mut driven = Driven::new();
    driven.packet(1, &[1; 40]);
    driven.packet(1, &[1; 40]);
    driven.until(1);
    (driven.inputs.grant, driven.inputs.grant_flow) = (true, 1);
    let outputs: Vec<_> = (1..20).map(|_| driven.step()).collect();
    let first = |of: fn(&EflTransmitOutputs) -> bool| outputs.iter().position(of).unwrap() + 1;
    assert_eq!(first(|outputs| outputs.sent), 4);
    assert_eq!(first(|outputs| outputs.request), 6);
    assert_eq!(first(|outputs| outputs.start), 10);
    assert_eq!(first(|outputs| outputs.m_tvalid), 11);
    assert_eq!(outputs[5].request_size, 63 + 24);
    assert!(outputs[9].start_more);
}

#[test]
fn the_host_gets_a_credit_for_each_packet_that_leaves_the_buffer() {
    let mut driven = Driven::new();
    for _ in 0..15 {
        assert!(driven.packet(3, &[1; 40]).host_taken);
    }
    // The host has used all of its credits.
    assert_eq!(driven.packet(3, &[1; 40]).host_drops, 0b010);
    for _ in 0..4 {
        driven.grant(3);
    }
    let outputs = driven.ack(3, 3, false);
    assert!(outputs.acknowledged && outputs.acked_left && outputs.credit);
    assert_eq!((outputs.credit_flow, outputs.credit_count), (3, 3));
    assert_eq!(outputs.event_bytes, 3 * 87);
    assert!(driven.packet(3, &[1; 40]).host_taken);
}

#[test]
fn packets_that_are_too_long_are_dropped_and_leave_nothing() {
    let mut driven = Driven::new();
    assert_eq!(driven.packet(0, &[1; 129]).host_drops, 0b100);
    assert_eq!(driven.packet(0, &[1; 1000]).host_drops, 0b100);
    assert!(driven.packet(0, &[1; 128]).host_taken);
    assert_eq!(driven.model.buffer.flows[0].tail, 1);
}

#[test]
fn a_loss_sends_all_packets_from_the_lost_one_on_again() {
    let mut driven = Driven::new();
    for _ in 0..4 {
        driven.packet(1, &[1; 40]);
    }
    for _ in 0..4 {
        driven.grant(1);
    }
    driven.ack(1, 1, false);
    assert!(driven.ack(1, 1, true).duplicate);
    let doorbells = driven.doorbells.len();
    driven.lost(1);
    assert_eq!(driven.doorbells.len(), doorbells + 1);
    let event = driven.events.last().unwrap();
    assert!(event.event_loss && event.event_bytes == 0 && event.event_flow == 1);
    for _ in 0..3 {
        driven.grant(1);
    }
    assert_eq!(driven.sequences(), [0, 1, 2, 3, 1, 2, 3]);
}

#[test]
fn an_ack_while_packets_are_sent_again_skips_those_that_it_acknowledges() {
    let mut driven = Driven::new();
    for _ in 0..4 {
        driven.packet(1, &[1; 40]);
    }
    for _ in 0..4 {
        driven.grant(1);
    }
    driven.lost(1).grant(1);
    driven.ack(1, 3, false);
    driven.grant(1);
    assert_eq!(driven.sequences(), [0, 1, 2, 3, 0, 3]);
    assert!(!driven.ack(1, 4, false).acked_left);
    // Nothing is in flight any more.
    let events = driven.events.len();
    driven.lost(1);
    assert_eq!(driven.events.len(), events);
}

#[test]
fn acks_that_are_old_or_for_what_was_never_sent_change_nothing() {
    let mut driven = Driven::new();
    driven.packet(1, &[1; 40]);
    driven.packet(1, &[1; 40]);
    driven.grant(1);
    assert!(driven.ack(1, 2, false).acks_bad);
    assert!(driven.ack(1, 1, false).acknowledged);
    assert!(driven.ack(1, 0, true).acks_old);
    let idle = driven.ack(1, 1, true);
    assert!(!idle.duplicate && !idle.acks_old && !idle.acks_bad);
    assert_eq!(driven.model.buffer.flows[1].una, 1);
}

#[test]
fn acks_are_framed_between_data() {
    let mut driven = Driven::new();
    driven.inputs.reply = true;
    (driven.inputs.reply_flow, driven.inputs.reply_sequence) = (2, 77);
    (driven.inputs.reply_stamp, driven.inputs.reply_gap) = (123, true);
    assert!(driven.step().reply_take);
    assert_eq!(driven.step().reply_peer_flow, 2);
    driven.idle(20);
    let frame = driven.frames[0];
    assert_eq!((frame.label, frame.sequence.get(), frame.stamp.get()), (8, 77, 123));
    assert_eq!(frame.content, Content::Ack { probe: false, gap: true });
}

#[test]
fn a_group_begins_when_nothing_is_in_the_buffer() {
    let mut driven = Driven::new();
    driven.packet(1, &[1; 40]);
    driven.packet(1, &[1; 40]);
    assert_eq!(driven.model.buffer.flows[1].group, 1);
    driven.grant(1).grant(1);
    assert_eq!(driven.ack(1, 2, false).event_group, 1);
    driven.packet(1, &[1; 40]);
    let numbers = driven.model.buffer.flows[1];
    assert_eq!((numbers.group, numbers.first), (2, 2));
}
