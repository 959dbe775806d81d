//! A neighbour that sends packets to a receive path, and the receive path.

use tailback_model::nic::receive::{Receive, ReceiveInputs, ReceiveOutputs};
use tailback_model::nic::receive_buffer::ReceiveBufferOutputs;
use tailback_model::Golden;
use tailback_spec::link::BLOCK_BYTES;
use tailback_spec::nic::receive_buffer as spec;
use tailback_spec::wire::lrh;

use super::phase::Phase;
use crate::nic::link_packets::LinkPackets;
use crate::random::{happens, Random};

/// Cycles after which the receive path has reported all that it has received.
const SETTLING_CYCLES: u64 = 4;

/// Credits of a VL; counters are of blocks since reset.
#[derive(Debug, Clone, Copy, Default)]
struct Credits {
    /// Blocks of packets that have begun.
    sent: u64,
    /// Blocks that the receive path has reported.
    received: u64,
    /// The highest limit that was ever offered: an old one is still valid when space is taken.
    limit: u64,
}

/// The neighbour, and the receive path.
pub(super) struct Neighbour {
    offered: u64,
    receive: Receive,
    /// Outputs of the receive path in the cycle.
    came: ReceiveOutputs,
    packets: LinkPackets,
    /// A packet has been chosen, and waits for credits.
    waits: bool,
    /// The chosen packet may have more or fewer blocks than the neighbour counts.
    is_suspect: bool,
    credits: Vec<Credits>,
    /// Cycles since the last beat.
    idle: u64,
    /// A suspect packet has been sent since flow control corrected the credits.
    is_unsettled: bool,
}

impl Neighbour {
    pub(super) fn new(buffer: &spec::ReceiveBuffer) -> Self {
        let port = buffer.port();
        Neighbour {
            offered: buffer.offered_blocks() as u64,
            receive: Receive::of(port),
            came: ReceiveOutputs::default(),
            packets: LinkPackets::new(port),
            waits: false,
            is_suspect: false,
            credits: vec![Credits::default(); port.virtual_lanes()],
            idle: 0,
            is_unsettled: false,
        }
    }

    /// State after a reset.
    pub(super) fn reset(&mut self, random: &mut Random) {
        self.receive.reset();
        self.came = ReceiveOutputs::default();
        self.credits.fill(Credits::default());
        self.idle = 0;
        // The rest of a packet may follow, as if it were another one.
        if random.below(2) == 0 {
            self.packets.abandon();
            self.waits = false;
        }
    }

    /// Learns the free space of the cycle before.
    pub(super) fn learn(&mut self, last: &ReceiveBufferOutputs) {
        for (vl, credits) in self.credits.iter_mut().enumerate() {
            let free = last.free.get(vl).copied().unwrap_or(0);
            credits.limit = credits.limit.max(credits.received + u64::from(free));
            credits.received += u64::from(self.came.received && self.came.received_vl == vl as u64);
        }
    }

    /// VL and blocks of the packet.
    fn extent(&self) -> (usize, u64) {
        let bytes = self.packets.bytes();
        let mut head = [0; lrh::BYTES];
        head.iter_mut().zip(bytes).for_each(|(to, byte)| *to = *byte);
        let header = lrh::Header::from(head);
        let blocks = header.words().get() as usize / (BLOCK_BYTES / lrh::WORD_BYTES) + 1;
        // A packet that is longer than any is not stored.
        (header.virtual_lane().get() as usize, (blocks as u64).min(self.offered))
    }

    /// Chooses another packet, and begins it when there are credits, or without.
    fn begin(&mut self, phase: &Phase, random: &mut Random) {
        if !self.waits {
            self.packets.begin(phase.mix, random);
            (self.waits, self.is_suspect) = (true, phase.has_faults);
        }
        // A flow-control packet would correct the credits after a faulty packet.
        if self.idle >= SETTLING_CYCLES {
            self.credits.iter_mut().for_each(|credits| credits.sent = credits.received);
            self.is_unsettled = false;
        } else if phase.settles && self.is_unsettled {
            return;
        }
        let (vl, blocks) = self.extent();
        let is_lawless = happens(random, phase.overrun);
        if let Some(credits) = self.credits.get_mut(vl) {
            if credits.sent + blocks > credits.limit && !is_lawless {
                return;
            }
            credits.sent += blocks;
        }
        self.waits = false;
        self.is_unsettled |= self.is_suspect;
    }

    /// Runs a cycle of the receive path.
    pub(super) fn cycle(&mut self, phase: &Phase, random: &mut Random) -> &ReceiveOutputs {
        let mut inputs = ReceiveInputs::default();
        self.idle += 1;
        if (self.packets.is_over() || self.waits) && happens(random, phase.start) {
            self.begin(phase, random);
        }
        if !self.waits && happens(random, phase.beat) {
            if let Some(beat) = self.packets.next_beat(random) {
                self.idle = 0;
                inputs.rx_valid = true;
                (inputs.rx_data, inputs.rx_keep) = (beat.data, beat.keep);
                (inputs.rx_last, inputs.rx_bad) = (beat.last, beat.bad);
            }
        }
        self.receive.step(&inputs, &mut self.came);
        &self.came
    }
}
