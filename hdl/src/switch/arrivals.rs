//! Arriving packets, passed on one per cycle.

mod list;
mod of_port;

pub use list::ArrivalList;
pub use of_port::PortArrivals;

use super::allocator::Rotation;
use crate::prelude::*;
use tailback_spec::switch::arrivals::Arrivals as Config;
use tailback_spec::switch::ingress::lane_bits;

block! {
    /// Queues arriving packets for an allocator that accepts one per cycle.
    ///
    /// Input ports are served in round-robin order. The packets of each input port and virtual lane
    /// (VL) have entries of their own in the allocator's list, and are passed on only while one of
    /// these is free, so that no packet blocks those of another input port or VL. A port takes part
    /// in the arbitration as soon as a packet begins; whether the packet is stored is known later,
    /// and the slot of a dropped one is lost.
    pub struct Arrivals(config: &Config) as "tailback_arrivals" {
        /// Input ports.
        count ports = config.port().ports();

        /// One bit per input port: a packet begins.
        input(config.port().ports()) begins;
        /// Per input port: VL of the packet that begins, as an index (VL15 follows the data VLs).
        input(config.port().ports()) begins_lane[lane_bits(config.port())];
        /// One bit per input port: the packet that begins is stored.
        input(config.port().ports()) arrive;
        /// Per input port: queue of the packet that is stored.
        input(config.port().ports()) arrive_queue[config.port().buffer().queue_bits()];
        /// One bit per input port: a packet leaves the allocator's list.
        input(config.port().ports()) leaves;
        /// VL index of the packet that leaves the allocator's list.
        input leaves_lane[lane_bits(config.port())];

        /// A packet is passed on to the allocator.
        output pass;
        /// Input port of the packet that is passed on; 0 without `pass`.
        output pass_input[config.port().port_bits()];
        /// Queue of the packet that is passed on; 0 without `pass`.
        output pass_queue[config.port().buffer().queue_bits()];

        /// Arriving packets of each input port.
        sub(config.port().ports()) side: PortArrivals = PortArrivals::new(config);
        /// Round-robin arbiter over the input ports.
        sub rotation: Rotation = Rotation::new(config.port().ports());
        /// Ports that may have a packet to pass on.
        local offers[config.port().ports()];
        /// Port that passes a packet on, one-hot.
        local passes[config.port().ports()];
    }
    connect {
        side: begins, begins_lane, arrive, arrive_queue, leaves, leaves_lane;
        rotation: request = offers;
    }
}

impl Logic for Arrivals {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.offers.next = self.offers.val().replace_bit(port, self.side[port].offers.val());
        }
        comment!("The round-robin pointer advances even if the packet turns out to be dropped.");
        self.rotation.serves.next = self.offers.val().any();
        self.rotation.served.next = self.rotation.first.val();

        for port in 0..self.ports.val() {
            self.side[port].chosen.next = self.rotation.first.val().get_bit(port);
            self.passes.next = self.passes.val().replace_bit(port, self.side[port].passes.val());
        }
        comment!("At most one port passes a packet on.");
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
