//! Partner at the other end of the link: receives the packets of the NIC, acknowledges them, and
//! sends packets of its own.

use tailback_spec::link::BLOCK_BYTES;
use tailback_spec::nic::transmit::PSN_BYTE;
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{flow_control, lrh};
use tailback_spec::WideWord;

use super::driver::Book;
use super::lanes::Lanes;
use super::letters::Letters;
use super::phase::{PartnerPhase, OF_SHARE};
use crate::nic::link_packets::LinkPackets;
use crate::packets::{keep, noise, Next};
use crate::random::{happens, one_of, Random};

/// Bytes of a PSN.
const PSN_BYTES: usize = 3;

/// A beat for the NIC.
#[derive(Debug, Clone, Default)]
pub(super) struct Beat {
    pub(super) data: WideWord,
    pub(super) keep: u64,
    pub(super) last: bool,
    pub(super) flow_control: bool,
    pub(super) bad: bool,
}

/// Sideband signals of a beat that the NIC has transmitted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taken {
    pub(super) last: bool,
    pub(super) flow_control: bool,
    pub(super) bad: bool,
}

/// The partner.
pub(super) struct Partner {
    port: Port,
    flows: u64,
    pub(super) lanes: Lanes,
    letters: Letters,
    packets: LinkPackets,
    /// Bytes of the packet sent so far, and its VL.
    gone: usize,
    virtual_lane: usize,
    /// A packet is being received; its flow, if the host has sent it.
    inside: bool,
    flow: Option<u64>,
    /// First bytes of the packet being received, and whether it has a PSN.
    head: Vec<u8>,
    has_psn: bool,
    /// Flows and PSNs of received packets that are to be acknowledged.
    to_ack: Vec<(u64, u32)>,
    /// Beat of this cycle.
    pub(super) beat: Beat,
}

impl Partner {
    pub(super) fn new(nic: &Nic) -> Self {
        Partner {
            port: nic.port(),
            flows: nic.flows() as u64,
            lanes: Lanes::new(&nic.link()),
            letters: Letters::new(nic),
            packets: LinkPackets::new(nic.port()),
            gone: 0,
            virtual_lane: 0,
            inside: false,
            flow: None,
            head: Vec::new(),
            has_psn: false,
            to_ack: Vec::new(),
            beat: Beat::default(),
        }
    }

    /// State after a reset of the NIC. The rest of a packet may still follow.
    pub(super) fn reset(&mut self, random: &mut Random) {
        self.lanes.reset();
        self.to_ack.clear();
        (self.inside, self.flow) = (false, None);
        if random.below(2) == 0 {
            self.packets.abandon();
        }
    }

