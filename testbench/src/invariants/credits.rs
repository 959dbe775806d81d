//! Credits of one link, in both directions: nobody is promised more than there is, or takes more
//! than was promised.

use tailback_spec::link::{Link, MOST_OFFERED};
use tailback_spec::wire::flow_control::{Packet, BYTES};

use crate::harness::check::Violation;
use crate::link::MODULUS;

/// What is known of one VL; counters are modulo 4096.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    /// Blocks that came to the switch.
    came: u32,
    /// How far the switch has let them come.
    limit: Option<u32>,
    /// Blocks that left the switch.
    left: u32,
    /// How far the neighbour has let them.
    allowed: Option<u32>,
    /// More came than was allowed: what the switch tells may be behind, until all is told again.
    overrun: bool,
    /// What the neighbour has told of what came, since it last changed.
    told: bool,
}

/// The credits of a port's link.
#[derive(Debug, Clone)]
pub struct Credits {
    lanes: Vec<Lane>,
    /// Blocks of the buffer for each VL.
    buffer: u32,
    packet: u32,
}

/// How much further a counter may go, if it is not beyond the limit.
fn room(limit: u32, counter: u32) -> Option<u32> {
    let room = (limit + MODULUS - counter) % MODULUS;
    (room <= MOST_OFFERED).then_some(room)
}

impl Credits {
    /// Those of a link after reset.
    pub fn new(link: &Link) -> Self {
        Credits {
            lanes: vec![Lane::default(); link.virtual_lanes()],
            buffer: link.buffer_blocks() as u32,
            packet: link.packet_blocks() as u32,
        }
    }

    /// A flow-control packet has come: the first bytes of its beat.
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

    /// The switch has sent a flow-control packet.
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

    /// A block comes to the switch.
    pub fn block_comes(&mut self, virtual_lane: usize) {
        if let Some(lane) = self.lanes.get_mut(virtual_lane) {
            let left = lane.limit.and_then(|limit| room(limit, lane.came));
            lane.overrun |= left.unwrap_or(0) == 0;
            lane.came = (lane.came + 1) % MODULUS;
            lane.told = false;
        }
    }

    /// Whether so many blocks of a VL, of which none has come yet, are sure to find room.
    pub fn have_room(&self, virtual_lane: usize, blocks: u32) -> bool {
        let lane = self.lanes.get(virtual_lane);
        lane.is_some_and(|lane| {
            !lane.overrun && lane.limit.and_then(|limit| room(limit, lane.came)) >= Some(blocks)
        })
    }

    /// A packet of so many blocks begins to leave the switch.
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

    /// Whether a longest packet of a lane may leave; that of management needs no credits.
    pub fn is_open(&self, lane: usize) -> bool {
        self.lanes.get(lane).is_none_or(|lane| {
            lane.allowed.and_then(|allowed| room(allowed, lane.left)) >= Some(self.packet)
        })
    }

    /// Whether a longest packet of each VL may leave.
    pub fn are_open(&self) -> bool {
        (0..self.lanes.len()).all(|lane| self.is_open(lane))
    }

    /// With nothing in the switch, and all told: the neighbour must have all blocks again.
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

    /// Reset.
    pub fn reset(&mut self) {
        self.lanes.fill(Lane::default());
    }
}
