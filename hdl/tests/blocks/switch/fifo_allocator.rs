//! The FIFO allocator: its specification, with random packets.

use tailback_harness::blocks::{cycle, reset};
use tailback_hdl::switch::allocator::fifo::FifoAddress;
use tailback_hdl::switch::FifoAllocator;
use tailback_kernels::generator::random::Random;
use tailback_spec::switch::allocator::fifo::Fifo;

/// Reference model of the FIFO allocator, from the specification's equations.
struct FifoRule {
    config: Fifo,
    /// Packets of each queue that can be chosen, by their inputs.
    lists: Vec<Vec<usize>>,
    /// Packets of each queue that have not entered its list.
    outside: Vec<Vec<usize>>,
    bypassed: Vec<u32>,
    /// What each queue found in the cycle before.
    looks: Vec<Look>,
    /// Outputs that were free in the cycle before.
    free: Vec<bool>,
    /// Standing offer of each output: input, queue, place in the list.
    offers: Vec<Option<(usize, usize, usize)>>,
    /// Outputs granted in each of the two cycles before.
    rests: [Vec<bool>; 2],
    /// Offers of each output that were declined since its last grant.
    declines: Vec<usize>,
    /// Inputs granted in each of the two cycles before.
    granted: [Vec<bool>; 2],
    last_output: Vec<usize>,
    last_lane: Vec<usize>,
}

/// What a queue finds: a packet that can be sent, as input and place in the list, and whether the
/// output is owed to the oldest packet.
#[derive(Clone, Copy, Default)]
struct Look {
    found: Option<(usize, usize)>,
    owed: bool,
}

/// Inputs of a cycle: queue of the packet that arrives at each input, then what is free or can be
/// sent.
struct FifoCycle {
    arrive: Vec<Option<usize>>,
    input_free: Vec<bool>,
    output_free: Vec<bool>,
    /// By input port, then by queue.
    sendable: Vec<Vec<bool>>,
}

impl FifoRule {
    fn new(config: Fifo) -> Self {
        let (ports, queues) = (config.inputs(), config.queues());
        FifoRule {
            config,
            lists: vec![vec![]; queues],
            outside: vec![vec![]; queues],
            bypassed: vec![0; queues],
            looks: vec![Look::default(); queues],
            free: vec![false; ports],
            offers: vec![None; ports],
            rests: [vec![false; ports], vec![false; ports]],
            declines: vec![0; ports],
            granted: [vec![false; ports], vec![false; ports]],
            last_output: vec![ports - 1; ports],
            last_lane: vec![config.lanes() - 1; ports],
        }
    }

    fn waiting(&self, queue: usize) -> usize {
        self.lists[queue].len() + self.outside[queue].len()
    }

    fn open(&self, queue: usize, cycle: &FifoCycle) -> bool {
        self.lists[queue].first().is_some_and(|input| cycle.sendable[*input][queue])
    }

    fn look(&self, queue: usize, cycle: &FifoCycle) -> Look {
        if !self.open(queue, cycle) {
            return Look::default();
        }
        let owed = self.bypassed[queue] == self.config.bypasses()
            || self.insists(queue / self.config.lanes());
        let seen = if owed { 1 } else { self.config.window() };
        let mut packets = self.lists[queue].iter().take(seen).enumerate();
        let found =
            packets.find(|(_, input)| cycle.input_free[**input] && cycle.sendable[**input][queue]);
        Look { found: found.map(|(place, input)| (*input, place)), owed }
    }

    fn offer(&self, output: usize) -> Option<(usize, usize, usize)> {
        let stands = self.offers[output].is_some_and(|(input, ..)| !self.void(input));
        let rests = self.rests.iter().any(|rests| rests[output]);
        if !self.free[output] || stands || rests {
            return None;
        }
        let lanes = self.config.lanes();
        let turns: Vec<usize> =
            (1..=lanes).map(|by| output * lanes + (self.last_lane[output] + by) % lanes).collect();
        let owed = turns.iter().find(|queue| self.looks[**queue].owed);
        let queue = owed.or_else(|| turns.iter().find(|queue| self.looks[**queue].found.is_some()));
        let (input, place) = self.looks[*queue?].found?;
        Some((input, *queue?, place))
    }

    fn insists(&self, output: usize) -> bool {
        self.declines[output] == Fifo::DECLINES
    }

