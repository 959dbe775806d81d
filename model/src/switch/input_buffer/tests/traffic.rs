//! Properties of all legal traffic.

use super::*;
use proptest::prelude::*;

/// Random stimulus of a cycle: whether a word is received, queue and words of its packet if it is
/// the first, whether a packet is started, from which queue on, and whether there is a pause.
type Chance = (bool, (u64, usize), bool, u64, bool);

fn any_chances() -> impl Strategy<Value = Vec<Chance>> {
    let queues = OUTPUTS * LANES;
    let often = || prop::bool::weighted(0.8);
    let chance = (often(), (0..queues, 1..=4usize), often(), 0..queues, prop::bool::weighted(0.2));
    prop::collection::vec(chance, 1..300)
}

/// A buffer in a legal environment.
struct Driven {
    model: InputBuffer,
    /// Queue and words of the packet that is received, and the words of it so far.
    coming: Option<(u64, usize, usize)>,
    /// Value of the next word.
    next: u64,
    /// The word of the next cycle, whose block has been announced.
    written: InputBufferInputs,
    /// Whether there is a pause in each of the next cycles.
    pauses: VecDeque<bool>,
}

/// Cycles for which beats are not held up after one with `roomy`.
const ROOMY_CYCLES: usize = 4;

impl Driven {
    fn new(reading: Reading) -> Self {
        let pauses = vec![false; ROOMY_CYCLES].into();
        Driven { model: buffer(reading), coming: None, next: 0, written: idle(), pauses }
    }

    /// First queue from `from` on with a packet that may be started, in a cycle in which nothing is
    /// sent or a packet ends.
    fn startable(&self, from: u64, inputs: &InputBufferInputs) -> Option<u64> {
        let queues = OUTPUTS * LANES;
        let mut rotation = (0..queues).map(|more| (from + more) % queues);
        let is_known = |queue: &u64| self.model.known(*queue as usize).is_some();
        let ends = || self.model.clone().cycle(inputs).ends;
        rotation.find(is_known).filter(|_| self.model.sending.is_none() || ends())
    }

    fn cycle(&mut self, chance: Chance) -> (InputBufferInputs, InputBufferOutputs) {
        let (comes, (queue, words), starts, from, pause) = chance;
        let mut inputs = std::mem::replace(&mut self.written, idle());
        self.pauses.push_back(pause);
        inputs.roomy = !self.pauses.contains(&true);
        inputs.pause = self.pauses.pop_front().expect("a cycle");
        let (queue, words, came) = self.coming.unwrap_or((queue, words, 0));
        let lane = queue % LANES;
        // Like a sender with credits: a packet begins only if there is free space for all of it.
        let free = self.model.free[lane as usize] as usize;
        if comes && (came > 0 || free >= words.div_ceil(BLOCK_WORDS)) {
            let last = came + 1 == words;
            let first = (came == 0).then_some(queue);
            self.written = write(self.next, first, last);
            if came == 0 {
                self.written.write_beats = words as u64;
                self.written.write_blocks = words.div_ceil(BLOCK_WORDS) as u64;
            }
            self.next = (self.next + 1) % 256;
            self.coming = (!last).then_some((queue, words, came + 1));
            inputs.take = came % BLOCK_WORDS == 0;
            inputs.take_lane = if inputs.take { lane } else { 0 };
        }
        if let Some(queue) = self.startable(from, &inputs).filter(|_| starts) {
            (inputs.read, inputs.read_queue) = (true, queue);
        }
        let outputs = self.model.cycle(&inputs);
        (inputs, outputs)
    }
}

fn any_reading() -> impl Strategy<Value = Reading> {
    prop_oneof![Just(Reading::Arbitrated), Just(Reading::Received), Just(Reading::Waiting)]
}

