//! Detection of full input buffers, see [`tailback_spec::switch::input_buffer::Reading`].

use super::{packets::NEVER, pop_if, Engine, Kind};
use crate::fabric::{
    log::Sink,
    timing::{COUNTED, RELEASED, TOLD, WRITTEN},
};
use tailback_spec::switch::input_buffer::{Reading, STANDSTILL_CYCLES};

impl<S: Sink> Engine<S> {
    /// Cycles without a change after which a buffer can count as full.
    fn standstill(&self) -> u64 {
        match self.rules.reading {
            Reading::Arbitrated => STANDSTILL_CYCLES as u64,
            Reading::Waiting | Reading::Received => 1,
        }
    }

    /// Cycles after the end of a packet in which a buffer does not count as full: with the reading
    /// `waiting`, the blocks of the packet have to be free.
    fn settles(&self) -> u64 {
        match self.rules.reading {
            Reading::Waiting => RELEASED - 1,
            Reading::Arbitrated | Reading::Received => 0,
        }
    }

    /// Most blocks in use that leave free space for a longest packet.
    fn roomy_blocks(&self) -> u64 {
        self.rules.buffer - self.rules.longest
    }

    /// Schedules a check whether a buffer is full.
    fn check_at(&mut self, number: usize, cycle: u64) {
        let check = &mut self.inputs[number].check;
        if cycle < *check {
            *check = cycle;
            self.queue.push(cycle, Kind::Check, number as u16);
        }
    }

    /// A packet arrives that may fill a buffer.
    pub(super) fn may_fill(&mut self, number: usize, came: u64) {
        let input = &self.inputs[number];
        if let Some(low) = input.crosses(came, self.roomy_blocks()) {
            let (stands, sending) = (self.standstill(), &input.sending);
            // Nothing is sent by then, or a packet that is chosen has not been read.
            let stood = sending.ends + self.settles() < came || low + stands <= sending.read;
            let idle = if stood { 0 } else { sending.ends + 1 + self.settles() };
            self.check_at(number, low.max(idle) + stands - 1);
        }
    }

    /// A packet leaves a buffer that may be full still.
    pub(super) fn stays_full(&mut self, number: usize) {
        let input = &self.inputs[number];
        if !input.armed {
            self.queue.push(input.sending.ends + RELEASED, Kind::Check, number as u16);
        }
        let stays = match self.rules.reading {
            Reading::Arbitrated | Reading::Waiting => input.stays(),
            Reading::Received => 0,
        };
        if stays > self.roomy_blocks() {
            let ends = input.sending.ends + self.settles();
            self.check_at(number, ends + self.standstill());
        }
    }

    /// Checks whether a buffer is full.
    pub(super) fn check(&mut self, number: usize) {
        let (now, stands, roomy) = (self.now, self.standstill(), self.roomy_blocks());
        let settles = self.settles();
        let reading = self.rules.reading;
        // With the other readings, this may be the cycle in which a packet arrives.
        if reading == Reading::Arbitrated && self.inputs[number].check != now {
            return;
        }
        self.come(self.inputs[number].switch, now);
        if reading == Reading::Received {
            self.received(number);
            return;
        }
        let input = &mut self.inputs[number];
        if input.check != now {
            return;
        }
        input.check = NEVER;
        let idle = input.idle_from(now) + settles;
        let begun = now + 1 - stands;
        if idle > begun {
            self.check_at(number, idle + stands - 1);
        } else if input.used(begun.max(idle + RELEASED - 1).min(now)) > roomy {
            // The buffer stays full until the next packet is sent.
            if std::mem::replace(&mut input.full_since, idle) != idle {
                self.full(number, now + 1, now + 1 + TOLD);
            }
            if self.inputs[number].sending.read > now {
                self.stays_full(number);
            }
        } else {
            let low = (begun + 1..now).find(|cycle| input.used(*cycle) > roomy);
            if let Some(low) = low.or_else(|| input.crosses(now, roomy)) {
                self.check_at(number, low + stands - 1);
            }
        }
    }

    /// The check with the reading `received`, in the cycle after the last word of a packet that is
    /// written or leaves.
    fn received(&mut self, number: usize) {
        let (now, roomy) = (self.now, self.roomy_blocks());
        let input = &mut self.inputs[number];
        let comes = pop_if(&mut input.tails, |tail| tail + 1 == now).is_some();
        let low = input.used(now) > roomy;
        if comes && input.used(now - 1) > roomy && std::mem::take(&mut input.armed) {
            self.full(number, now, now + TOLD);
        }
        let input = &mut self.inputs[number];
        input.armed |= !low;
        // Once in a cycle: several packets may have scheduled a check for it.
        if !input.armed && std::mem::replace(&mut input.followed, now) != now {
            let releases = input.releases().into_iter().filter(|release| *release > now);
            releases.for_each(|release| self.queue.push(release, Kind::Check, number as u16));
        }
    }

    /// With the reading `received`: the last word of a packet is written.
    pub(super) fn tail(&mut self, number: usize) {
        let now = self.now;
        // The next packet may be checked in this cycle; the newest one is that of the word.
        self.come(self.inputs[number].switch, now - WRITTEN);
        let input = &self.inputs[number];
        let first = self.switches[input.switch].first;
        if input.newest != u32::MAX {
            let packet = self.packets.get_mut(input.newest);
            if packet.read > now {
                packet.counted = true;
                let route = input.switch * self.lids + usize::from(packet.to);
                let local = usize::from(self.routes[route]);
                self.marking.enqueue(now + COUNTED, number, local, first + local);
                if packet.read != NEVER {
                    self.marking.dequeue(packet.read + COUNTED, number, local, first + local);
                }
            }
        }
        self.inputs[number].tails.push_back(now);
        self.queue.push(now + 1, Kind::Check, number as u16);
    }

    /// A buffer reports in cycle `from` that it has become full, which the counters see in cycle
    /// `told`. Packets count that were written before `from`, and are read in `from` or later.
    fn full(&mut self, number: usize, from: u64, told: u64) {
        self.counts.full += 1;
        let Engine { inputs, packets, flows, marking, counts, switches, .. } = self;
        let input = &inputs[number];
        let first = switches[input.switch].first;
        let mut holds = 0_u64;
        let sending = input.sending;
        let read = (sending.read >= from).then(|| ((sending.to - first) as u8, sending.packet));
        let waiting = switches[input.switch].waiting((number - first) as u8, from);
        for (local, id) in waiting.chain(read) {
            let packet = packets.get(id);
            if !packet.counted {
                continue;
            }
            holds |= 1 << local;
            if packet.is_data {
                counts.in_full += 1;
                flows[usize::from(packet.flow)].in_full += 1;
            }
        }
        while holds != 0 {
            let local = holds.trailing_zeros() as usize;
            holds &= holds - 1;
            marking.trigger(told, number, local, first + local);
        }
    }
}
