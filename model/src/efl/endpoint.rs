//! The endpoint: the models of all modules of EFL, connected as the specification defines it
//! (Shimonishi'07 §II).
//!
//! In each cycle, outputs that depend on states are evaluated first, so that the inputs of each
//! module are complete.

mod connect;
mod ports;
#[cfg(test)]
mod tests;
mod time;

pub use ports::{EflEndpointInputs, EflEndpointOutputs};

use self::time::Time;
use super::fcs::{EflFcsAppend, EflFcsCheck};
use super::{loss::EflLoss, pace::EflPace, queue::Queue, rate::EflRate, receive::EflReceive};
use super::{registers::EflRegisters, transmit::EflTransmit};
use crate::{nic::rate_limiter::RateLimiter, wired::Wired, Golden};
use tailback_spec::efl::{registers::COUNTERS, Efl};

/// Cycles from a packet that is sent to its state.
const STATE_CYCLES: usize = 7;

/// An event for the rate controller.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Event {
    flow: u64,
    group: u64,
    loss: bool,
    covered: bool,
    probe: bool,
    rtt: u64,
    time: u64,
    bytes: u64,
}

/// An endpoint.
#[derive(Debug, Clone)]
pub struct EflEndpoint {
    has_fcs: bool,
    time: Time,
    check: Wired<EflFcsCheck>,
    receive: Wired<EflReceive>,
    transmit: Wired<EflTransmit>,
    append: Wired<EflFcsAppend>,
    loss: Wired<EflLoss>,
    rate: Wired<EflRate>,
    pace: Wired<EflPace>,
    limiter: Wired<RateLimiter>,
    registers: Wired<EflRegisters>,
    /// Events that wait for the rate controller.
    events: Queue<Event>,
    /// The limiter's window is opened for a flow.
    opens: bool,
    opens_flow: u64,
    /// Flows that sent a packet in the last cycles, the latest last.
    sent: [(bool, u64); STATE_CYCLES],
}

