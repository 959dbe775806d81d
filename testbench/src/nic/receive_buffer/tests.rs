//! Coverage of the stimulus, and the promises of the buffer: nothing is lost, reordered or
//! duplicated, and no neighbour that keeps to its credits loses a packet.

use super::*;
use crate::nic::examples::nic;
use std::collections::{BTreeSet, VecDeque};
use tailback_model::Golden;
use tailback_spec::{switch::port::Port, WideWord};

/// A buffer of a NIC with beats of so many bytes.
fn buffer(width: u32, packets: u32) -> spec::ReceiveBuffer {
    let nic = nic(5, width).with_receive_buffer(packets).expect("legal");
    nic.receive_buffer().expect("a buffer")
}

/// Beats of a packet: bytes, valid bytes, and whether it is bad.
type Packet = Vec<(WideWord, u64, bool)>;

/// A model with its surroundings, and the packets on both sides.
struct Run {
    model: ReceiveBuffer,
    stimulus: ReceiveBufferStimulus,
    step: Step<ReceiveBufferInputs>,
    outputs: ReceiveBufferOutputs,
    entered: VecDeque<Packet>,
    entering: Packet,
    left: VecDeque<Packet>,
    leaving: Packet,
    refused: u64,
}

impl Run {
    fn new(buffer: &spec::ReceiveBuffer, law: Law, seed: u64) -> Self {
        Run {
            model: ReceiveBuffer::new(buffer),
            stimulus: ReceiveBufferStimulus::new(buffer, law, seed),
            step: Step::default(),
            outputs: ReceiveBufferOutputs::default(),
            entered: VecDeque::new(),
            entering: Vec::new(),
            left: VecDeque::new(),
            leaving: Vec::new(),
            refused: 0,
        }
    }

    fn cycle(&mut self) {
        self.stimulus.drive(&self.outputs, &mut self.step);
        let inputs = &self.step.inputs;
        self.model.step(inputs, &mut self.outputs);
        self.refused += u64::from(self.outputs.refused);
        if inputs.s_valid {
            self.entering.push((inputs.s_data.clone(), inputs.s_keep, inputs.s_bad));
            if inputs.s_last {
                self.entered.push_back(std::mem::take(&mut self.entering));
            }
        }
        let outputs = &self.outputs;
        if outputs.m_valid && inputs.m_ready {
            self.leaving.push((outputs.m_data.clone(), outputs.m_keep, outputs.m_bad));
            if outputs.m_last {
                self.left.push_back(std::mem::take(&mut self.leaving));
            }
        }
        if self.step.reset {
            self.model.reset();
        }
    }
}

fn is_of_management(packet: &Packet) -> bool {
    packet[0].0[0] >> 4 & 0xF == Port::MANAGEMENT_VL as u64
}

#[test]
fn no_packet_of_a_lawful_neighbour_is_lost_reordered_or_duplicated() {
    for (width, packets) in [(8, 1), (16, 1), (32, 3), (64, 1), (64, 2), (8, 7)] {
        let buffer = buffer(width, packets);
        let mut run = Run::new(&buffer, Law::Kept, 3);
        (0..150_000).for_each(|_| run.cycle());
        // What is being received ends, and the host takes it.
        const DRAIN_CYCLES: u64 = 20_000;
        run.stimulus.phase = Phase::drain(DRAIN_CYCLES);
        (0..DRAIN_CYCLES).for_each(|_| run.cycle());
        assert_eq!(run.refused, 0, "{width} bytes");
        let (all, mut lost) = (run.entered.len(), 0);
        for packet in run.entered {
            if run.left.front() == Some(&packet) {
                run.left.pop_front();
            } else {
                assert!(is_of_management(&packet), "{width} bytes: {packet:?} is lost");
                lost += 1;
            }
        }
        println!("{width} bytes, {packets} packets: {all} packets, {lost} of VL15 lost");
        assert!(run.left.is_empty() && run.leaving.is_empty() && all > 1000);
        let whole = vec![buffer.offered_blocks() as u32; buffer.port().virtual_lanes()];
        assert_eq!(run.outputs.free[..], whole[..], "{width} bytes");
    }
}

#[test]
fn the_stimulus_reaches_every_corner() {
    for width in [8, 64] {
        let buffer = buffer(width, 1);
        let mut run = Run::new(&buffer, Law::Broken, 1);
        let mut seen = BTreeSet::new();
        let mut most = 0;
        for _ in 0..200_000 {
            run.cycle();
            let (inputs, outputs) = (&run.step.inputs, &run.outputs);
            let free = outputs.free.iter().filter(|free| **free == 0).count();
            most = most.max(run.entered.len() - run.left.len());
            let corners = [
                ("a packet without credits", outputs.refused),
                ("a lane without space", free > 0),
                ("several lanes without space", free > 2),
                ("a stall", outputs.m_valid && !inputs.m_ready),
                ("a bad packet", outputs.m_valid && outputs.m_bad && outputs.m_last),
                ("VL15", outputs.m_valid && outputs.m_data[0] >> 4 & 0xF == 15),
                ("both sides", inputs.s_valid && outputs.m_valid && inputs.m_ready),
                ("empty", !outputs.m_valid && inputs.m_ready),
                ("a reset within a packet", run.step.reset && !run.entering.is_empty()),
                ("a block that is not stored", inputs.received && !inputs.s_valid),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            if run.step.reset {
                (run.entering, run.leaving) = (Vec::new(), Vec::new());
                (run.entered, run.left) = (VecDeque::new(), VecDeque::new());
            }
        }
        assert_eq!(seen.len(), 10, "{width} bytes: only {seen:?}");
        assert!(run.refused > 100 && most > 5, "{width} bytes: {} {most}", run.refused);
    }
}
