//! The flows: the limiter, and the queues of ACKs and BECNs for it and for the module that sets
//! delays.

use super::reaction::{Reacted, Reaction, Scene};
use super::{NicTopInputs, NicTopOutputs};
use crate::{
    interface::Ready,
    nic::{
        queue::EventQueue,
        rate_limiter::RateLimiter,
        reflector::ReflectorOutputs,
        registers::{NicRegistersInputs, NicRegistersOutputs},
        transmit::TransmitOutputs,
    },
    wired::Wired,
};
use tailback_spec::nic::{
    queue::{COUNT, MARKED, RELEASED},
    Nic,
};

/// The modules behind the reflector.
#[derive(Debug, Clone)]
pub(super) struct Flows {
    pub(super) limiter: Wired<RateLimiter>,
    acks: Wired<EventQueue>,
    becns: Wired<EventQueue>,
    pub(super) reaction: Reaction,
    /// Whether a BECN found its queue full, in this cycle.
    pub(super) becn_lost: bool,
}

impl Flows {
    pub(super) fn new(nic: &Nic) -> Self {
        Flows {
            limiter: Wired::new(RateLimiter::new(nic)),
            acks: Wired::new(EventQueue::new(&nic.ack_queue())),
            becns: Wired::new(EventQueue::new(&nic.becn_queue())),
            reaction: Reaction::new(nic),
            becn_lost: false,
        }
    }

    /// Drives the outputs that depend only on states.
    pub(super) fn show(&mut self, registers: &mut NicRegistersInputs) {
        self.limiter.model.show(&mut self.limiter.outputs);
        self.acks.model.show(&mut self.acks.outputs);
        self.becns.model.show(&mut self.becns.outputs);
        self.reaction.show(registers);
    }

    /// Inputs of the queues.
    fn put(&mut self, reflector: &ReflectorOutputs, registers: &NicRegistersOutputs) {
        let put = &mut self.acks.inputs;
        (put.put, put.put_flow) = (reflector.ack, reflector.ack_flow);
        put.put_kind = u64::from(reflector.ack_marked) << MARKED
            | u64::from(reflector.ack_released) << RELEASED
            | reflector.ack_count << COUNT;
        let becn = self.reaction.becn(reflector, registers);
        let put = &mut self.becns.inputs;
        put.put = becn.is_some();
        (put.put_flow, put.put_kind) = (reflector.becn_flow, becn.unwrap_or(0));
        self.becn_lost = becn.is_some() && self.becns.outputs.full;
    }

    /// Runs the rest of a cycle.
    pub(super) fn step<Host: Ready>(
        &mut self,
        inputs: &NicTopInputs<Host>,
        packets: &TransmitOutputs,
        reflector: &ReflectorOutputs,
        registers: &NicRegistersOutputs,
        told: &mut NicRegistersInputs,
        outputs: &mut NicTopOutputs,
    ) {
        self.put(reflector, registers);
        let scene = Scene {
            acks: &self.acks.outputs,
            becns: &self.becns.outputs,
            limiter: &self.limiter.outputs,
            first_sl: packets.first_sl,
            registers,
        };
        let Reacted { ack, take_ack, take_becn, delay } = self.reaction.step(&scene, told);

        let limiter = &mut self.limiter.inputs;
        limiter.doorbell = inputs.s_axis_doorbell.tvalid;
        limiter.doorbell_flow = inputs.s_axis_doorbell.tdata;
        (limiter.start, limiter.start_flow) = (packets.start, packets.start_flow);
        (limiter.start_words, limiter.start_more) = (packets.start_words, packets.start_more);
        (limiter.ack, limiter.ack_flow) = (ack, self.acks.outputs.flow);
        limiter.ack_count = self.acks.outputs.kind >> COUNT;
        limiter.delay = delay;
        limiter.grant_ready = inputs.m_axis_grant.tready;
        self.limiter.step();
        (self.acks.inputs.take, self.becns.inputs.take) = (take_ack, take_becn);
        self.acks.step();
        self.becns.step();

        let limiter = &self.limiter.outputs;
        outputs.s_axis_doorbell.tready = limiter.doorbell_ready;
        outputs.m_axis_grant.tvalid = limiter.grant;
        outputs.m_axis_grant.tdata = limiter.grant_flow;
        (told.throttled, told.throttled_flow) = (limiter.delayed, limiter.delayed_flow);
        told.throttled_cycles = limiter.delayed_cycles;
    }

    pub(super) fn reset(&mut self) {
        self.limiter.reset();
        self.acks.reset();
        self.becns.reset();
        self.reaction.reset();
    }
}
