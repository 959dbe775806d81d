//! Frames through the switch: where they go, when, and which are dropped.

use super::*;
use crate::efl::beat;
use crate::interface::{AxiLiteRequest, OKAY, SLVERR};
use proptest::prelude::*;
use std::collections::VecDeque;
use tailback_spec::efl::switch::address;

/// A switch with a queue of beats at each input, and the frames that each output has sent.
struct Driven {
    model: EthernetSwitch,
    inputs: EthernetSwitchInputs,
    queues: Vec<VecDeque<Beat>>,
    partial: Vec<Vec<u8>>,
    sent: Vec<Vec<Vec<u8>>>,
    cycle: u64,
}

/// Frame to a port; `tag` is in its last byte.
fn frame(port: u8, bytes: usize, tag: u8) -> Vec<u8> {
    let mut frame: Vec<u8> = (0..bytes).map(|byte| byte as u8).collect();
    frame[..6].copy_from_slice(&[2, 0, 0, 0, 0, port]);
    frame[6] = tag;
    frame
}

impl Driven {
    fn new(ports: u32, frame_bytes: u32, buffer_bytes: u32) -> Self {
        let switch = Parameters::new(ports, frame_bytes, buffer_bytes, 16).expect("in range");
        let inputs = EthernetSwitchInputs {
            s_axil: AxiLiteRequest::idle(),
            m_tready: u64::MAX,
            ..Default::default()
        };
        let count = ports as usize;
        let mut driven = Driven {
            model: EthernetSwitch::new(&switch),
            inputs,
            queues: vec![VecDeque::new(); count],
            partial: vec![Vec::new(); count],
            sent: vec![Vec::new(); count],
            cycle: 0,
        };
        for _ in 0..16 {
            assert!(!driven.step().ready);
        }
        assert!(driven.step().ready);
        for port in 0..ports {
            assert_eq!(driven.write(address::ENTRY_LOW, port), OKAY);
            assert_eq!(driven.write(address::ENTRY_HIGH, 1 << 31 | port << 16 | 0x0200), OKAY);
        }
        driven
    }

    fn step(&mut self) -> EthernetSwitchOutputs {
        let inputs = &mut self.inputs;
        (inputs.rx_tvalid, inputs.rx_tlast, inputs.rx_tuser) = (0, 0, 0);
        (inputs.rx_tdata, inputs.rx_tkeep) = Default::default();
        for (port, queue) in self.queues.iter_mut().enumerate() {
            let beat = queue.pop_front();
            inputs.rx_tvalid |= u64::from(beat.is_some()) << port;
            let beat = beat.unwrap_or_default();
            inputs.rx_tdata.push(beat.data);
            inputs.rx_tkeep.push(beat.keep as u32);
            inputs.rx_tlast |= u64::from(beat.last) << port;
            inputs.rx_tuser |= u64::from(beat.bad) << port;
        }
        let outputs = self.model.cycle(&self.inputs);
        for port in 0..self.sent.len() {
            if is_set(outputs.m_tvalid & self.inputs.m_tready, port) {
                let valid = outputs.m_tkeep[port].count_ones() as usize;
                self.partial[port].extend(beat::bytes(outputs.m_tdata[port], valid));
                if is_set(outputs.m_tlast, port) {
                    self.sent[port].push(std::mem::take(&mut self.partial[port]));
                }
            }
        }
        self.cycle += 1;
        outputs
    }

    fn idle(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.step();
        }
    }

    fn write(&mut self, address: u32, data: u32) -> u64 {
        self.inputs.s_axil = AxiLiteRequest::write(address, data);
        while !self.step().s_axil.awready {}
        self.inputs.s_axil = AxiLiteRequest::idle();
        loop {
            let outputs = self.step();
            if outputs.s_axil.bvalid {
                return outputs.s_axil.bresp;
            }
        }
    }

    fn read(&mut self, address: u32) -> u64 {
        self.inputs.s_axil = AxiLiteRequest::read(address);
        while !self.step().s_axil.arready {}
        self.inputs.s_axil = AxiLiteRequest::idle();
        loop {
            let outputs = self.step();
            if outputs.s_axil.rvalid {
                return outputs.s_axil.rdata;
            }
        }
    }

    fn counter(&mut self, port: u32, counter: Counter) -> u64 {
        self.read(address::COUNTERS + port * address::COUNTERS_STRIDE + 4 * counter as u32)
    }

    fn receive(&mut self, port: usize, frame: &[u8], bad: bool) {
        let beats = frame.len().div_ceil(8);
        for (number, part) in frame.chunks(8).enumerate() {
            let (data, keep) = (beat::data(part), beat::keep(part.len()));
            let last = number + 1 == beats;
            self.queues[port].push_back(Beat { data, keep, last, bad: bad && last });
        }
    }

    /// Runs until the received frames have been sent.
    fn drain(&mut self) {
        while self.queues.iter().any(|queue| !queue.is_empty()) {
            self.step();
        }
        self.idle(4000);
    }
}

