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
//! bad. `write_beats` and `write_blocks`, with the first beat, are the packet's beats and blocks by
//! the length in its header. It has so many beats, or fewer if it is bad. The first beat of each block
//! takes a free block of the packet's VL: `taken` is high in that cycle. The writer announces this with
//! `take` and `take_lane` in the cycle before: `free` is less by 1 from the cycle of `taken` on. The
//! writer must make sure that the VL has a free block, that `take` is right, and that beats of two
//! packets do not mix.
//!
//! # Reading
//!
//! A packet *waits* if its first beat was written in an earlier cycle, and it has not been started.
//! `known` has a bit for each queue: a packet waits in it, and the first one is known; `blocks` are
//! then its `write_blocks`, else 0. The first packet of a queue is known from the cycle after its
//! first beat on. But if it waited already behind the packet before it when that was started in
//! cycle *c*, it is known from *c* + [`FETCH_CYCLES`] on. `read` with `read_queue` starts the first
//! packet; it is allowed only while that queue's `known` is high and `sending` is low.
//!
//! The first beat is *issued* in the very cycle of `read`, if `pause` is low. From then on, one beat is
//! issued in each cycle, unless `pause` is high or the beat, if it is not the first, was written less
//! than [`VISIBLE_CYCLES`] cycles before. A beat is on the output in the second cycle after its issue,
//! with `word_valid`. `ends` is high in the cycle in which the last beat is issued, but in the second
//! cycle after `read` if that is later. `sending` is high from the cycle after `read` to that of
//! `ends`, both included: so it is low in the cycle after `ends`, and the next packet follows without
//! a gap if its `read` is in that cycle, which is possible after a packet of three beats or more.
//!
//! The blocks of the packet become free with the edge that ends the cycle after `ends`: `free` is
//! greater from the second cycle after `ends` on. `word_first` and `word_last` frame the packet;
//! `word_bad` accompanies the last beat of a bad one. If the packet was known to be bad when it was
//! started (its last beat had been written in an earlier cycle than `read`), each of its beats has
//! `word_discard`. `word` and the four flags are 0 while `word_valid` is low.
//!
//! # End of a packet
//!
//! The choice of the next packet begins three cycles before it starts, and so in or before the cycle
//! in which the last beat but two is issued. By then the end must be certain: all beats are in the
//! buffer, and none will be held up.
//!
//! ```text
//! left'    = write_beats of the packet - (1 if its first beat is issued)    if read, else
//!            left - (1 if a beat is issued)
//! near'    = left' <= 3 and (read or sending) and not ends
//!            and the last beat of the packet was written in an earlier cycle
//! near_end = near and roomy and not read
//! ```
//!
//! A packet that has fewer beats than `write_beats` ends without notice. Reset clears both registers.
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
//!             tail[vl]'    = write and write_last of a packet of this VL, and low[vl]
//!             trigger[vl]  = tail[vl] and armed[vl]
//!             armed[vl]'   = not low[vl] or (armed[vl] and not trigger[vl])
//!
//! Waiting:    enqueue = write and write_first
//!             all[vl]      = low[vl], not sending, not read, and not ends in the cycle before
//!             was_all[vl]' = all[vl]
//!             trigger[vl]  = what all[vl] and not was_all[vl] was in the cycle before
//!
//! enqueue_queue   = the queue of that packet, 0 without enqueue
//! dequeue         = read and the packet that is started counts
//! trigger[queue]  = trigger[vl of queue] and some packet counts in the queue
//! ```
//!
//! The blocks of a packet that ended in the cycle before are not free yet: with `Waiting`, they do
//! not count as those of a waiting one.
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
//! | in `write_blocks` | [`InputBuffer::packet_bits`] | blocks of the packet by its header; with `write_first` |
//! | in `write_beats` | [`InputBuffer::beats_bits`] | beats of the packet by its header; with `write_first` |
//! | in `write_word` | [`InputBuffer::word_bits`] | the beat |
//! | in `take` | 1 | the beat of the next cycle takes a block |
//! | in `take_lane` | [`InputBuffer::lane_bits`] | VL of that block; with `take` |
//! | in `read` | 1 | starts a packet, and issues its first beat |
//! | in `read_queue` | [`InputBuffer::queue_bits`] | queue of that packet |
//! | in `pause` | 1 | no beat is issued |
//! | in `roomy` | 1 | beats will not be held up at the output port, for the next three cycles at least |
//! | out `taken` | 1 | the beat takes a block |
//! | out `free` | lanes × [`InputBuffer::free_bits`] | free blocks |
//! | out `known` | queues × 1 | a packet waits, and the first one is known |
//! | out `blocks` | queues × [`InputBuffer::packet_bits`] | blocks of that packet, else 0 |
//! | out `sending` | 1 | a packet has been started, and has not ended |
//! | out `ends` | 1 | the last beat of the packet is issued |
//! | out `near_end` | 1 | the last beat is issued in this cycle or the next two, or has been |
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

/// Cycles from the start of a packet to the first one in which the next packet of its queue is known.
pub const FETCH_CYCLES: usize = 4;

/// Cycles from the write of a beat to the first one in which it can be issued, if it is not the first
/// of its packet.
pub const VISIBLE_CYCLES: usize = 3;

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

    /// Bits of the number of blocks of a packet.
    pub fn packet_bits(&self) -> usize {
        bits_for(self.packet_blocks)
    }

    /// Bits of the number of beats of a packet.
    pub fn beats_bits(&self) -> usize {
        bits_for(self.packet_blocks * self.block_words)
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
