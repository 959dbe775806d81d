//! Packets that wait for an output port.

use crate::{
    bits::{is_set, set_lanes},
    fabric::timing::{DECLINED, FETCHED, LISTED, NEVER, WRITTEN},
};
use std::collections::VecDeque;
use tailback_spec::switch::allocator::fifo::Fifo;

/// A packet in the queue of an output port.
#[derive(Debug, Clone, Copy)]
struct Held {
    /// Cycle in which it arrived.
    came: u64,
    /// First look of the FIFO allocator that sees it in the list of the queue.
    listed: u64,
    /// If it is the first packet of its input port: cycle from which it is known.
    known: u64,
    packet: u32,
    input: u8,
}

/// Packets for an output port, in the order of their arrival; those that arrived in the same cycle
/// in the order of their inputs.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    packets: VecDeque<Held>,
    /// Bitmap of the input ports that hold them.
    inputs: u64,
    /// Times that the oldest packet was bypassed.
    bypassed: u32,
    /// First look of the output port that can lead to an offer, after the last one that did.
    pub offers: u64,
    /// Offers of the output port that have been declined since one was accepted.
    declines: u64,
    /// Looks that led to the last two of them, the later one first.
    declined: [u64; 2],
    /// Input port of the packet that was chosen last, and the cycle in which that is read. Starts
    /// of packets for an output port are [`FETCHED`] apart at least.
    pub started: (u8, u64),
}

impl Queue {
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Bitmap of the input ports that hold packets.
    pub fn inputs(&self) -> u64 {
        self.inputs
    }

    /// The first packet of an input port, after the cycle from which it is known.
    pub fn first_of(&self, input: usize) -> Option<(u64, u32)> {
        let first = self.packets.iter().find(|held| usize::from(held.input) == input)?;
        Some((first.known, first.packet))
    }

    /// Packets of an input port.
    pub fn of_input(&self, input: u8) -> impl Iterator<Item = u32> + '_ {
        let most = if is_set(self.inputs, usize::from(input)) { self.packets.len() } else { 0 };
        let held = self.packets.iter().take(most).filter(move |held| held.input == input);
        held.map(|held| held.packet)
    }

    /// Adds a packet that arrived in a cycle.
    pub fn add(&mut self, input: u8, packet: u32, came: u64) {
        let later = |held: &&Held| (held.came, held.input) > (came, input);
        let place = self.packets.len() - self.packets.iter().rev().take_while(later).count();
        let (before, read) = self.started;
        let has_waited = input == before && came + WRITTEN < read;
        let known = if has_waited { read + FETCHED } else { came + LISTED };
        self.packets.insert(place, Held { came, listed: came + LISTED, known, packet, input });
        self.inputs |= 1 << input;
        self.enter(place);
    }

    /// One packet in a cycle enters the list, in their order: packets from a place on enter it later
    /// if they must.
    fn enter(&mut self, place: usize) {
        let before = place.checked_sub(1).map(|before| self.packets[before].listed);
        let mut earliest = before.map_or(0, |listed| listed + 1);
        for held in self.packets.range_mut(place..) {
            held.listed = held.listed.max(earliest);
            earliest = held.listed + 1;
        }
    }

    /// First cycle from now on in which a look may see that the first packet of an input port can
    /// be sent: it is known, and has its credits.
    fn sendable(&self, first: &Held, now: u64, credits: impl Fn(u32) -> u64) -> u64 {
        match first.known {
            known if known > now => known,
            _ => credits(first.packet),
        }
    }

    /// An input port declines the offer of a look.
    pub fn decline(&mut self, look: u64) {
        self.declines += 1;
        self.declined = [look, self.declined[0]];
    }

    /// Whether the output port insists when the offer of the next look stands: all looks before it
    /// count.
    pub fn insists(&self) -> bool {
        self.declines >= Fifo::DECLINES as u64
    }

    /// Whether the output port insists in the cycle of a look.
    fn insists_in(&self, now: u64) -> bool {
        let unseen = self.declined.iter().filter(|look| **look + DECLINED > now).count() as u64;
        self.declines >= Fifo::DECLINES as u64 + unseen
    }

    /// Bitmap of the input port with the oldest packet that can be chosen by the FIFO allocator;
    /// without one, the first cycle in which there may be one. No packet is chosen while the oldest
    /// one of the list cannot be sent.
    pub fn oldest(
        &self,
        bypasses: u32,
        now: u64,
        free: impl Fn(usize) -> u64,
        credits: impl Fn(u32) -> u64,
    ) -> Result<u64, u64> {
        let opens = match self.packets.front() {
            None => NEVER,
            Some(oldest) if oldest.listed > now => oldest.listed,
            Some(oldest) => self.sendable(oldest, now, &credits),
        };
        if opens > now {
            return Err(opens);
        }
        let is_owed = self.bypassed == bypasses || self.insists_in(now);
        let window = if is_owed { 1 } else { bypasses as usize + 1 };
        let (mut busy, mut wake) = (0_u64, NEVER);
        for held in self.packets.iter().take(window) {
            if held.listed > now {
                return Err(wake.min(held.listed));
            }
            let input = usize::from(held.input);
            if is_set(busy, input) {
                continue;
            }
            let cycle = match free(input) {
                later if later > now => later,
                _ => self.sendable(held, now, &credits),
            };
            if cycle <= now {
                return Ok(1 << input);
            }
            busy |= 1 << input;
            wake = wake.min(cycle);
        }
        Err(wake)
    }

    /// Bitmap of the free input ports among the `allowed` ones whose first packet can be sent;
    /// without one, the first cycle in which there may be one.
    pub fn any(
        &self,
        allowed: u64,
        now: u64,
        free: impl Fn(usize) -> u64,
        credits: impl Fn(u32) -> u64,
    ) -> Result<u64, u64> {
        let (mut able, mut wake) = (0, NEVER);
        for input in set_lanes(self.inputs & allowed) {
            let is_of_input = |held: &&Held| usize::from(held.input) == input;
            let cycle = match free(input) {
                later if later > now => later,
                _ => match self.packets.iter().find(is_of_input) {
                    Some(first) => self.sendable(first, now, &credits),
                    None => NEVER,
                },
            };
            if cycle <= now {
                able |= 1 << input;
            } else {
                wake = wake.min(cycle);
            }
        }
        if able == 0 {
            Err(wake)
        } else {
            Ok(able)
        }
    }

    /// Removes the first packet of an input port, which is read in a cycle, and counts if it
    /// bypasses the oldest packet.
    pub fn remove(&mut self, input: usize, read: u64, bypasses: u32) -> Option<u32> {
        let is_of_input = |held: &Held| usize::from(held.input) == input;
        let place = self.packets.iter().position(is_of_input)?;
        let Held { packet, .. } = self.packets.remove(place)?;
        match self.packets.range_mut(place..).find(|held| is_of_input(held)) {
            Some(next) => next.known = read + FETCHED,
            None => self.inputs &= !(1 << input),
        }
        self.bypassed = if place == 0 { 0 } else { bypasses.min(self.bypassed + 1) };
        self.started = (input as u8, read);
        (self.declines, self.declined) = (0, [0; 2]);
        Some(packet)
    }
}
