//! Credits of the partner, in both directions.

use tailback_spec::link::{Link, MOST_OFFERED};
use tailback_spec::wire::{crc, flow_control};

use crate::link::MODULUS;
use crate::random::Random;

/// Credit state of one VL; counters are modulo 4096.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Lane {
    /// Blocks sent to the NIC.
    sent: u32,
    /// FCCL last received from the NIC: limit for `sent`.
    limit: Option<u32>,
    /// Blocks received from the NIC.
    came: u32,
    /// Blocks in the partner's own buffer.
    held: u32,
    /// Limit last sent to the NIC, and whether the link was up.
    told: Option<(u32, bool)>,
    /// A periodic flow-control packet is due.
    turn: bool,
}

/// Credit state of all VLs.
#[derive(Debug, Clone)]
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    /// Size of the partner's buffer per VL, in blocks.
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

    /// Blocks of a packet received from the NIC.
    pub(super) fn come(&mut self, virtual_lane: usize, blocks: u32) {
        if let Some(lane) = self.lanes.get_mut(virtual_lane) {
            lane.came = (lane.came + blocks) % MODULUS;
            lane.held += blocks;
        }
    }

    /// Whether the NIC has exceeded the free space of a buffer.
    #[cfg(test)]
    pub(super) fn are_overrun(&self) -> bool {
        self.lanes.iter().any(|lane| lane.held > self.capacity)
    }

    /// Learns from a flow-control packet of the NIC.
    pub(super) fn learn(&mut self, bytes: &[u8]) {
        let Ok(packet) = flow_control::Packet::new_checked(bytes) else { return };
        if let Some(lane) = self.lanes.get_mut(packet.virtual_lane() as usize) {
            lane.limit = Some(packet.fccl().get());
            lane.came = packet.fctbs().get();
        }
    }

    /// Frees a block of each VL in `freed`, and advances the period.
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

    /// Whether the NIC has granted credits for the blocks. VL15 and unconfigured VLs need no
    /// credits.
    pub(super) fn may_send(&self, virtual_lane: usize, blocks: u32) -> bool {
        self.lanes.get(virtual_lane).is_none_or(|lane| {
            let after = lane.sent + blocks;
            lane.limit.is_some_and(|limit| (limit + 2 * MODULUS - after) % MODULUS <= MOST_OFFERED)
        })
    }

    /// Counts a block sent to the NIC.
    pub(super) fn send(&mut self, virtual_lane: usize) {
        if let Some(lane) = self.lanes.get_mut(virtual_lane) {
            lane.sent = (lane.sent + 1) % MODULUS;
        }
    }

    fn limit(&self, lane: &Lane) -> u32 {
        let free = self.capacity.saturating_sub(lane.held);
        (lane.came + free.min(MOST_OFFERED)) % MODULUS
    }

    /// Next flow-control packet, if one is due; an odd one has an unknown Op or VL.
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
