//! Neighbour at the other end of a port's link: keeps credits in both directions, sends packets
//! within them, and receives packets.

use tailback_spec::link::{Link, BLOCK_BYTES, MOST_OFFERED, VCRC_BYTES};
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{flow_control, lrh};
use tailback_spec::WideWord;

use super::beat::{some_keep, Beat, Taken};
use super::choice::{any_packet, Wish};
use super::phase::{Phase, OF_SHARE};
use crate::link::MODULUS;
use crate::packets::{keep, noise, Packet};
use crate::random::{happens, Random};

/// Credit state of one VL; counters are modulo 4096.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Lane {
    /// Blocks sent to the switch.
    sent: u32,
    /// Blocks sent, plus the rest of the packet being sent.
    reserved: u32,
    /// FCCL last received from the switch: limit for `sent`.
    limit: Option<u32>,
    /// Blocks received from the switch.
    came: u32,
    /// Blocks in the neighbour's own buffer.
    held: u32,
    /// Limit last sent to the switch.
    told: Option<u32>,
    /// A periodic flow-control packet is due.
    turn: bool,
}

/// Packet being sent to the switch.
#[derive(Debug, Clone, Default)]
struct Going {
    packet: Packet,
    bytes: usize,
    virtual_lane: usize,
    bad: bool,
}

/// Neighbour at the other end of a link.
#[derive(Debug, Clone)]
pub(super) struct Neighbour {
    port: Port,
    number: usize,
    entries: usize,
    lanes: Vec<Lane>,
    going: Going,
    /// Size of the neighbour's buffer per VL, in blocks.
    capacity: u32,
    turn_cycles: usize,
    timer: usize,
    next_turn: usize,
    /// A packet from the switch has started and has not ended.
    inside: bool,
    /// Number of packets sent.
    pub(super) packets: u64,
    /// Beat of this cycle.
    pub(super) beat: Beat,
}

impl Neighbour {
    pub(super) fn new(port: &Port, link: &Link, entries: usize, number: usize) -> Self {
        let longest = link.packet_blocks() as u32;
        Neighbour {
            port: *port,
            number,
            entries,
            lanes: vec![Lane::default(); port.virtual_lanes()],
            going: Going::default(),
            capacity: (3 + number as u32 % 3) * longest,
            turn_cycles: (link.period_cycles() / link.virtual_lanes()).max(1),
            timer: number,
            next_turn: 0,
            inside: false,
            packets: 0,
            beat: Beat::default(),
        }
    }

    /// State after a reset of the switch.
    pub(super) fn reset(&mut self) {
        self.lanes.fill(Lane::default());
        self.going.packet.abandon();
        self.inside = false;
    }

    /// Whether no packet is being sent to the switch.
    pub(super) fn is_idle(&self) -> bool {
        self.going.packet.is_over()
    }

    /// Receives a beat that the switch has transmitted.
    pub(super) fn take(
        &mut self,
        data: &WideWord,
        beat: &Taken,
        phase: &Phase,
        random: &mut Random,
    ) {
        let head = data.first().copied().unwrap_or(0).to_le_bytes();
        if beat.flow_control {
            if random.below(OF_SHARE) >= phase.lost + phase.corrupted {
                self.learn(&head);
            }
            return;
        }
        if !self.inside {
            let header = lrh::Header::from(head);
            let blocks = header.words().get() / (BLOCK_BYTES / lrh::WORD_BYTES) as u32 + 1;
            if let Some(lane) = self.lanes.get_mut(header.virtual_lane().get() as usize) {
                lane.came = (lane.came + blocks) % MODULUS;
                lane.held += blocks;
            }
        }
        self.inside = !beat.last;
    }

    /// Learns from a flow-control packet of the switch.
    fn learn(&mut self, bytes: &[u8]) {
        let Ok(packet) = flow_control::Packet::new_checked(bytes) else { return };
        if let Some(lane) = self.lanes.get_mut(packet.virtual_lane() as usize) {
            lane.limit = Some(packet.fccl().get());
            lane.came = packet.fctbs().get();
        }
    }

