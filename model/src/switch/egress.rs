//! Transmission of a port: packets, with FECN set in those of a congested port (IBA A10), and
//! flow-control packets between them (IBA 7.9.4). The outputs to the link are registers.

mod fecn;
#[cfg(test)]
mod tests;

use self::fecn::Marker;
use super::beat;
use crate::{link::MODULUS, Golden};
use std::collections::VecDeque;
use tailback_spec::{
    link::BLOCK_BYTES,
    port_values,
    switch::{
        egress::{DEPTH, FULL, ROOMY},
        port::Port,
    },
    wire::{flow_control, lrh},
    Lanes, WideWord,
};

port_values! {
    /// Words of packets, flow-control packets, and the ready signal of the link.
    pub struct EgressInputs {
        /// Word valid.
        pub word_valid: bool,
        /// First word of a packet.
        pub word_first: bool,
        /// Last word of a packet.
        pub word_last: bool,
        /// The packet is bad; valid with `word_last`.
        pub word_bad: bool,
        /// The word: the bytes of a beat, and above them one bit for each valid byte.
        pub word: WideWord,
        /// The packet is to be marked; valid with `word_first`.
        pub mark: bool,
        /// Flow-control packet valid.
        pub flow_control_valid: bool,
        /// Flow-control packet, its first byte in bits 47 to 40.
        pub flow_control_packet: u64,
        /// The link accepts the beat.
        pub tx_ready: bool,
    }
}

port_values! {
    /// Beat to the link, and reports to other modules.
    pub struct EgressOutputs {
        /// Beat valid.
        pub tx_valid: bool,
        /// Bytes of the beat.
        pub tx_data: WideWord,
        /// Valid bytes of the beat: one bit per byte.
        pub tx_keep: u64,
        /// Last beat of the packet.
        pub tx_last: bool,
        /// The beat is a flow-control packet.
        pub tx_flow_control: bool,
        /// The packet is bad.
        pub tx_bad: bool,
        /// The flow-control packet is accepted.
        pub flow_control_ready: bool,
        /// No word may be issued.
        pub full: bool,
        /// Words will not be held up soon.
        pub roomy: bool,
        /// The transmission of a packet begins.
        pub transmit: bool,
        /// VL of the packet whose transmission begins.
        pub transmit_vl: u64,
        /// Blocks of the packet whose transmission begins.
        pub transmit_blocks: u64,
        /// FECN of a packet is set.
        pub marked: bool,
        /// Blocks transmitted, modulo 4096; an element belongs to a data VL.
        pub sent: Lanes,
    }
}

/// Virtual lane and length of a packet, which its credits depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) virtual_lane: usize,
    pub(crate) blocks: u32,
}

impl Extent {
    /// Decodes the first word of a packet.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        const WORDS_PER_BLOCK: u32 = (BLOCK_BYTES / lrh::WORD_BYTES) as u32;
        let header = lrh::Header::new_checked(bytes).ok()?;
        let virtual_lane = header.virtual_lane().get() as usize;
        Some(Extent { virtual_lane, blocks: header.words().get() / WORDS_PER_BLOCK + 1 })
    }
}

/// Beat to the link.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Beat {
    data: WideWord,
    keep: u64,
    last: bool,
    flow_control: bool,
    bad: bool,
    /// Packet that begins with this beat.
    begins: Option<Extent>,
}

impl Beat {
    /// No bytes on a link of this width.
    fn zero(width_bytes: usize) -> Self {
        let data = beat::data(&[0; beat::MOST_BYTES][..width_bytes]);
        Beat { data, keep: 0, last: false, flow_control: false, bad: false, begins: None }
    }
}

/// The egress of one port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Egress {
    width_bytes: usize,
    marker: Marker,
    /// Words that wait, the oldest first.
    queue: VecDeque<Beat>,
    /// A beat is on the link.
    tx_valid: bool,
    /// The beat on the link; without one, data and valid bytes of the last one, and no flags.
    tx: Beat,
    /// The next word continues a packet whose transmission has begun.
    inside: bool,
    /// Blocks transmitted, modulo 4096.
    sent: Lanes,
}

