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
}

impl Driven {
    fn new(reading: Reading) -> Self {
        Driven { model: buffer(reading), coming: None, next: 0, written: idle() }
    }

    /// First queue from `from` on with a packet that may be started.
    fn startable(&self, from: u64) -> Option<u64> {
        let queues = OUTPUTS * LANES;
        let mut rotation = (0..queues).map(|more| (from + more) % queues);
        let waits = |queue: &u64| !self.model.queues[*queue as usize].is_empty();
        rotation.find(waits).filter(|_| self.model.sending.is_none())
    }

    fn cycle(&mut self, chance: Chance) -> (InputBufferInputs, InputBufferOutputs) {
        let (comes, (queue, words), starts, from, pause) = chance;
        let mut inputs = std::mem::replace(&mut self.written, idle());
        inputs.pause = pause;
        let (queue, words, came) = self.coming.unwrap_or((queue, words, 0));
        let lane = queue % LANES;
        // Like a sender with credits: a packet begins only if there is free space for all of it.
        let free = self.model.free[lane as usize] as usize;
        if comes && (came > 0 || free >= words.div_ceil(BLOCK_WORDS)) {
            let last = came + 1 == words;
            let first = (came == 0).then_some(queue);
            self.written = write(self.next, first, last);
            self.next = (self.next + 1) % 256;
            self.coming = (!last).then_some((queue, words, came + 1));
            inputs.take = came % BLOCK_WORDS == 0;
            inputs.take_lane = if inputs.take { lane } else { 0 };
        }
        if let Some(queue) = self.startable(from).filter(|_| starts) {
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
    fn sending_ends_and_issue_tell_what_goes(reading in any_reading(), chances in any_chances()) {
        let mut driven = Driven::new(reading);
        let mut sending = false;
        let (mut before, mut earlier) = (InputBufferOutputs::default(), Default::default());
        for chance in chances {
            let (inputs, outputs) = driven.cycle(chance);
            prop_assert!(!inputs.read || outputs.waiting.is_set(inputs.read_queue as usize));
            prop_assert_eq!(outputs.sending, sending);
            // The word is output in the second cycle after its issue.
            let InputBufferOutputs { issue, ends, .. } = earlier;
            prop_assert_eq!((outputs.word_valid, outputs.word_last), (issue, ends));
            prop_assert!(!outputs.issue || (!inputs.pause && (sending || inputs.read)));
            // The first word of a packet is stored, and all words are if the last one is.
            prop_assert!(outputs.issue || inputs.pause || !(inputs.read || outputs.complete));
            prop_assert!(!outputs.ends || outputs.issue);
            prop_assert!(!outputs.complete || sending);
            sending = (sending || inputs.read) && !outputs.ends;
            earlier = std::mem::replace(&mut before, outputs);
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
        let mut held = vec![VecDeque::<u32>::new(); (OUTPUTS * LANES) as usize];
        for chance in chances {
            let (inputs, outputs) = driven.cycle(chance);
            prop_assert_eq!(&outputs.free[..], &free[..]);
            if inputs.read {
                started = inputs.read_queue as usize;
            }
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
            if outputs.ends {
                free[started % LANES as usize] += held[started].pop_front().expect("a packet");
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
