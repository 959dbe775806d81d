//! Packets of the host: stored beats, and the progress of the next packet.

use super::TransmitInputs;
use crate::switch::beat;
use std::collections::VecDeque;
use tailback_spec::{
    link::BLOCK_BYTES,
    nic::{
        transmit::{Cause, DEPTH},
        Nic,
    },
    switch::port::{beats, tail_bytes, Port},
    wire::lrh,
    WideWord,
};

/// Progress of the next packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// There is no next packet.
    None,
    /// The packet is discarded, and requests a start with 0 words.
    Refused,
    /// The packet requests a start.
    Asks,
    /// The packet waits for the limiter's decision.
    Waits,
    /// The packet may be transmitted.
    Goes,
    /// The packet is to be dropped.
    Dropped,
}

/// A beat that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stored {
    pub data: WideWord,
    pub counted: usize,
    pub last: bool,
    /// Reason why the packet is bad, if it is; valid with `last`.
    pub cut: Option<Cause>,
}

/// The host's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Host {
    flows: u64,
    port: Port,
    pub queue: VecDeque<Stored>,
    pub next: Next,
    /// Whether a beat is accepted.
    pub ready: bool,
    /// Fields of the packet whose first beat was received last.
    pub flow: u64,
    pub more: bool,
    pub virtual_lane: u64,
    pub service_level: u64,
    /// PktLen.
    pub words: usize,
    /// Beats of the packet that is being received; 0 between packets.
    came: usize,
    /// Whether further beats of that packet are ignored.
    over: bool,
}

impl Host {
    pub fn new(nic: &Nic) -> Self {
        Host {
            flows: nic.flows() as u64,
            port: nic.port(),
            queue: VecDeque::new(),
            next: Next::None,
            ready: false,
            flow: 0,
            more: false,
            virtual_lane: 0,
            service_level: 0,
            words: 0,
            came: 0,
            over: false,
        }
    }

    /// The end of a cycle; `level` is the number of beats that were stored as it began.
    pub fn clock(&mut self, level: usize) {
        /// Most stored beats with which the next cycle's beat can be accepted, whether or not this
        /// cycle's is.
        const MOST: usize = DEPTH - 2;
        self.ready = level <= MOST && (self.came > 0 || self.next == Next::None);
    }

    /// Blocks of the packet.
    pub fn blocks(&self) -> u64 {
        const WORDS_PER_BLOCK: usize = BLOCK_BYTES / lrh::WORD_BYTES;
        ((self.words / WORDS_PER_BLOCK + 1) % (1 << self.port.block_bits())) as u64
    }

    /// Beats of the packet according to PktLen.
    pub fn beats(&self) -> usize {
        beats(self.words, self.port.width_bytes())
    }

    /// Reason why a packet is refused, if it is.
    fn refusal(&self, header: &lrh::Header<&[u8]>) -> Option<Cause> {
        let lane = self.port.lane(self.virtual_lane as usize);
        let least = header.next().least_words() as usize;
        match lane {
            _ if self.flow >= self.flows => Some(Cause::UnknownFlow),
            _ if header.version() != lrh::VERSION => Some(Cause::BadVersion),
            None => Some(Cause::BadVirtualLane),
            Some(lane) if !(least..=self.port.longest_words(lane)).contains(&self.words) => {
                Some(Cause::BadLength)
            }
            Some(_) => None,
        }
    }

    /// Accepts a beat; returns why its packet is refused, if it is and this is its first beat.
    pub fn take(&mut self, inputs: &TransmitInputs) -> Option<Cause> {
        let width = self.port.width_bytes();
        let bytes = beat::bytes(&inputs.s_data);
        let mut refusal = None;
        if self.came == 0 {
            // A beat has at least as many bytes as the header.
            let header = lrh::Header::new_checked(&bytes[..width]).ok()?;
            self.flow = inputs.s_flow;
            self.more = inputs.s_more;
            self.virtual_lane = header.virtual_lane().get().into();
            self.service_level = header.service_level().get().into();
            self.words = header.words().get() as usize;
            refusal = self.refusal(&header);
            self.over = refusal.is_some();
            self.next = match refusal {
                None => Next::Asks,
                Some(Cause::UnknownFlow) => Next::None,
                Some(_) => Next::Refused,
            };
        }
        self.came += 1;
        if !self.over {
            let due = self.beats();
            let tail = tail_bytes(self.words, width);
            let counted = if inputs.s_last { beat::counted(inputs.s_keep) } else { width };
            let last = inputs.s_last || self.came == due;
            let cut = if !last {
                None
            } else if self.came < due || counted < tail {
                Some(Cause::Truncated)
            } else if !inputs.s_last || counted > tail {
                Some(Cause::TooLong)
            } else {
                None
            };
            self.queue.push_back(Stored { data: inputs.s_data.clone(), counted, last, cut });
            self.over = last;
        }
        if inputs.s_last {
            self.came = 0;
        }
        refusal
    }
}
