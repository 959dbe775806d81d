//! State of input buffers that marking by a policy uses.

use super::{
    event::Kind,
    port::{NEVER, NONE},
    Engine,
};
use crate::fabric::{
    log::Sink,
    timing::{COUNTED, WRITTEN},
};
use tailback_spec::switch::input_buffer::{Reading, STANDSTILL_CYCLES};

/// Cycles from the one in which a packet begins to count, or a buffer is found full, to the one in
/// which the counters see it ([`tailback_spec::switch::policy_marking`]).
pub(super) const SEEN: u64 = COUNTED;
/// Cycles from the one in which a buffer is found full to its report, with the readings that depend
/// on what is sent.
const TOLD: u64 = 1;

impl<S: Sink> Engine<S> {
    /// A packet arrives that may fill an input buffer: schedules a check, unless the packet does
    /// not count before its tail has arrived.
    pub(super) fn may_fill(&mut self, number: usize) {
        let stands = match self.rules.reading {
            Reading::Arbitrated => STANDSTILL_CYCLES as u64,
            Reading::Waiting => 1,
            Reading::Received => return,
        };
        if !self.rules.stored && self.is_low(number) {
            self.queue.push(self.now + WRITTEN + stands - 1, Kind::Look, number as u16);
        }
    }

    /// A packet of an input buffer begins to count, unless it has been started. If it counts when
    /// its tail has arrived, checks whether the buffer is full.
    pub(super) fn counted(&mut self, number: usize) {
        let now = self.now;
        let Some(id) = self.inputs[number].arriving.pop_front() else { return };
        let switch = usize::from(self.inputs[number].switch);
        if id != NONE {
            let packet = self.packets.get_mut(id);
            if packet.read >= now {
                packet.counted = true;
                let (read, flow, sequence) = (packet.read, packet.flow, packet.sequence);
                let local = usize::from(self.output_of(switch, flow, sequence));
                let output = self.switches[switch].first + local;
                if self.marking.enqueue(now, number, local, output) {
                    self.counts.output_triggers += 1;
                }
                if read != NEVER {
                    self.marking.announce(read + SEEN, number, local, output);
                }
            }
        }
        let is_full = match self.rules.reading {
            _ if self.rules.stored => self.is_crowded(number),
            Reading::Received => self.is_low(number),
            Reading::Waiting | Reading::Arbitrated => false,
        };
        if is_full {
            self.queue.push(now + SEEN, Kind::Trigger, number as u16);
        }
    }

    /// A packet that arrived some time ago may still be waiting: checks whether the buffer is full.
    pub(super) fn look(&mut self, number: usize) {
        if !self.is_crowded(number) {
            return;
        }
        match self.detectors.is_empty() {
            true => self.queue.push(self.now + TOLD + SEEN, Kind::Trigger, number as u16),
            // Detectors do not use the report.
            false => self.counts.full += 1,
        }
    }

    /// Whether an input buffer lacks free space for a further longest packet.
    fn is_low(&self, number: usize) -> bool {
        self.rules.buffer - self.inputs[number].held(self.now) < self.rules.longest
    }

    /// Whether an input buffer is low, and none of its packets is being sent.
    fn is_crowded(&self, number: usize) -> bool {
        let input = &self.inputs[number];
        let (.., read) = input.last;
        let started = read <= self.now && self.now < read.saturating_add(input.hold);
        let sending = started || self.now < input.sent_until;
        self.is_low(number) && !sending
    }

    /// The marking counters see that an input buffer has become full.
    pub(super) fn trigger(&mut self, number: usize) {
        let told = self.now - SEEN;
        self.counts.full += 1;
        // Detectors do not use the report.
        if !self.detectors.is_empty() {
            return;
        }
        let input = &self.inputs[number];
        let switch = &self.switches[usize::from(input.switch)];
        let local = (number - switch.first) as u8;
        let mut holds = 0_u64;
        let arrived = switch.arrived.iter().filter(|(_, entry)| entry.input == local);
        let arrived = arrived.map(|(_, entry)| (entry.output, entry.packet));
        let waiting = switch.list.of_input(local).chain(arrived).chain(input.held_back);
        for (output, packet) in waiting {
            let packet = self.packets.get_mut(packet);
            if packet.counted {
                holds |= 1 << output;
                self.counts.in_full += 1;
                self.flows[usize::from(packet.flow)].in_full += 1;
            }
        }
        let (last, output, read) = input.last;
        if read != NEVER && read >= told {
            let packet = self.packets.get_mut(last);
            if packet.counted {
                holds |= 1 << output;
                self.counts.in_full += 1;
                self.flows[usize::from(packet.flow)].in_full += 1;
            }
        }
        while holds != 0 {
            let output = holds.trailing_zeros() as usize;
            holds &= holds - 1;
            self.marking.trigger(self.now, number, output, switch.first + output);
        }
    }
}
