//! Packet storage of one input port: virtual output queues that packets cut through.
//!
//! Words come in as the link delivers them and go out as the crossbar takes them. Space is given
//! out in *blocks* of 64 bytes, the unit of credits; a packet takes its blocks one by one as it
//! comes, and gives all of them back at once when its tail leaves (Globecom'02 Fig. 2 comes out
//! only so). A *lane* is a VL with blocks of its own: lane *v* is data VL *v*, and the one after the
//! last data VL, if there are [`InputBuffer::management_blocks`], is that of management, VL15. A
//! *queue* is an output port and a lane: `queue = output * lanes + lane`; the packets of a queue
//! leave in the order of arrival.
//!
//! # Writing
//!
//! `write` brings a word; the first of a packet has `write_first` and names the queue in
//! `write_queue`, the last has `write_last`, with `write_bad` if the packet turned out to be bad. A
//! packet has 1 to `packet_blocks * block_words` words. The first word of each block takes a free
//! one of the packet's lane: `taken` is high in that cycle, and `free` is less by 1 from the next.
//! Whoever writes sees to it that the lane has a block free, and that words of two packets do not
//! mix.
//!
//! # Reading
//!
//! `waiting` has a bit for each queue: a packet is there, at least its first word, written in an
//! earlier cycle, and has not been started. `read` with `read_queue` starts the first one; it may
//! come only while that queue's `waiting` is high and `sending` is low, and not in the cycle after
//! another `read`.
//!
//! From the very cycle of `read` on, one word is *issued* in each cycle, unless `pause` is high or
//! the word has not been written in an earlier cycle: `issue` is high; the word comes out in the
//! cycle after, with `word_valid`. `ends` is high in the cycle in which the last word is issued.
//! `sending` is high from the cycle after `read` to that of `ends`, both included: so it is low in
//! the cycle after `ends`, and the next packet follows without a gap if its `read` comes then, which
//! it may after a packet of two words or more.
//! `complete` is high while `sending` is, and the last word of the packet that is being sent was
//! written in an earlier cycle.
//!
//! With the edge that ends the cycle in which the last word is issued, all blocks of the packet
//! become free. `word_first` and `word_last` frame the packet; `word_bad` comes with the last word
//! of a bad one. If the packet was known to be bad as it was started (its last word had been
//! written in an earlier cycle than `read`), each of its words has `word_discard`. `word` and the
//! four flags are 0 while `word_valid` is low.
//!
//! # What marking needs to know
//!
//! The papers leave open when a buffer is full, and which packets wait. [`Reading`] has three
//! readings. A packet *counts* from the cycle after `enqueue` to the cycle of its `dequeue`, both
//! included.
//!
//! ```text
//! low[vl]    = free[vl] < packet_blocks            no room for another longest packet
//!              for data VLs; that of management is never low
//!
//! Arbitrated: enqueue = write and write_first
//!             goes[vl]      = sending or read, and the packet that is sent or started is of this VL
//!             stands[vl]    = low[vl] and not goes[vl]
//!             full[vl]      = stands[vl] in this cycle and in the STANDSTILL_CYCLES - 1 before
//!             was_full[vl]' = full[vl]
//!             trigger[vl]   = what full[vl] and not was_full[vl] was in the cycle before
//!
//! Received:   enqueue = write and write_last and the packet has not been started
//!             and is not started by read in this cycle
//!             tail[vl]'    = write and write_last of a packet of this VL
//!             trigger[vl]  = tail[vl] and low[vl] and armed[vl]
//!             armed[vl]'   = not low[vl] or (armed[vl] and not trigger[vl])
//!
//! Waiting:    enqueue = write and write_first
//!             all[vl]      = low[vl] and not sending and not read
//!             was_all[vl]' = all[vl]
//!             trigger[vl]  = what all[vl] and not was_all[vl] was in the cycle before
//!
//! enqueue_queue   = the queue of that packet, 0 without enqueue
//! dequeue         = read and the packet that is started counts
//! trigger[queue]  = trigger[vl of queue] and some packet counts in the queue
//! ```
//!
//! "Some packet counts" is the state before the clock edge: a packet that is enqueued in the cycle
//! does not count yet, and one that is dequeued in it still does.
//!
//! With `Arbitrated`, a packet fills the buffer only if it still stands there when it could have been
//! started. One whose first word is written in cycle *c* is in the allocator's list in *c* + 1, is
//! granted in *c* + 2, and is read in *c* + 3 ([`super::dispatcher`]); in *c* + 4 if a grant to another
//! one came in between, for an allocator chooses in every other cycle. Its first block makes the VL low
//! on space from *c* + 1 on, so that the buffer is full in *c* + 4. What keeps a packet longer than
//! that (its output, its input, credits, or packets that got into the list before it) fills the
//! buffer, unless one of its VL is sent, which will give back its blocks; one of another VL gives
//! back none to this one, and does not count. The pauses between short packets, of which one is
//! started in four cycles, are no standstill.
//!
//! Reset empties all; `armed` is set, all else of the above is cleared. What the memories hold does
//! not matter.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `write` | 1 | a word comes |
//! | in `write_first` | 1 | it is the first of a packet |
//! | in `write_last` | 1 | it is the last of the packet |
//! | in `write_bad` | 1 | the packet is bad; with `write_last` |
//! | in `write_queue` | [`InputBuffer::queue_bits`] | the packet's queue; with `write_first` |
//! | in `write_word` | [`InputBuffer::word_bits`] | the word |
//! | in `read` | 1 | starts a packet, and issues its first word |
//! | in `read_queue` | [`InputBuffer::queue_bits`] | of this queue |
//! | in `pause` | 1 | no word is issued |
//! | out `taken` | 1 | the word takes a block |
//! | out `free` | lanes × [`InputBuffer::free_bits`] | free blocks |
//! | out `waiting` | queues × 1 | a packet waits |
//! | out `sending` | 1 | a packet has been started, and has not ended |
//! | out `complete` | 1 | its last word has been written |
//! | out `issue` | 1 | a word is issued |
//! | out `ends` | 1 | it is the last of the packet |
//! | out `word_valid` | 1 | a word goes out |
//! | out `word_first` | 1 | it is the first of the packet |
//! | out `word_last` | 1 | it is the last of the packet |
//! | out `word_bad` | 1 | the packet is bad; with `word_last` |
//! | out `word_discard` | 1 | the packet was known to be bad from the start |
//! | out `word` | [`InputBuffer::word_bits`] | the word |
//! | out `enqueue` | 1 | a packet begins to count |
//! | out `enqueue_queue` | [`InputBuffer::queue_bits`] | its queue |
//! | out `dequeue` | 1 | a packet that counts is started |
//! | out `trigger` | queues × 1 | the buffer has become full, and a packet counts in the queue |
//!
//! Module: `tailback_input_buffer`.

