//! Packet storage of one input port: virtual output queues with cut-through.
//!
//! Beats are written as the link delivers them and read as the crossbar takes them. Space is
//! allocated in *blocks* of 64 bytes, the unit of credits; a packet takes its blocks one by one as
//! it is received, and frees all of them at once when its tail leaves (only so do the results agree
//! with Globecom'02 Fig. 2). A *lane* is the index of a VL with blocks of its own: lane *v* is data
//! VL *v*, and the one after the last data VL, if there are [`InputBuffer::management_blocks`], is
//! VL15, for management. A *queue* is an output port and a lane: `queue = output * lanes + lane`;
//! the packets of a queue leave in the order of arrival. In names, a *word* is one beat as it is
//! stored.
//!
//! # Writing
//!
//! `write` stores a beat; the first one of a packet has `write_first` and names the queue in
//! `write_queue`, the last one has `write_last`, with `write_bad` if the packet turned out to be
//! bad. A packet has 1 to `packet_blocks * block_words` beats. The first beat of each block takes a
//! free block of the packet's VL: `taken` is high in that cycle. The writer announces this with
//! `take` and `take_lane` in the cycle before: `free` is less by 1 from the cycle of `taken` on. The
//! writer must make sure that the VL has a free block, that `take` is right, and that beats of two
//! packets do not mix.
//!
//! # Reading
//!
//! `waiting` has a bit for each queue: it holds a packet that has not been started, with at least
//! its first beat written in an earlier cycle. `read` with `read_queue` starts the first such
//! packet; it is allowed only while that queue's `waiting` is high and `sending` is low, and not in
//! the cycle after another `read`.
//!
//! From the very cycle of `read` on, one beat is *issued* in each cycle, unless `pause` is high or
//! the beat has not been written in an earlier cycle: `issue` is high; the beat is on the output in
//! the second cycle after, with `word_valid`. `ends` is high in the cycle in which the last beat is
//! issued. `sending` is high from the cycle after `read` to that of `ends`, both included: so it is
//! low in the cycle after `ends`, and the next packet follows without a gap if its `read` is in
//! that cycle, which is possible after a packet of two beats or more. `complete` is high while
//! `sending` is, and the last beat of the packet that is being sent was written in an earlier
//! cycle.
//!
//! With the edge that ends the cycle in which the last beat is issued, all blocks of the packet
//! become free. `word_first` and `word_last` frame the packet; `word_bad` accompanies the last beat
//! of a bad one. If the packet was known to be bad when it was started (its last beat had been
//! written in an earlier cycle than `read`), each of its beats has `word_discard`. `word` and the
//! four flags are 0 while `word_valid` is low.
//!
//! # Events for marking
//!
//! The papers leave open when a buffer is full, and which packets wait. [`Reading`] has three
//! readings. A packet *counts* from the cycle after `enqueue` to the cycle of its `dequeue`, both
//! included.
//!
//! ```text
//! low[vl]    = free[vl] < packet_blocks            no space for another longest packet
//!              for data VLs; VL15 is never low
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
//! With `Arbitrated`, a packet fills the buffer only if it is still there when it could have been
//! started. A packet whose first beat is written in cycle *c* is seen by the allocator in *c* + 1,
//! is granted in *c* + 3, and is read in *c* + 4 ([`super::dispatcher`]). Its first block makes the
//! VL low on space from *c* on, so that the buffer is full in *c* + 5. Whatever holds a packet up
//! for longer (its output, its input, credits, or other packets for its output) fills the buffer,
//! unless a packet of its VL is being sent, which will free its blocks; a packet of another VL
//! frees none of this one, and does not count. The pauses between short packets, of five cycles at
//! most, are no standstill.
//!
//! Reset empties all queues; `armed` is set, and all other state above is cleared. The contents of
//! the memories do not matter.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `write` | 1 | a beat is written |
//! | in `write_first` | 1 | first beat of a packet |
//! | in `write_last` | 1 | last beat of the packet |
//! | in `write_bad` | 1 | the packet is bad; with `write_last` |
//! | in `write_queue` | [`InputBuffer::queue_bits`] | queue of the packet; with `write_first` |
//! | in `write_word` | [`InputBuffer::word_bits`] | the beat |
//! | in `take` | 1 | the beat of the next cycle takes a block |
//! | in `take_lane` | [`InputBuffer::lane_bits`] | VL of that block; with `take` |
//! | in `read` | 1 | starts a packet, and issues its first beat |
//! | in `read_queue` | [`InputBuffer::queue_bits`] | queue of that packet |
//! | in `pause` | 1 | no beat is issued |
//! | out `taken` | 1 | the beat takes a block |
//! | out `free` | lanes × [`InputBuffer::free_bits`] | free blocks |
//! | out `waiting` | queues × 1 | a packet waits |
//! | out `sending` | 1 | a packet has been started, and has not ended |
//! | out `complete` | 1 | the last beat of that packet has been written |
//! | out `issue` | 1 | a beat is issued |
//! | out `ends` | 1 | the last beat of the packet is issued |
//! | out `word_valid` | 1 | a beat is on the output |
//! | out `word_first` | 1 | first beat of the packet |
//! | out `word_last` | 1 | last beat of the packet |
//! | out `word_bad` | 1 | the packet is bad; with `word_last` |
//! | out `word_discard` | 1 | the packet was known to be bad when it was started |
//! | out `word` | [`InputBuffer::word_bits`] | the beat |
//! | out `enqueue` | 1 | a packet begins to count |
//! | out `enqueue_queue` | [`InputBuffer::queue_bits`] | queue of that packet |
//! | out `dequeue` | 1 | a packet that counts is started |
//! | out `trigger` | queues × 1 | the buffer has become full, and a packet counts in the queue |
//!
//! Module: `tailback_input_buffer`.

