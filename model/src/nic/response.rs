//! The response functions of INFOCOM'03 §V: the rate of each flow, set by its ACKs.

#[cfg(test)]
mod tests;

use crate::Golden;
use tailback_spec::nic::response::{Table, SEEN_CYCLES};
use tailback_spec::nic::{AfterIdle, Nic};
use tailback_spec::port_values;

port_values! {
    /// ACKs and look-ups.
    pub struct ResponseFunctionInputs {
        /// An ACK is offered.
        pub ack: bool,
        /// Flow of the ACK.
        pub ack_flow: u64,
        /// The ACK is marked.
        pub ack_marked: bool,
        /// Looks up the rate of a flow.
        pub look_up: bool,
        /// Flow of the look-up.
        pub look_up_flow: u64,
        /// The flow of the look-up had been idle.
        pub look_up_fresh: bool,
    }
}

port_values! {
    /// Results of look-ups, and changes of rates.
    pub struct ResponseFunctionOutputs {
        /// The ACK is accepted.
        pub ack_ready: bool,
        /// Inter-packet delay of the look-up two cycles ago.
        pub ipd: u64,
        /// The rate of a flow has changed.
        pub changed: bool,
        /// Flow whose rate has changed.
        pub changed_flow: u64,
        /// New inter-packet delay of that flow.
        pub changed_ipd: u64,
    }
}

/// The rate limit of a flow. "Flows are initialized to the maximum rate limit R_max" (INFOCOM'03
/// §VI-B), which is a delay of 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// Idle packet times between two packets: "an IPD of ipd corresponds to a flow rate of
    /// R_max / (1 + ipd)" (INFOCOM'03 §V-D).
    pub(crate) ipd: u8,
    /// Progress of unmarked ACKs towards the next rate.
    pub(crate) progress: u32,
}

/// Event that changes the rate of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// "We chose to adjust the rate at the reception of each unmarked ACK" (INFOCOM'03 §V-B); it
    /// is decreased "due to a marked ACK" (INFOCOM'03 §V-A).
    Acknowledged { marked: bool },
    /// The rate is reset to the highest.
    Reset,
}

impl Flow {
    /// Applies an event, by the table of a response function.
    pub(crate) fn apply(&mut self, what: What, table: &Table) {
        let row = table.row(self.ipd);
        match what {
            What::Acknowledged { marked: false } => {
                self.progress += row.gain;
                if self.progress >= row.goal {
                    self.progress -= row.goal;
                    self.ipd = row.after;
                }
            }
            What::Acknowledged { marked: true } => {
                self.ipd = row.marked;
                if !table.keeps_progress() {
                    self.progress = 0;
                }
            }
            What::Reset => *self = Flow::default(),
        }
    }
}

/// An event of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Event {
    flow: usize,
    what: What,
}

/// Cycles from a look-up to its result.
const CYCLES_UNTIL_ANSWERED: usize = 2;

/// The rates of all flows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResponseFunction {
    table: &'static Table,
    /// Whether look-ups of flows that had no packet to send reset their rates.
    forgets: bool,
    pub(crate) flows: Vec<Flow>,
    /// Flows that have been swept since reset.
    swept: usize,
    /// Events accepted in the cycles before, the last one first.
    accepted: [Option<Event>; SEEN_CYCLES],
    /// Results of the look-ups of the cycles before, the last one first.
    answers: [u8; CYCLES_UNTIL_ANSWERED],
    /// The flow whose change is reported next, and its delay.
    report: Option<(usize, u8)>,
}

impl ResponseFunction {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        ResponseFunction {
            table: Table::of(nic.response()),
            forgets: nic.after_idle() == AfterIdle::Reset,
            flows: vec![Flow::default(); nic.flows()],
            swept: 0,
            accepted: Default::default(),
            answers: Default::default(),
            report: None,
        }
    }

    /// Whether a look-up of this cycle resets its flow.
    fn resets(&self, inputs: &ResponseFunctionInputs) -> bool {
        self.forgets && inputs.look_up && inputs.look_up_fresh
    }

    /// Whether an ACK is accepted, which depends on the look-up.
    pub(super) fn is_ready(&self, inputs: &ResponseFunctionInputs) -> bool {
        self.swept == self.flows.len() && !self.resets(inputs)
    }

    /// Applies an event to its flow; returns the change to report.
    fn apply(&mut self, Event { flow, what }: Event) -> Option<(usize, u8)> {
        let state = &mut self.flows[flow];
        let before = state.ipd;
        state.apply(what, self.table);
        (what == What::Reset || state.ipd != before).then_some((flow, state.ipd))
    }
}

impl Golden for ResponseFunction {
    type Inputs = ResponseFunctionInputs;
    type Outputs = ResponseFunctionOutputs;

    fn step(&mut self, inputs: &ResponseFunctionInputs, outputs: &mut ResponseFunctionOutputs) {
        let sweeping = self.swept < self.flows.len();
        let resets = self.resets(inputs);
        outputs.ack_ready = self.is_ready(inputs);
        let [.., answer] = self.answers;
        outputs.ipd = answer.into();
        let report = self.report.take();
        outputs.changed = report.is_some();
        let (flow, ipd) = report.unwrap_or_default();
        (outputs.changed_flow, outputs.changed_ipd) = (flow as u64, ipd.into());

        let [.., seen] = self.accepted;
        self.report = seen.and_then(|event| self.apply(event));

        let asked = self.flows.get(inputs.look_up_flow as usize);
        let asked = asked.filter(|_| inputs.look_up && !resets);
        self.answers.rotate_right(1);
        self.answers[0] = asked.map_or(0, |flow| flow.ipd);

        let event = if resets {
            Some(Event { flow: inputs.look_up_flow as usize, what: What::Reset })
        } else if inputs.ack {
            let what = What::Acknowledged { marked: inputs.ack_marked };
            Some(Event { flow: inputs.ack_flow as usize, what })
        } else {
            None
        };
        self.accepted.rotate_right(1);
        self.accepted[0] = event.filter(|event| !sweeping && event.flow < self.flows.len());
        self.swept = (self.swept + 1).min(self.flows.len());
    }

    fn reset(&mut self) {
        self.flows.fill(Flow::default());
        self.swept = 0;
        self.accepted = Default::default();
        self.answers = Default::default();
        self.report = None;
    }
}
