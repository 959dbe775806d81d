//! Addresses of the words that an output of the Ethernet switch reads.

use super::sizes::{held_bits, place_bits};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;

block! {
    /// Reads the words of the frames of an output, in order: a word of a frame no earlier than as
    /// many cycles as there are slots after the one before, as it is written.
    ///
    /// Whether a word is the last one of its frame is known two cycles after it was read. If it is,
    /// and there was another frame in the cycle between, the first word of that one is read.
    pub struct EthernetFetch(switch: &EthernetSwitch) as "tailback_ethernet_fetch" {
        /// Cycles to wait after the cycle in which it is known that a word is not the last one.
        param pause[switch.slots().ilog2() as usize] = u128::from(switch.slots()) - 3;

        /// A frame is appended.
        input appends;
        /// The word read two cycles ago is the last one of its frame.
        input was_last;
        /// There is space for a word.
        input free;
        /// A word is read.
        output reads;
        /// Address of that word.
        output_reg read_place[place_bits(switch)];
        /// A word was read in the previous cycle.
        output_reg flying;

        /// The word read two cycles ago was the last one of its frame.
        local ended;
        /// A frame is selected.
        local selects;
        /// A frame that was selected in the previous cycle is confirmed: no frame was selected.
        local confirms;
        /// Some word of the selected frame may be read.
        local due;
        /// A frame leaves the queue.
        local leaves;
        /// There are frames that have not been selected.
        local waits;
        /// A word was read two cycles ago.
        reg landed;
        /// A frame could be selected in the previous cycle.
        reg had_frame;
        /// Words of the selected frame have not been read.
        reg selected;
        /// Cycles until the next word of the selected frame may be read.
        reg pausing[switch.slots().ilog2() as usize];
        /// Frames that have not been selected.
        reg frames[held_bits(switch)];
    }
}

impl Logic for EthernetFetch {
    #[hdl_gen]
    fn update(&mut self) {
        self.waits.next = self.frames.val().any();
        self.ended.next = self.landed.val() && self.was_last.val();
        self.confirms.next = self.ended.val() && self.had_frame.val();
        self.had_frame.next = self.waits.val();
        self.selects.next = self.waits.val()
            && !self.flying.val()
            && ((self.ended.val() && !self.had_frame.val())
                || (!self.landed.val() && !self.selected.val()));
        self.leaves.next = self.confirms.val() || self.selects.val();

        self.due.next = self.confirms.val()
            || (!self.landed.val() && self.selected.val() && !self.pausing.val().any());
        self.reads.next = self.due.val() && !self.flying.val() && self.free.val();
        self.flying.next = self.reads.val();
        self.landed.next = self.flying.val();
        if self.reads.val() {
            self.read_place.next = self.read_place.val() + 1;
        }

        comment!(
            "`selected` and `pausing` are not valid while it is not known how a frame goes on."
        );
        if self.landed.val() {
            self.selected.next = !self.ended.val() || self.confirms.val() || self.selects.val();
            self.pausing.next = self.pause.val();
            if self.ended.val() {
                self.pausing.next = 0.into();
            }
        } else {
            if self.selects.val() {
                self.selected.next = true;
            }
            if self.pausing.val().any() {
                self.pausing.next = self.pausing.val() - 1;
            }
        }

        if self.appends.val() && !self.leaves.val() {
            self.frames.next = self.frames.val() + 1;
        }
        if self.leaves.val() && !self.appends.val() {
            self.frames.next = self.frames.val() - 1;
        }
    }
}
