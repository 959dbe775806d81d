//! Counters and state of each flow, and the copy of one flow's values.

use super::NicRegistersInputs;
use serde::{Deserialize, Serialize};

/// Values of a flow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Flow {
    packets: u64,
    bytes: u64,
    becns: u64,
    throttled: u64,
    /// IPD; in the copy, the flow's rate of whatever kind.
    pub(super) rate: u32,
    /// Service level of the last packet.
    pub(super) level: u64,
    /// Source LID of the last BECN.
    pub(super) lid: u32,
}

impl Flow {
    /// Value at an index, in the order of the map.
    pub(super) fn value(&self, number: usize) -> u32 {
        /// Mask of the upper bits: a value of 48 bits is in two registers.
        const HIGH: u64 = 0xFFFF;
        match number {
            0 => self.packets as u32,
            1 => self.bytes as u32,
            2 => (self.bytes >> 32 & HIGH) as u32,
            3 => self.becns as u32,
            4 => self.throttled as u32,
            5 => (self.throttled >> 32 & HIGH) as u32,
            _ => self.rate,
        }
    }
}

/// State of a copy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Copying {
    /// No copy is in progress.
    #[default]
    No,
    /// Cycles since the values were sampled.
    Since(u32),
    /// The copy is complete except for the CCTI.
    AllButCcti,
}

/// The values of all flows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Flows {
    pub(super) all: Vec<Flow>,
    pub(super) copying: Copying,
    /// Values sampled, until the copy is complete.
    taken: Flow,
    pub(super) copy: Flow,
    /// Flow of the copy.
    pub(super) selected: u32,
    rate_is_ccti: bool,
}

impl Flows {
    /// Cycles from the one in which values are sampled to the end of the one after which they are
    /// visible.
    const COPY_CYCLES: u32 = 3;

    pub(super) fn new(flows: usize, rate_is_ccti: bool) -> Self {
        Flows {
            all: vec![Flow::default(); flows],
            copying: Copying::No,
            taken: Flow::default(),
            copy: Flow::default(),
            selected: 0,
            rate_is_ccti,
        }
    }

    /// Whether the copy is complete in this cycle, except for a CCTI.
    pub(super) fn is_copied(&self) -> bool {
        self.copying == Copying::Since(Self::COPY_CYCLES)
    }

    /// The end of a cycle.
    pub(super) fn clock(&mut self, inputs: &NicRegistersInputs, clearing: bool) {
        if clearing {
            return;
        }
        if inputs.start {
            let flow = &mut self.all[inputs.start_flow as usize];
            flow.packets += 1;
            flow.bytes += inputs.start_bytes;
            flow.level = inputs.start_sl;
        }
        if inputs.becn {
            let flow = &mut self.all[inputs.becn_flow as usize];
            flow.becns += 1;
            flow.lid = inputs.becn_lid as u32;
        }
        if inputs.throttled {
            self.all[inputs.throttled_flow as usize].throttled += inputs.throttled_cycles;
        }
        if inputs.changed {
            self.all[inputs.changed_flow as usize].rate = inputs.changed_ipd as u32;
        }
    }

    /// The copy, updated last: `wanted` is the flow to be copied, and `ccti` a CCTI that has been
    /// received.
    pub(super) fn clock_copy(
        &mut self,
        inputs: &NicRegistersInputs,
        wanted: Option<u32>,
        ccti: Option<u32>,
    ) {
        let is_calm = !inputs.start && !inputs.becn && !inputs.throttled;
        match (self.copying, wanted) {
            (Copying::No, Some(flow)) if is_calm => {
                self.taken = self.all[flow as usize];
                self.copying = Copying::Since(1);
            }
            (Copying::Since(Self::COPY_CYCLES), Some(flow)) => {
                self.selected = flow;
                // The old CCTI, until there is a new one.
                let rate = if self.rate_is_ccti { self.copy.rate } else { self.taken.rate };
                self.copy = Flow { rate, ..self.taken };
                self.copying = if self.rate_is_ccti { Copying::AllButCcti } else { Copying::No };
            }
            (Copying::Since(cycles), _) => self.copying = Copying::Since(cycles + 1),
            (Copying::AllButCcti, _) => {
                if let Some(ccti) = ccti {
                    self.copy.rate = ccti;
                    self.copying = Copying::No;
                }
            }
            _ => {}
        }
    }

    pub(super) fn reset(&mut self) {
        *self = Flows::new(self.all.len(), self.rate_is_ccti);
    }
}
