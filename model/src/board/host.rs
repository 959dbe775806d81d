//! The host in hardware.

mod flow;
mod packet;
mod registers;
#[cfg(test)]
mod tests;

use self::{
    flow::Flow,
    packet::{Beat, Changes, Sending},
};
use crate::{
    efl::bus::{Access, Bus, Done},
    interface::{AxiLiteRequest, AxiLiteResponse, AxiStreamReady, MessageStream, TaggedStream},
    Golden,
};
use std::collections::VecDeque;
use tailback_spec::{board::host as spec, port_values, WideWord};

/// Step in which an access to a register is done.
const LAST_STEP: u32 = 2;

port_values! {
    /// AXI4-Lite, the cycle count, the NIC, and packets from the link.
    pub struct BoardHostInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Cycles since the fabric's reset.
        pub cycle: u64,
        /// Readiness of the NIC for a beat.
        pub m_axis: AxiStreamReady<bool>,
        /// Readiness of the NIC for a doorbell.
        pub m_doorbell: AxiStreamReady<bool>,
        /// Grants: the flow is to start a packet.
        pub s_grant: MessageStream<bool, u64>,
        /// Readiness of the NIC for a decline.
        pub m_decline: AxiStreamReady<bool>,
        /// A beat from the link is valid.
        pub arrived_valid: bool,
        /// The beat is the last one of its packet.
        pub arrived_last: bool,
        /// The packet is bad; valid with the last beat.
        pub arrived_bad: bool,
    }
}

port_values! {
    /// AXI4-Lite, and the NIC.
    pub struct BoardHostOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// Packets of the flows. `tid`: flow; `tuser`: a further packet of the flow is ready.
        pub m_axis: TaggedStream<bool, WideWord, u64, u64, bool>,
        /// Doorbells: the flow has a packet ready.
        pub m_doorbell: MessageStream<bool, u64>,
        /// Readiness for a grant.
        pub s_grant: AxiStreamReady<bool>,
        /// Declines: there is no packet for the grant of the flow.
        pub m_decline: MessageStream<bool, u64>,
        /// A packet is being sent.
        pub busy: bool,
    }
}

/// The host.
#[derive(Debug, Clone)]
pub struct BoardHost {
    host: spec::BoardHost,
    /// Contribution of the PSN to both checksums.
    changes: Changes,
    bus: Bus,
    flows: Vec<Flow>,
    /// Flows in the order of their grants.
    queue: VecDeque<usize>,
    sending: Option<Sending>,
    /// Flow for which the doorbell rings.
    ringing: Option<usize>,
    /// Flow whose grant is declined.
    declining: Option<usize>,
    /// Packets received from the link.
    received: u32,
    /// Bad ones among them.
    bad: u32,
}

impl BoardHost {
    /// The host after reset.
    pub fn new(host: &spec::BoardHost) -> Self {
        BoardHost {
            host: *host,
            changes: Changes::new(host),
            bus: Bus::default(),
            flows: vec![Flow::default(); host.flows()],
            queue: VecDeque::new(),
            sending: None,
            ringing: None,
            declining: None,
            received: 0,
            bad: 0,
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    fn show(&self, outputs: &mut BoardHostOutputs) {
        self.bus.show(&mut outputs.s_axil);
        let message = |flow: Option<usize>| MessageStream {
            tvalid: flow.is_some(),
            tdata: flow.map_or(0, |flow| self.flows[flow].settings.number.into()),
            ..Default::default()
        };
        outputs.m_doorbell = message(self.ringing);
        outputs.m_decline = message(self.declining);
        outputs.s_grant.tready = true;
        outputs.busy = self.sending.is_some();
        outputs.m_axis = match &self.sending {
            Some(sending) => sending.beat(&self.host, &self.flows[sending.flow].settings),
            None => Beat::default(),
        };
    }

    /// Steps 1 and 2: the NIC accepts a beat, a doorbell, a decline.
    fn accept(&mut self, inputs: &BoardHostInputs) {
        if inputs.m_axis.tready {
            let beats = self.host.beats();
            self.sending = self.sending.take().and_then(|sending| sending.taken(beats));
        }
        if inputs.m_doorbell.tready {
            self.ringing = None;
        }
        if inputs.m_decline.tready {
            self.declining = None;
        }
    }

    /// Step 3: a grant.
    fn grant(&mut self, number: u64) {
        let found = self.flows.iter().position(|flow| u64::from(flow.settings.number) == number);
        let Some(granted) = found.filter(|found| !self.queue.contains(found)) else { return };
        self.flows[granted].known = false;
        self.queue.push_back(granted);
    }

    /// Step 4: serves the queue; returns the flow that begins a packet.
    fn serve(&mut self, next: u64) -> Option<usize> {
        if self.sending.is_some() {
            return None;
        }
        let mut first = *self.queue.front()?;
        if !self.flows[first].has_packet(next) {
            if self.declining.is_some() {
                return None;
            }
            self.declining = Some(first);
            self.queue.pop_front();
            first = *self.queue.front().filter(|second| self.flows[**second].has_packet(next))?;
        }
        self.queue.pop_front();
        let flow = &mut self.flows[first];
        self.sending = Some(Sending::new(first, flow, &self.changes));
        let more = flow.begin(next);
        self.sending.as_mut()?.more = more;
        Some(first)
    }

    /// Step 5: rings the doorbell for the first flow of whose packets the NIC does not know.
    fn ring(&mut self, next: u64, begins: Option<usize>) {
        if self.ringing.is_some() {
            return;
        }
        let queue = &self.queue;
        let rings = |(number, flow): &(usize, &mut Flow)| {
            let waits = !flow.known && !queue.contains(number) && begins != Some(*number);
            waits && flow.has_packet(next)
        };
        if let Some((number, flow)) = self.flows.iter_mut().enumerate().find(rings) {
            flow.known = true;
            self.ringing = Some(number);
        }
    }
}

impl Golden for BoardHost {
    type Inputs = BoardHostInputs;
    type Outputs = BoardHostOutputs;

    fn step(&mut self, inputs: &BoardHostInputs, outputs: &mut BoardHostOutputs) {
        self.show(outputs);
        let access = self.bus.access(LAST_STEP);
        let read = match access {
            Some(Access::Read(address)) => Some(Done::Read(self.value(address))),
            _ => None,
        };
        let next = inputs.cycle + 1;
        self.accept(inputs);
        if inputs.s_grant.tvalid {
            self.grant(inputs.s_grant.tdata);
        }
        let begins = self.serve(next);
        self.ring(next, begins);
        if inputs.arrived_valid && inputs.arrived_last {
            self.received = self.received.wrapping_add(1);
            self.bad = self.bad.wrapping_add(inputs.arrived_bad.into());
        }
        // The flows see the registers as they are before a write.
        let done = match access {
            Some(Access::Write { address, data }) => Some(Done::Write(self.write(address, data))),
            Some(Access::Partial) => Some(Done::Write(false)),
            _ => read,
        };
        self.bus.clock(&inputs.s_axil, true, LAST_STEP, done);
    }

    fn reset(&mut self) {
        self.bus = Bus::default();
        self.flows.fill(Flow::default());
        self.queue.clear();
        (self.sending, self.ringing, self.declining) = (None, None, None);
        (self.received, self.bad) = (0, 0);
    }
}
