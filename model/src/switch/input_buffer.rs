//! Packet storage of one input port.
//!
//! "Each input port has a buffer" (INFOCOM'03 §III), from which packets cut through to any output:
//! it has a queue for each output and virtual lane, so that no packet waits behind one for another
//! output.

mod full;
mod packet;
mod ports;
#[cfg(test)]
mod tests;

pub use ports::{InputBufferInputs, InputBufferOutputs};

use crate::Golden;
use full::{Fullness, Seen};
use packet::{Issued, Packet, Sending, Stored};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{
    switch::input_buffer::{InputBuffer as Parameters, Reading, FETCH_CYCLES},
    BitLanes, Lanes,
};

/// Location of the packet whose words are received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Place {
    /// At the end of a queue.
    Waiting(usize),
    /// In transmission.
    Sending,
}

/// The buffer of one input port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputBuffer {
    /// Data VLs; the virtual lane after them is that of management.
    pub(crate) virtual_lanes: usize,
    /// Blocks of each virtual lane.
    pub(crate) lane_blocks: Lanes,
    /// Blocks of the longest packet.
    pub(crate) packet_blocks: u32,
    /// Words of a block.
    pub(crate) block_words: usize,
    pub(crate) reading: Reading,
    /// Packets that have not been started, per queue.
    pub(crate) queues: Vec<VecDeque<Packet>>,
    /// Location of the packet whose words are received.
    pub(crate) writing: Option<Place>,
    pub(crate) sending: Option<Sending>,
    /// Words issued in the cycle before, and in the one before it.
    pub(crate) issued: [Option<Issued>; 2],
    /// Whether few words of a packet were left in the cycle before, and all had been received.
    pub(crate) near: bool,
    /// Free blocks of each virtual lane.
    pub(crate) free: Lanes,
    /// Virtual lane and blocks of the packet that ended in the cycle before.
    pub(crate) freed: Option<(usize, u32)>,
    /// Cycles since reset.
    pub(crate) cycle: u64,
    /// Detection of a full buffer.
    pub(crate) fullness: Fullness,
}

impl InputBuffer {
    /// The module after reset.
    pub fn new(buffer: &Parameters) -> Self {
        let lane_blocks: Lanes =
            (0..buffer.lanes()).map(|lane| buffer.blocks_of(lane) as u32).collect();
        InputBuffer {
            virtual_lanes: buffer.virtual_lanes(),
            lane_blocks: lane_blocks.clone(),
            packet_blocks: buffer.packet_blocks() as u32,
            block_words: buffer.block_words(),
            reading: buffer.reading(),
            queues: vec![VecDeque::new(); buffer.queues()],
            writing: None,
            sending: None,
            issued: [None, None],
            near: false,
            free: lane_blocks,
            freed: None,
            cycle: 0,
            fullness: Fullness::new(buffer),
        }
    }

    /// Data VLs without free space for another longest packet.
    fn low(&self) -> u64 {
        let virtual_lanes = self.free.iter().take(self.virtual_lanes).enumerate();
        virtual_lanes.fold(0, |low, (vl, &free)| low | u64::from(free < self.packet_blocks) << vl)
    }

    /// Virtual lane of a queue.
    fn lane(&self, queue: usize) -> usize {
        queue % self.free.len()
    }

    /// Queues that satisfy a condition, which gets their virtual lane.
    fn each_queue(&self, which: impl Fn(usize, &VecDeque<Packet>) -> bool) -> BitLanes {
        let queues = self.queues.iter().enumerate();
        queues.map(|(number, queue)| which(self.lane(number), queue)).collect()
    }

    /// The first packet of a queue, if it is known.
    pub(crate) fn known(&self, queue: usize) -> Option<&Packet> {
        let first = self.queues.get(queue)?.front();
        first.filter(|packet| packet.known_from <= self.cycle)
    }

    /// The packet at a location. There is one at every location of a packet that is received.
    fn packet(&mut self, place: Place) -> Option<&mut Packet> {
        match place {
            Place::Waiting(queue) => self.queues[queue].back_mut(),
            Place::Sending => self.sending.as_mut().map(Sending::packet),
        }
    }

    /// Starts the first packet of a queue, if there is one; returns whether it counted. The packet
    /// behind it takes some time to be known.
    fn start(&mut self, queue: usize) -> bool {
        let now = self.cycle;
        let Some(waiting) = self.queues.get_mut(queue) else { return false };
        let Some(packet) = waiting.pop_front() else { return false };
        match waiting.front_mut() {
            Some(next) => next.known_from = now + FETCH_CYCLES as u64,
            None if self.writing == Some(Place::Waiting(queue)) => {
                self.writing = Some(Place::Sending);
            }
            None => {}
        }
        let counts = packet.counts;
        self.sending = Some(Sending::new(packet, now));
        counts
    }

