//! The rules one by one, traced by hand, and the promises of the page for all traffic.

mod delayed;
mod hand_many;
mod hand_one;
mod hosts;
mod liveness;
mod one_reference;
mod promises;
mod rate;
mod reference;

use super::*;
use tailback_spec::nic::{
    rate_limiter::MULTIPLIER_BITS, AfterIdle, Parameters, Response, Throttled,
};

/// A NIC with packets of up to `packet_words` words of `word_bytes`.
fn nic(flows: u32, window: u32, response: Response, (packet_words, word_bytes): (u32, u32)) -> Nic {
    Nic::new(Parameters {
        flows,
        response,
        after_idle: AfterIdle::Keep,
        window,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words,
        word_bytes,
        clock_hz: 200_000_000,
    })
    .expect("legal")
}

/// Words of the longest packet, and bytes of a word.
const WORDS: (u32, u32) = (259, 8);

/// Outputs of a cycle except for reports of delays, which have tests of their own.
fn without_delays(outputs: &RateLimiterOutputs) -> RateLimiterOutputs {
    RateLimiterOutputs { delayed: false, delayed_flow: 0, delayed_cycles: 0, ..outputs.clone() }
}

/// Entry of the congestion control table, as a look-up returns it.
fn entry(shift: u64, multiplier: u64) -> u64 {
    shift << MULTIPLIER_BITS | multiplier
}

/// A rate limiter that is driven cycle by cycle.
struct Driven {
    model: RateLimiter,
    /// Cycles since reset, which is the index of the next one.
    cycle: u64,
    /// Inputs of the next cycle.
    inputs: RateLimiterInputs,
}

impl Driven {
    /// A limiter after reset, with grants accepted at once.
    fn new(nic: &Nic) -> Self {
        let inputs = RateLimiterInputs { grant_ready: true, ..Default::default() };
        Driven { model: RateLimiter::new(nic), cycle: 0, inputs }
    }

    fn many(&self) -> &ManyFlows {
        match &self.model {
            RateLimiter::Many(flows) => flows,
            RateLimiter::One(_) => panic!("one flow"),
        }
    }

    fn one(&self) -> &OneFlow {
        match &self.model {
            RateLimiter::One(flow) => flow,
            RateLimiter::Many(_) => panic!("many flows"),
        }
    }

    fn doorbell(&mut self, flow: u64) -> &mut Self {
        (self.inputs.doorbell, self.inputs.doorbell_flow) = (true, flow);
        self
    }

    fn start(&mut self, flow: u64, words: u64, more: bool) -> &mut Self {
        (self.inputs.start, self.inputs.start_flow) = (true, flow);
        (self.inputs.start_words, self.inputs.start_more) = (words, more);
        self
    }

    fn ack(&mut self, flow: u64) -> &mut Self {
        self.acks(flow, 1)
    }

    /// An ACK for so many packets.
    fn acks(&mut self, flow: u64, packets: u64) -> &mut Self {
        (self.inputs.ack, self.inputs.ack_flow) = (true, flow);
        self.inputs.ack_count = packets;
        self
    }

    /// Runs one cycle; events last for one cycle, and `delay` and `grant_ready` keep their values.
    fn step(&mut self) -> RateLimiterOutputs {
        let outputs = self.model.cycle(&self.inputs);
        self.cycle += 1;
        (self.inputs.doorbell, self.inputs.start, self.inputs.ack) = (false, false, false);
        outputs
    }

    /// Runs cycles without events until just before `cycle`; asserts that nothing is granted.
    fn until(&mut self, cycle: u64) -> &mut Self {
        while self.cycle < cycle {
            let outputs = self.step();
            assert!(!outputs.grant, "cycle {}", self.cycle - 1);
        }
        self
    }

    /// Runs to the next grant; returns its cycle and flow.
    fn next_grant(&mut self) -> (u64, u64) {
        const PATIENCE_CYCLES: u64 = 1 << 24;
        for _ in 0..PATIENCE_CYCLES {
            let outputs = self.step();
            if outputs.grant {
                return (self.cycle - 1, outputs.grant_flow);
            }
        }
        panic!("no grant")
    }
}
