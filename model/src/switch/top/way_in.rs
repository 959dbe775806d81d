//! Receive path of an input port: checks, buffer, and the credits of the neighbour.

use super::SwitchTopInputs;
use super::{BAD, FLOW_CONTROL};
use crate::wired::Wired;
use crate::{
    bits::is_set,
    link::{
        credit_receiver::CreditReceiver,
        flow_control::{FlowControlChecker, FlowControlCheckerOutputs},
    },
    switch::{ingress::Ingress, input_buffer::InputBuffer},
};
use tailback_spec::{
    switch::top::SwitchTop,
    wire::lrh::{Header, BYTES},
    Lanes, WideWord,
};

/// Signals of the dispatcher and of the transmit path for an input port in a cycle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told {
    pub(super) start: bool,
    /// Queue of the packet started last.
    pub(super) queue: u32,
    /// Whether that packet is dropped.
    pub(super) discard: bool,
    /// Whether no word may be sent to its output port.
    pub(super) pause: bool,
    /// Whether words will not be held up there soon.
    pub(super) roomy: bool,
}

/// The modules of an input port.
#[derive(Debug, Clone)]
pub(super) struct WayIn {
    port: usize,
    pub(super) ingress: Wired<Ingress>,
    pub(super) buffer: Wired<InputBuffer>,
    pub(super) checker: Wired<FlowControlChecker>,
    /// Outputs of the checker in the cycle before.
    pub(super) heard: FlowControlCheckerOutputs,
    pub(super) receiver: Wired<CreditReceiver>,
    /// Free blocks in the cycle before.
    room: Lanes,
    /// Credit limits from the receiver in the cycle before.
    pub(super) limits: Lanes,
    /// Whether the packet started last is dropped.
    dropped: bool,
    /// Values of `dropped` in the cycle before, and in the one before it.
    discarded: [bool; 2],
    /// Whether the word at the buffer's output is dropped.
    pub(super) discards: bool,
    /// Queue of the packet whose words are stored.
    pub(super) taken_queue: u32,
    /// Credit limits before the first cycle.
    no_limits: Lanes,
    block_words: usize,
    /// Index of the next output word within its block.
    word_in_block: usize,
    /// Whether the word at the buffer's output is the first of a block.
    pub(super) begins_block: bool,
}

impl WayIn {
    pub(super) fn new(switch: &SwitchTop, port: usize) -> Self {
        let buffer = switch.port.buffer();
        WayIn {
            port,
            ingress: Wired::new(Ingress::new(&switch.port)),
            buffer: Wired::new(InputBuffer::new(&buffer)),
            checker: Wired::new(FlowControlChecker::new(&switch.link)),
            heard: FlowControlCheckerOutputs::default(),
            receiver: Wired::new(CreditReceiver::new(&switch.link)),
            room: no_limits(switch),
            limits: no_limits(switch),
            no_limits: no_limits(switch),
            dropped: false,
            discarded: [false; 2],
            discards: false,
            taken_queue: 0,
            block_words: switch.port.block_words(),
            word_in_block: 0,
            begins_block: false,
        }
    }

    /// Runs one cycle, except for the receiver's credits. `way` is the route from the forwarding
    /// table.
    pub(super) fn step(&mut self, links: &SwitchTopInputs, way: Option<u32>, told: Told) {
        self.hand_over();
        self.receive(links, way);
        self.store(told);
        self.divide();
    }

    /// The registers between the checks and the buffer.
    fn hand_over(&mut self) {
        let (seen, buffer) = (&self.ingress.outputs, &mut self.buffer.inputs);
        (buffer.write, buffer.write_first) = (seen.write, seen.begins);
        (buffer.write_last, buffer.write_bad) = (seen.write_last, seen.write_bad);
        buffer.write_queue = seen.write_queue;
        (buffer.write_blocks, buffer.write_beats) = (seen.write_blocks, seen.write_beats);
        buffer.write_word.clone_from(&seen.write_word);
        if seen.begins {
            self.taken_queue = seen.write_queue as u32;
        }
    }

