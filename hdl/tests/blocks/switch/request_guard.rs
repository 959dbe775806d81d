//! The request guard: traces of the specification, and equality of Verilog and kernel at every
//! size.

use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::RequestGuard;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::guard::Guard;

fn config(ports: u32, lanes: u32, patience_cycles: u32) -> Guard {
    Guard::new(ports, lanes, patience_cycles).expect("a guard that is possible")
}

fn small() -> Vec<Box<dyn Kernel>> {
    let sizes = [(2, 1, 1), (2, 2, 3), (3, 3, 7), (4, 1, 20), (5, 2, 2)];
    sizes.map(|(p, l, c)| Box::new(RequestGuard::new(&config(p, l, c))) as _).into()
}

#[test]
fn no_tool_complains_of_any_size() {
    let mut all = small();
    all.push(Box::new(RequestGuard::new(&config(36, 9, 0xFF_FFFF))));
    clean(all);
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(small());
}

#[test]
fn guard_text() {
    reviewed!("guard", &RequestGuard::new(&config(4, 2, 100)));
}

/// Reference model from the specification's equations.
struct Rule {
    config: Guard,
    input: usize,
    queue: usize,
    age: usize,
}

impl Rule {
    /// Returns the allowed requests, and whether the guarded queue is urgent.
    fn step(&mut self, wants: &[u128], serve: &[Option<usize>]) -> (Vec<u128>, bool) {
        let (ports, queues) = (self.config.ports(), self.config.queues());
        let output = |queue: usize| queue / self.config.lanes();
        let wanted = wants[self.input] >> self.queue & 1 == 1;
        let urgent = self.age == self.config.patience_cycles();
        let may = |input: usize, queue: usize| {
            let mine = (input, queue) == (self.input, self.queue);
            !urgent || mine || (input != self.input && output(queue) != output(self.queue))
        };
        let allowed = |input: usize| -> u128 {
            (0..queues).map(|queue| u128::from(may(input, queue)) << queue).sum::<u128>()
        };
        let allowed = (0..ports).map(|input| wants[input] & allowed(input)).collect();
        if !wanted || serve[self.input] == Some(self.queue) {
            self.age = 0;
            self.queue = (self.queue + 1) % queues;
            self.input = (self.input + usize::from(self.queue == 0)) % ports;
        } else {
            self.age = (self.age + 1).min(self.config.patience_cycles());
        }
        (allowed, urgent)
    }
}

#[test]
fn guard_is_its_specification() {
    for (ports, lanes, patience) in [(2, 1, 1), (2, 3, 2), (3, 2, 5), (5, 1, 1), (4, 2, 12)] {
        let config = config(ports, lanes, patience);
        let mut block = reset(RequestGuard::new(&config));
        let mut rule = Rule { config, input: 0, queue: 0, age: 0 };
        let (ports, queues) = (config.ports(), config.queues());
        let mut random = Random::new(7);
        let mut wants = vec![0; ports];
        let (mut urgents, mut first_again) = (0, 0);
        for now in 0..3000 {
            let stays = [50, 95, 100][now / 100 % 3];
            for row in &mut wants {
                if !random.percent(stays) {
                    *row = random.number(queues);
                }
            }
            let serve: Vec<Option<usize>> =
                (0..ports).map(|_| random.percent(30).then(|| random.below(queues))).collect();
            let lanes = |values: Vec<u128>, width: usize| -> u128 {
                values.iter().enumerate().map(|(lane, value)| value << (lane * width)).sum()
            };
            // The queue does not count without `serve`.
            let served = serve.iter().map(|queue| queue.unwrap_or(rule.queue) as u128).collect();
            let serves = serve.iter().map(|queue| u128::from(queue.is_some())).collect();
            let given = [
                ("wants", lanes(wants.clone(), queues)),
                ("serve", lanes(serves, 1)),
                ("serve_queue", lanes(served, config.queue_bits())),
            ];
            let (allowed, urgent) = rule.step(&wants, &serve);
            let found = cycle(&mut block, &given, ["allowed", "urgent"]);
            assert_eq!(found, [lanes(allowed, queues), urgent.into()], "cycle {now}, {config:?}");
            urgents += usize::from(urgent);
            first_again += usize::from((rule.input, rule.queue, rule.age) == (0, 0, 0));
        }
        assert!(urgents > 10 && first_again > 3, "{urgents} {first_again} {config:?}");
    }
}
