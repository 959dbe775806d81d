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
    lane: usize,
}

/// Where the packet is that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Waiting(usize),
    Sending,
}

/// The packets of the buffer, without their contents.
pub struct Shadow {
    /// Blocks of each lane.
    lane_blocks: Vec<u32>,
    waiting: Vec<VecDeque<Packet>>,
    sending: Option<Packet>,
    /// A packet is started in this cycle; one was started in the cycle before.
    starts: bool,
    started: bool,
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

    /// Starts a packet of the first queue from `from` on, in rotation, in which one waits.
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

    /// Issues a word, if one is there.
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

    /// Blocks of a queue's lane, all in all.
    pub fn most_blocks(&self, queue: usize) -> usize {
        self.lane_blocks[self.lane(queue)] as usize
    }

    /// A packet with so many blocks comes for a queue, if there is room for it.
    pub fn begin(&mut self, queue: usize, blocks: usize) -> bool {
        let lane = self.lane(queue);
        let blocks = blocks as u32;
        let fits = self.free[lane] >= blocks;
        if fits {
            self.free[lane] -= blocks;
            self.waiting[queue].push_back(Packet { lane, ..Packet::default() });
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

    /// A reset.
    pub fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        (self.sending, self.writing, self.word, self.sent) = (None, None, None, None);
        (self.starts, self.started) = (false, false);
        self.free.clone_from(&self.lane_blocks);
    }

    /// Whether all blocks of a lane are taken or promised.
    #[cfg(test)]
    pub fn is_full(&self, lane: usize) -> bool {
        self.free.get(lane) == Some(&0)
    }
}