    /// Stores a word; returns whether it occupies a block, and the queue in which its packet begins
    /// to count.
    fn take(&mut self, inputs: &InputBufferInputs) -> (bool, Option<usize>) {
        if inputs.write_first {
            let queue = inputs.write_queue as usize;
            let lane = self.lane(queue);
            // A queue beyond the last one holds no packet.
            self.writing = self.queues.get_mut(queue).map(|waiting| {
                waiting.push_back(Packet {
                    lane,
                    header_blocks: inputs.write_blocks as u32,
                    header_words: inputs.write_beats as u32,
                    ..Packet::default()
                });
                Place::Waiting(queue)
            });
        }
        let (block_words, reading, written) = (self.block_words, self.reading, self.cycle);
        let Some(place) = self.writing else { return Default::default() };
        let Some(packet) = self.packet(place) else { return Default::default() };
        let taken = packet.came % block_words == 0;
        packet.came += 1;
        packet.blocks += u32::from(taken);
        packet.words.push_back(Stored { word: inputs.write_word.clone(), written });
        packet.complete = inputs.write_last;
        packet.bad = inputs.write_last && inputs.write_bad;
        let lane = packet.lane;
        let begins = match reading {
            Reading::Arbitrated | Reading::Waiting => inputs.write_first,
            Reading::Received => inputs.write_last,
        };
        let queue = match place {
            Place::Waiting(queue) if begins => {
                packet.counts = true;
                Some(queue)
            }
            _ => None,
        };
        if inputs.write_last {
            self.fullness.tail_comes(lane);
            self.writing = None;
        }
        (taken, queue)
    }
}

impl InputBuffer {
    /// Virtual lanes that have become full in the last cycle.
    pub(crate) fn became_full(&self) -> u32 {
        self.fullness.became_full().count_ones()
    }

    /// Blocks in use, of all virtual lanes together.
    pub(crate) fn blocks_in_use(&self) -> u64 {
        let lanes = self.lane_blocks.iter().zip(&self.free);
        lanes.map(|(blocks, free)| u64::from(blocks - free)).sum()
    }
}

impl Golden for InputBuffer {
    type Inputs = InputBufferInputs;
    type Outputs = InputBufferOutputs;

    fn step(&mut self, inputs: &InputBufferInputs, outputs: &mut InputBufferOutputs) {
        // Outputs that depend on the state before the clock edge.
        let (low, was_sending) = (self.low(), self.sending.is_some());
        let has_ended = self.freed.is_some();
        let became_full = self.fullness.became_full();
        outputs.free.clone_from(&self.free);
        let known = (0..self.queues.len()).map(|queue| self.known(queue));
        outputs.known = known.clone().map(|packet| packet.is_some()).collect();
        outputs.blocks.clear();
        outputs.blocks.extend(known.map(|packet| packet.map_or(0, |packet| packet.header_blocks)));
        outputs.trigger = self.each_queue(|lane, queue| {
            became_full >> lane & 1 != 0 && queue.iter().any(|packet| packet.counts)
        });
        let out = self.issued[1].take();
        outputs.word_valid = out.is_some();
        let flag = |which: fn(&Issued) -> bool| out.as_ref().is_some_and(which);
        outputs.word_first = flag(|out| out.first);
        outputs.word_last = flag(|out| out.last);
        outputs.word_bad = flag(|out| out.bad);
        outputs.word_discard = flag(|out| out.discard);
        outputs.word = out.map(|out| out.word).unwrap_or_default();

        // A word is issued; with the last one, the packet leaves. The next packet starts in that
        // cycle at the earliest, and its first word is issued in the one after.
        let now = self.cycle;
        outputs.sending = was_sending;
        outputs.near_end = self.near && inputs.roomy && !inputs.read;
        let mut goes = self.sending.as_ref().map_or(0, |sending| 1 << sending.lane());
        self.issued.swap(0, 1);
        self.issued[0] = match &mut self.sending {
            Some(sending) if !inputs.pause => sending.issue(now),
            _ => None,
        };
        let ended = self.sending.take_if(|sending| sending.ends(now));
        outputs.ends = ended.is_some();
        outputs.dequeue = inputs.read && self.start(inputs.read_queue as usize);
        goes |= self.sending.as_ref().map_or(0, |sending| 1 << sending.lane());
        self.near = self.sending.as_ref().is_some_and(Sending::is_near);

        // A word is stored last: too late to be issued, and for a packet that starts in this cycle
        // to count.
        let (taken, begins) = if inputs.write { self.take(inputs) } else { Default::default() };
        outputs.taken = taken;
        outputs.enqueue = begins.is_some();
        outputs.enqueue_queue = begins.unwrap_or_default() as u64;
        // The blocks of the packet that ended in the cycle before.
        if let Some((lane, blocks)) = self.freed.take() {
            self.free[lane] += blocks;
        }
        self.freed = ended.map(|sending| (sending.lane(), sending.blocks()));
        // The block of the word of the next cycle.
        if let (true, Some(free)) = (inputs.take, self.free.get_mut(inputs.take_lane as usize)) {
            *free = free.saturating_sub(1);
        }

        let is_idle = !was_sending && !inputs.read && !has_ended;
        self.fullness.step(&Seen { low, goes, is_idle });
        self.cycle += 1;
    }

    fn reset(&mut self) {
        self.queues.iter_mut().for_each(VecDeque::clear);
        (self.writing, self.sending, self.issued) = (None, None, [None, None]);
        self.free.clone_from(&self.lane_blocks);
        (self.near, self.freed, self.cycle) = (false, None, 0);
        self.fullness.reset();
    }
}
