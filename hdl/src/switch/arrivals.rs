//! Arriving packets, one in a cycle.

mod list;
mod of_port;
mod share;

pub use list::ArrivalList;
pub use of_port::PortArrivals;
pub use share::ListShare;

use super::allocator::Rotation;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::arrivals::Arrivals as Config;
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Puts arriving packets in line for an allocator that takes one in a cycle.
    ///
    /// Input ports take turns. The packets of each input port and lane have entries of their own in the
    /// allocator's list, and are passed on only while one of these is free: so no packet keeps one of
    /// another input port or lane out. A port has its turn as soon as a packet begins; whether it is
    /// stored is known later, and the turn of one that is not is lost.
    pub struct Arrivals(config: &Config) as "tailback_arrivals" {
        /// Input ports.
        count ports = config.port().ports();

        /// A packet begins.
        input(config.port().ports()) begins;
        /// Its lane.
        input(config.port().ports()) begins_lane[lane_bits(config.port())];
        /// It is stored.
        input(config.port().ports()) arrive;
        /// Its queue.
        input(config.port().ports()) arrive_queue[config.port().buffer().queue_bits()];
        /// A packet of the input port leaves the allocator's list.
        input(config.port().ports()) leaves;
        /// Its lane.
        input leaves_lane[lane_bits(config.port())];

        /// A packet is passed on.
        output pass;
        /// The input port that holds it; 0 without one.
        output pass_input[config.port().port_bits()];
        /// Its queue; 0 without one.
        output pass_queue[config.port().buffer().queue_bits()];

        /// The packets of each port.
        sub(config.port().ports()) side: PortArrivals = PortArrivals::new(config);
        /// Whose turn it is.
        sub rotation: Rotation = Rotation::new(config.port().ports());
        /// Ports that may have a packet to pass on.
        local offers[config.port().ports()];
        /// Ports that pass one on.
        local passes[config.port().ports()];
    }
}

impl Logic for Arrivals {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.side[port].begins.next = self.begins[port].val();
            self.side[port].begins_lane.next = self.begins_lane[port].val();
            self.side[port].arrive.next = self.arrive[port].val();
            self.side[port].arrive_queue.next = self.arrive_queue[port].val();
            self.side[port].leaves.next = self.leaves[port].val();
            self.side[port].leaves_lane.next = self.leaves_lane.val();
            self.offers.next = self.offers.val().replace_bit(port, self.side[port].offers.val());
        }
        self.rotation.request.next = self.offers.val();
        comment!("The turn goes on even if the packet turns out to be dropped.");
        self.rotation.serves.next = self.offers.val().any();
        self.rotation.served.next = self.rotation.first.val();

        for port in 0..self.ports.val() {
            self.side[port].chosen.next = self.rotation.first.val().get_bit(port);
            self.passes.next = self.passes.val().replace_bit(port, self.side[port].passes.val());
        }
        comment!("One port at most passes a packet on.");
        self.pass.next = self.passes.val().any();
        self.pass_input.next = 0.into();
        self.pass_queue.next = 0.into();
        for port in 0..self.ports.val() {
            if self.passes.val().get_bit(port) {
                self.pass_input.next = self.pass_input.val() | port;
                self.pass_queue.next = self.pass_queue.val() | self.side[port].pass_queue.val();
            }
        }
    }
}
