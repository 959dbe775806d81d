//! Cycles per second of the golden marking models, alone and with their outputs packed into the
//! image that the co-simulation compares.

use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, Throughput};
use std::hint::black_box;
use tailback_model::{
    switch::marking::{Counting, CountingInputs, Naive, NaiveInputs},
    Golden,
};
use tailback_spec::{
    ports::PortField,
    switch::marking::{Marking, OutputTrigger, Policy},
    Direction, Lanes, Port,
};

/// Cycles of prepared stimulus: too many for the branch predictor to learn.
const CYCLES: usize = 4096;
const PACKETS_PER_INPUT: u32 = 4;

/// xorshift64: stimulus only has to be irregular.
struct Random(u64);

impl Random {
    fn bits(&mut self, count: u32) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> (u64::BITS - count)
    }

    /// Each bit is set with probability 1/4.
    fn sparse(&mut self, count: u32) -> u64 {
        self.bits(count) & self.bits(count)
    }

    fn slots(&mut self, marking: &Marking) -> Lanes {
        (0..marking.ports()).map(|_| self.bits(marking.slot_bits() as u32) as u32).collect()
    }
}

fn output(name: &str, lanes: usize, width: usize) -> Port {
    Port { name: name.into(), direction: Direction::Output, lanes, width, doc: String::new() }
}

/// Measures `model` on `stimulus`, first alone and then with its outputs stored for `ports`.
fn measure<Model: Golden>(
    criterion: &mut Criterion,
    name: &str,
    port_count: u32,
    mut model: Model,
    stimulus: &[Model::Inputs],
    ports: &[Port],
) {
    let mut outputs = Model::Outputs::default();
    let mut image = vec![0u64; ports.iter().map(Port::words).sum()];
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(stimulus.len() as u64));
    group.bench_function(BenchmarkId::new("step", port_count), |bencher| {
        bencher.iter(|| {
            for inputs in stimulus {
                model.step(black_box(inputs), &mut outputs);
                black_box(&outputs);
            }
        });
    });
    group.bench_function(BenchmarkId::new("step and store", port_count), |bencher| {
        bencher.iter(|| {
            for inputs in stimulus {
                model.step(black_box(inputs), &mut outputs);
                outputs.store(ports, &mut image);
                black_box(&image);
            }
        });
    });
    group.finish();
}

fn marking(criterion: &mut Criterion) {
    for ports in [8, 12, 36] {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);

        let output_trigger = OutputTrigger::Above;
        let policy = Policy::InputOutputTriggered { output_threshold: 8, output_trigger };
        let parameters = Marking::new(policy, ports, PACKETS_PER_INPUT, None).unwrap();
        let lanes = parameters.ports();
        let stimulus: Vec<_> = (0..CYCLES)
            .map(|_| CountingInputs {
                enqueue: random.sparse(ports),
                dequeue: random.sparse(ports),
                transmit: random.sparse(ports),
                trigger: random.sparse(ports) & random.sparse(ports),
            })
            .collect();
        let outputs = [
            output("mark", lanes, 1),
            output("waiting", lanes, parameters.counter_bits()),
            output("to_mark", lanes, parameters.counter_bits()),
        ];
        measure(criterion, "counting", ports, Counting::new(&parameters), &stimulus, &outputs);

        let parameters = Marking::new(Policy::Naive, ports, PACKETS_PER_INPUT, None).unwrap();
        let stimulus: Vec<_> = (0..CYCLES)
            .map(|_| NaiveInputs {
                enqueue: random.sparse(ports),
                enqueue_slot: random.slots(&parameters),
                trigger: random.sparse(ports) & random.sparse(ports),
                transmit: random.sparse(ports),
                transmit_slot: random.slots(&parameters),
            })
            .collect();
        let outputs = [output("mark", lanes, 1)];
        measure(criterion, "naive", ports, Naive::new(&parameters), &stimulus, &outputs);
    }
}

criterion_group!(benches, marking);
criterion_main!(benches);