impl Egress {
    /// The module after reset.
    pub fn new(port: &Port) -> Self {
        Egress {
            width_bytes: port.width_bytes(),
            marker: Marker::default(),
            queue: VecDeque::with_capacity(DEPTH),
            tx_valid: false,
            tx: Beat::zero(port.width_bytes()),
            inside: false,
            sent: std::iter::repeat_n(0, port.virtual_lanes()).collect(),
        }
    }

    /// The incoming word, with FECN set if the packet is to be marked; returns also whether it was
    /// set.
    fn word(&mut self, inputs: &EgressInputs) -> (Beat, bool) {
        let width = self.width_bytes;
        let mut bytes = beat::bytes(&inputs.word);
        let bytes = &mut bytes[..width];
        let begins = if inputs.word_first { Extent::of(bytes) } else { None };
        let (data_words, word) = (width / size_of::<u64>(), &inputs.word);
        let keep = word.get(data_words).copied().unwrap_or_default();
        if inputs.word_first {
            self.marker = Marker::new(inputs.mark);
        }
        let marked = self.marker.pass(bytes, beat::counted(keep), inputs.word_last);
        let (last, bad) = (inputs.word_last, inputs.word_bad);
        let data = beat::data(bytes);
        (Beat { data, keep, last, flow_control: false, bad, begins }, marked)
    }

    /// Beat with a flow-control packet.
    fn flow_control(&self, packet: u64) -> Beat {
        Beat {
            data: beat::flow_control(packet, self.width_bytes),
            keep: beat::keep(flow_control::BYTES),
            last: true,
            flow_control: true,
            bad: false,
            begins: None,
        }
    }

    /// Takes the next beat to the link, if there is one.
    fn next_beat(&mut self, inputs: &EgressInputs) -> Option<Beat> {
        if inputs.flow_control_valid && !self.inside {
            return Some(self.flow_control(inputs.flow_control_packet));
        }
        let beat = self.queue.pop_front()?;
        self.inside = !beat.last;
        if let Some(Extent { virtual_lane, blocks }) = beat.begins {
            if let Some(sent) = self.sent.get_mut(virtual_lane) {
                *sent = (*sent + blocks) % MODULUS;
            }
        }
        Some(beat)
    }

    /// Whether no word may be issued.
    pub(crate) fn is_full(&self) -> bool {
        self.queue.len() >= FULL
    }

    /// Whether words will not be held up soon.
    pub(crate) fn is_roomy(&self) -> bool {
        self.queue.len() <= ROOMY
    }
}

impl Golden for Egress {
    type Inputs = EgressInputs;
    type Outputs = EgressOutputs;

    fn step(&mut self, inputs: &EgressInputs, outputs: &mut EgressOutputs) {
        (outputs.full, outputs.roomy) = (self.is_full(), self.is_roomy());

        (outputs.transmit, outputs.transmit_vl, outputs.transmit_blocks) = (false, 0, 0);
        outputs.marked = false;
        if inputs.word_valid {
            let (word, marked) = self.word(inputs);
            outputs.marked = marked;
            if let Some(Extent { virtual_lane, blocks }) = word.begins {
                outputs.transmit = true;
                outputs.transmit_vl = virtual_lane as u64;
                outputs.transmit_blocks = blocks.into();
            }
            self.queue.push_back(word);
        }

        outputs.tx_valid = self.tx_valid;
        outputs.tx_data.clone_from(&self.tx.data);
        (outputs.tx_keep, outputs.tx_last) = (self.tx.keep, self.tx.last);
        (outputs.tx_flow_control, outputs.tx_bad) = (self.tx.flow_control, self.tx.bad);

        let moves = !self.tx_valid || inputs.tx_ready;
        let next = if moves { self.next_beat(inputs) } else { None };
        outputs.flow_control_ready = next.as_ref().is_some_and(|beat| beat.flow_control);
        if moves {
            self.tx_valid = next.is_some();
            match next {
                Some(beat) => self.tx = beat,
                None => {
                    (self.tx.last, self.tx.bad) = (false, false);
                    (self.tx.flow_control, self.tx.begins) = (false, None);
                }
            }
        }
        // Includes the beat that goes in this cycle: a flow-control packet that is built now is
        // transmitted after it.
        outputs.sent.clone_from(&self.sent);
    }

    fn reset(&mut self) {
        self.queue.clear();
        (self.tx_valid, self.inside) = (false, false);
        self.tx = Beat::zero(self.width_bytes);
        self.marker = Marker::default();
        self.sent.fill(0);
    }
}
