//! The ports between which packets go.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Knows which input port sends to which output port, and which ports are free.
    ///
    /// A port is free from the cycle before its packet is sure to end; an output port of which that
    /// was not sure, from the second cycle after its end. For each output port, a bit
    /// for each input port says that it sends there: whether that one ends is known late.
    pub struct EngagedPorts(config: &Config) as "tailback_engaged_ports" {
        /// Ports.
        count ports = config.ports();

        /// Words would be held up at the output port.
        input(config.ports()) clogged;
        /// The input port's packet ends in this cycle or the next.
        input(config.ports()) near_end;
        /// Its last word is issued.
        input(config.ports()) ends;
        /// The input port starts a packet.
        input(config.ports()) starts;
        /// A packet to the output port is started.
        input(config.ports()) engages;
        /// By this input port, one bit for each; with `engages`.
        input(config.ports()) by[config.ports()];

        /// The input port may start a packet.
        output(config.ports()) input_free;
        /// A packet may be started to the output port.
        output(config.ports()) output_free;
        /// The output port takes words.
        output(config.ports()) engaged;
        /// From this input port.
        output(config.ports()) source[config.port_bits()];

        /// Input ports whose packet does not end soon.
        local lasting[config.ports()];
        /// Input ports whose packet does not end in this cycle.
        local staying[config.ports()];
        /// The number of the input port that starts a packet.
        local(config.ports()) number[config.port_bits()];
        /// The input port is engaged.
        reg(config.ports()) sending;
        /// The output port is engaged.
        reg(config.ports()) receiving;
        /// It was so in the cycle before.
        reg(config.ports()) was_receiving;
        /// With this input port, one bit for each; 0 if it is not engaged.
        reg(config.ports()) joined[config.ports()];
        /// The number of the input port of the last packet.
        reg(config.ports()) last_source[config.port_bits()];
    }
}

impl Logic for EngagedPorts {
    #[hdl_gen]
    fn update(&mut self) {
        for from in 0..self.ports.val() {
            self.input_free[from].next = !self.sending[from].val() || self.near_end[from].val();
            self.lasting.next = self.lasting.val().replace_bit(from, !self.near_end[from].val());
            self.staying.next = self.staying.val().replace_bit(from, !self.ends[from].val());
            if self.starts[from].val() {
                self.sending[from].next = true;
            } else if self.ends[from].val() {
                self.sending[from].next = false;
            }
        }
        for port in 0..self.ports.val() {
            self.output_free[port].next = (self.receiving[port].val()
                || (!self.was_receiving[port].val() && !self.clogged[port].val()))
                && !(self.joined[port].val() & self.lasting.val()).any();
            self.was_receiving[port].next = self.receiving[port].val();
            self.engaged[port].next = self.receiving[port].val();
            self.source[port].next = self.last_source[port].val();
        }
        for port in 0..self.ports.val() {
            self.number[port].next = 0.into();
            for from in 0..self.ports.val() {
                if self.by[port].val().get_bit(from) {
                    self.number[port].next = self.number[port].val() | from;
                }
            }
        }
        for port in 0..self.ports.val() {
            if self.engages[port].val() {
                comment!("Even if the packet before it has not ended.");
                self.receiving[port].next = true;
                self.joined[port].next = self.by[port].val();
                self.last_source[port].next = self.number[port].val();
            } else {
                self.receiving[port].next = (self.joined[port].val() & self.staying.val()).any();
                self.joined[port].next = self.joined[port].val() & self.staying.val();
            }
        }
    }
}
