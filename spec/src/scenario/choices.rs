//! Routes that switches choose anew for each packet.

use crate::random::Random;
use std::sync::Arc;

/// Output ports among which switches choose at random, anew for each packet.
///
/// The choice is a function of seed, flow, sequence number and switch, so the path of a packet does not
/// depend on when it is sent, nor on other packets. Each port is equally likely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    seed: u64,
    hosts: usize,
    /// Ports by switch, and then by host.
    ports: Vec<Arc<[u8]>>,
}

impl Choices {
    /// Choices among ports by switch and then by host, in a scenario with so many hosts.
    pub(super) fn new(seed: u64, hosts: usize, ports: Vec<Arc<[u8]>>) -> Self {
        Choices { seed: Random::of_name(seed, "packets", 0).next(), hosts, ports }
    }

    /// Ports among which a switch chooses for packets to a host, in port order.
    pub fn ports(&self, switch: usize, to: usize) -> &[u8] {
        &self.ports[switch * self.hosts + to]
    }

    /// Port that a switch chooses for a packet of a flow to a host; none if no port leads there.
    #[inline]
    pub fn port(&self, switch: usize, to: usize, flow: usize, sequence: u32) -> Option<u8> {
        match self.ports(switch, to) {
            [] => None,
            [port] => Some(*port),
            ports => {
                let packet = (flow as u64) << u32::BITS | u64::from(sequence);
                let packet = Random::new(self.seed, packet).next();
                Some(ports[Random::new(packet, switch as u64).index(ports.len())])
            }
        }
    }
}
