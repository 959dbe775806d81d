//! Two endpoints over a channel that loses, repeats and corrupts frames.

mod channel;
mod host;

use super::*;
use crate::efl::examples::{parameters, settings, LINE};
use crate::interface::AxiLiteRequest;
use channel::Channel;
use host::Host;
use proptest::prelude::*;
use tailback_spec::efl::{
    rate::{Parts, Settings},
    registers::address,
    Parameters,
};

const FLOWS: u32 = 3;

/// An endpoint with its host, and the channel to the other one.
struct End {
    model: EflEndpoint,
    inputs: EflEndpointInputs,
    outputs: EflEndpointOutputs,
    host: Host,
    channel: Channel,
}

fn mac_address(end: usize) -> u32 {
    0xA0 + end as u32
}

impl End {
    fn new(efl: &Efl, end: usize, seed: u64) -> Self {
        let mut inputs = EflEndpointInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() };
        inputs.m_axis_host.tready = true;
        let mut this = End {
            model: EflEndpoint::new(efl),
            inputs,
            outputs: EflEndpointOutputs::default(),
            host: Host::new(efl, seed),
            channel: Channel::new(seed ^ 0x55, efl.has_fcs()),
        };
        while !this.step().ready {}
        this.write(address::ADDRESS_LOW, mac_address(end));
        for flow in 0..FLOWS {
            // A flow is another one at the peer.
            let peer = if end == 0 { (flow + 1) % FLOWS } else { (flow + FLOWS - 1) % FLOWS };
            let base = address::PEERS + address::PEERS_STRIDE * flow;
            this.write(base, mac_address(1 - end));
            this.write(base + 4, 1 << 31);
            this.write(base + 8, peer);
        }
        this
    }

    fn step(&mut self) -> &EflEndpointOutputs {
        self.model.step(&self.inputs, &mut self.outputs);
        &self.outputs
    }

    fn write(&mut self, address: u32, data: u32) {
        self.inputs.s_axil = AxiLiteRequest::write(address, data);
        while !self.step().s_axil.awready {}
        self.inputs.s_axil = AxiLiteRequest::idle();
        while !self.step().s_axil.bvalid {}
    }

    fn read(&mut self, address: u32) -> u64 {
        self.inputs.s_axil = AxiLiteRequest::read(address);
        while !self.step().s_axil.arready {}
        self.inputs.s_axil = AxiLiteRequest::idle();
        while !self.step().s_axil.rvalid {}
        self.outputs.s_axil.rdata
    }
}

/// Two endpoints.
struct Pair {
    ends: [End; 2],
}

impl Pair {
    fn new(parameters: Parameters, seed: u64) -> Self {
        let efl = Efl::new(parameters).expect("in range");
        Pair { ends: [0, 1].map(|end| End::new(&efl, end, seed.wrapping_add(end as u64))) }
    }

    fn step(&mut self) {
        for end in 0..2 {
            let [a, b] = &mut self.ends;
            let (this, other) = if end == 0 { (a, b) } else { (b, a) };
            // Frames of the other end.
            other.channel.deliver(&mut this.inputs.s_axis_mac);
            this.host.drive(&mut this.inputs);
            this.inputs.m_axis_mac.tready = this.channel.is_ready();
        }
        for end in &mut self.ends {
            end.step();
            let ready = end.inputs.m_axis_mac.tready;
            end.channel.accept(&end.outputs.m_axis_mac, ready);
            end.host.observe(&end.inputs, &end.outputs);
        }
    }

    /// Runs until all packets have been delivered; asserts that this takes at most `cycles`.
    fn run(&mut self, cycles: u32) {
        for _ in 0..cycles {
            self.step();
            let [a, b] = &self.ends;
            let are_done = a.host.is_done() && b.host.is_done();
            let are_even =
                b.host.received() == a.host.given() && a.host.received() == b.host.given();
            if are_done && are_even {
                return self.compare();
            }
        }
        self.compare();
        let missing = self.ends.each_ref().map(|end| (end.host.given(), end.host.received()));
        panic!("not delivered: given and received {missing:?}");
    }

