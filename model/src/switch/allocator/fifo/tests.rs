//! The queues traced by hand, and properties for all traffic.

mod hand_traces;
mod insists;
mod lanes;
mod traffic;

use super::*;

/// Input ports, and as many output ports.
const INPUTS: usize = 4;
const BYPASSES: u32 = 4;

fn parameters(lanes: usize, bypasses: u32) -> Fifo {
    Fifo::new(INPUTS as u32, lanes as u32, 64, bypasses).unwrap()
}

/// A packet's input and queue.
type Packet = (usize, usize);

/// Free ports in a cycle, and queues of each input port with credits: bits *i*, *j* and *q*.
#[derive(Debug, Clone, Copy)]
struct Free {
    inputs: u64,
    outputs: u64,
    queues: [u64; INPUTS],
}

/// Everything is free.
const ALL: Free = Free { inputs: 0b1111, outputs: 0b1111, queues: [0xffff; INPUTS] };
/// Nothing is free.
const NOTHING: Free = Free { inputs: 0, outputs: 0, queues: [0; INPUTS] };
/// Everything is free but input 0.
const WITHOUT_INPUT_0: Free = Free { inputs: 0b1110, ..ALL };

/// Everything is free, but of the input ports only these.
fn only(inputs: u64) -> Free {
    Free { inputs, ..ALL }
}

/// Packets that are granted in a cycle, by input port.
fn cycle(model: &mut FifoAllocator, arrives: &[Packet], free: Free) -> Vec<Packet> {
    let mut inputs = FifoAllocatorInputs {
        arrive: 0,
        arrive_queue: std::iter::repeat_n(0, INPUTS).collect(),
        input_free: free.inputs,
        output_free: free.outputs,
        sendable: free.queues.map(|queues| std::iter::once(queues).collect::<WideWord>()).to_vec(),
    };
    for &(input, queue) in arrives {
        inputs.arrive |= 1 << input;
        inputs.arrive_queue[input] = queue as u32;
    }
    let FifoAllocatorOutputs { grant, grant_queue } = model.cycle(&inputs);
    assert_eq!(grant_queue.len(), INPUTS);
    for (input, queue) in grant_queue.iter().enumerate() {
        assert!(is_set(grant, input) || *queue == 0, "0 without a grant");
    }
    set_lanes(grant).map(|input| (input, grant_queue[input] as usize)).collect()
}

/// An allocator with packets that arrived in so many cycles, all of which can be chosen.
fn waiting(fifo: &Fifo, batches: &[&[Packet]]) -> FifoAllocator {
    let mut model = FifoAllocator::new(fifo);
    for batch in batches {
        assert_eq!(cycle(&mut model, batch, NOTHING), []);
    }
    while model.queues.iter().any(|queue| !queue.batches.is_empty()) {
        assert_eq!(cycle(&mut model, &[], NOTHING), []);
    }
    model
}

/// Packets that are seen in a cycle in which no offer stands, and granted two cycles later. Output
/// ports that look in the next cycle have rested since.
fn goes(model: &mut FifoAllocator, free: Free) -> Vec<Packet> {
    let then = Free { inputs: 0, outputs: 0, ..free };
    assert_eq!(cycle(model, &[], free), [], "queues look");
    assert_eq!(cycle(model, &[], then), [], "output ports offer themselves");
    let granted = cycle(model, &[], then);
    assert_eq!(cycle(model, &[], then), [], "they rest");
    granted
}

/// Packets that are granted in each of so many cycles in which everything is free.
fn granted(model: &mut FifoAllocator, cycles: usize) -> Vec<Vec<Packet>> {
    (0..cycles).map(|_| cycle(model, &[], ALL)).collect()
}

/// Times that the oldest packet of each queue has been bypassed.
fn bypassed(model: &FifoAllocator) -> Vec<u32> {
    model.queues.iter().map(|queue| queue.bypassed).collect()
}
