//! Claims about the counting policies: correct counters, observed at the ports.

use crate::proofs::{Proof, Reach};
use tailback_spec::switch::marking::{Marking, Policy};

/// Claims about the marking module with these parameters.
pub fn proofs(marking: &Marking) -> Vec<Proof> {
    match marking.policy() {
        Policy::Naive => Vec::new(),
        Policy::InputTriggered | Policy::InputOutputTriggered { .. } => vec![no_wrap(marking)],
    }
}

/// The number of waiting packets neither wraps around nor exceeds the capacity of the switch, as
/// long as only waiting packets leave and the switch holds no more than its capacity.
fn no_wrap(marking: &Marking) -> Proof {
    let (bits, capacity) = (marking.counter_bits(), marking.capacity());
    let body = format!(
        "    wire [{bits}-1:0] first = waiting[{bits}-1:0];
    wire [{bits}-1:0] left = to_mark[{bits}-1:0];
    reg [{bits}-1:0] before;
    reg [{bits}-1:0] left_before;
    reg arrived, departed, marked, started;
    always @(posedge clock) begin
        before <= first;
        left_before <= left;
        arrived <= enqueue[0] && !dequeue[0];
        departed <= dequeue[0] && !enqueue[0];
        marked <= mark[0];
        started <= !reset;
    end
    always @* begin
        // A switch that is full takes no packet; no packet leaves that is not there.
        if (first == {capacity}) assume (!enqueue[0] || dequeue[0]);
        if (first == 0) assume (!dequeue[0]);
        assert (first <= {capacity});
        assert (left <= {capacity} + 1);
        if (started) begin
            assert (first == before + arrived - departed);
            if (marked) assert (left_before != 0);
        end
    end"
    );
    Proof {
        claim: format!("of up to {capacity} packets, none is counted twice or forgotten"),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::Always(4),
    }
}
