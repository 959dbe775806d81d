//! The models against the papers' own words, against the rules for coinciding events, and against
//! switches that scan explicit packets.

mod counting_rules;
mod counting_scan;
mod hand_traces;
mod naive_rules;
mod naive_scan;
mod output;
mod output_trigger;

use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};

/// Ports of the switches under test.
const PORTS: usize = 4;
/// Packet slots of each of their input buffers.
const PACKETS_PER_INPUT: usize = 4;

fn parameters(policy: Policy) -> Marking {
    Marking::new(policy, PORTS as u32, PACKETS_PER_INPUT as u32, None).unwrap()
}