    /// Whether an output that insists offers itself to the input.
    fn is_pressed(&self, input: usize) -> bool {
        let offers = self.offers.iter().enumerate();
        offers
            .filter(|(output, _)| self.insists(*output))
            .any(|(_, offer)| offer.is_some_and(|offer| offer.0 == input))
    }

    /// Inputs that accept the offer of an output that insists, and have an offer of one that does
    /// not.
    fn preferences(&self) -> usize {
        let others = |input: usize| {
            let mut offers = self.offers.iter().enumerate();
            offers.any(|(output, offer)| {
                !self.insists(output) && offer.is_some_and(|offer| offer.0 == input)
            })
        };
        let inputs = 0..self.config.inputs();
        inputs
            .filter(|input| !self.void(*input) && self.is_pressed(*input) && others(*input))
            .count()
    }

    fn void(&self, input: usize) -> bool {
        self.granted.iter().any(|granted| granted[input])
    }

    fn step(&mut self, cycle: &FifoCycle) -> Vec<Option<usize>> {
        let (ports, lanes) = (self.config.inputs(), self.config.lanes());
        let queues = 0..self.config.queues();
        let offers: Vec<_> = (0..ports).map(|output| self.offer(output)).collect();
        let looks: Vec<Look> = queues.clone().map(|queue| self.look(queue, cycle)).collect();
        let open: Vec<bool> = queues.map(|queue| self.open(queue, cycle)).collect();
        let mut grants = vec![None; ports];
        let mut accepted = vec![false; ports];
        let void: Vec<bool> = (0..ports).map(|input| self.void(input)).collect();
        let inputs = grants.iter_mut().enumerate().filter(|(input, _)| !void[*input]);
        for (input, grant) in inputs {
            let pressed = self.is_pressed(input);
            let to_input = |output: usize| {
                let offer = self.offers[output].filter(|offer| offer.0 == input);
                offer.filter(|_| !pressed || self.insists(output))
            };
            let mut turns = (1..=ports).map(|by| (self.last_output[input] + by) % ports);
            let chosen = turns.find_map(|output| Some((output, to_input(output)?)));
            let Some((output, (_, queue, place))) = chosen else { continue };
            *grant = Some(queue);
            accepted[output] = true;
            self.last_output[input] = output;
            self.last_lane[output] = queue % lanes;
            self.lists[queue].remove(place);
            let counts = self.bypassed.iter_mut().zip(&open).enumerate();
            for (other, (count, open)) in counts.skip(output * lanes).take(lanes) {
                if other == queue && place == 0 {
                    *count = 0;
                } else if *open {
                    *count = (*count + 1).min(self.config.bypasses());
                }
            }
        }
        let declines = self.declines.iter_mut().zip(&self.offers).zip(&accepted);
        for ((declines, offer), accepted) in declines {
            if *accepted {
                *declines = 0;
            } else if offer.is_some() {
                *declines = (*declines + 1).min(Fifo::DECLINES);
            }
        }
        for (queue, outside) in self.outside.iter_mut().enumerate() {
            outside.extend((0..ports).filter(|input| cycle.arrive[*input] == Some(queue)));
            self.lists[queue].extend(outside.drain(..outside.len().min(1)));
        }
        (self.offers, self.looks) = (offers, looks);
        self.rests.swap(0, 1);
        self.rests[0] = accepted;
        self.free.clone_from(&cycle.output_free);
        self.granted.swap(0, 1);
        self.granted[0] = grants.iter().map(Option::is_some).collect();
        grants
    }
}