use super::marking::Marking;
use crate::link::Link;
use crate::parameter::{bits_for, check, OutOfRange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// When a buffer is full, and which of its packets count as waiting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// A packet counts from its header on, and the buffer is full if none of its packets is being
    /// sent when the one that came last could have been started.
    #[default]
    Arbitrated,
    /// A packet counts from its header on, and the buffer is full when nothing but waiting packets
    /// fills it, be it only until the one that came last is started.
    Waiting,
    /// A packet counts when it has been received as a whole, and the buffer is full when all of it
    /// is in use, by packets that are being sent, too; tested when a packet's tail arrives.
    Received,
}

/// Cycles for which no packet goes before a buffer without room is full, with
/// [`Reading::Arbitrated`]: the packet that came last could have been started by then, if nothing was
/// in its way.
pub const STANDSTILL_CYCLES: usize = 4;

/// The parameters of an input buffer. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct InputBuffer {
    outputs: u32,
    virtual_lanes: u32,
    lane_blocks: u32,
    management_blocks: u32,
    packet_blocks: u32,
    block_words: u32,
    word_bits: u32,
    reading: Reading,
}

/// The sizes of an input buffer, to be checked by [`InputBuffer::new`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Output ports of the switch.
    pub outputs: u32,
    /// Data virtual lanes, numbered from 0.
    pub virtual_lanes: u32,
    /// Blocks for each data VL.
    pub lane_blocks: u32,
    /// Blocks for VL15; 0 if the buffer has no such lane.
    pub management_blocks: u32,
    /// Blocks of the longest packet of a data VL.
    pub packet_blocks: u32,
    /// Words of a block, a power of two.
    pub block_words: u32,
    /// Bits of a word, with whatever goes along with the data.
    pub word_bits: u32,
}

