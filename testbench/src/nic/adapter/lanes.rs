//! The credits of the other end of a link, in both directions.

use tailback_spec::link::{Link, MOST_OFFERED};
use tailback_spec::wire::{crc, flow_control};

use crate::link::MODULUS;
use crate::random::Random;

/// What is known of one VL; counters are modulo 4096.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Lane {
    /// Blocks that have gone to the NIC.
    sent: u32,
    /// How far the NIC lets them go, once it has said so.
    limit: Option<u32>,
    /// Blocks that came from the NIC.
    came: u32,
    /// Those that are in the own buffer.
    held: u32,
    /// What the NIC was told last, and whether the link was up.
    told: Option<(u32, bool)>,
    /// The turn of the period has come.
    turn: bool,
}

/// All VLs.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    /// Blocks of the own buffer for each VL.
    capacity: u32,
    turn_cycles: usize,
    timer: usize,
    next_turn: usize,
}

impl Lanes {
    pub(super) fn new(link: &Link) -> Self {
        Lanes {
            lanes: vec![Lane::default(); link.virtual_lanes()],
            capacity: 3 * link.packet_blocks() as u32,
            turn_cycles: (link.period_cycles() / link.virtual_lanes()).max(1),
            timer: 0,
            next_turn: 0,
        }
    }

    pub(super) fn reset(&mut self) {
        self.lanes.fill(Lane::default());
    }

    /// Blocks of a packet have come from the NIC.
    pub(super) fn come(&mut self, virtual_lane: usize, blocks: u32) {
        if let Some(lane) = self.lanes.get_mut(virtual_lane) {
            lane.came = (lane.came + blocks) % MODULUS;
            lane.held += blocks;
        }
    }

    /// Whether more has come than there was room for.
    #[cfg(test)]
    pub(super) fn are_overrun(&self) -> bool {
        self.lanes.iter().any(|lane| lane.held > self.capacity)
    }

    /// What a flow-control packet of the NIC says.
    pub(super) fn learn(&mut self, bytes: &[u8]) {
        let Ok(packet) = flow_control::Packet::new_checked(bytes) else { return };
        if let Some(lane) = self.lanes.get_mut(packet.virtual_lane() as usize) {
            lane.limit = Some(packet.fccl().get());
            lane.came = packet.fctbs().get();
        }
    }

    /// Frees a block of those VLs, and lets turns come.
    pub(super) fn tick(&mut self, freed: u64) {
        for (virtual_lane, lane) in self.lanes.iter_mut().enumerate() {
            lane.held -= u32::from(freed >> virtual_lane & 1 != 0 && lane.held > 0);
        }
        self.timer += 1;
        if self.timer >= self.turn_cycles {
            self.timer = 0;
            self.lanes[self.next_turn].turn = true;
            self.next_turn = (self.next_turn + 1) % self.lanes.len();
        }
    }

    /// Whether the NIC lets so many blocks go. VL15, and what there is not, has no credits.
    pub(super) fn may_send(&self, virtual_lane: usize, blocks: u32) -> bool {
        self.lanes.get(virtual_lane).is_none_or(|lane| {
            let after = lane.sent + blocks;
            lane.limit.is_some_and(|limit| (limit + 2 * MODULUS - after) % MODULUS <= MOST_OFFERED)
        })
    }

    /// A block goes to the NIC.
    pub(super) fn send(&mut self, virtual_lane: usize) {
        if let Some(lane) = self.lanes.get_mut(virtual_lane) {
            lane.sent = (lane.sent + 1) % MODULUS;
        }
    }

    fn limit(&self, lane: &Lane) -> u32 {
        let free = self.capacity.saturating_sub(lane.held);
        (lane.came + free.min(MOST_OFFERED)) % MODULUS
    }

    /// The flow-control packet that goes next, if one is due; an odd one means nothing.
    pub(super) fn next_packet(
        &mut self,
        up: bool,
        odd: bool,
        random: &mut Random,
    ) -> Option<[u8; 6]> {
        let is_due = |lane: &Lane| lane.turn || lane.told != Some((self.limit(lane), up));
        let virtual_lane = self.lanes.iter().position(is_due)?;
        let limit = self.limit(&self.lanes[virtual_lane]);
        let lane = &mut self.lanes[virtual_lane];
        (lane.told, lane.turn) = (Some((limit, up)), false);
        let (mut operation, mut number) = (u32::from(!up), virtual_lane as u32);
        let sent = lane.sent;
        if odd {
            match random.below(4) {
                0 => operation = 2 + random.below(14) as u32,
                1 => number = (random.below(16) as u32).max(self.lanes.len() as u32),
                _ => {}
            }
        }
        let head = (operation << 28 | sent << 16 | number << 12 | limit).to_be_bytes();
        let [first, second] = crc::lpcrc(&head);
        Some([head[0], head[1], head[2], head[3], first, second])
    }
}
