//! Credits of one link, in both directions: no side grants more credits than it has space for, or
//! uses more than it was granted.

use tailback_spec::link::{Link, MOST_OFFERED};
use tailback_spec::wire::flow_control::{Packet, BYTES};

use crate::harness::Violation;
use crate::link::MODULUS;

/// Credit state of one VL; counters are modulo 4096.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    /// Blocks received by the switch.
    came: u32,
    /// FCCL last transmitted by the switch: limit for `came`.
    limit: Option<u32>,
    /// Blocks transmitted by the switch.
    left: u32,
    /// FCCL last received from the neighbour: limit for `left`.
    allowed: Option<u32>,
    /// The switch received more blocks than it had granted. Its FCCL may lag until FCTBS of the
    /// neighbour has updated it.
    overrun: bool,
    /// The neighbour's last FCTBS equals `came`, and no block has been received since.
    told: bool,
}

/// Credits of a port's link.
#[derive(Debug, Clone)]
pub struct Credits {
    lanes: Vec<Lane>,
    /// Size of the buffer of each VL, in blocks.
    buffer: u32,
    packet: u32,
}

/// Credits from `counter` up to `limit`; `None` if the counter is beyond the limit.
fn room(limit: u32, counter: u32) -> Option<u32> {
    let room = (limit + MODULUS - counter) % MODULUS;
    (room <= MOST_OFFERED).then_some(room)
}

impl Credits {
    /// Credits of a link after reset.
    pub fn new(link: &Link) -> Self {
        Credits {
            lanes: vec![Lane::default(); link.virtual_lanes()],
            buffer: link.buffer_blocks() as u32,
            packet: link.packet_blocks() as u32,
        }
    }

    /// Flow-control packet received by the switch; `bytes` are the first bytes of its beat.
    pub fn told(&mut self, bytes: &[u8]) {
        let Ok(packet) = Packet::new_checked(&bytes[..BYTES]) else { return };
        const MOST_OPERATION: u32 = 1;
        if !packet.has_good_crc() || packet.operation() > MOST_OPERATION {
            return;
        }
        if let Some(lane) = self.lanes.get_mut(packet.virtual_lane() as usize) {
            lane.allowed = Some(packet.fccl().get());
            lane.told = packet.fctbs().get() == lane.came;
        }
    }

    /// Flow-control packet transmitted by the switch.
    ///
    /// # Errors
    ///
    /// If the packet has a wrong LPCRC or a VL that the link does not have, its FCTBS differs from
    /// the blocks transmitted, or, unless there was an overrun, its FCCL is behind the blocks
    /// received or grants more than the buffer holds.
    pub fn tells(&mut self, bytes: &[u8]) -> Result<(), Violation> {
        let wrong = |what: String| Err(Violation(format!("flow-control packet {what}")));
        let Ok(packet) = Packet::new_checked(&bytes[..BYTES]) else { return Ok(()) };
        if !packet.has_good_crc() {
            return wrong("with a wrong LPCRC".into());
        }
        let number = packet.virtual_lane();
        let Some(lane) = self.lanes.get_mut(number as usize) else {
            return wrong(format!("for VL {number}, which there is not"));
        };
        let (sent, limit) = (packet.fctbs().get(), packet.fccl().get());
        if sent != lane.left {
            let left = lane.left;
            return wrong(format!("says that {sent} blocks of VL {number} left, not {left}"));
        }
        let most = self.buffer.min(MOST_OFFERED);
        if !lane.overrun && room(limit, lane.came).is_none_or(|room| room > most) {
            let came = lane.came;
            return wrong(format!(
                "lets VL {number} come up to {limit} with {came} that came and a buffer of {most}"
            ));
        }
        lane.limit = Some(limit);
        Ok(())
    }

    /// A block received by the switch.
    pub fn block_comes(&mut self, virtual_lane: usize) {
        if let Some(lane) = self.lanes.get_mut(virtual_lane) {
            let left = lane.limit.and_then(|limit| room(limit, lane.came));
            lane.overrun |= left.unwrap_or(0) == 0;
            lane.came = (lane.came + 1) % MODULUS;
            lane.told = false;
        }
    }

    /// Whether a packet of `blocks` blocks, none of which has been received yet, is sure to find
    /// free space.
    pub fn have_room(&self, virtual_lane: usize, blocks: u32) -> bool {
        let lane = self.lanes.get(virtual_lane);
        lane.is_some_and(|lane| {
            !lane.overrun && lane.limit.and_then(|limit| room(limit, lane.came)) >= Some(blocks)
        })
    }

    /// A packet of `blocks` blocks whose transmission starts.
    ///
    /// # Errors
    ///
    /// If the virtual lane has no credits for the packet.
    pub fn leaves(&mut self, virtual_lane: usize, blocks: u32) -> Result<(), Violation> {
        let Some(lane) = self.lanes.get_mut(virtual_lane) else { return Ok(()) };
        lane.left = (lane.left + blocks) % MODULUS;
        match lane.allowed.and_then(|allowed| room(allowed, lane.left)) {
            Some(_) => Ok(()),
            None => Err(Violation(format!(
                "packet of {blocks} blocks on VL {virtual_lane} without credits for it"
            ))),
        }
    }

    /// Whether a virtual lane has credits for a longest packet; VL15 needs no credits.
    pub fn is_open(&self, lane: usize) -> bool {
        self.lanes.get(lane).is_none_or(|lane| {
            lane.allowed.and_then(|allowed| room(allowed, lane.left)) >= Some(self.packet)
        })
    }

    /// Whether each VL has credits for a longest packet.
    pub fn are_open(&self) -> bool {
        (0..self.lanes.len()).all(|lane| self.is_open(lane))
    }

    /// Checks that the neighbour has all credits, if the switch is empty and all counters are
    /// reported.
    ///
    /// # Errors
    ///
    /// If the neighbour lacks credits of a VL for which its last FCTBS is the number of blocks
    /// received.
    pub fn are_whole(&mut self) -> Result<(), Violation> {
        let most = self.buffer.min(MOST_OFFERED);
        for (number, lane) in self.lanes.iter_mut().enumerate().filter(|(_, lane)| lane.told) {
            let limit = lane.limit.and_then(|limit| room(limit, lane.came));
            if limit != Some(most) {
                return Err(Violation(format!(
                    "the switch is empty, and of VL {number} the neighbour has {limit:?} of {most} \
                     blocks"
                )));
            }
            lane.overrun = false;
        }
        Ok(())
    }

    /// State after reset.
    pub fn reset(&mut self) {
        self.lanes.fill(Lane::default());
    }
}