impl EflEndpoint {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflEndpoint {
            has_fcs: efl.has_fcs(),
            time: Time::new(efl.clock_hz()),
            check: Wired::new(EflFcsCheck::new()),
            receive: Wired::new(EflReceive::new(efl)),
            transmit: Wired::new(EflTransmit::new(efl)),
            append: Wired::new(EflFcsAppend::new()),
            loss: Wired::new(EflLoss::new(efl)),
            rate: Wired::new(EflRate::new(efl)),
            pace: Wired::new(EflPace::new(efl)),
            limiter: Wired::new(RateLimiter::new(&efl.limiter())),
            registers: Wired::new(EflRegisters::new(efl)),
            events: Queue::default(),
            opens: false,
            opens_flow: 0,
            sent: Default::default(),
        }
    }

    /// Evaluates the outputs that depend on states.
    fn show(&mut self, inputs: &EflEndpointInputs) {
        self.check.model.show(&mut self.check.outputs);
        self.receive.model.show(&mut self.receive.outputs);
        self.loss.model.show(&mut self.loss.outputs);
        self.rate.model.show(&mut self.rate.outputs);
        self.pace.model.show(&mut self.pace.outputs);
        self.limiter.model.show(&mut self.limiter.outputs);
        self.registers.model.show(&mut self.registers.outputs);
        let (pace, transmit) = (&self.pace.outputs, &mut self.transmit.inputs);
        (transmit.words, transmit.ipd, transmit.probe) = (pace.words, pace.ipd, pace.probe);
        self.transmit.model.show(transmit, &mut self.transmit.outputs);
        self.append.inputs.m_tready = inputs.m_axis_mac.tready;
        self.append.model.show(&self.append.inputs, &mut self.append.outputs);
    }

    /// Drives the outputs of the endpoint.
    fn drive(&self, outputs: &mut EflEndpointOutputs) {
        let (transmit, receive) = (&self.transmit.outputs, &self.receive.outputs);
        let (registers, append) = (&self.registers.outputs, &self.append.outputs);
        outputs.s_axil.clone_from(&registers.s_axil);
        outputs.ready = registers.ready;
        outputs.s_axis_host.tready = transmit.s_tready;
        let host = &mut outputs.m_axis_host;
        (host.tvalid, host.tdata, host.tkeep) =
            (receive.m_tvalid, receive.m_tdata, receive.m_tkeep);
        (host.tlast, host.tid) = (receive.m_tlast, receive.m_tid);
        outputs.m_axis_credit.tvalid = transmit.credit;
        outputs.m_axis_credit.tdata = transmit.credit_flow << 16 | transmit.credit_count;
        let mac = &mut outputs.m_axis_mac;
        match self.has_fcs {
            true => {
                (mac.tvalid, mac.tdata) = (append.m_tvalid, append.m_tdata);
                (mac.tkeep, mac.tlast) = (append.m_tkeep, append.m_tlast);
            }
            false => {
                (mac.tvalid, mac.tdata) = (transmit.m_tvalid, transmit.m_tdata);
                (mac.tkeep, mac.tlast) = (transmit.m_tkeep, transmit.m_tlast);
            }
        }
    }

    /// Events of the counters.
    fn happened(&self, inputs: &EflEndpointInputs, outputs: &EflEndpointOutputs) -> u64 {
        let (transmit, receive) = (&self.transmit.outputs, &self.receive.outputs);
        let loss = &self.loss.outputs;
        let mac = &outputs.m_axis_mac;
        let drop = |cause: u32| receive.drops >> cause & 1 != 0;
        let events: [bool; COUNTERS.len()] = [
            mac.tvalid && mac.tlast && inputs.m_axis_mac.tready,
            transmit.sent,
            transmit.sent && transmit.sent_again,
            transmit.replied,
            receive.accepted,
            receive.acks,
            transmit.acknowledged,
            transmit.duplicate,
            loss.lost && loss.lost_late,
            loss.lost && !loss.lost_late,
            receive.duplicates,
            receive.gaps,
            drop(0),
            drop(1),
            drop(2),
            drop(3),
            drop(4),
            drop(5),
            drop(6),
            drop(7),
            drop(8),
            drop(9) || receive.replies_lost,
            transmit.acks_old,
            transmit.acks_bad,
            self.rate.outputs.below,
            transmit.event_valid && self.events.is_full(),
            transmit.host_drops != 0,
            self.has_fcs && self.check.outputs.wrong,
        ];
        events.iter().rev().fold(0, |bits, event| bits << 1 | u64::from(*event))
    }
}

impl Golden for EflEndpoint {
    type Inputs = EflEndpointInputs;
    type Outputs = EflEndpointOutputs;

    fn step(&mut self, inputs: &EflEndpointInputs, outputs: &mut EflEndpointOutputs) {
        self.show(inputs);
        self.drive(outputs);
        self.connect(inputs);
        self.registers.inputs.happened = self.happened(inputs, outputs);

        let (limiter, transmit) = (&self.limiter.outputs, &self.transmit.outputs);
        if limiter.look_up {
            (self.opens, self.opens_flow) = (true, limiter.look_up_flow);
        } else if limiter.ack_ready {
            self.opens = false;
        }
        self.sent.rotate_left(1);
        self.sent[STATE_CYCLES - 1] = (transmit.sent, transmit.sent_flow);
        let event = Event {
            flow: transmit.event_flow,
            group: transmit.event_group,
            loss: transmit.event_loss,
            covered: transmit.event_covered,
            probe: transmit.event_probe,
            rtt: transmit.event_rtt,
            time: transmit.event_time,
            bytes: transmit.event_bytes,
        };
        self.events.clock(transmit.event_valid.then_some(event), self.rate.outputs.event_ready);

        self.check.step();
        self.receive.step();
        self.transmit.step();
        self.append.step();
        self.loss.step();
        self.rate.step();
        self.pace.step();
        self.limiter.step();
        self.registers.step();
        self.time.clock();
    }

    fn reset(&mut self) {
        self.time = Time::new(self.time.clock_hz);
        self.check.reset();
        self.receive.reset();
        self.transmit.reset();
        self.append.reset();
        self.loss.reset();
        self.rate.reset();
        self.pace.reset();
        self.limiter.reset();
        self.registers.reset();
        self.events = Queue::default();
        (self.opens, self.opens_flow) = (false, 0);
        self.sent = Default::default();
    }
}
