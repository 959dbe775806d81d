//! Data packets of a fabric.

use super::{Connection, Fabric};
use crate::nic::reflector::RC_ACK;
use crate::wire::{
    bth, crc,
    lid::{Destination, Source},
    lrh, Number,
};

/// RC SEND Only (IBA 9.2): a message of one packet.
pub const OPCODE: u8 = 0x04;

/// Partition of all hosts: the default one, with full membership (IBA 10.9.1).
const P_KEY: u16 = 0xFFFF;

/// Value of each payload byte.
pub const PAYLOAD: u8 = 0x5A;

/// Bytes from which [`Tag::of`] reads fields.
pub const TAG_BYTES: usize = lrh::BYTES + bth::BYTES;

impl Fabric {
    /// A packet of a flow from the LRH to the VCRC.
    pub fn packet(&self, flow: usize, number: u64) -> Vec<u8> {
        let mut ends = self.connections[self.scenario.flows[flow].from].iter();
        let end = ends.find(|end| end.sends && end.flow == flow);
        let qp = end.map_or(0, Connection::remote_qp);
        let [source, destination] = self.lids(flow);
        let words = self.scenario.packet_words();
        // LIDs are 16 bits wide and not 0; the length is checked with the scenario.
        let header = lrh::Repr {
            virtual_lane: Number::low(0),
            service_level: Number::low(0),
            destination: Destination::new(destination).expect("LIDs begin with 1"),
            extent: lrh::Extent::new(lrh::Next::Local, Number::low(words as u32))
                .expect("packets have 64 bytes at least"),
            source: Source::new(source).expect("there are few hosts"),
        };
        let transport = bth::Repr {
            opcode: OPCODE,
            solicited_event: false,
            migration: false,
            pad: Number::low(0),
            partition_key: P_KEY,
            fecn: false,
            becn: false,
            destination_queue_pair: Number::low(qp),
            acknowledge_request: true,
            sequence_number: Number::low(number as u32),
        };
        let mut bytes = Vec::with_capacity(words * lrh::WORD_BYTES + crc::LINK_BYTES);
        bytes.extend(header.emit());
        bytes.extend(transport.emit());
        bytes.resize(words * lrh::WORD_BYTES - crc::INVARIANT_BYTES, PAYLOAD);
        let icrc = crc::icrc(&bytes).expect("it has a Base Transport Header");
        bytes.extend(icrc);
        let vcrc = crc::vcrc(&bytes);
        bytes.extend(vcrc);
        bytes
    }
}

/// Identity of a packet, from its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag {
    /// Flow; for an ACK, that of the packet which it acknowledges.
    pub flow: usize,
    /// Number of the packet in the flow, modulo 2^24; for an ACK, that of the newest packet which
    /// it acknowledges.
    pub number: u32,
    /// FECN; for an ACK, BECN.
    pub marked: bool,
    /// The packet is an ACK.
    pub acknowledges: bool,
}

impl Tag {
    /// Tag of a packet which begins with these [`TAG_BYTES`], if it is a data packet or an ACK of a
    /// flow.
    pub fn of(fabric: &Fabric, bytes: &[u8]) -> Option<Self> {
        let header = lrh::Header::new_checked(bytes).ok()?;
        let transport = bth::Header::new_checked(bytes.get(lrh::BYTES..)?).ok()?;
        if header.next() != lrh::Next::Local {
            return None;
        }
        let qp = transport.destination_queue_pair().get();
        let (source, destination) = (header.source(), header.destination());
        let number = transport.sequence_number().get();
        match transport.opcode() {
            OPCODE => {
                let flow = fabric.flow_of(source, destination, qp)?;
                Some(Tag { flow, number, marked: transport.fecn(), acknowledges: false })
            }
            RC_ACK => {
                let flow = fabric.flow_acknowledged(source, destination, qp)?;
                Some(Tag { flow, number, marked: transport.becn(), acknowledges: true })
            }
            _ => None,
        }
    }
}