    /// Frees blocks, and advances the period.
    fn tick(&mut self, phase: &Phase, random: &mut Random) {
        let freed = random.events(phase.drain[self.number]);
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

    /// Chooses the beat of a cycle; returns whether it is valid.
    pub(super) fn drive(&mut self, up: bool, phase: &Phase, random: &mut Random) -> bool {
        self.tick(phase, random);
        let odd = phase.odd_flow_control > 0 && random.below(OF_SHARE) < phase.odd_flow_control;
        if self.going.packet.is_over() || odd {
            if let Some(virtual_lane) = self.due() {
                return self.tell(virtual_lane, up, odd, phase, random);
            }
        }
        if self.going.packet.is_over() {
            self.begin(phase, random)
        } else if happens(random, phase.beat) {
            self.go_on(random)
        } else {
            false
        }
    }

    fn limit(&self, lane: &Lane) -> u32 {
        let free = self.capacity.saturating_sub(lane.held);
        (lane.came + free.min(MOST_OFFERED)) % MODULUS
    }

    /// VL whose flow-control packet is due next.
    fn due(&self) -> Option<usize> {
        let is_due = |lane: &Lane| lane.turn || lane.told != Some(self.limit(lane));
        self.lanes.iter().position(is_due)
    }

    /// Sends a flow-control packet, unless it is lost; returns whether the beat is valid.
    fn tell(
        &mut self,
        virtual_lane: usize,
        up: bool,
        odd: bool,
        phase: &Phase,
        random: &mut Random,
    ) -> bool {
        let limit = self.limit(&self.lanes[virtual_lane]);
        let lane = &mut self.lanes[virtual_lane];
        (lane.told, lane.turn) = (Some(limit), false);
        let fate = random.below(OF_SHARE);
        if fate < phase.lost {
            return false;
        }
        let mut operation = u64::from(!up);
        let mut number = virtual_lane as u64;
        if odd {
            match random.below(8) {
                0 => operation = 2 + random.below(14),
                1 => number = random.below(16).max(self.lanes.len() as u64),
                _ => {}
            }
        }
        let sent = u64::from(self.lanes[virtual_lane].sent);
        let head = operation << 28 | sent << 16 | number << 12 | u64::from(limit);
        let head = (head as u32).to_be_bytes();
        let [first, second] = tailback_spec::wire::crc::lpcrc(&head);
        let mut bytes = [head[0], head[1], head[2], head[3], first, second, 0, 0];
        bytes[6..].copy_from_slice(&random.bits().to_le_bytes()[..2]);
        if fate < phase.lost + phase.corrupted {
            let bit = random.below(8 * flow_control::BYTES as u64) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        let beat = &mut self.beat;
        beat.data = noise(self.port.width_bytes(), random);
        beat.data[0] = u64::from_le_bytes(bytes);
        beat.keep = some_keep(flow_control::BYTES, self.port.width_bytes(), random);
        (beat.last, beat.flow_control, beat.bad) = (true, true, false);
        if odd {
            // Framing that is illegal for a flow-control packet.
            match random.below(8) {
                0 => beat.last = false,
                1 => beat.keep = random.bits() & keep(self.port.width_bytes()),
                _ => {}
            }
        }
        true
    }

    /// Starts a packet if there are credits for it, or if it ignores them; returns whether the beat
    /// is valid.
    fn begin(&mut self, phase: &Phase, random: &mut Random) -> bool {
        if !happens(random, phase.start) {
            return false;
        }
        let Wish { kind, bad } = any_packet(&self.port, self.entries, self.number, phase, random);
        let overruns = phase.overrun > 0 && random.below(OF_SHARE) < phase.overrun;
        let going = &mut self.going;
        let length = kind.bytes().max(VCRC_BYTES);
        let blocks = length.div_ceil(BLOCK_BYTES) as u32;
        if let Some(lane) = self.lanes.get_mut(kind.virtual_lane as usize) {
            let after = (lane.reserved + blocks) % MODULUS;
            let fits =
                lane.limit.is_some_and(|limit| (limit + MODULUS - after) % MODULUS <= MOST_OFFERED);
            if !fits && !overruns {
                return false;
            }
            lane.reserved = after;
        }
        going.packet.fill(&kind, random);
        // Damage may have changed the VL field.
        going.virtual_lane = going.packet.bytes().first().map_or(0, |byte| usize::from(byte >> 4));
        (going.bytes, going.bad) = (0, bad);
        self.packets += 1;
        self.go_on(random)
    }

    /// Next beat of the packet.
    fn go_on(&mut self, random: &mut Random) -> bool {
        let width = self.port.width_bytes();
        let going = &mut self.going;
        let Some(beat) = going.packet.next_beat(width) else { return false };
        if going.bytes.is_multiple_of(BLOCK_BYTES) {
            if let Some(lane) = self.lanes.get_mut(going.virtual_lane) {
                lane.sent = (lane.sent + 1) % MODULUS;
            }
        }
        going.bytes += width;
        self.beat.data = beat.data;
        self.beat.keep = some_keep(beat.counted, width, random);
        if !beat.last {
            // `tkeep` does not matter before the last beat.
            self.beat.keep = random.bits() & keep(width);
        }
        (self.beat.last, self.beat.flow_control) = (beat.last, false);
        self.beat.bad = going.bad && beat.last;
        if beat.last {
            // Corrects a reservation for a wrong VL, after a flipped bit in the header.
            self.lanes.iter_mut().for_each(|lane| lane.reserved = lane.sent);
        }
        true
    }
}
