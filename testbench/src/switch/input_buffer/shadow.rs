//! What a legal environment knows of an input buffer: where its packets are, and what is free.

use std::collections::VecDeque;

use tailback_spec::switch::input_buffer::InputBuffer as Parameters;

/// A packet in the buffer.
#[derive(Debug, Clone, Copy, Default)]
struct Packet {
    /// Words that were written in earlier cycles.
    written: usize,
    issued: usize,
    /// Its last word was written in an earlier cycle.
    complete: bool,
    blocks: u32,
    vl: usize,
}

/// Where the packet is that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Waiting(usize),
    Sending,
}

/// The packets of the buffer, without their contents.
pub struct Shadow {
    virtual_lanes: usize,
    lane_blocks: u32,
    waiting: Vec<VecDeque<Packet>>,
    sending: Option<Packet>,
    writing: Option<Place>,
    /// Blocks that are free and not promised to the packet that comes.
    free: Vec<u32>,
    /// What the word of this cycle is, until the clock edge: a block's first, a packet's last.
    word: Option<(bool, bool)>,
    /// The packet that was sent as a whole in this cycle.
    sent: Option<Packet>,
}

impl Shadow {
    pub fn new(parameters: &Parameters) -> Self {
        let lane_blocks = parameters.lane_blocks() as u32;
        Shadow {
            virtual_lanes: parameters.virtual_lanes(),
            lane_blocks,
            waiting: vec![VecDeque::new(); parameters.queues()],
            sending: None,
            writing: None,
            free: vec![lane_blocks; parameters.virtual_lanes()],
            word: None,
            sent: None,
        }
    }

    /// Issues a word unless there is a pause; whether a packet may be started.
    pub fn issue(&mut self, pause: bool) -> bool {
        if let Some(packet) = self.sending.as_mut().filter(|it| !pause && it.issued < it.written) {
            packet.issued += 1;
            if packet.complete && packet.issued == packet.written {
                self.sent = self.sending.take();
            }
        }
        self.sending.is_none()
    }

    /// Starts a packet of the first queue from `from` on, in rotation, in which one waits.
    pub fn start(&mut self, from: usize) -> Option<usize> {
        let queues = self.waiting.len();
        let mut rotation = (from..queues).chain(0..from);
        let queue = rotation.find(|&queue| {
            // A packet whose first word comes in this very cycle does not wait yet.
            self.waiting[queue].front().is_some_and(|packet| packet.written > 0)
        })?;
        self.sending = self.waiting[queue].pop_front();
        if self.waiting[queue].is_empty() && self.writing == Some(Place::Waiting(queue)) {
            self.writing = Some(Place::Sending);
        }
        Some(queue)
    }

    /// A packet with so many blocks comes for a queue, if there is room for it.
    pub fn begin(&mut self, queue: usize, blocks: usize) -> bool {
        let vl = queue % self.virtual_lanes;
        let blocks = blocks as u32;
        let fits = self.free[vl] >= blocks;
        if fits {
            self.free[vl] -= blocks;
            self.waiting[queue].push_back(Packet { vl, ..Packet::default() });
            self.writing = Some(Place::Waiting(queue));
        }
        fits
    }

    /// A word of the packet that comes.
    pub fn write(&mut self, takes_block: bool, last: bool) {
        self.word = Some((takes_block, last));
    }

    /// The end of the cycle.
    pub fn edge(&mut self) {
        if let Some((takes_block, last)) = self.word.take() {
            let packet = match self.writing {
                Some(Place::Waiting(queue)) => self.waiting[queue].back_mut(),
                Some(Place::Sending) => self.sending.as_mut(),
                None => None,
            };
            if let Some(packet) = packet {
                packet.written += 1;
                packet.blocks += u32::from(takes_block);
                packet.complete = last;
            }
            if last {
                self.writing = None;
            }
        }
        if let Some(packet) = self.sent.take() {
            self.free[packet.vl] += packet.blocks;
        }
    }

    /// A reset.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        (self.sending, self.writing, self.word, self.sent) = (None, None, None, None);
        self.free.fill(self.lane_blocks);
    }

    /// Whether all blocks of a VL are taken or promised.
    #[cfg(test)]
    pub fn is_full(&self, vl: usize) -> bool {
        self.free[vl] == 0
    }
}
