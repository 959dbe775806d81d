//! Congestion detectors of all output ports of the switch.
//!
//! Each output port has a [`super::detector`]. A block counts from the cycle after the one in which
//! it is stored until its first beat leaves the buffer, so the rest of a packet that is being sent
//! still counts.
//!
//! The inputs of the detector of output port *j*, beside the four settings of that port:
//!
//! ```text
//! enqueue_blocks[v] = number of inputs i with taken[i] and taken_queue[i] = j * lanes + v, in the cycle before
//! dequeue           = leaves[j], and leaves_lane[j] is a data VL; of 1 block
//! transmit ...      = transmit[j], transmit_vl[j], transmit_blocks[j]
//! stalled[v]        = stalled[j * lanes + v]
//! ```
//!
//! Element `j * data VLs + v` of `occupancy` is that of VL *v* of this detector. Reset clears all
//! state.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `threshold` | ports × 4 | see [`super::detector`] |
//! | in `packet_size` | ports × 8 | see [`super::detector`] |
//! | in `marking_rate` | ports × 16 | see [`super::detector`] |
//! | in `victim_mask` | ports × 1 | see [`super::detector`] |
//! | in `taken` | ports × 1 | the input port stores a block |
//! | in `taken_queue` | ports × [`InputBuffer::queue_bits`](super::input_buffer::InputBuffer::queue_bits) | queue of its packet |
//! | in `leaves` | ports × 1 | the first beat of a block reaches the output port |
//! | in `leaves_lane` | ports × [`lane_bits`](super::ingress::lane_bits) | VL of the block |
//! | in `stalled` | queues × 1 | the output port is free, and a packet lacks nothing but credits |
//! | in `transmit` | ports × 1 | the output port begins a packet |
//! | in `transmit_vl` | ports × 4 | VL of the packet |
//! | in `transmit_blocks` | ports × [`Port::block_bits`](super::port::Port::block_bits) | blocks of the packet |
//! | out `mark` | ports × 1 | the packet is to be marked |
//! | out `congested` | ports × data VLs | the VL is congested |
//! | out `victim` | ports × data VLs | the VL lacks credits |
//! | out `occupancy` | (ports × data VLs) × [`Detector::occupancy_bits`] | blocks that wait for the port |
//!
//! Module: `tailback_detector_marking`.

use super::detector::Detector;
use super::port::Port;
use serde::Serialize;

/// Parameters of the detectors of the switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct DetectorMarking {
    /// Parameters of each port.
    pub port: Port,
    /// Detector of each output port, for the same numbers of ports and data VLs.
    pub detector: Detector,
}
