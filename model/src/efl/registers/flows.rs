//! Values of the flows, and the copy of those of one flow.

use super::EflRegistersInputs;
use serde::{Deserialize, Serialize};
use tailback_spec::efl::registers::FLOW_VALUES;

/// Values of a flow, in the order of the map.
type Values = [u32; FLOW_VALUES];

/// Cycles from the one in which values are copied to that in which the copy is done.
const COPY_CYCLES: u32 = 3;

/// Indices of the values.
mod value {
    pub(super) const SENT: usize = 0;
    pub(super) const SENT_AGAIN: usize = 1;
    pub(super) const TIME_OUTS: usize = 2;
    pub(super) const LOSSES: usize = 3;
    pub(super) const ACCEPTED: usize = 4;
    pub(super) const RTT: usize = 5;
    pub(super) const RTT_MIN: usize = 6;
    pub(super) const RTT_PREDICTED: usize = 7;
    pub(super) const RATE: usize = 8;
    pub(super) const STATE: usize = 9;
}

/// Values of all flows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Flows {
    all: Vec<Values>,
    /// Values that are being copied, and cycles since they were taken.
    taken: Option<(Values, u32)>,
    /// Values of the selected flow.
    pub(super) copy: Values,
    /// The selected flow.
    pub(super) selected: u32,
}

impl Flows {
    pub(super) fn new(flows: usize) -> Self {
        let none = Values::default();
        Flows { all: vec![none; flows], taken: None, copy: none, selected: 0 }
    }

    pub(super) fn reset(&mut self) {
        *self = Self::new(self.all.len());
    }

    /// Whether the copy is done in this cycle.
    pub(super) fn is_done(&self) -> bool {
        self.taken.is_some_and(|(_, cycles)| cycles == COPY_CYCLES)
    }

    /// The end of a cycle. `wanted` is the flow that is being selected.
    pub(super) fn clock(&mut self, inputs: &EflRegistersInputs, wanted: Option<u32>) {
        let is_calm = !inputs.sent && !inputs.lost && !inputs.accepted && !inputs.updated;
        self.taken = match (self.taken.take(), wanted) {
            (Some((values, cycles)), Some(flow)) if cycles == COPY_CYCLES => {
                (self.copy, self.selected) = (values, flow);
                None
            }
            (Some((values, cycles)), Some(_)) => Some((values, cycles + 1)),
            (None, Some(flow)) if is_calm => Some((self.all[flow as usize], 1)),
            _ => None,
        };
        self.count(inputs);
    }

    fn count(&mut self, inputs: &EflRegistersInputs) {
        let mut add = |flow: u64, index: usize| {
            let value = &mut self.all[flow as usize][index];
            *value = value.wrapping_add(1);
        };
        if inputs.sent {
            let index = if inputs.sent_again { value::SENT_AGAIN } else { value::SENT };
            add(inputs.sent_flow, index);
        }
        if inputs.lost {
            let index = if inputs.lost_late { value::TIME_OUTS } else { value::LOSSES };
            add(inputs.lost_flow, index);
        }
        if inputs.accepted {
            add(inputs.accepted_flow, value::ACCEPTED);
        }
        if inputs.updated {
            let values = &mut self.all[inputs.updated_flow as usize];
            values[value::RTT] = inputs.updated_rtt as u32;
            values[value::RTT_MIN] = inputs.updated_rtt_min as u32;
            values[value::RTT_PREDICTED] = inputs.updated_rtt_predicted as u32;
            values[value::RATE] = inputs.updated_rate as u32;
        }
        if inputs.acknowledged && !inputs.acked_left {
            self.all[inputs.acked_flow as usize][value::STATE] = 0;
        }
        if inputs.state_write {
            self.all[inputs.state_flow as usize][value::STATE] = inputs.state as u32;
        }
    }
}
