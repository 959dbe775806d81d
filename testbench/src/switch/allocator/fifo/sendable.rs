//! Packets that can be sent, by the credits of their queues and their lengths.

use tailback_model::switch::allocator::fifo::FifoAllocatorOutputs;
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::switch::input_buffer::FETCH_CYCLES;
use tailback_spec::{BitLanes, WideWord, WideWords};

use super::phase::Phase;
use crate::random::{happens, Often, Random};
use crate::switch::port::{any_bits, each};

/// Rate at which a granted packet takes the credits of its queue.
const LAST_CREDITS: Often = Often::each_cycle(8);

/// Cycles from the start of a packet to the last one in which the next one is not known.
const UNKNOWN_CYCLES: usize = FETCH_CYCLES - 1;

/// The first packets of all input ports and queues. Each queue has no credits, those of a short
/// packet, or those of a longest one.
pub struct Sendable {
    queues: usize,
    lanes: usize,
    /// Queues with credits for a short packet, and for a longest one.
    short: BitLanes,
    long: BitLanes,
    /// For each input port, queues whose first packet is short.
    is_short: WideWords,
    /// Input ports and queues with a granted packet, and the cycles until the next one is known.
    fetched: Vec<(usize, usize, usize)>,
    sendable: WideWords,
}

impl Sendable {
    /// No packet can be sent.
    pub fn new(fifo: &Fifo) -> Self {
        let none: WideWord = std::iter::repeat_n(0, fifo.queues().div_ceil(64)).collect();
        Sendable {
            queues: fifo.queues(),
            lanes: fifo.lanes(),
            short: BitLanes::default(),
            long: BitLanes::default(),
            is_short: vec![none.clone(); fifo.inputs()],
            fetched: Vec::new(),
            sendable: vec![none; fifo.inputs()],
        }
    }

    /// For each input port, queues whose first packet can be sent.
    pub fn packets(&self) -> &WideWords {
        &self.sendable
    }

    /// The first packets of all queues have other lengths.
    pub fn shuffle(&mut self, random: &mut Random) {
        let words = self.is_short.iter_mut().flatten();
        words.for_each(|word| *word = random.bits());
    }

    /// Changes the packets after a cycle with the outputs `last`, except those that are `held`.
    pub fn change(
        &mut self,
        phase: &Phase,
        last: &FifoAllocatorOutputs,
        held: &[(usize, usize)],
        random: &mut Random,
    ) {
        let [long, short] = [0, 1].map(|_| any_bits(random, self.queues, phase.free[2]));
        let (kept_long, kept_short) = match phase.is_switch {
            true => (self.long, self.short),
            false => Default::default(),
        };
        self.long = or(long, kept_long);
        self.short = or(or(short, kept_short), self.long);
        self.fetched.iter_mut().for_each(|(_, _, left)| *left -= 1);
        self.fetched.retain(|(_, _, left)| *left > 0);
        if phase.is_switch {
            self.take(last, random);
        }
        if let Some(lane) = phase.closed {
            for queue in (lane..self.queues).step_by(self.lanes) {
                self.long.clear(queue);
                self.short.clear(queue);
            }
        }
        self.compare();
        let unknown = self.fetched.iter().filter(|(_, _, left)| *left <= UNKNOWN_CYCLES);
        for (input, queue, _) in unknown {
            self.sendable[*input][queue / 64] &= !(1 << (queue % 64));
        }
        for (input, queue) in held {
            self.sendable[*input][queue / 64] |= 1 << (queue % 64);
        }
    }

    /// Granted packets start, and some take the last credits.
    fn take(&mut self, last: &FifoAllocatorOutputs, random: &mut Random) {
        for input in each(last.grant) {
            let queue = last.grant_queue[input] as usize;
            if happens(random, LAST_CREDITS) {
                self.long.clear(queue);
                if random.below(2) == 0 {
                    self.short.clear(queue);
                }
            }
            // The packet starts in this cycle.
            self.fetched.push((input, queue, UNKNOWN_CYCLES + 1));
            self.is_short[input][queue / 64] ^= (random.bits() & 1) << (queue % 64);
        }
    }

    /// Compares the lengths with the credits.
    fn compare(&mut self) {
        for (sendable, is_short) in self.sendable.iter_mut().zip(&self.is_short) {
            let credits = self.long.words().iter().zip(self.short.words());
            for ((word, is_short), (long, short)) in sendable.iter_mut().zip(is_short).zip(credits)
            {
                *word = long | (short & is_short);
            }
        }
    }
}

/// The queues of both.
fn or(mut queues: BitLanes, others: BitLanes) -> BitLanes {
    let words = queues.words_mut().iter_mut().zip(others.words());
    words.for_each(|(word, other)| *word |= other);
    queues
}
