//! Coverage of the stimulus: every queue of every input becomes urgent, and is served or withdraws
//! at every age.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 60_000;

/// Queue that the guard watches, and its age.
#[derive(Debug, Default)]
struct Watched {
    input: usize,
    queue: usize,
    age: usize,
}

/// Coverage of the stimulus, by a reference model.
#[derive(Debug, Default)]
struct Seen {
    /// Inputs and queues that were urgent.
    urgent: BTreeSet<(usize, usize)>,
    /// Ages at which a request was served, and at which it was withdrawn.
    served: BTreeSet<usize>,
    ceased: BTreeSet<usize>,
    /// Requests were withheld from the watched input, or from other inputs.
    withheld: [u64; 2],
    /// Another input started a packet of the same queue, or the queue number was present without a
    /// start.
    other_input: u64,
    no_start: u64,
    /// An urgent request was not served at once.
    late: u64,
    reset_while_urgent: u64,
    resets: u64,
}

fn has(word: &WideWord, queue: usize) -> bool {
    word[queue / 64] >> (queue % 64) & 1 != 0
}

impl Seen {
    /// Clocks one cycle of the reference model; returns whether the watched queue is urgent.
    fn cycle(&mut self, at: &mut Watched, inputs: &RequestGuardInputs, guard: &Guard) -> bool {
        let wanted = has(&inputs.wants[at.input], at.queue);
        let of_queue = |input: usize| inputs.serve_queue[input] as usize == at.queue;
        let starts = |input: usize| inputs.serve >> input & 1 != 0;
        let served = starts(at.input) && of_queue(at.input);
        let urgent = at.age == guard.patience_cycles();
        self.no_start += u64::from(wanted && of_queue(at.input) && !starts(at.input));
        let mut others = (0..guard.ports()).filter(|&input| input != at.input);
        self.other_input +=
            u64::from(wanted && !served && others.any(|input| starts(input) && of_queue(input)));
        self.late += u64::from(urgent && !served);
        if urgent {
            self.urgent.insert((at.input, at.queue));
        }
        if wanted && served {
            self.served.insert(at.age);
        }
        if !wanted {
            self.ceased.insert(at.age);
        }
        if wanted && !served {
            at.age = (at.age + 1).min(guard.patience_cycles());
        } else {
            let queue = (at.queue + 1) % guard.queues();
            let input = (at.input + usize::from(queue == 0)) % guard.ports();
            *at = Watched { input, queue, age: 0 };
        }
        urgent
    }
}

fn observe(guard: &Guard) -> Seen {
    let (mut model, mut stimulus) = (RequestGuard::new(guard), RequestGuardStimulus::new(guard, 1));
    let (mut step, mut outputs) = (Step::default(), RequestGuardOutputs::default());
    let (mut seen, mut watched) = (Seen::default(), Watched::default());
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        let RequestGuardInputs { wants, serve, serve_queue } = &step.inputs;
        assert!(wants.len() == guard.ports() && serve >> guard.ports() == 0);
        let words = guard.queues().div_ceil(64);
        assert!(wants.iter().all(|queues| queues.len() == words));
        assert!(wants
            .iter()
            .all(|queues| queues[words - 1] & !all(words - 1, guard.queues()) == 0));
        for (input, &queue) in serve_queue.iter().enumerate() {
            let most =
                if serve >> input & 1 != 0 { guard.queues() } else { 1 << guard.queue_bits() };
            assert!((queue as usize) < most);
        }
        model.step(&step.inputs, &mut outputs);
        let input = watched.input;
        let urgent = seen.cycle(&mut watched, &step.inputs, guard);
        assert_eq!(outputs.urgent, urgent);
        for (of, (allowed, wants)) in outputs.allowed.iter().zip(wants).enumerate() {
            seen.withheld[usize::from(of != input)] += u64::from(allowed != wants);
        }
        if step.reset {
            model.reset();
            watched = Watched::default();
            seen.resets += 1;
            seen.reset_while_urgent += u64::from(urgent);
        }
    }
    seen
}

#[test]
fn every_place_becomes_urgent_and_is_left_at_every_age() {
    for (ports, lanes, patience) in [(2, 1, 1), (3, 2, 5), (4, 3, 16)] {
        let guard = Guard::new(ports, lanes, patience).unwrap();
        let seen = observe(&guard);
        assert_eq!(seen.urgent.len(), guard.ports() * guard.queues(), "urgent places");
        assert_eq!(seen.served, (0..=guard.patience_cycles()).collect(), "ages when served");
        assert_eq!(seen.ceased, (0..=guard.patience_cycles()).collect(), "ages when given up");
        let counts = [seen.other_input, seen.no_start, seen.late, seen.resets];
        assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
        let counts = [seen.withheld[0], seen.withheld[1], seen.reset_while_urgent];
        assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
    }
}

#[test]
fn many_places_of_an_8_port_switch_become_urgent() {
    let guard = Guard::new(8, 9, 300).unwrap();
    let seen = observe(&guard);
    assert!(seen.urgent.len() > 50, "{}", seen.urgent.len());
    let inputs: BTreeSet<usize> = seen.urgent.iter().map(|(input, _)| *input).collect();
    assert_eq!(inputs.len(), 8);
    assert!(seen.served.contains(&300) && seen.withheld[1] > 1000);
}
