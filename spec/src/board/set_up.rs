//! Register writes of hosts.

use super::{host::address, host::HEADER_WORDS, Board};
use crate::{
    fabric::Write,
    registers::WORD_BYTES,
    scenario::Traffic,
    wire::{crc, lrh},
};

impl Board {
    /// Writes to a host, in this order, for a scenario whose first cycle is cycle `first` since reset.
    ///
    /// Times behind the last cycle that the hosts count are taken as that cycle: then a flow never starts, or
    /// never stops.
    pub fn writes(&self, host: usize, first: u64) -> Vec<Write> {
        let fabric = &self.fabric;
        let ends = fabric.connections(host).iter().enumerate().filter(|(_, end)| end.sends);
        ends.zip(0..)
            .flat_map(|((number, end), slot)| self.of_flow(slot, number, end.flow, first))
            .collect()
    }

    /// Writes to the registers of one flow.
    fn of_flow(&self, slot: u32, number: usize, flow: usize, first: u64) -> Vec<Write> {
        let packet = self.fabric.packet(flow, 0);
        let word = |bytes: &[u8]| {
            bytes.iter().rev().fold(0, |word, byte| word << u8::BITS | u32::from(*byte))
        };
        let (covered, vcrc) = packet.split_at(packet.len() - crc::LINK_BYTES);
        let icrc = &covered[covered.len() - crc::INVARIANT_BYTES..];
        let flow = &self.fabric.scenario().flows[flow];
        let cycle = |cycle: u64| (first + cycle).min(u32::MAX.into()) as u32;
        let interval = match flow.traffic {
            Traffic::FixedRate { interval } => interval.min(u32::MAX.into()) as u32,
            _ => 0,
        };
        let header = packet.chunks(lrh::WORD_BYTES).take(HEADER_WORDS).map(word);
        let header = (address::HEADER..).step_by(WORD_BYTES as usize).zip(header);
        let others = [
            (address::ICRC, word(icrc)),
            (address::VCRC, word(vcrc)),
            (address::NUMBER, number as u32),
            (address::START, cycle(flow.start)),
            (address::STOP, flow.stop.map_or(u32::MAX, cycle)),
            (address::INTERVAL, interval),
        ];
        let base = slot * address::FLOW_STRIDE;
        header
            .chain(others)
            .map(|(register, data)| Write { address: base + register, data })
            .collect()
    }
}
