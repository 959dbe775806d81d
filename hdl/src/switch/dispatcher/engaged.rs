//! Connections between input and output ports.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Tracks which input port sends to which output port, and which ports are free.
    ///
    /// A port is free from the third cycle before its packet is certain to end, and while it has
    /// none. Each output port holds its input port one-hot, since the packets that end are known
    /// late. An input port may start a packet in the cycle in which the one before it ends.
    pub struct EngagedPorts(config: &Config) as "tailback_engaged_ports" {
        /// Ports.
        count ports = config.ports();

        /// One bit per output port: beats would be held up.
        input(config.ports()) clogged;
        /// One bit per input port: the packet ends in this cycle or the next three.
        input(config.ports()) near_end;
        /// One bit per input port: the last beat of the packet is issued.
        input(config.ports()) ends;
        /// One bit per input port: a packet is chosen, and starts in the next cycle.
        input(config.ports()) starts;
        /// One bit per input port: a packet starts.
        input(config.ports()) start;
        /// One bit per output port: a packet to it is chosen.
        input(config.ports()) engages;
        /// Per output port: input port of the packet that is chosen, one-hot; with `engages`.
        input(config.ports()) by[config.ports()];

        /// One bit per input port: a packet may be started.
        output(config.ports()) input_free;
        /// One bit per output port: a packet to it may be started.
        output(config.ports()) output_free;
        /// One bit per output port: a packet to it starts.
        output_reg(config.ports()) begins;
        /// One bit per output port: a packet is being sent to it.
        output_reg(config.ports()) engaged;
        /// Per output port: input port of the packet that was started to it last.
        output_reg(config.ports()) source[config.port_bits()];
        /// One bit per output port: a beat to it may be issued.
        output_reg(config.ports()) connected;
        /// Per output port: input port of that beat.
        output_reg(config.ports()) feeder[config.port_bits()];

        /// Input ports whose packet does not end in this cycle or the next three.
        local lasting[config.ports()];
        /// Input ports whose packet does not end in this cycle.
        local staying[config.ports()];
        /// Per output port: number of the input port whose packet is started.
        local(config.ports()) number[config.port_bits()];
        /// One bit per input port: a packet is being sent.
        reg(config.ports()) sending;
        /// Per output port: input port of the packet being sent to it, one-hot; 0 without one.
        reg(config.ports()) joined[config.ports()];
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
            } else if self.ends[from].val() && !self.start[from].val() {
                comment!("In the cycle of a start, the packet before it ends.");
                self.sending[from].next = false;
            }
        }
        for port in 0..self.ports.val() {
            self.output_free[port].next = (self.engaged[port].val() || !self.clogged[port].val())
                && !(self.joined[port].val() & self.lasting.val()).any();
            self.begins[port].next = self.engages[port].val();
            comment!("The next beat of an input port whose packet ends may be for another port.");
            self.connected[port].next =
                self.begins[port].val() || (self.joined[port].val() & self.staying.val()).any();
            self.feeder[port].next = self.source[port].val();
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
                comment!("A choice takes precedence even if the packet before it has not ended.");
                self.engaged[port].next = true;
                self.joined[port].next = self.by[port].val();
                self.source[port].next = self.number[port].val();
            } else if !self.begins[port].val() {
                self.engaged[port].next = (self.joined[port].val() & self.staying.val()).any();
                self.joined[port].next = self.joined[port].val() & self.staying.val();
            }
        }
    }
}