    /// Whether all received packets are acknowledged.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        self.to_ack.is_empty()
    }

    /// Receives a beat; returns the flow of a packet that is lost with it, if any.
    pub(super) fn take(
        &mut self,
        data: &WideWord,
        beat: &Taken,
        phase: &PartnerPhase,
        random: &mut Random,
    ) -> Option<u64> {
        let head = data.first().copied().unwrap_or(0).to_le_bytes();
        let fate = random.below(OF_SHARE);
        if beat.flow_control {
            if fate >= phase.lost_flow_control + phase.corrupted {
                self.lanes.learn(&head);
            }
            return None;
        }
        if !self.inside {
            let header = lrh::Header::from(head);
            let blocks = header.words().get() / (BLOCK_BYTES / lrh::WORD_BYTES) as u32 + 1;
            self.lanes.come(header.virtual_lane().get() as usize, blocks);
            self.flow = super::flow_of(header.destination(), self.flows);
            self.has_psn = header.words().get() as usize >= Next::Local.least_words();
            self.head.clear();
        }
        if self.head.len() < PSN_BYTE + PSN_BYTES {
            self.head.extend(data.iter().flat_map(|word| word.to_le_bytes()));
        }
        self.inside = !beat.last;
        let flow = self.flow.filter(|_| beat.last)?;
        if beat.bad || fate < phase.lost || !self.has_psn {
            return Some(flow);
        }
        let psn = self.head[PSN_BYTE..PSN_BYTE + PSN_BYTES].iter();
        self.to_ack.push((flow, psn.fold(0, |psn, byte| psn << u8::BITS | u32::from(*byte))));
        None
    }

    /// Chooses the beat of a cycle. Returns whether it is valid, and the flow of each packet whose
    /// ACK is lost.
    pub(super) fn drive(
        &mut self,
        up: bool,
        book: &Book,
        phase: &PartnerPhase,
        random: &mut Random,
    ) -> (bool, Vec<u64>) {
        self.lanes.tick(random.events(phase.drain));
        let odd = phase.odd > 0 && random.below(OF_SHARE) < phase.odd;
        if self.packets.is_over() || odd {
            if let Some(bytes) = self.lanes.next_packet(up, odd, random) {
                return (self.tell(bytes, odd, phase, random), Vec::new());
            }
        }
        let mut lost = Vec::new();
        if self.packets.is_over() {
            if !happens(random, phase.start) {
                return (false, lost);
            }
            lost = self.begin(book, phase, random);
        }
        (happens(random, phase.beat) && self.go_on(random), lost)
    }

    /// Sends a flow-control packet, unless it is lost.
    fn tell(
        &mut self,
        mut bytes: [u8; 6],
        odd: bool,
        phase: &PartnerPhase,
        random: &mut Random,
    ) -> bool {
        let fate = random.below(OF_SHARE);
        if fate < phase.lost_flow_control {
            return false;
        }
        if fate < phase.lost_flow_control + phase.corrupted {
            let bit = random.below(8 * bytes.len() as u64) as usize;
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        let (width, any) = (self.port.width_bytes(), random.bits());
        let beat = &mut self.beat;
        beat.data = noise(width, random);
        let head = bytes.iter().rev().fold(any >> 48, |all, byte| all << 8 | u64::from(*byte));
        beat.data[0] = head;
        beat.keep = self.packets.keep_of(flow_control::BYTES, random);
        (beat.last, beat.flow_control, beat.bad) = (true, true, any & 1 != 0);
        if odd {
            // Framing that is illegal for a flow-control packet.
            match random.below(8) {
                0 => beat.last = false,
                1 => beat.keep = random.bits() & keep(width),
                _ => {}
            }
        }
        true
    }

    /// Some packets of a flow, in the order received: an ACK for the last one acknowledges all.
    fn next_acked(&mut self, random: &mut Random) -> Vec<(u64, u32)> {
        if self.to_ack.is_empty() {
            return Vec::new();
        }
        let any = random.below(self.to_ack.len() as u64) as usize;
        let flow = self.to_ack[any].0;
        let all = self.to_ack.iter().filter(|(of, _)| *of == flow).count() as u64;
        let some = 1 + random.below(all);
        let mut wanted = one_of(random, &[1, some, all]);
        let mut acked = Vec::new();
        self.to_ack.retain(|packet| {
            let takes = packet.0 == flow && wanted > 0;
            if takes {
                wanted -= 1;
                acked.push(*packet);
            }
            !takes
        });
        acked
    }

    /// Starts another packet, or none if credits are missing. Returns the flow of each packet whose
    /// ACK is lost.
    fn begin(&mut self, book: &Book, phase: &PartnerPhase, random: &mut Random) -> Vec<u64> {
        let acks = book.is_done() && random.below(OF_SHARE) < phase.acks;
        let acked = if acks { self.next_acked(random) } else { Vec::new() };
        let whole = match acked.last() {
            Some(last) => self.letters.ack(*last, book, phase, random, &mut self.packets),
            None => {
                self.letters.any(book, phase, random, &mut self.packets);
                false
            }
        };
        let bytes = self.packets.bytes();
        self.virtual_lane = bytes.first().map_or(0, |byte| usize::from(byte >> 4));
        self.gone = 0;
        let blocks = bytes.len().div_ceil(BLOCK_BYTES) as u32;
        let overruns = phase.overrun > 0 && random.below(OF_SHARE) < phase.overrun;
        if !overruns && !self.lanes.may_send(self.virtual_lane, blocks) {
            self.packets.abandon();
            self.to_ack.splice(0..0, acked);
            return Vec::new();
        }
        if whole && phase.twice > 0 && random.below(OF_SHARE) < phase.twice {
            self.to_ack.extend(&acked);
        }
        if whole {
            return Vec::new();
        }
        acked.into_iter().map(|(flow, _)| flow).collect()
    }

    /// Next beat of the packet.
    fn go_on(&mut self, random: &mut Random) -> bool {
        let Some(next) = self.packets.next_beat(random) else { return false };
        if self.gone.is_multiple_of(BLOCK_BYTES) {
            self.lanes.send(self.virtual_lane);
        }
        self.gone += next.bytes;
        self.beat = Beat {
            data: next.data,
            keep: next.keep,
            last: next.last,
            flow_control: false,
            bad: next.bad,
        };
        true
    }
}