use crate::link::Link;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Condition under which a buffer is full, and the packets of the buffer that count as waiting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// A packet counts from its header on. The buffer is full if none of its packets is being
    /// transmitted when the packet received last could have been started.
    #[default]
    Arbitrated,
    /// A packet counts from its header on. The buffer is full when waiting packets alone fill it,
    /// even if only until the packet received last is started.
    Waiting,
    /// A packet counts when it has been received as a whole. The buffer is full when all of it is in
    /// use, including by packets that are being transmitted; tested when a packet's tail is received.
    Received,
}

/// Cycles without a packet being sent after which a buffer without free space is full, with
/// [`Reading::Arbitrated`]: the packet received last could have been started by then, if nothing
/// held it up.
pub const STANDSTILL_CYCLES: usize = 6;

/// Parameters of an input buffer. A value of this type is always possible to build.
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

/// Sizes of an input buffer, to be checked by [`InputBuffer::new`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Output ports of the switch.
    pub outputs: u32,
    /// Data virtual lanes, numbered from 0.
    pub virtual_lanes: u32,
    /// Blocks for each data VL.
    pub lane_blocks: u32,
    /// Blocks for VL15; 0 if the buffer does not hold VL15.
    pub management_blocks: u32,
    /// Blocks of the longest packet of a data VL.
    pub packet_blocks: u32,
    /// Beats of a block, a power of two.
    pub block_words: u32,
    /// Bits of a beat as it is stored, with the bits beside the data.
    pub word_bits: u32,
}

