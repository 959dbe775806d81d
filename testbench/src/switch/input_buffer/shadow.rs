//! Model of a legal environment of an input buffer: positions of its packets, and free blocks.

use std::collections::VecDeque;

use tailback_spec::switch::input_buffer::InputBuffer as Parameters;

/// A packet in the buffer.
#[derive(Debug, Clone, Copy, Default)]
struct Packet {
    /// Words written in earlier cycles.
    written: usize,
    issued: usize,
    /// The last word was written in an earlier cycle.
    complete: bool,
    blocks: u32,
    lane: usize,
}

/// Position of the packet being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Waiting(usize),
    Sending,
}

/// Packets in the buffer, without their contents.
pub struct Shadow {
    /// Size of each virtual lane's part, in blocks.
    lane_blocks: Vec<u32>,
    waiting: Vec<VecDeque<Packet>>,
    sending: Option<Packet>,
    /// A packet is started in this cycle, and in the previous one.
    starts: bool,
    started: bool,
    writing: Option<Place>,
    /// Blocks that are free, and not reserved for the packet being written.
    free: Vec<u32>,
    /// Word of this cycle, until the clock edge: whether it is the first of a block, and the last
    /// of a packet.
    word: Option<(bool, bool)>,
    /// Packet whose last word was issued in this cycle.
    sent: Option<Packet>,
}

impl Shadow {
    pub fn new(parameters: &Parameters) -> Self {
        let lanes = 0..parameters.lanes();
        let lane_blocks: Vec<u32> = lanes.map(|lane| parameters.blocks_of(lane) as u32).collect();
        Shadow {
            free: lane_blocks.clone(),
            lane_blocks,
            waiting: vec![VecDeque::new(); parameters.queues()],
            sending: None,
            starts: false,
            started: false,
            writing: None,
            word: None,
            sent: None,
        }
    }

    /// Whether a packet may be started, if one waits.
    pub fn is_idle(&self) -> bool {
        self.sending.is_none() && !self.started
    }

    /// Starts a packet of the first queue from `from` on, in rotation, that has one waiting;
    /// returns the queue.
    pub fn start(&mut self, from: usize) -> Option<usize> {
        let queues = self.waiting.len();
        let mut rotation = (from..queues).chain(0..from);
        let queue = rotation.find(|&queue| !self.waiting[queue].is_empty())?;
        self.sending = self.waiting[queue].pop_front();
        self.starts = true;
        if self.waiting[queue].is_empty() && self.writing == Some(Place::Waiting(queue)) {
            self.writing = Some(Place::Sending);
        }
        Some(queue)
    }

    /// Issues a word if the buffer has it.
    pub fn issue(&mut self) {
        if let Some(packet) = self.sending.as_mut().filter(|it| it.issued < it.written) {
            packet.issued += 1;
            if packet.complete && packet.issued == packet.written {
                self.sent = self.sending.take();
            }
        }
    }

    fn lane(&self, queue: usize) -> usize {
        queue % self.free.len()
    }

    /// Number of blocks of a queue's virtual lane.
    pub fn most_blocks(&self, queue: usize) -> usize {
        self.lane_blocks[self.lane(queue)] as usize
    }

    /// Reserves `blocks` blocks for a packet of a queue; returns whether there is free space.
    pub fn reserve(&mut self, queue: usize, blocks: usize) -> bool {
        let lane = self.lane(queue);
        let blocks = blocks as u32;
        let fits = self.free[lane] >= blocks;
        if fits {
            self.free[lane] -= blocks;
        }
        fits
    }

    /// Begins a packet for a queue; its blocks are reserved.
    pub fn begin(&mut self, queue: usize) {
        let lane = self.lane(queue);
        self.waiting[queue].push_back(Packet { lane, ..Packet::default() });
        self.writing = Some(Place::Waiting(queue));
    }

    /// Writes a word of the current packet.
    pub fn write(&mut self, takes_block: bool, last: bool) {
        self.word = Some((takes_block, last));
    }

    /// Clock edge.
    pub fn edge(&mut self) {
        self.started = std::mem::take(&mut self.starts);
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
            self.free[packet.lane] += packet.blocks;
        }
    }

    /// State after reset.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        (self.sending, self.writing, self.word, self.sent) = (None, None, None, None);
        (self.starts, self.started) = (false, false);
        self.free.clone_from(&self.lane_blocks);
    }

    /// Whether all blocks of a virtual lane are in use or reserved.
    #[cfg(test)]
    pub fn is_full(&self, lane: usize) -> bool {
        self.free.get(lane) == Some(&0)
    }
}