proptest! {
    #[test]
    fn sending_and_ends_tell_what_goes(reading in any_reading(), chances in any_chances()) {
        let mut driven = Driven::new(reading);
        // Start of the packet that is sent; start and end of the one before it.
        let mut started: Option<usize> = None;
        let mut ended: Option<(usize, usize)> = None;
        for (cycle, chance) in chances.into_iter().enumerate() {
            let (inputs, outputs) = driven.cycle(chance);
            prop_assert!(!inputs.read || outputs.known.is_set(inputs.read_queue as usize));
            prop_assert_eq!(outputs.sending, started.is_some());
            prop_assert!(!outputs.ends || started.is_some_and(|started| cycle >= started + 2));
            // The last word is output in the second cycle after its issue, or before that if the
            // end was put off.
            let is_due =
                |(started, ended): (usize, usize)| cycle == ended + 2 || ended == started + 2;
            prop_assert!(!outputs.word_last || ended.is_none_or(is_due) || started.is_some());
            if outputs.ends {
                ended = started.take().map(|started| (started, cycle));
            }
            if inputs.read {
                prop_assert!(started.is_none());
                started = Some(cycle);
            }
        }
    }

    /// The next packet can be chosen: the end is one of four cycles, and pauses do not put it off.
    #[test]
    fn a_packet_near_its_end_ends_in_time(reading in any_reading(), chances in any_chances()) {
        let mut driven = Driven::new(reading);
        let mut latest: Option<usize> = None;
        for (cycle, chance) in chances.into_iter().enumerate() {
            let (inputs, outputs) = driven.cycle(chance);
            prop_assert!(!outputs.near_end || (outputs.sending && inputs.roomy));
            if outputs.near_end && latest.is_none() {
                latest = Some(cycle + 3);
            }
            prop_assert!(latest.is_none_or(|latest| cycle <= latest));
            if outputs.ends {
                latest = None;
            }
        }
    }

    #[test]
    fn every_word_of_a_packet_goes_out_in_order(
        reading in any_reading(), chances in any_chances(),
    ) {
        let mut driven = Driven::new(reading);
        let mut packets = vec![VecDeque::<Vec<WideWord>>::new(); (OUTPUTS * LANES) as usize];
        let (mut coming, mut going, mut started) = (0, Vec::new(), VecDeque::new());
        for chance in chances {
            let (inputs, outputs) = driven.cycle(chance);
            if outputs.word_valid {
                prop_assert_eq!(outputs.word_first, going.is_empty());
                going.push(outputs.word.clone());
            }
            if outputs.word_last {
                let queue: usize = started.pop_front().expect("no packet was started");
                prop_assert_eq!(packets[queue].pop_front(), Some(std::mem::take(&mut going)));
            }
            if inputs.read {
                started.push_back(inputs.read_queue as usize);
            }
            if inputs.write_first {
                coming = inputs.write_queue as usize;
                packets[coming].push_back(Vec::new());
            }
            if inputs.write {
                packets[coming].back_mut().expect("a packet").push(inputs.write_word.clone());
            }
        }
    }

    #[test]
    fn blocks_are_taken_one_by_one_and_given_back_all_at_once(
        reading in any_reading(), chances in any_chances(),
    ) {
        let mut driven = Driven::new(reading);
        let (mut free, mut announced) = ([4, 4, 3], false);
        let (mut coming, mut started) = (0, 0);
        let mut freed: Option<(usize, u32)> = None;
        let mut held = vec![VecDeque::<u32>::new(); (OUTPUTS * LANES) as usize];
        for chance in chances {
            let (inputs, outputs) = driven.cycle(chance);
            prop_assert_eq!(&outputs.free[..], &free[..]);
            if inputs.write_first {
                coming = inputs.write_queue as usize;
                held[coming].push_back(0);
            }
            prop_assert_eq!(outputs.taken, announced);
            announced = inputs.take;
            free[inputs.take_lane as usize] -= u32::from(inputs.take);
            if outputs.taken {
                *held[coming].back_mut().expect("a packet") += 1;
            }
            // The blocks of the packet that ended in the cycle before.
            if let Some((lane, blocks)) = freed.take() {
                free[lane] += blocks;
            }
            if outputs.ends {
                let blocks = held[started].pop_front().expect("a packet");
                freed = Some((started % LANES as usize, blocks));
            }
            if inputs.read {
                started = inputs.read_queue as usize;
            }
        }
    }

    /// A counter of waiting packets by `enqueue` and `dequeue` loses no packet, and a trigger
    /// includes only queues in which some wait.
    #[test]
    fn what_counts_is_enqueued_once_and_dequeued_once(
        reading in any_reading(), chances in any_chances(),
    ) {
        let mut driven = Driven::new(reading);
        let mut counts = vec![0u32; (OUTPUTS * LANES) as usize];
        for chance in chances {
            let (inputs, outputs) = driven.cycle(chance);
            for (queue, &counts) in counts.iter().enumerate() {
                let may_trigger = counts > 0 && queue as u64 % LANES != MANAGEMENT;
                prop_assert!(may_trigger || !outputs.trigger.is_set(queue));
            }
            prop_assert!(!outputs.dequeue || inputs.read);
            prop_assert!(reading == Reading::Received || outputs.dequeue == inputs.read);
            if outputs.dequeue {
                let queue = inputs.read_queue as usize;
                prop_assert!(counts[queue] > 0);
                counts[queue] -= 1;
            }
            if outputs.enqueue {
                counts[outputs.enqueue_queue as usize] += 1;
            }
        }
    }
}
