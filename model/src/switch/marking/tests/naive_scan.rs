//! The mark bits against input buffers that keep explicit packets and scan them when full.

use super::*;
use crate::{
    switch::marking::{Naive, NaiveInputs},
    Golden,
};
use proptest::prelude::*;
use tailback_spec::Lanes;

/// Random stimulus of one input port in a cycle.
#[derive(Debug, Clone)]
struct Wish {
    /// A packet arrives and occupies one of the free slots: this one modulo their number.
    arrive: Option<usize>,
    /// One of the waiting packets leaves, this one modulo their number, and holds its slot for so
    /// many cycles.
    leave: Option<(usize, u32)>,
}

fn any_wish() -> impl Strategy<Value = Wish> {
    (prop::option::weighted(0.7, 0..64usize), prop::option::weighted(0.5, (0..64usize, 1..4u32)))
        .prop_map(|(arrive, leave)| Wish { arrive, leave })
}

struct Packet {
    slot: usize,
    /// Whether the packet was found by a scan.
    marked: bool,
    /// Cycles until the slot is free, once the transmission has begun.
    leaving: Option<u32>,
}

/// An input buffer that scans its packets.
struct ScanningBuffer {
    slots: usize,
    packets: Vec<Packet>,
    /// Whether the buffer became full in the cycle before.
    became_full: bool,
}

/// Events of one cycle.
struct Happened {
    enqueue: Option<usize>,
    trigger: bool,
    transmit: Option<usize>,
    /// Whether the packet that begins its transmission was found by a scan.
    mark: bool,
}

impl ScanningBuffer {
    fn cycle(&mut self, wish: &Wish) -> Happened {
        for packet in &mut self.packets {
            packet.leaving = packet.leaving.map(|cycles| cycles - 1);
        }
        self.packets.retain(|packet| packet.leaving != Some(0));

        let mut waiting: Vec<_> =
            self.packets.iter_mut().filter(|packet| packet.leaving.is_none()).collect();
        let (mut transmit, mut mark) = (None, false);
        if let (Some((choice, cycles)), false) = (wish.leave, waiting.is_empty()) {
            let choice = choice % waiting.len();
            let packet = waiting.swap_remove(choice);
            packet.leaving = Some(cycles);
            (transmit, mark) = (Some(packet.slot), packet.marked);
        }

        let trigger = std::mem::take(&mut self.became_full);
        if trigger {
            waiting.into_iter().for_each(|packet| packet.marked = true);
        }

        let free: Vec<_> = (0..self.slots)
            .filter(|slot| self.packets.iter().all(|packet| packet.slot != *slot))
            .collect();
        let enqueue = wish.arrive.filter(|_| !free.is_empty()).map(|choice| {
            let slot = free[choice % free.len()];
            self.packets.push(Packet { slot, marked: false, leaving: None });
            self.became_full = self.packets.len() == self.slots;
            slot
        });
        Happened { enqueue, trigger, transmit, mark }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn exactly_the_packets_that_sat_in_a_full_buffer_are_marked(
        slots in 1usize..=8,
        cycles in prop::collection::vec(prop::array::uniform4(any_wish()), 1..300),
    ) {
        let marking = Marking::new(Policy::Naive, PORTS as u32, slots as u32, None).unwrap();
        let mut model = Naive::new(&marking);
        let mut buffers: Vec<_> = (0..PORTS)
            .map(|_| ScanningBuffer { slots, packets: Vec::new(), became_full: false })
            .collect();
        for wishes in &cycles {
            let happened: Vec<_> =
                buffers.iter_mut().zip(wishes).map(|(buffer, wish)| buffer.cycle(wish)).collect();
            let bits = |of: fn(&Happened) -> bool| {
                happened.iter().rev().fold(0, |bits, one| bits << 1 | u64::from(of(one)))
            };
            let slot_numbers = |of: fn(&Happened) -> Option<usize>| -> Lanes {
                happened.iter().map(|one| of(one).unwrap_or(0) as u32).collect()
            };
            let outputs = model.cycle(&NaiveInputs {
                enqueue: bits(|one| one.enqueue.is_some()),
                enqueue_slot: slot_numbers(|one| one.enqueue),
                trigger: bits(|one| one.trigger),
                transmit: bits(|one| one.transmit.is_some()),
                transmit_slot: slot_numbers(|one| one.transmit),
            });
            prop_assert_eq!(outputs.mark, bits(|one| one.mark));
        }
    }
}
