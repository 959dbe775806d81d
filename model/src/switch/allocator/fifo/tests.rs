//! The list traced by hand, and properties for all traffic.

mod hand_traces;
mod lanes;
mod traffic;

use super::*;

const INPUTS: usize = 4;
const ENTRIES: usize = 8;
const BYPASSES: u32 = 4;

fn parameters(lanes: usize) -> Fifo {
    Fifo::new(INPUTS as u32, lanes as u32, ENTRIES as u32, BYPASSES).unwrap()
}

/// A packet's input and queue.
type Packet = (usize, usize);

/// Outputs of a cycle: whether the list is full, and the packet that is granted.
fn cycle(
    model: &mut FifoAllocator,
    arrives: Option<Packet>,
    input_free: u64,
    queue_ready: u64,
) -> (bool, Option<Packet>) {
    let (arrive_input, arrive_queue) = arrives.unwrap_or_default();
    let outputs = model.cycle(&FifoAllocatorInputs {
        arrive: arrives.is_some(),
        arrive_input: arrive_input as u64,
        arrive_queue: arrive_queue as u64,
        output_busy: 0,
        input_free,
        queue_ready: (0..64).map(|queue| queue_ready >> queue & 1 == 1).collect(),
    });
    let packet = (outputs.grant_input as usize, outputs.grant_queue as usize);
    assert!(outputs.grant || packet == (0, 0), "without a grant, both are 0");
    (outputs.full, outputs.grant.then_some(packet))
}

/// A list with these packets.
fn waiting(fifo: &Fifo, packets: &[Packet]) -> FifoAllocator {
    let mut model = FifoAllocator::new(fifo);
    for packet in packets {
        assert_eq!(cycle(&mut model, Some(*packet), 0, 0), (false, None));
    }
    model
}

/// Packet that is granted when no output rests: found in one cycle, and granted in the next.
fn goes(model: &mut FifoAllocator, input_free: u64, queue_ready: u64) -> Option<Packet> {
    for _ in 0..2 {
        assert_eq!(cycle(model, None, 0, 0).1, None, "nothing is free");
    }
    assert_eq!(cycle(model, None, input_free, queue_ready).1, None, "the first of two cycles");
    cycle(model, None, input_free, queue_ready).1
}