#[test]
fn fifo_is_its_specification() {
    let sizes =
        [(2, 1, 4, 0), (3, 2, 20, 0), (3, 1, 40, 1), (2, 3, 17, 2), (4, 1, 64, 4), (3, 2, 32, 15)];
    // Cycles with an offer of an output that insists, and inputs that preferred it to another one.
    let (mut insisting, mut preferred) = (0, 0);
    for (inputs, lanes, packets, bypasses) in sizes {
        let config = Fifo::new(inputs, lanes, packets, bypasses).expect("a possible allocator");
        let (ports, queues) = (config.inputs(), config.queues());
        let mut block = reset(FifoAllocator::new(&config));
        let mut rule = FifoRule::new(config);
        let mut random = Random::new(packets.into());
        let (mut grants, mut several, mut longest, mut limits, mut late) = (0, 0, 0, 0, 0);
        for now in 0..10_000 {
            // Queues fill up, then empty; at times, for one input port alone.
            let (load, free) = [(30, 70), (80, 20), (60, 40), (5, 90)][now / 200 % 4];
            let one = now / 800 % 3 == 0;
            // At times, an output is free only in cycles in which its offers come too late, and is
            // declined many times; then all outputs are free in the same cycles.
            let declined = (now / 100 % 4 > 1).then_some(now / 400 % ports);
            let (load, one) = if declined.is_some() { (80, false) } else { (load, one) };
            let mut room: Vec<usize> =
                (0..queues).map(|queue| packets as usize - rule.waiting(queue)).collect();
            let arrive = (0..ports).map(|_| {
                let to = if one { now / 50 % queues } else { random.below(queues) };
                let comes = random.percent(load) && room[to] > 0;
                room[to] -= usize::from(comes);
                comes.then_some(to)
            });
            let arrive: Vec<Option<usize>> = arrive.collect();
            let mut flags = |count: usize, share| -> Vec<bool> {
                (0..count).map(|_| random.percent(share)).collect()
            };
            let mut input_free = flags(ports, free);
            let mut output_free = flags(ports, 80);
            let mut sendable: Vec<Vec<bool>> = (0..ports).map(|_| flags(queues, 70)).collect();
            // At times, the packets of the first input port are bypassed.
            input_free[0] &= now / 200 % 5 < 4 || random.percent(3);
            if let Some(output) = declined {
                input_free.fill(true);
                sendable.iter_mut().for_each(|queues| queues.fill(true));
                if now % 100 < 70 {
                    input_free.fill(now % 4 != 3);
                    output_free.fill(true);
                    output_free[output] = now % 4 != 0;
                } else {
                    output_free.fill(now % 4 == 0);
                }
            }
            let insists = (0..ports).any(|to| rule.insists(to) && rule.offers[to].is_some());
            insisting += usize::from(insists);
            preferred += rule.preferences();
            let given = FifoCycle { arrive, input_free, output_free, sendable };
            let bits = |flags: &[bool]| -> u128 {
                flags.iter().enumerate().map(|(at, flag)| u128::from(*flag) << at).sum()
            };
            let packed = |queues: &[Option<usize>]| -> u128 {
                let all = queues.iter().enumerate();
                all.map(|(at, queue)| (queue.unwrap_or(0) as u128) << (at * config.queue_bits()))
                    .sum()
            };
            let some = |queues: &[Option<usize>]| -> Vec<bool> {
                queues.iter().map(Option::is_some).collect()
            };
            let inputs = [
                ("arrive", bits(&some(&given.arrive))),
                ("arrive_queue", packed(&given.arrive)),
                ("input_free", bits(&given.input_free)),
                ("output_free", bits(&given.output_free)),
                ("sendable", bits(&given.sendable.concat())),
            ];
            let granted = rule.step(&given);
            let found = cycle(&mut block, &inputs, ["grant", "grant_queue"]);
            let expected = [bits(&some(&granted)), packed(&granted)];
            assert_eq!(found, expected, "cycle {now}, {bypasses} bypasses, {packets} packets");
            let count = granted.iter().flatten().count();
            grants += count;
            several += usize::from(count > 1);
            longest = longest.max((0..queues).map(|queue| rule.waiting(queue)).max().unwrap_or(0));
            limits += usize::from(rule.bypassed.contains(&bypasses));
            late += usize::from(rule.outside.iter().any(|packets| packets.len() > 1));
        }
        assert!(
            grants > 1000 && several > 50 && longest == packets as usize && limits > 10,
            "{grants} grants, {several} cycles with several, {longest} packets, {limits} limits"
        );
        assert!(
            inputs == 2 || late > 10,
            "{late} cycles in which several packets of a queue have not entered its list"
        );
    }
    assert!(insisting > 200 && preferred > 8, "{insisting} cycles, {preferred} preferences");
}

#[test]
fn addresses_run_through_all_numbers_but_zero() {
    for bits in 2..=12 {
        let mut block = reset(FifoAddress::new(bits));
        let mut seen = vec![false; 1 << bits];
        for _ in 1..1 << bits {
            let [address] = cycle(&mut block, &[("steps", 1)], ["address"]);
            let before = std::mem::replace(&mut seen[address as usize], true);
            assert!(address != 0 && !before, "{address} of {bits} bits");
        }
        // Without a step, the address stays: the first one, again.
        for _ in 0..2 {
            assert_eq!(cycle(&mut block, &[], ["address"]), [1]);
        }
    }
}