    /// What was received is what was given, as far as it was received.
    fn compare(&self) {
        for (from, to) in [(0, 1), (1, 0)] {
            for flow in 0..FLOWS as usize {
                let back = if from == 0 { 1 } else { 2 };
                let given = &self.ends[from].host.sent[flow];
                let got = &self.ends[to].host.got[(flow + back) % FLOWS as usize];
                assert!(got.len() <= given.len(), "a packet was delivered twice");
                assert_eq!(got[..], given[..got.len()], "flow {flow} of end {from}");
            }
        }
    }
}

/// Parameters with short time-outs, so that a test with many losses ends soon.
fn quick() -> Parameters {
    let settings = Settings { minimum: LINE / 20, rto_min: 60, ..settings() };
    Parameters { flows: FLOWS, settings, ..parameters() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn every_payload_is_delivered_once_in_order_and_unaltered(
        seed in any::<u64>(), fcs in any::<bool>(), probes in any::<bool>(), predicts in any::<bool>(),
        window in 1_u32..6, ack_every in 1_u32..=20,
    ) {
        let parts = Parts { probes, delays: predicts, predicts };
        let settings = Settings { parts, ..quick().settings };
        let parameters =
            Parameters { settings, fcs, window: 1 << window, ack_every, ..quick() };
        let mut pair = Pair::new(parameters, seed);
        for end in &mut pair.ends {
            end.channel.permille = 10;
            end.host.to_give = 150;
        }
        pair.run(2_000_000);
    }

    #[test]
    fn bad_input_wedges_no_flow(seed in any::<u64>()) {
        let mut pair = Pair::new(quick(), seed);
        for end in &mut pair.ends {
            (end.channel.permille, end.channel.forged) = (10, true);
            (end.host.to_give, end.host.misbehaves) = (150, true);
            end.host.stalls = true;
        }
        pair.run(3_000_000);
    }
}

#[test]
fn a_single_flow_without_losses_has_no_packet_sent_again() {
    let mut pair = Pair::new(quick(), 3);
    pair.ends[0].host.to_give = 200;
    pair.run(400_000);
    let end = &mut pair.ends[0];
    // Sent, sent again, time-outs and losses.
    let counters = [1, 2, 8, 9].map(|counter| end.read(address::COUNTERS_FIRST + 4 * counter));
    assert_eq!(counters, [200, 0, 0, 0]);
    for counter in 12..=20 {
        assert_eq!(pair.ends[1].read(address::COUNTERS_FIRST + 4 * counter), 0);
    }
}

#[test]
fn a_flow_whose_packets_all_get_lost_goes_on_when_the_channel_does() {
    let mut pair = Pair::new(quick(), 5);
    for end in &mut pair.ends {
        (end.channel.permille, end.host.to_give) = (1000, 5);
    }
    for _ in 0..200_000 {
        pair.step();
    }
    for end in &mut pair.ends {
        assert_eq!(end.host.received(), 0);
        end.channel.permille = 0;
    }
    pair.run(2_000_000);
}

#[test]
fn reset_is_the_state_of_a_new_endpoint() {
    let efl = Efl::new(quick()).expect("in range");
    let mut end = End::new(&efl, 0, 1);
    end.host.to_give = 4;
    for _ in 0..2000 {
        end.host.drive(&mut end.inputs);
        end.step();
        end.host.observe(&end.inputs.clone(), &end.outputs.clone());
    }
    end.model.reset();
    let mut fresh = EflEndpoint::new(&efl);
    let mut inputs = EflEndpointInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() };
    for cycle in 0..2000 {
        inputs.m_axis_mac.tready = cycle % 3 == 0;
        assert_eq!(end.model.cycle(&inputs), fresh.cycle(&inputs), "cycle {cycle}");
    }
}
