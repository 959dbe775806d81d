//! Detection of losses: double duplicate ACKs and retransmission time-outs (Shimonishi'07 §II).

#[cfg(test)]
mod tests;

use crate::Golden;
use serde::{Deserialize, Serialize};
use tailback_spec::{
    efl::{
        loss::{Event, Loss, Timer, FRAME_CYCLES},
        Efl,
    },
    port_values,
};

port_values! {
    /// Time, settings, and events of the transmit path.
    pub struct EflLossInputs {
        /// Time in ticks.
        pub now: u64,
        /// Least time-out in ticks.
        pub set_rto_min: u64,
        /// Flow of the ACK.
        pub ack_flow: u64,
        /// Packets in flight were acknowledged.
        pub acknowledged: bool,
        /// RTT of the ACK in ticks.
        pub ack_rtt: u64,
        /// Packets are still in flight.
        pub ack_left: bool,
        /// A duplicate ACK.
        pub duplicate: bool,
        /// A packet is sent.
        pub sent: bool,
        /// Flow of the sent packet.
        pub sent_flow: u64,
    }
}

port_values! {
    /// Losses.
    pub struct EflLossOutputs {
        /// Memories are being cleared.
        pub sweeping: bool,
        /// A packet of a flow is lost.
        pub lost: bool,
        /// Flow of the last loss.
        pub lost_flow: u64,
        /// The last loss was found by a time-out.
        pub lost_late: bool,
    }
}

/// Phase of a received ACK.
const ACK_PHASE: u32 = 2;
/// Phase of a packet that is sent.
const SENT_PHASE: u32 = 4;
/// Phase of the scan.
const SCAN_PHASE: u32 = 6;
/// Last phase of a frame.
const LAST_PHASE: u32 = FRAME_CYCLES - 1;

/// The detection of losses.
///
/// Each event has a phase of its own, and its timer is written before the next one is read, so an
/// event takes effect at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EflLoss {
    timers: Vec<Timer>,
    /// Values of the scan: a power of two.
    scans: u32,
    /// Flow that is scanned next, if it exists.
    scan: u32,
    phase: u32,
    /// Frames until the timers are cleared.
    sweeps: usize,
    /// Loss of this frame, with its flow.
    found: Option<(usize, Loss)>,
    /// A loss of the frame before is reported in this cycle.
    lost: bool,
    /// Flow of the last loss, and whether it was by time-out.
    last: (usize, bool),
}

impl EflLoss {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflLoss {
            timers: vec![Timer::default(); efl.flows()],
            scans: 1 << efl.flow_bits(),
            scan: 0,
            phase: 0,
            sweeps: efl.flows().div_ceil(FRAME_CYCLES as usize),
            found: None,
            lost: false,
            last: (0, false),
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut EflLossOutputs) {
        *outputs = EflLossOutputs {
            sweeping: self.sweeps > 0,
            lost: self.lost,
            lost_flow: self.last.0 as u64,
            lost_late: self.last.1,
        };
    }

    fn apply(&mut self, flow: usize, event: Event, inputs: &EflLossInputs) {
        let (now, rto_min) = (inputs.now as u32, inputs.set_rto_min as u32);
        let (timer, loss) = self.timers[flow].apply(event, now, rto_min);
        self.timers[flow] = timer;
        self.found = self.found.or(loss.map(|loss| (flow, loss)));
    }

    /// Events of a frame that is not swept.
    fn events(&mut self, inputs: &EflLossInputs) {
        let acked = inputs.ack_flow as usize;
        match self.phase {
            ACK_PHASE if inputs.acknowledged => {
                let (rtt, left) = (inputs.ack_rtt as u32, inputs.ack_left);
                self.apply(acked, Event::Acknowledged { rtt, left }, inputs);
            }
            ACK_PHASE if inputs.duplicate => self.apply(acked, Event::Duplicate, inputs),
            SENT_PHASE if inputs.sent => {
                self.apply(inputs.sent_flow as usize, Event::Sent, inputs);
            }
            // A frame has one loss at most: after one by duplicates the scan waits.
            SCAN_PHASE if self.found.is_none() => {
                let flow = self.scan as usize;
                self.scan = (self.scan + 1) % self.scans;
                if flow < self.timers.len() {
                    self.apply(flow, Event::Scanned, inputs);
                }
            }
            _ => {}
        }
    }
}

impl Golden for EflLoss {
    type Inputs = EflLossInputs;
    type Outputs = EflLossOutputs;

    fn step(&mut self, inputs: &EflLossInputs, outputs: &mut EflLossOutputs) {
        self.show(outputs);
        self.lost = false;
        if self.sweeps == 0 {
            self.events(inputs);
        }
        if self.phase == LAST_PHASE {
            if let Some((flow, loss)) = self.found.take() {
                (self.lost, self.last) = (true, (flow, loss == Loss::TimeOut));
            }
            self.sweeps = self.sweeps.saturating_sub(1);
        }
        self.phase = (self.phase + 1) % FRAME_CYCLES;
    }

    fn reset(&mut self) {
        self.timers.fill(Timer::default());
        (self.scan, self.phase) = (0, 0);
        self.sweeps = self.timers.len().div_ceil(FRAME_CYCLES as usize);
        (self.found, self.lost, self.last) = (None, false, (0, false));
    }
}
