//! Choice of the virtual lane of an output port that is served next.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Chooses a virtual lane (VL) of an output port in round-robin order, for each input port that
    /// might be granted it.
    ///
    /// The grant is known late: so the choice is made for each input port.
    pub struct LaneChoice(config: &Config) as "tailback_lane_choice" {
        /// Input ports.
        count ports = config.ports();
        /// Virtual lanes (VLs) of the output port.
        count lanes = config.lanes();

        /// Per input port, one bit per VL: a packet may be sent.
        input(config.ports()) allowed[config.lanes()];
        /// Input port that is granted the output port, one-hot.
        input granted[config.ports()];
        /// Per input port: chosen VL, one-hot; 0 if no VL is allowed.
        output(config.ports()) chosen[config.lanes()];
        /// Input port that starts a packet, one-hot.
        output starts[config.ports()];

        /// Per input port: allowed VLs after the last one that was served.
        local(config.ports()) later[config.lanes()];
        /// Per input port: VLs of which the first is chosen.
        local(config.ports()) candidates[config.lanes()];
        /// VL that is served, one-hot; 0 without one.
        local served[config.lanes()];
        /// VLs after the last one that was served.
        reg after[config.lanes()];
    }
}

impl Logic for LaneChoice {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            comment!("First allowed VL after the last one that was served, or first of all.");
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
            comment!("All bits above that of the VL that is served.");
            self.after.next = self.served.val() ^ -self.served.val();
        }
    }
}
