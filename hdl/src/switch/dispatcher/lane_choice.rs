//! Which lane of an output port is served next.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Chooses a lane of an output port, in rotation, for each input port that might be granted it.
    ///
    /// Which one is granted it is known late: so the choice is made for each.
    pub struct LaneChoice(config: &Config) as "tailback_lane_choice" {
        /// Input ports.
        count ports = config.ports();
        /// Lanes.
        count lanes = config.lanes();

        /// Lanes of which the input port may send a packet.
        input(config.ports()) allowed[config.lanes()];
        /// The input port is granted the output port, one bit for each.
        input granted[config.ports()];
        /// The lane that is chosen for the input port, one bit for each; 0 without one.
        output(config.ports()) chosen[config.lanes()];
        /// The input port starts a packet, one bit for each.
        output starts[config.ports()];

        /// The lanes after the last one that was served.
        local(config.ports()) later[config.lanes()];
        /// Those among which the first is chosen.
        local(config.ports()) candidates[config.lanes()];
        /// The lane that is served.
        local served[config.lanes()];
        /// Lanes after the last one that was served.
        reg after[config.lanes()];
    }
}

impl Logic for LaneChoice {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            comment!("The first of those after the last one, or the first of all.");
            self.later[from].next = self.allowed[from].val() & self.after.val();
            if self.later[from].val().any() {
                self.candidates[from].next = self.later[from].val();
            } else {
                self.candidates[from].next = self.allowed[from].val();
            }
            self.chosen[from].next = self.candidates[from].val() & -self.candidates[from].val();
            self.starts.next = self.starts.val().replace_bit(
                from,
                self.granted.val().get_bit(from) && self.allowed[from].val().any(),
            );
        }
        self.served.next = 0.into();
        for from in 0..self.ports.val() {
            if self.granted.val().get_bit(from) {
                self.served.next = self.served.val() | self.chosen[from].val();
            }
        }
        if self.served.val().any() {
            comment!("All bits after the one that is served.");
            self.after.next = self.served.val() ^ -self.served.val();
        }
    }
}