#[test]
fn frames_go_to_the_port_of_their_destination() {
    let mut driven = Driven::new(3, 1514, 1 << 16);
    let frames = [frame(2, 60, 1), frame(1, 1514, 2), frame(2, 67, 3)];
    for frame in &frames {
        driven.receive(0, frame, false);
    }
    driven.drain();
    assert_eq!(driven.sent[1], [frames[1].clone()]);
    assert_eq!(driven.sent[2], [frames[0].clone(), frames[2].clone()]);
    assert_eq!(driven.counter(0, Counter::Received), 3);
    assert_eq!(driven.counter(2, Counter::Sent), 2);
    assert_eq!(driven.counter(2, Counter::Occupied), 0);
}

#[test]
fn the_first_beat_is_sent_five_cycles_after_the_slot_of_the_frame() {
    for offset in 0..4 {
        let mut driven = Driven::new(4, 1514, 1 << 16);
        while driven.cycle % 4 != offset {
            driven.step();
        }
        driven.receive(1, &frame(2, 64, 0), false);
        driven.idle(8);
        let received = driven.cycle - 1;
        let slot = (received + 2..).find(|cycle| cycle % 4 == 1).expect("endless");
        while driven.cycle < slot + 5 {
            assert_eq!(driven.step().m_tvalid, 0);
        }
        assert_eq!(driven.step().m_tvalid, 1 << 2);
    }
}

#[test]
fn a_frame_that_begins_is_sent_without_a_gap() {
    for ports in [2, 5, 16] {
        let mut driven = Driven::new(ports, 2000, 1 << 16);
        for bytes in [2000, 60, 1000, 257] {
            driven.receive(1, &frame(0, bytes, 0), false);
        }
        let mut beats = 0;
        for _ in 0..4000 {
            let valid = driven.step().m_tvalid & 1 != 0;
            let in_frame = !driven.partial[0].is_empty();
            assert!(valid || !in_frame, "a gap behind beat {beats}");
            beats += u32::from(valid);
        }
        assert_eq!(driven.sent[0].len(), 4);
    }
}

/// The word of a frame is moved one round of the slots after the one before, so it must not be read
/// earlier than that.
#[test]
fn no_word_is_read_before_it_is_moved() {
    let mut driven = Driven::new(2, 2000, 1 << 16);
    driven.receive(1, &frame(0, 2000, 0), false);
    let (mut moved, mut read) = (Vec::new(), Vec::new());
    for cycle in 0..2000 {
        let before = driven.model.inputs[1].used();
        let had = driven.model.outputs[0].clone();
        driven.step();
        let used = driven.model.inputs[1].used();
        if used < before {
            moved.push(cycle);
        }
        if had != driven.model.outputs[0] && driven.model.outputs[0].is_reading() {
            read.push(cycle);
        }
    }
    assert_eq!((moved.len(), read.len()), (32, 32));
    assert!(moved.iter().zip(&read).all(|(moved, read)| read > moved));
}

#[test]
fn bad_frames_are_dropped_and_counted() {
    let mut driven = Driven::new(3, 1514, 1 << 16);
    driven.receive(0, &frame(1, 100, 0), true);
    driven.receive(0, &frame(1, 59, 0), false);
    driven.receive(0, &frame(1, 1515, 0), false);
    driven.receive(0, &frame(1, 4000, 0), false);
    driven.receive(0, &frame(9, 100, 0), false);
    driven.receive(0, &frame(0, 100, 0), false);
    driven.receive(0, &frame(1, 100, 0), false);
    driven.drain();
    assert_eq!(driven.counter(0, Counter::Malformed), 4);
    assert_eq!(driven.counter(0, Counter::Unknown), 2);
    assert_eq!(driven.sent[1], [frame(1, 100, 0)]);
    assert_eq!(driven.model.inputs[0].used(), 0);
}

