//! IBA's congestion detector of one output port, as Pfister'05 §III and Gran'10 §III-A describe it.

#[cfg(test)]
mod tests;

use crate::{bits::is_set, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::detector::{clear_blocks, set_blocks, Detector, WEIGHTS},
    Lanes,
};

port_values! {
    /// Settings, and events of one cycle.
    pub struct CongestionDetectorInputs {
        /// Weight of the threshold: 0 (never mark) to 15 (the most aggressive).
        pub threshold: u64,
        /// Blocks of the shortest packet that is marked.
        pub packet_size: u64,
        /// Eligible packets between two that are marked.
        pub marking_rate: u64,
        /// Packets of victims are marked, too.
        pub victim_mask: bool,
        /// Blocks that begin to wait for the port, by VL.
        pub enqueue_blocks: Lanes,
        /// Blocks cease to wait.
        pub dequeue: bool,
        /// VL of the blocks that cease to wait.
        pub dequeue_vl: u64,
        /// Number of blocks that cease to wait.
        pub dequeue_blocks: u64,
        /// VLs with a packet that waits only for credits: bit *v*.
        pub stalled: u64,
        /// The transmission of a packet begins.
        pub transmit: bool,
        /// VL of the packet whose transmission begins.
        pub transmit_vl: u64,
        /// Blocks of the packet whose transmission begins.
        pub transmit_blocks: u64,
    }
}

port_values! {
    /// Packets to mark; element (or bit) *v* belongs to VL *v*.
    pub struct CongestionDetectorOutputs {
        /// The packet whose transmission begins is to be marked.
        pub mark: bool,
        /// Congested VLs: bit *v*.
        pub congested: u64,
        /// VLs whose next packet belongs to a victim: bit *v*.
        pub victim: u64,
        /// Blocks that wait, by VL.
        pub occupancy: Lanes,
    }
}

/// State of one VL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PortVl {
    /// Blocks in the whole switch that wait for the port.
    pub(crate) occupancy: u32,
    /// "The output VL has exceeded the threshold" (Pfister'05 §III), with hysteresis (§VI).
    pub(crate) congested: bool,
    /// "There are no credits" (Pfister'05 §III): the next packet belongs to a victim.
    pub(crate) victim: bool,
    /// Eligible packets to leave unmarked before the next mark.
    pub(crate) skip: u32,
}

/// The Port VLs of one output port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CongestionDetector {
    /// Blocks above which a VL becomes congested, for each weight.
    pub(crate) set_blocks: [u32; WEIGHTS],
    /// Blocks down to which occupancy must fall to end congestion, for each weight.
    pub(crate) clear_blocks: [u32; WEIGHTS],
    /// Highest value of an occupancy.
    pub(crate) occupancy_max: u32,
    /// State of each VL.
    pub(crate) port_vls: Vec<PortVl>,
}

impl CongestionDetector {
    /// The module after reset.
    pub fn new(detector: &Detector) -> Self {
        CongestionDetector {
            set_blocks: std::array::from_fn(|weight| set_blocks(detector, weight)),
            clear_blocks: std::array::from_fn(|weight| clear_blocks(detector, weight)),
            occupancy_max: (1 << detector.occupancy_bits()) - 1,
            port_vls: vec![PortVl::default(); detector.virtual_lanes()],
        }
    }
}

impl Golden for CongestionDetector {
    type Inputs = CongestionDetectorInputs;
    type Outputs = CongestionDetectorOutputs;

    #[inline]
    fn step(&mut self, inputs: &CongestionDetectorInputs, outputs: &mut CongestionDetectorOutputs) {
        let threshold = inputs.threshold as usize;
        // "0 indicates that the switch is not to mark any packets on this port" (Pfister'05 §III).
        let off = threshold == 0;
        let (set_blocks, clear_blocks) = (self.set_blocks[threshold], self.clear_blocks[threshold]);

        (outputs.mark, outputs.congested, outputs.victim) = (false, 0, 0);
        outputs.occupancy.clear();
        for (vl, state) in self.port_vls.iter_mut().enumerate() {
            let PortVl { occupancy, congested, victim, skip } = *state;
            outputs.congested |= u64::from(congested) << vl;
            outputs.victim |= u64::from(victim) << vl;
            outputs.occupancy.push(occupancy);

            let dequeue = inputs.dequeue && inputs.dequeue_vl == vl as u64;
            let transmit = inputs.transmit && inputs.transmit_vl == vl as u64;

            // "Victim (not root) congestion occurs when the output VL has exceeded the threshold
            // and there are no credits" (Pfister'05 §III), and it "shall not enter the congestion
            // state unless a specific Victim Mask is set for the port" (Gran'10 §III-A).
            let root = !victim || inputs.victim_mask;
            // "Packets with a size smaller than the Packet Size will not get the FECN bit set."
            let large = inputs.transmit_blocks >= inputs.packet_size;
            let eligible = transmit && congested && root && large;
            // "The Marking Rate sets the mean number of eligible packets sent between packets
            // actually being marked." (Both Gran'10 §III-A.)
            let mark = eligible && skip == 0;
            outputs.mark |= mark;

            let arriving = inputs.enqueue_blocks.get(vl).copied().unwrap_or(0);
            let leaving = if dequeue { inputs.dequeue_blocks as u32 } else { 0 };
            *state = PortVl {
                occupancy: occupancy.wrapping_add(arriving).wrapping_sub(leaving)
                    & self.occupancy_max,
                congested: if off || occupancy <= clear_blocks {
                    false
                } else {
                    congested || occupancy > set_blocks
                },
                victim: is_set(inputs.stalled, vl) || victim && !transmit,
                skip: if !congested {
                    0
                } else if mark {
                    inputs.marking_rate as u32
                } else {
                    skip - u32::from(eligible)
                },
            };
        }
    }

    fn reset(&mut self) {
        self.port_vls.fill(PortVl::default());
    }
}
