//! Hosts with random behaviour that is mostly legal.

use super::*;
use proptest::prelude::*;

/// Random bits; the next number is in the lowest ones.
struct Chance(u64);

impl Chance {
    /// Next number, of so many bits.
    fn take(&mut self, bits: u32) -> u64 {
        let number = self.0 & ((1 << bits) - 1);
        self.0 >>= bits;
        number
    }
}

/// Packets that can be started and acknowledged.
#[derive(Default)]
pub(super) struct Hosts {
    /// Flows whose grant was accepted.
    told: Vec<u64>,
    /// Flow of each packet in flight.
    in_flight: Vec<u64>,
    last: RateLimiterOutputs,
}

impl Hosts {
    /// Sets the next cycle's inputs; returns the number of further cycles without events.
    pub(super) fn drive(&mut self, nic: &Nic, chance: u64, inputs: &mut RateLimiterInputs) -> u64 {
        let mut chance = Chance(chance);
        let any_flow = chance.take(3) % (1 << nic.flow_bits());
        let may = |ready: bool, before: bool| ready && (nic.flows() == 1 || !before);
        let lawless = chance.take(4) == 0;
        let pick = chance.take(4) as usize;

        inputs.doorbell = chance.take(2) == 0 && may(self.last.doorbell_ready, inputs.doorbell);
        inputs.doorbell_flow = any_flow;

        let starts = chance.take(2) != 0 && may(self.last.start_ready, inputs.start);
        inputs.start = starts && (lawless || !self.told.is_empty());
        inputs.start_flow = any_flow;
        if inputs.start && !lawless {
            inputs.start_flow = self.told.swap_remove(pick % self.told.len());
        }
        let longest = u64::from(nic.packet_words()) + 1;
        let below = [2, 4, 16, longest][chance.take(2) as usize];
        inputs.start_words = chance.take(9) % longest.min(below);
        inputs.start_more = chance.take(1) == 0;

        let acks = chance.take(2) == 0 && may(self.last.ack_ready, inputs.ack);
        inputs.ack = acks && (lawless || !self.in_flight.is_empty());
        (inputs.ack_flow, inputs.ack_count) = (any_flow, pick as u64 % 4);
        if inputs.ack && !lawless {
            inputs.ack_flow = self.in_flight.swap_remove(pick % self.in_flight.len());
            inputs.ack_count = 1;
            // Every other ACK acknowledges all packets of the flow.
            if pick.is_multiple_of(2) {
                let before = self.in_flight.len();
                self.in_flight.retain(|flow| *flow != inputs.ack_flow);
                inputs.ack_count += (before - self.in_flight.len()) as u64;
            }
        }

        inputs.grant_ready = chance.take(2) != 0;
        let delay_bits = [0, 1, 2, 3, 4, 5, 6, nic.delay_bits()][chance.take(3) as usize];
        inputs.delay = chance.take(16) & ((1 << delay_bits) - 1);
        match chance.take(4) {
            0 => chance.take(7),
            1 => chance.take(3),
            _ => 0,
        }
    }

    /// Updates the hosts from the signals of a cycle.
    pub(super) fn see(&mut self, inputs: &RateLimiterInputs, outputs: &RateLimiterOutputs) {
        if outputs.grant && inputs.grant_ready {
            self.told.push(outputs.grant_flow);
        }
        if outputs.look_up {
            self.in_flight.push(outputs.look_up_flow);
        }
        self.last = outputs.clone();
    }
}

/// Runs a model after its sweep with this stimulus; `look_on` observes each cycle.
pub(super) fn run(
    nic: &Nic,
    chances: &[u64],
    mut look_on: impl FnMut(&Driven, &RateLimiterInputs, &RateLimiterOutputs),
) -> Driven {
    let mut driven = Driven::new(nic);
    let mut hosts = Hosts::default();
    let mut cycle = |driven: &mut Driven, hosts: &mut Hosts| {
        let inputs = driven.inputs.clone();
        let outputs = driven.step();
        hosts.see(&inputs, &outputs);
        look_on(driven, &inputs, &outputs);
    };
    if nic.flows() > 1 {
        (0..=nic.slots()).for_each(|_| cycle(&mut driven, &mut hosts));
    }
    for &chance in chances {
        let mut inputs = driven.inputs.clone();
        let pause = hosts.drive(nic, chance, &mut inputs);
        driven.inputs = inputs;
        (0..=pause).for_each(|_| cycle(&mut driven, &mut hosts));
    }
    driven
}

/// NICs with either kind of delays; packets of one word, so that times wrap soon, and longer ones.
pub(super) fn any_nic(flows: std::ops::Range<u32>) -> impl Strategy<Value = Nic> {
    let response = prop_oneof![2 => Just(Response::Lipd), 1 => Just(Response::Cct)];
    let words = prop_oneof![Just((1, 64)), Just((1, 8)), Just((9, 8)), Just((259, 8))];
    (flows, 1..=4u32, response, words)
        .prop_map(|(flows, window, response, words)| nic(flows, window, response, words))
}

/// Random stimulus of a run.
pub(super) fn any_chances() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(any::<u64>(), 1..1500)
}

/// Number that follows `state` (Steele's SplitMix64).
pub(super) fn next_number(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[test]
fn hosts_reach_what_is_rare() {
    let mut state = 1;
    let chances: Vec<u64> = (0..60_000).map(|_| next_number(&mut state)).collect();
    for (flows, response, words) in [
        (7, Response::Lipd, (1, 64)),
        (2, Response::Lipd, (259, 8)),
        (5, Response::Cct, (9, 8)),
        (1, Response::Lipd, (1, 8)),
        (1, Response::Cct, (9, 8)),
    ] {
        let nic = nic(flows, 2, response, words);
        let (mut grants, mut starts, mut acks, mut fresh, mut far, mut together) =
            (0, 0, 0, 0, 0, 0);
        run(&nic, &chances, |driven, inputs, outputs| {
            grants += u64::from(outputs.grant && inputs.grant_ready);
            starts += u64::from(outputs.start_ignored);
            acks += u64::from(outputs.ack_ignored);
            fresh += u64::from(outputs.look_up_fresh && outputs.look_up);
            if let RateLimiter::Many(flows) = &driven.model {
                far += flows.far.len();
                together += flows.slots.iter().filter(|list| list.len() > 1).count();
            }
        });
        assert!(
            grants > 50 && starts > 50 && acks > 20 && fresh > 5,
            "{flows} {response:?}: {grants} {fresh}"
        );
        assert!(flows == 1 || words.0 == 1 || far > 10, "{far}");
        assert!(flows < 3 || together > 0, "{together}");
    }
}