#[test]
fn a_full_output_drops_and_delays_no_other_one() {
    let mut driven = Driven::new(3, 1514, 4096);
    driven.inputs.m_tready = !(1 << 1);
    for tag in 0..5 {
        driven.receive(0, &frame(1, 1000, tag), false);
        driven.receive(0, &frame(2, 1000, tag), false);
    }
    driven.drain();
    assert_eq!(driven.sent[2].len(), 5);
    assert_eq!(driven.counter(1, Counter::Dropped), 1);
    assert_eq!(driven.counter(1, Counter::Occupied), 4000);
    driven.inputs.m_tready = u64::MAX;
    driven.drain();
    assert_eq!(driven.sent[1], [0, 1, 2, 3].map(|tag| frame(1, 1000, tag)));
    assert_eq!((driven.counter(1, Counter::Occupied), driven.counter(1, Counter::Peak)), (0, 4000));
}

#[test]
fn an_input_keeps_up_with_frames_of_as_many_beats_as_slots() {
    let mut driven = Driven::new(16, 1514, 1 << 20);
    for tag in 0..200 {
        driven.receive(0, &frame(1, 128, tag), false);
    }
    driven.drain();
    assert_eq!((driven.sent[1].len(), driven.counter(0, Counter::Full)), (200, 0));
    // Half as many beats are too few, after some time.
    for tag in 0..200 {
        driven.receive(0, &frame(1, 64, tag), false);
    }
    driven.drain();
    let full = driven.counter(0, Counter::Full);
    assert!(full > 0);
    assert_eq!(driven.sent[1].len() as u64, 400 - full);
}

#[test]
fn an_entry_for_a_port_that_does_not_exist_is_refused() {
    let mut driven = Driven::new(3, 1514, 4096);
    assert_eq!(driven.write(address::ENTRY_HIGH, 1 << 31 | 3 << 16), SLVERR);
    assert_eq!(driven.write(address::ENTRY_HIGH, 0x7F02_1234), OKAY);
    assert_eq!(driven.read(address::ENTRY_HIGH), 0x0002_1234);
    assert_eq!(driven.read(address::CAPABILITIES), 16 << 16 | 3);
    assert_eq!(driven.write(address::BUFFER, 1), SLVERR);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn frames_of_an_input_to_an_output_stay_in_order_and_unaltered(
        ports in 2_u32..=16, ready in any::<u64>(), stalls in any::<u64>(),
        frames in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 60_usize..400), 1..60),
    ) {
        let mut driven = Driven::new(ports, 400, 1 << 20);
        let mut expected = vec![Vec::new(); (ports * ports) as usize];
        for (tag, (from, to, bytes)) in frames.into_iter().enumerate() {
            let (from, to) = (from.index(ports as usize), to.index(ports as usize));
            if from == to {
                continue;
            }
            let mut frame = frame(to as u8, bytes, tag as u8);
            frame[7] = from as u8;
            driven.receive(from, &frame, false);
            // Longer gaps: no frame is too short for an input to keep up.
            for _ in 0..tag % 8 {
                driven.idle(1);
            }
            expected[from * ports as usize + to].push(frame);
        }
        for cycle in 0..8000 {
            driven.inputs.m_tready = if cycle < 500 { ready ^ stalls.rotate_left(cycle % 64) } else { u64::MAX };
            driven.step();
        }
        let full: u64 = (0..ports).map(|port| driven.counter(port, Counter::Full)).sum();
        prop_assert_eq!(full, 0);
        for from in 0..ports as usize {
            for to in 0..ports as usize {
                let got: Vec<_> = driven.sent[to].iter().filter(|frame| frame[7] == from as u8).cloned().collect();
                prop_assert_eq!(&got, &expected[from * ports as usize + to]);
            }
        }
    }
}
