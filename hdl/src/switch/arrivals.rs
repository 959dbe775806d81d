//! Arriving packets, one in a cycle.

mod list;

pub use list::ArrivalList;

use super::allocator::Rotation;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;

block! {
    /// Puts arriving packets in line for an allocator that takes one in a cycle.
    ///
    /// Input ports take turns, and each passes on its packets in the order of their arrival. A port
    /// has its turn as soon as a packet begins; whether it is stored is known later, and the turn of
    /// one that is not is lost.
    pub struct Arrivals(config: &Config) as "tailback_arrivals" {
        /// Input ports.
        count ports = config.ports();

        /// A packet begins.
        input(config.ports()) begins;
        /// It is stored.
        input(config.ports()) arrive;
        /// Its queue.
        input(config.ports()) arrive_queue[config.buffer().queue_bits()];
        /// Nothing can be passed on.
        input full;

        /// A packet is passed on.
        output pass;
        /// The input port that holds it; 0 without one.
        output pass_input[config.port_bits()];
        /// Its queue; 0 without one.
        output pass_queue[config.buffer().queue_bits()];

        /// The packets of each port.
        sub(config.ports()) list: ArrivalList = ArrivalList::new(config);
        /// Whose turn it is.
        sub rotation: Rotation = Rotation::new(config.ports());
        /// Ports that may have a packet to pass on.
        local offers[config.ports()];
        /// Ports that pass one on.
        local passes[config.ports()];
    }
}

impl Logic for Arrivals {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.list[port].arrive.next = self.arrive[port].val();
            self.list[port].arrive_queue.next = self.arrive_queue[port].val();
            self.offers.next = self
                .offers
                .val()
                .replace_bit(port, self.list[port].holds.val() || self.begins[port].val());
        }
        self.rotation.request.next = self.offers.val();
        comment!("The turn goes on even if the packet turns out to be dropped.");
        self.rotation.serves.next = self.offers.val().any() && !self.full.val();
        self.rotation.served.next = self.rotation.first.val();

        for port in 0..self.ports.val() {
            self.passes.next = self.passes.val().replace_bit(
                port,
                self.rotation.first.val().get_bit(port)
                    && !self.full.val()
                    && (self.list[port].holds.val() || self.arrive[port].val()),
            );
            self.list[port].pass.next = self.passes.val().get_bit(port);
        }
        comment!("One port at most passes a packet on.");
        self.pass.next = self.passes.val().any();
        self.pass_input.next = 0.into();
        self.pass_queue.next = 0.into();
        for port in 0..self.ports.val() {
            if self.passes.val().get_bit(port) {
                self.pass_input.next = self.pass_input.val() | port;
                self.pass_queue.next = self.pass_queue.val() | self.list[port].first_queue.val();
            }
        }
    }
}
