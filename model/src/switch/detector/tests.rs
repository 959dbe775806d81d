//! The detector's rules one by one, and properties for all traffic.

mod congestion;
mod marks;

use super::*;

/// VLs of the port under test.
const VIRTUAL_LANES: usize = 3;
/// VL that is driven; not the first, so that a wrong element is found.
const VL: usize = 1;
/// Blocks that an input buffer holds.
const BUFFER: u32 = 100;
/// Ports of the switch.
const PORTS: u32 = 4;

fn parameters() -> Detector {
    Detector::new(PORTS, VIRTUAL_LANES as u32, BUFFER, 33).unwrap()
}

/// Blocks that begin to wait on a VL.
fn blocks_of(vl: u64, blocks: u64) -> Lanes {
    let mut lanes: Lanes = std::iter::repeat_n(0, VIRTUAL_LANES).collect();
    lanes[vl as usize] = blocks as u32;
    lanes
}

/// A detector and its settings; its events are those of [`VL`].
struct Driven {
    model: CongestionDetector,
    inputs: CongestionDetectorInputs,
}

impl Driven {
    /// The most aggressive threshold; each packet of a congested root is marked.
    fn new() -> Self {
        let vl = VL as u64;
        Driven {
            model: CongestionDetector::new(&parameters()),
            inputs: CongestionDetectorInputs {
                threshold: 15,
                dequeue_vl: vl,
                transmit_vl: vl,
                ..Default::default()
            },
        }
    }

    /// A congested detector with the settings of [`Driven::new`].
    fn congested() -> Self {
        let mut driven = Self::new();
        driven.enqueue(33);
        driven.idle();
        assert!(driven.state().congested);
        driven
    }

    fn state(&self) -> PortVl {
        self.model.port_vls[VL]
    }

    fn idle(&mut self) {
        self.model.cycle(&self.inputs);
    }

    fn enqueue(&mut self, blocks: u64) {
        let inputs = self.inputs.clone();
        self.model.cycle(&CongestionDetectorInputs {
            enqueue_blocks: blocks_of(VL as u64, blocks),
            ..inputs
        });
    }

    fn dequeue(&mut self, blocks: u64) {
        let inputs = self.inputs.clone();
        self.model.cycle(&CongestionDetectorInputs {
            dequeue: true,
            dequeue_blocks: blocks,
            ..inputs
        });
    }

    fn stall(&mut self) {
        let inputs = self.inputs.clone();
        self.model.cycle(&CongestionDetectorInputs { stalled: 1 << VL, ..inputs });
    }

    /// Whether a packet of so many blocks is marked.
    fn transmit(&mut self, blocks: u64) -> bool {
        let inputs = self.inputs.clone();
        let inputs = CongestionDetectorInputs { transmit: true, transmit_blocks: blocks, ..inputs };
        self.model.cycle(&inputs).mark
    }
}

#[test]
fn virtual_lanes_that_are_not_configured_count_nothing_and_are_not_marked() {
    let mut driven = Driven::congested();
    let before = driven.model.clone();
    for vl in VIRTUAL_LANES as u64..16 {
        let inputs = CongestionDetectorInputs {
            dequeue: true,
            dequeue_vl: vl,
            dequeue_blocks: 3,
            transmit: true,
            transmit_vl: vl,
            transmit_blocks: 9,
            ..driven.inputs.clone()
        };
        assert!(!driven.model.cycle(&inputs).mark);
    }
    assert_eq!(driven.model, before);
}

#[test]
fn all_virtual_lanes_can_start_to_wait_at_once() {
    let mut driven = Driven::new();
    let enqueue_blocks = [4, 0, 7].into_iter().collect();
    driven.model.cycle(&CongestionDetectorInputs { enqueue_blocks, ..driven.inputs.clone() });
    let waiting: Vec<_> = driven.model.port_vls.iter().map(|state| state.occupancy).collect();
    assert_eq!(waiting, [4, 0, 7]);
}

#[test]
fn reset_clears_all_state() {
    let mut driven = Driven::congested();
    driven.stall();
    driven.inputs.marking_rate = 9;
    driven.inputs.victim_mask = true;
    assert!(driven.transmit(9));
    driven.model.reset();
    assert_eq!(driven.model, CongestionDetector::new(&parameters()));
}