    /// Checks of received packets.
    fn receive(&mut self, links: &SwitchTopInputs, way: Option<u32>) {
        let rx = &mut self.ingress.inputs;
        rx.rx_valid = is_set(links.s_axis.tvalid, self.port);
        rx.rx_last = is_set(links.s_axis.tlast, self.port);
        rx.rx_keep = links.s_axis.tkeep.get(self.port).copied().unwrap_or(0);
        (rx.rx_flow_control, rx.rx_bad) =
            flags(links.s_axis.tuser.get(self.port).copied().unwrap_or(0));
        if let Some(data) = links.s_axis.tdata.get(self.port) {
            rx.rx_data.clone_from(data);
        }
        (rx.known, rx.port) = (way.is_some(), way.unwrap_or(0).into());
        rx.free.clone_from(&self.buffer.model.free);
        self.ingress.step();

        let seen = &self.ingress.outputs;
        self.heard = self.checker.outputs.clone();
        self.checker.inputs.valid = seen.flow_control;
        self.checker.inputs.packet = seen.flow_control_packet;
        self.checker.step();
    }

    fn store(&mut self, told: Told) {
        let (seen, buffer) = (&self.ingress.outputs, &mut self.buffer.inputs);
        (buffer.take, buffer.take_lane) = (seen.take, seen.take_lane);
        (buffer.read, buffer.read_queue) = (told.start, told.queue.into());
        (buffer.pause, buffer.roomy) = (told.pause, told.roomy);
        self.buffer.step();
        // The word was issued two cycles ago.
        let [before, issued] = self.discarded;
        self.discards = self.buffer.outputs.word_discard || issued;
        self.discarded = [self.dropped, before];
        if told.start {
            self.dropped = told.discard;
        }
    }

    /// Blocks of the packet that is sent.
    fn divide(&mut self) {
        let word = &self.buffer.outputs;
        if word.word_valid {
            if word.word_first {
                self.word_in_block = 0;
            }
            self.begins_block = self.word_in_block == 0;
            self.word_in_block = (self.word_in_block + 1) % self.block_words;
        }
    }

    /// Credits of the neighbour.
    pub(super) fn count_credits(&mut self) {
        let (seen, update) = (&self.ingress.outputs, &self.heard);
        self.limits.clone_from(match self.receiver.outputs.fccl.is_empty() {
            true => &self.no_limits,
            false => &self.receiver.outputs.fccl,
        });
        let receiver = &mut self.receiver.inputs;
        (receiver.update, receiver.update_vl) = (update.update, update.vl);
        receiver.update_fctbs = update.fctbs;
        receiver.free.clone_from(&self.room);
        self.receiver.step();
        // Blocks behind a flow-control packet must not overtake it.
        let receiver = &mut self.receiver.inputs;
        (receiver.received, receiver.received_vl) = (seen.received, seen.received_vl);
        self.room.clone_from(&self.buffer.outputs.free);
    }

    pub(super) fn reset(&mut self) {
        self.ingress.reset();
        self.buffer.reset();
        self.checker.reset();
        self.receiver.reset();
        self.receiver.inputs = Default::default();
        self.room.clone_from(&self.no_limits);
        (self.taken_queue, self.word_in_block) = (0, 0);
        (self.dropped, self.discarded) = (false, [false; 2]);
    }
}

fn no_limits(switch: &SwitchTop) -> Lanes {
    std::iter::repeat_n(0, switch.port.virtual_lanes()).collect()
}

/// User bits of a beat: flow-control packet, bad packet.
fn flags(user: u32) -> (bool, bool) {
    (user & FLOW_CONTROL != 0, user & BAD != 0)
}

/// First bytes of a beat, which hold the header if the beat is the first of a packet.
pub(super) fn header(data: &WideWord) -> Header<[u8; BYTES]> {
    let bytes = data.first().copied().unwrap_or(0).to_le_bytes();
    Header::from(bytes)
}