impl InputBuffer {
    /// Output ports: 2 to 36.
    pub const OUTPUTS: RangeInclusive<u64> = super::PORTS;
    /// Data virtual lanes: 1 to 8.
    pub const VIRTUAL_LANES: RangeInclusive<u64> = Link::VIRTUAL_LANES;
    /// Blocks for VL15.
    pub const MANAGEMENT_BLOCKS: RangeInclusive<u64> = 0..=1024;
    /// Blocks of all VLs together.
    pub const BLOCKS: RangeInclusive<u64> = 2..=262_143;
    /// Blocks of the longest packet: 1 to 257.
    pub const PACKET_BLOCKS: RangeInclusive<u64> = Link::PACKET_BLOCKS;
    /// Beats of a block: 1 (64 bytes wide) to 64 (1 byte wide).
    pub const BLOCK_WORDS: RangeInclusive<u64> = 1..=64;
    /// Bits of a beat as it is stored.
    pub const WORD_BITS: RangeInclusive<u64> = 1..=640;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If a size is outside its range, `lane_blocks` is less than `packet_blocks`, the data VLs
    /// have fewer or all VLs more blocks than [`InputBuffer::BLOCKS`] allows, or `block_words` is
    /// not a power of two.
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
        check(Parameter::Ports, outputs, Self::OUTPUTS, "ports")?;
        check(Parameter::VirtualLanes, virtual_lanes, Self::VIRTUAL_LANES, "virtual lanes")?;
        check(Parameter::PacketBlocks, packet_blocks, Self::PACKET_BLOCKS, "blocks")?;
        let management = Self::MANAGEMENT_BLOCKS;
        check(Parameter::ManagementBlocks, management_blocks, management, "blocks")?;
        let most = (Self::BLOCKS.end() - u64::from(management_blocks)) / u64::from(virtual_lanes);
        let least =
            u64::from(packet_blocks).max(Self::BLOCKS.start().div_ceil(virtual_lanes.into()));
        check(Parameter::LaneBlocks, lane_blocks, least..=most, "blocks")?;
        let words = block_words.next_power_of_two();
        check(Parameter::BlockWords, block_words, words.into()..=words.into(), "words")?;
        check(Parameter::BlockWords, block_words, Self::BLOCK_WORDS, "words")?;
        check(Parameter::WordBits, word_bits, Self::WORD_BITS, "bits")?;
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

    /// The reading of when the buffer is full, and which packets count.
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

    /// Number of VLs: the data VLs, and VL15 if it has blocks.
    pub fn lanes(&self) -> usize {
        self.virtual_lanes() + usize::from(self.management_blocks > 0)
    }

    /// Bits of the index of a VL.
    pub fn lane_bits(&self) -> usize {
        bits_for(self.lanes() as u32 - 1)
    }

    /// Queues: output ports times VLs.
    pub fn queues(&self) -> usize {
        self.outputs() * self.lanes()
    }

    /// Bits of a queue index.
    pub fn queue_bits(&self) -> usize {
        bits_for(self.queues() as u32 - 1)
    }

    /// Blocks for each data VL.
    pub fn lane_blocks(&self) -> usize {
        self.lane_blocks as usize
    }

    /// Blocks for VL15; 0 if the buffer does not hold VL15.
    pub fn management_blocks(&self) -> usize {
        self.management_blocks as usize
    }

    /// Blocks of the VL with index `lane`.
    pub fn blocks_of(&self, lane: usize) -> usize {
        match lane < self.virtual_lanes() {
            true => self.lane_blocks(),
            false => self.management_blocks(),
        }
    }

    /// Blocks of all VLs.
    pub fn blocks(&self) -> usize {
        self.lane_blocks() * self.virtual_lanes() + self.management_blocks()
    }

    /// Bits of a number of free blocks of one VL.
    pub fn free_bits(&self) -> usize {
        bits_for(self.lane_blocks.max(self.management_blocks))
    }

    /// Blocks of the longest packet of a data VL.
    pub fn packet_blocks(&self) -> usize {
        self.packet_blocks as usize
    }

    /// Beats of a block, a power of two.
    pub fn block_words(&self) -> usize {
        self.block_words as usize
    }

    /// Bits of a beat as it is stored.
    pub fn word_bits(&self) -> usize {
        self.word_bits as usize
    }
}
