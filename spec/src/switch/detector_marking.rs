//! The congestion detectors of all output ports in the switch.
//!
//! Each output port has a [`super::detector`]. Blocks count from the cycle after the one in which
//! they are stored; and until the first word of each comes out of its buffer, so that what is left
//! of a packet that is being sent still counts.
//!
//! ```text
//! enqueue_blocks[v] = number of inputs i with taken[i] and taken_queue[i] = j * lanes + v, in the cycle before
//! dequeue           = leaves[j], and leaves_lane[j] is a data VL; of 1 block
//! transmit ...      = transmit[j], transmit_vl[j], transmit_blocks[j]
//! stalled[v]        = stalled[j * lanes + v]
//! ```
//!
//! are the inputs of the detector of output port *j*, with the four settings of that port. Lane
//! `j * data VLs + v` of `occupancy` is that of VL *v* of this detector. Reset clears all.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `threshold` | ports × 4 | see [`super::detector`] |
//! | in `packet_size` | ports × 8 | |
//! | in `marking_rate` | ports × 16 | |
//! | in `victim_mask` | ports × 1 | |
//! | in `taken` | ports × 1 | the input port stores a block |
//! | in `taken_queue` | ports × [`InputBuffer::queue_bits`](super::input_buffer::InputBuffer::queue_bits) | of a packet of this queue |
//! | in `leaves` | ports × 1 | the first word of a block comes to the output port |
//! | in `leaves_lane` | ports × [`lane_bits`](super::ingress::lane_bits) | its lane |
//! | in `stalled` | queues × 1 | the output port is free, and a packet lacks nothing but credits |
//! | in `transmit` | ports × 1 | the output port begins a packet |
//! | in `transmit_vl` | ports × 4 | its VL |
//! | in `transmit_blocks` | ports × [`Port::block_bits`](super::port::Port::block_bits) | its blocks |
//! | out `mark` | ports × 1 | that packet is to be marked |
//! | out `congested` | ports × data VLs | the VL is congested |
//! | out `victim` | ports × data VLs | it lacks credits |
//! | out `occupancy` | (ports × data VLs) × [`Detector::occupancy_bits`] | blocks that wait for the port |
//!
//! Module: `tailback_detector_marking`.

use super::detector::Detector;
use super::port::Port;
use serde::Serialize;

/// The parameters of the detectors in the switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct DetectorMarking {
    /// What is at each port.
    pub port: Port,
    /// The detector of each output port, for as many ports and data VLs.
    pub detector: Detector,
}
