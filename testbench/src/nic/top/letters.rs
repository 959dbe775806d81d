//! Packets of the partner: ACKs, packets that require a reply, and arbitrary ones.

use tailback_spec::nic::reflector::{MANAGEMENT_VL, RC_ACK};
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::bth::OPCODE_CNP;
use tailback_spec::wire::lid::FIRST_MULTICAST_LID;

use super::driver::{Book, QPS};
use super::phase::{PartnerPhase, OF_SHARE};
use super::{service_level, ANSWERED};
use crate::nic::link_packets::{Letter, LinkPackets};
use crate::packets::{bytes_of, Damage, Next};
use crate::random::{happens, one_of, Random};

/// PktLen of an ACK, which has an AETH.
const ACK_WORDS: usize = 7;
/// OpCode of a datagram (UD SEND Only).
const DATAGRAM: u8 = 0x64;

/// Generator of the partner's packets.
pub(super) struct Letters {
    port: Port,
    flows: u64,
}

impl Letters {
    pub(super) fn new(nic: &Nic) -> Self {
        Letters { port: nic.port(), flows: nic.flows() as u64 }
    }

    /// A packet for a flow, usually on its service level.
    fn to(&self, flow: u64, book: &Book, phase: &PartnerPhase, random: &mut Random) -> Letter {
        let any = random.bits();
        let lanes = self.port.virtual_lanes() as u64;
        let other = any >> 60 == 0;
        Letter {
            virtual_lane: random.below(lanes) as u8,
            service_level: if other { any as u8 & 0xF } else { service_level(flow) },
            destination: (any >> 8) as u16 % FIRST_MULTICAST_LID,
            source: (any >> 24) as u16 | ANSWERED,
            words: Next::Local.least_words(),
            opcode: 0,
            fecn: happens(random, phase.fecn),
            becn: happens(random, phase.becn),
            queue_pair: (book.qp_base + flow as u32) % QPS,
            ack_req: happens(random, phase.ack_req),
            psn: None,
        }
    }

    /// Damage of a packet on its path, if any.
    fn damage(letter: &Letter, phase: &PartnerPhase, random: &mut Random) -> Damage {
        match happens(random, phase.mix.ill) {
            true => {
                let bytes = bytes_of(letter.words) as u64;
                let (bit, length) = (random.below(8 * bytes), 1 + random.below(2 * bytes));
                one_of(random, &[Damage::Flipped(bit as usize), Damage::Bytes(length as usize)])
            }
            false => Damage::None,
        }
    }

    /// An ACK for the packets of a flow up to a PSN; returns whether the NIC receives it for a
    /// known flow.
    pub(super) fn ack(
        &self,
        (flow, psn): (u64, u32),
        book: &Book,
        phase: &PartnerPhase,
        random: &mut Random,
        packets: &mut LinkPackets,
    ) -> bool {
        let to = self.to(flow, book, phase, random);
        let letter = Letter { words: ACK_WORDS, opcode: RC_ACK, psn: Some(psn), ..to };
        let damage = Self::damage(&letter, phase, random);
        packets.write(&letter, damage, random);
        damage == Damage::None && book.known.get(flow as usize) == Some(&true)
    }

    /// Any other packet.
    pub(super) fn any(
        &self,
        book: &Book,
        phase: &PartnerPhase,
        random: &mut Random,
        packets: &mut LinkPackets,
    ) {
        if random.below(OF_SHARE) < phase.any {
            return packets.begin(phase.mix, random);
        }
        let flow = random.below(self.flows);
        let mut letter = self.to(flow, book, phase, random);
        let least = letter.words;
        let longest = self.port.longest_words(0) - least + 1;
        let more = random.below(phase.longest_words.min(longest as u64)) as usize;
        let kind = random.below(OF_SHARE);
        if kind < phase.notifications {
            letter.opcode = OPCODE_CNP;
            letter.becn |= random.below(8) != 0;
        } else if kind < phase.notifications + phase.datagrams {
            (letter.opcode, letter.words) = (DATAGRAM, least + more);
            if random.below(4) == 0 {
                letter.destination |= FIRST_MULTICAST_LID;
            }
        } else {
            // Any RC OpCode, except ACK.
            let opcode = random.below(0x20) as u8;
            (letter.opcode, letter.words) =
                (if opcode == RC_ACK { 0 } else { opcode }, least + more);
        }
        self.astray(flow, &mut letter, book, phase, random);
        let damage = Self::damage(&letter, phase, random);
        packets.write(&letter, damage, random);
    }

    /// Occasionally makes the packet one for no flow, or one that the reflector ignores.
    fn astray(
        &self,
        flow: u64,
        letter: &mut Letter,
        book: &Book,
        phase: &PartnerPhase,
        random: &mut Random,
    ) {
        if !happens(random, phase.mix.ill) {
            return;
        }
        match random.below(6) {
            0 => letter.queue_pair = random.bits() as u32 % QPS,
            1 => letter.queue_pair = (book.qp_base + self.flows as u32) % QPS,
            2 => letter.queue_pair = (book.qp_base + QPS - 1) % QPS,
            3 => letter.virtual_lane = MANAGEMENT_VL,
            // An ACK that no packet requires.
            4 => letter.opcode = RC_ACK,
            _ => letter.service_level = service_level(flow + 1),
        }
        // VL15 has a smaller MTU.
        let lane = self.port.lane(letter.virtual_lane.into());
        letter.words =
            letter.words.min(lane.map_or(letter.words, |lane| self.port.longest_words(lane)));
    }
}