impl InputBuffer {
    /// Output ports: 2 to 36.
    pub const OUTPUTS: RangeInclusive<u64> = Marking::PORTS;
    /// Data virtual lanes: 1 to 8.
    pub const VIRTUAL_LANES: RangeInclusive<u64> = Link::VIRTUAL_LANES;
    /// Blocks for VL15.
    pub const MANAGEMENT_BLOCKS: RangeInclusive<u64> = 0..=1024;
    /// Blocks of all lanes together.
    pub const BLOCKS: RangeInclusive<u64> = 2..=262_143;
    /// Blocks of the longest packet: 1 to 257.
    pub const PACKET_BLOCKS: RangeInclusive<u64> = Link::PACKET_BLOCKS;
    /// Words of a block: 1 (64 bytes wide) to 64 (1 byte wide).
    pub const BLOCK_WORDS: RangeInclusive<u64> = 1..=64;
    /// Bits of a word.
    pub const WORD_BITS: RangeInclusive<u64> = 1..=640;

    /// Checks the parameters.
    pub fn new(sizes: Sizes, reading: Reading) -> Result<Self, OutOfRange> {
        let Sizes {
            outputs,
            virtual_lanes,
            lane_blocks,
            management_blocks,
            packet_blocks,
            block_words,
            word_bits,
        } = sizes;
        check("ports", outputs, Self::OUTPUTS, "ports")?;
        check("virtual_lanes", virtual_lanes, Self::VIRTUAL_LANES, "virtual lanes")?;
        check("packet_blocks", packet_blocks, Self::PACKET_BLOCKS, "blocks")?;
        let management = Self::MANAGEMENT_BLOCKS;
        check("management_blocks", management_blocks, management, "blocks")?;
        let most = (Self::BLOCKS.end() - u64::from(management_blocks)) / u64::from(virtual_lanes);
        let least =
            u64::from(packet_blocks).max(Self::BLOCKS.start().div_ceil(virtual_lanes.into()));
        check("lane_blocks", lane_blocks, least..=most, "blocks")?;
        let words = block_words.next_power_of_two();
        check("block_words", block_words, words.into()..=words.into(), "words")?;
        check("block_words", block_words, Self::BLOCK_WORDS, "words")?;
        check("word_bits", word_bits, Self::WORD_BITS, "bits")?;
        Ok(InputBuffer {
            outputs,
            virtual_lanes,
            lane_blocks,
            management_blocks,
            packet_blocks,
            block_words,
            word_bits,
            reading,
        })
    }

    /// When the buffer is full, and which packets count.
    pub fn reading(&self) -> Reading {
        self.reading
    }

    /// Data virtual lanes.
    pub fn virtual_lanes(&self) -> usize {
        self.virtual_lanes as usize
    }

    /// Output ports.
    pub fn outputs(&self) -> usize {
        self.outputs as usize
    }

    /// Data VLs, and that of management if there is one.
    pub fn lanes(&self) -> usize {
        self.virtual_lanes() + usize::from(self.management_blocks > 0)
    }

    /// Queues: output ports times lanes.
    pub fn queues(&self) -> usize {
        self.outputs() * self.lanes()
    }

    /// Bits of a queue's number.
    pub fn queue_bits(&self) -> usize {
        bits_for(self.queues() as u32 - 1)
    }

    /// Blocks for each data VL.
    pub fn lane_blocks(&self) -> usize {
        self.lane_blocks as usize
    }

    /// Blocks for VL15; 0 if the buffer has no such lane.
    pub fn management_blocks(&self) -> usize {
        self.management_blocks as usize
    }

    /// Blocks of lane `lane`.
    pub fn blocks_of(&self, lane: usize) -> usize {
        match lane < self.virtual_lanes() {
            true => self.lane_blocks(),
            false => self.management_blocks(),
        }
    }

    /// Blocks of all lanes.
    pub fn blocks(&self) -> usize {
        self.lane_blocks() * self.virtual_lanes() + self.management_blocks()
    }

    /// Bits of a number of free blocks of one lane.
    pub fn free_bits(&self) -> usize {
        bits_for(self.lane_blocks.max(self.management_blocks))
    }

    /// Blocks of the longest packet of a data VL.
    pub fn packet_blocks(&self) -> usize {
        self.packet_blocks as usize
    }

    /// Words of a block, a power of two.
    pub fn block_words(&self) -> usize {
        self.block_words as usize
    }

    /// Bits of a word.
    pub fn word_bits(&self) -> usize {
        self.word_bits as usize
    }
}
