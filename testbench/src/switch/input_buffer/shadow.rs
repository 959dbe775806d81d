//! Model of a legal environment of an input buffer: positions of its packets, and free blocks.

use std::collections::VecDeque;

use tailback_spec::switch::input_buffer::{
    InputBuffer as Parameters, FETCH_CYCLES, VISIBLE_CYCLES,
};

/// Cycles from the start of a packet to its end, at least.
const LEAST_CYCLES: u64 = 2;

/// A packet in the buffer.
#[derive(Debug, Clone, Copy, Default)]
struct Packet {
    /// Blocks by its header.
    announced: usize,
    /// Words written in earlier cycles.
    written: usize,
    /// Cycles of the words written last.
    recent: [Option<u64>; VISIBLE_CYCLES - 1],
    issued: usize,
    /// The last word was written in an earlier cycle.
    complete: bool,
    /// Cycle of its start.
    start: u64,
    blocks: u32,
    lane: usize,
}

impl Packet {
    /// Words that can be issued in cycle `now`, or have been.
    fn visible(&self, now: u64) -> usize {
        let is_fresh = |written: &&u64| now - **written < VISIBLE_CYCLES as u64;
        let fresh = self.recent.iter().flatten().filter(is_fresh).count();
        // The first word needs no more than the next cycle.
        (self.written - fresh).max(1)
    }
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
    /// Cycle from which on the first packet of each queue is known, if one waits.
    known_from: Vec<u64>,
    sending: Option<Packet>,
    now: u64,
    writing: Option<Place>,
    /// Blocks that are free, and not reserved for the packet being written.
    free: Vec<u32>,
    /// Word of this cycle, until the clock edge: whether it is the first of a block, and the last
    /// of a packet.
    word: Option<(bool, bool)>,
    /// Packets that ended in this cycle, and in the previous one.
    sent: Option<Packet>,
    freed: Option<Packet>,
}

impl Shadow {
    pub fn new(parameters: &Parameters) -> Self {
        let lanes = 0..parameters.lanes();
        let lane_blocks: Vec<u32> = lanes.map(|lane| parameters.blocks_of(lane) as u32).collect();
        Shadow {
            free: lane_blocks.clone(),
            lane_blocks,
            waiting: vec![VecDeque::new(); parameters.queues()],
            known_from: vec![0; parameters.queues()],
            sending: None,
            now: 0,
            writing: None,
            word: None,
            sent: None,
            freed: None,
        }
    }

    /// Whether a packet may be started, if one is known.
    pub fn is_idle(&self) -> bool {
        self.sending.is_none()
    }

    /// Blocks of the first packet of a queue by its header, if one is known.
    pub fn known(&self, queue: usize) -> Option<usize> {
        let first = self.waiting[queue].front()?;
        (self.now >= self.known_from[queue]).then_some(first.announced)
    }

    /// Starts a packet of the first queue from `from` on, in rotation, in which one is known;
    /// returns the queue.
    pub fn start(&mut self, from: usize) -> Option<usize> {
        let queues = self.waiting.len();
        let mut rotation = (from..queues).chain(0..from);
        let queue = rotation.find(|&queue| self.known(queue).is_some())?;
        let packet = self.waiting[queue].pop_front();
        self.sending = packet.map(|packet| Packet { start: self.now, ..packet });
        if !self.waiting[queue].is_empty() {
            self.known_from[queue] = self.now + FETCH_CYCLES as u64;
        } else if self.writing == Some(Place::Waiting(queue)) {
            self.writing = Some(Place::Sending);
        }
        Some(queue)
    }

    /// Issues a word if it may, and ends the packet after its last one.
    pub fn issue(&mut self, pause: bool) {
        let now = self.now;
        let Some(packet) = self.sending.as_mut() else { return };
        if !pause && packet.issued < packet.visible(now) {
            packet.issued += 1;
        }
        let is_over = packet.complete && packet.issued == packet.written;
        if is_over && now >= packet.start + LEAST_CYCLES {
            self.sent = self.sending.take();
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

    /// Begins a packet for a queue, with blocks by its header; those that it takes are reserved.
    pub fn begin(&mut self, queue: usize, announced: usize) {
        let lane = self.lane(queue);
        self.waiting[queue].push_back(Packet { lane, announced, ..Packet::default() });
        self.writing = Some(Place::Waiting(queue));
    }

    /// Writes a word of the current packet.
    pub fn write(&mut self, takes_block: bool, last: bool) {
        self.word = Some((takes_block, last));
    }

    /// Clock edge.
    pub fn edge(&mut self) {
        if let Some((takes_block, last)) = self.word.take() {
            let packet = match self.writing {
                Some(Place::Waiting(queue)) => self.waiting[queue].back_mut(),
                Some(Place::Sending) => self.sending.as_mut(),
                None => None,
            };
            if let Some(packet) = packet {
                packet.written += 1;
                packet.recent.rotate_right(1);
                packet.recent[0] = Some(self.now);
                packet.blocks += u32::from(takes_block);
                packet.complete = last;
            }
            if last {
                self.writing = None;
            }
        }
        if let Some(packet) = self.freed.take() {
            self.free[packet.lane] += packet.blocks;
        }
        self.freed = self.sent.take();
        self.now += 1;
    }

    /// State after reset.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self.known_from.fill(0);
        (self.sending, self.writing, self.word) = (None, None, None);
        (self.sent, self.freed) = (None, None);
        self.free.clone_from(&self.lane_blocks);
    }

    /// Whether a packet ended in the cycle before the last clock edge.
    #[cfg(test)]
    pub fn has_ended(&self) -> bool {
        self.freed.is_some()
    }

    /// Whether all blocks of a virtual lane are in use or reserved.
    #[cfg(test)]
    pub fn is_full(&self, lane: usize) -> bool {
        self.free.get(lane) == Some(&0)
    }
}
