//! The end of a slow link that sends.

use crate::interface::{AxiStreamReady, PacketStream};
use crate::Golden;
use std::collections::VecDeque;
use tailback_spec::{
    link::slow_link::{SlowLinkEnd, RATE_BITS},
    port_values, WideWord,
};

port_values! {
    /// Rate of the link, and beats for it.
    pub struct SlowLinkSenderInputs {
        /// Beats of the link in 2^16 cycles.
        pub rate: u64,
        /// Beats for the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub s_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

port_values! {
    /// Readiness of the end, and beats on the link.
    pub struct SlowLinkSenderOutputs {
        /// Readiness for a beat.
        pub s_axis: AxiStreamReady<bool>,
        /// Beats on the link. Bit 0 of `tuser`: flow-control packet; bit 1: the packet is bad.
        pub m_axis: PacketStream<bool, WideWord, u64, u64>,
    }
}

type Beat = PacketStream<bool, WideWord, u64, u64>;

/// The time of a beat on the link.
const BEAT: u64 = 1 << RATE_BITS;

/// The end that sends.
#[derive(Debug, Clone)]
pub struct SlowLinkSender {
    depth: usize,
    stored: VecDeque<Beat>,
    /// Time that the link has had for the next beat.
    due: u64,
    is_ready: bool,
    /// Beats that went in the last cycle, and in the one before that.
    went: [Beat; 2],
}

impl SlowLinkSender {
    /// The end after reset.
    pub fn new(parameters: &SlowLinkEnd) -> Self {
        SlowLinkSender {
            depth: parameters.depth(),
            stored: VecDeque::with_capacity(parameters.depth()),
            due: 0,
            is_ready: false,
            went: Default::default(),
        }
    }

    /// Whether a beat is accepted in this cycle.
    pub(crate) fn ready(&self) -> bool {
        self.is_ready
    }
}

impl Golden for SlowLinkSender {
    type Inputs = SlowLinkSenderInputs;
    type Outputs = SlowLinkSenderOutputs;

    fn step(&mut self, inputs: &SlowLinkSenderInputs, outputs: &mut SlowLinkSenderOutputs) {
        outputs.s_axis.tready = self.is_ready;
        outputs.m_axis.clone_from(&self.went[1]);

        let level = self.stored.len();
        self.went.rotate_right(1);
        if self.due < BEAT {
            self.due += inputs.rate;
            self.went[0] = Beat::default();
        } else if let Some(beat) = self.stored.pop_front() {
            self.due = self.due - BEAT + inputs.rate;
            self.went[0] = beat;
        } else {
            self.went[0] = Beat::default();
        }
        if inputs.s_axis.tvalid && self.is_ready {
            self.stored.push_back(inputs.s_axis.clone());
        }
        self.is_ready = level + 1 < self.depth;
    }

    fn reset(&mut self) {
        self.stored.clear();
        self.due = 0;
        self.is_ready = false;
        self.went = Default::default();
    }
}
