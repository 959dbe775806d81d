//! Allocators: no conflict, no idleness, no starvation.

use crate::proofs::{Proof, Reach};
use tailback_spec::switch::allocator::{
    fifo::Fifo,
    round_robin::{bound_cycles, RoundRobin},
};

/// The most ports for which the solver follows a request through the whole bound.
const FOLLOWED_PORTS: usize = 4;

/// The claims about the round-robin allocator.
pub fn round_robin_proofs(allocator: &RoundRobin) -> Vec<Proof> {
    let mut proofs = vec![matching(allocator)];
    if allocator.ports() <= FOLLOWED_PORTS {
        proofs.push(fair(allocator));
    }
    proofs
}

/// What is granted is a matching of the requests.
fn matching(allocator: &RoundRobin) -> Proof {
    let ports = allocator.ports();
    let mut body = String::new();
    let bit = |input: usize, output: usize| format!("grant[{}]", input * ports + output);
    let at_most_one = |bits: Vec<String>| {
        let line = bits.join(", ");
        format!("        assert (({{{line}}} & ({{{line}}} - 1)) == 0);\n")
    };
    body += "    always @* begin\n        assert ((grant & ~request) == 0);\n";
    body += "        assert ((grant != 0) == (request != 0));\n";
    for one in 0..ports {
        body += &at_most_one((0..ports).map(|other| bit(one, other)).collect());
        body += &at_most_one((0..ports).map(|other| bit(other, one)).collect());
    }
    body += "    end";
    Proof {
        claim: "at most one grant for each input and each output, only what was requested, and \
                something whenever something was"
            .into(),
        body,
        reach: Reach::Always(2),
    }
}

/// The request of input 0 for output 0, and of the last for the last, are not held up for longer
/// than the bound, wherever the pointers stand.
fn fair(allocator: &RoundRobin) -> Proof {
    let (ports, bound) = (allocator.ports(), bound_cycles(allocator));
    let bits = ports * ports;
    let body = format!(
        "    (* anyconst *) wire [{bits}-1:0] chosen;
    reg [{bits}-1:0] asked;
    reg [15:0] waited;
    reg started;
    initial started = 0;
    initial waited = 0;
    always @(posedge clock) begin
        started <= 1;
        asked <= request & ~grant;
        waited <= (request & chosen) != 0 && (grant & chosen) == 0 ? waited + 1 : 0;
    end
    always @* begin
        assume (!reset);
        assume (chosen != 0 && (chosen & (chosen - 1)) == 0);
        // No request is withdrawn before it is granted.
        if (started) assume ((asked & ~request) == 0);
        assert (waited < {bound});
    end"
    );
    Proof {
        claim: format!("no request waits for {bound} cycles"),
        body,
        reach: Reach::AnyState(bound as u32 + 1),
    }
}

/// The claims about the FIFO allocator.
pub fn fifo_proofs(fifo: &Fifo) -> Vec<Proof> {
    let (inputs, queues) = (fifo.inputs(), fifo.queues());
    let body = format!(
        "    always @* if (grant) begin
        assert (grant_input < {inputs} && grant_queue < {queues});
        assert (input_free[grant_input]);
        assert (queue_ready[grant_queue]);
    end
    always @* begin
        assume (arrive_input < {inputs} && arrive_queue < {queues});
    end"
    );
    vec![Proof {
        claim: "a packet goes only from an input that is free to a queue that is ready".into(),
        body,
        reach: Reach::Always(4),
    }]
}
