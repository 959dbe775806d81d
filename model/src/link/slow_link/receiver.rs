//! The end of a slow link that receives.

use crate::interface::PacketStream;
use crate::Golden;
use std::collections::VecDeque;
use tailback_spec::{
    link::slow_link::{SlowLinkEnd, RATE_BITS},
    port_values,
    wire::lrh,
    WideWord,
};

port_values! {
    /// Rate of the link, and its beats.
    pub struct SlowLinkReceiverInputs {
        /// Beats of the link in 2^16 cycles.
        pub rate: u64,
        /// Beats of the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub s_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

port_values! {
    /// Beats that leave.
    pub struct SlowLinkReceiverOutputs {
        /// Beats that leave. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub m_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

type Beat = PacketStream<bool, WideWord, u64, u64>;

/// The packet received last.
#[derive(Debug, Clone, Copy, Default)]
struct Newest {
    /// Beats that follow the first one by its header.
    rest: u64,
    /// Beats received.
    stored: u64,
    /// Cycles since its first beat.
    age: u64,
    /// Beats that the link delivers while the others leave, in 2^-16 beats, from the second cycle on.
    ahead: u64,
    has_ended: bool,
    has_started: bool,
}

/// The end that receives.
#[derive(Debug, Clone)]
pub struct SlowLinkReceiver {
    parameters: SlowLinkEnd,
    /// Beats in memory.
    memory: VecDeque<Beat>,
    /// Packets in memory that have ended and not started.
    complete: u64,
    newest: Option<Newest>,
    ripe: bool,
    sending: bool,
    /// Beats that left the memory in the last cycle, and in the one before that.
    left: [Beat; 2],
}

impl SlowLinkReceiver {
    /// The end after reset.
    pub fn new(parameters: &SlowLinkEnd) -> Self {
        SlowLinkReceiver {
            parameters: *parameters,
            memory: VecDeque::with_capacity(parameters.depth()),
            complete: 0,
            newest: None,
            ripe: false,
            sending: false,
            left: Default::default(),
        }
    }

    /// Beat that leaves in this cycle, independent of the input.
    pub(crate) fn end(&self) -> &Beat {
        &self.left[1]
    }

    /// Beats in memory.
    #[cfg(test)]
    pub(super) fn level(&self) -> usize {
        self.memory.len()
    }

    /// Beats that follow the first one by the header in it.
    fn rest(&self, first: &Beat) -> u64 {
        const FLOW_CONTROL: u64 = 1;
        if first.tuser & FLOW_CONTROL != 0 {
            return 0;
        }
        let bytes = first.tdata[0].to_le_bytes();
        let words = lrh::Header::new_checked(bytes).map_or(0, |header| header.words().get());
        let rest = words as usize / self.parameters.words();
        rest.min(self.parameters.longest_beats() - 1) as u64
    }

    /// The packet that starts in this cycle, if one does: whether it is complete.
    fn starts(&self) -> Option<bool> {
        match (self.sending, self.complete > 0) {
            (true, _) => None,
            (false, true) => Some(true),
            (false, false) => self.ripe.then_some(false),
        }
    }

    /// Lets a beat leave.
    fn leave(&mut self, starts: Option<bool>) {
        self.left.rotate_right(1);
        self.left[0] = Beat::default();
        match starts {
            Some(true) => self.complete -= 1,
            Some(false) => self.newest.iter_mut().for_each(|newest| newest.has_started = true),
            None => {}
        }
        if self.sending || starts.is_some() {
            self.sending = true;
            if let Some(beat) = self.memory.pop_front() {
                self.sending = !beat.tlast;
                self.left[0] = beat;
            }
        }
    }

    /// Stores a beat.
    fn write(&mut self, beat: &Beat) {
        let rest = self.rest(beat);
        let newest = match &mut self.newest {
            Some(newest) if !newest.has_ended => newest,
            other => other.insert(Newest { rest, ..Newest::default() }),
        };
        newest.stored += 1;
        newest.has_ended = beat.tlast;
        self.complete += u64::from(beat.tlast && !newest.has_started);
        self.memory.push_back(beat.clone());
    }
}

impl Golden for SlowLinkReceiver {
    type Inputs = SlowLinkReceiverInputs;
    type Outputs = SlowLinkReceiverOutputs;

    fn step(&mut self, inputs: &SlowLinkReceiverInputs, outputs: &mut SlowLinkReceiverOutputs) {
        outputs.m_axis.clone_from(&self.left[1]);

        let before = self.newest;
        let starts = self.starts();
        self.leave(starts);
        if inputs.s_axis.tvalid {
            self.write(&inputs.s_axis);
        }
        self.ripe = match (before, self.newest) {
            // Another packet may have begun in this cycle.
            (Some(before), Some(newest)) if !before.has_ended => {
                let is_open = !newest.has_ended && !before.has_started;
                let counted = (before.stored << RATE_BITS) + before.ahead;
                is_open && before.age >= 2 && counted > (before.rest + 2) << RATE_BITS
            }
            _ => false,
        };
        if let Some(newest) = &mut self.newest {
            newest.age += 1;
            if newest.age == 2 {
                newest.ahead = newest.rest * inputs.rate;
            }
        }
    }

    fn reset(&mut self) {
        self.memory.clear();
        self.complete = 0;
        self.newest = None;
        (self.ripe, self.sending) = (false, false);
        self.left = Default::default();
    }
}
