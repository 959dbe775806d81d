//! Allocators: no conflict, no idleness, no starvation.

use crate::proofs::{Peek, Proof, Reach};
use tailback_spec::switch::allocator::{
    fifo::Fifo,
    round_robin::{bound_cycles, RoundRobin},
};

/// The most ports for which the solver follows a request through the whole bound.
const FOLLOWED_PORTS: usize = 4;

/// Cycles after a reset in which the solver follows the FIFO allocator.
const FIFO_CYCLES: u32 = 8;

/// The claims about the round-robin allocator.
pub fn round_robin_proofs(allocator: &RoundRobin) -> Vec<Proof> {
    let mut proofs = vec![matching(allocator)];
    if allocator.ports() <= FOLLOWED_PORTS {
        proofs.push(fair(allocator));
    }
    proofs
}

/// The turns of all rotations, each of which has one bit set.
struct Turns {
    peeks: Vec<Peek>,
    /// That it is so, as a Verilog expression.
    one_hot: String,
}

fn turns(allocator: &RoundRobin) -> Turns {
    let ports = allocator.ports();
    let mut peeks = Vec::new();
    for side in ["offering", "accepting"] {
        peeks.extend((0..ports).map(|port| Peek {
            wire: format!("{side}_{port}"),
            width: ports,
            path: format!("each_{side}[{port}].{side}.turn"),
        }));
    }
    let one_hot = |peek: &Peek| at_most_one(&peek.wire) + &format!(" && {} != 0", peek.wire);
    let one_hot = peeks.iter().map(one_hot).collect::<Vec<_>>().join(" && ");
    Turns { peeks, one_hot }
}

/// That at most one bit of some is set.
fn at_most_one(bits: &str) -> String {
    format!("({bits} & ({bits} - 1)) == 0")
}

/// What is granted is a matching of the requests.
fn matching(allocator: &RoundRobin) -> Proof {
    let ports = allocator.ports();
    let Turns { peeks, one_hot } = turns(allocator);
    let bit = |from: usize, to: usize| format!("grant[{}]", from * ports + to);
    let mut body = format!(
        "    always @* begin
        // Of each rotation, it is one port's turn: the other claims hold only so.
        assert ({one_hot});
        assert ((grant & ~request) == 0);
        assert ((grant != 0) == (request != 0));
"
    );
    for one in 0..ports {
        let from_one: Vec<_> = (0..ports).map(|other| bit(one, other)).collect();
        let to_one: Vec<_> = (0..ports).map(|other| bit(other, one)).collect();
        for bits in [from_one, to_one] {
            let bits = format!("{{{}}}", bits.join(", "));
            body += &format!("        assert ({});\n", at_most_one(&bits));
        }
    }
    body += "    end";
    Proof {
        claim: "at most one grant for each input and each output, only what was requested, and \
                something whenever something was"
            .into(),
        body,
        choices: Vec::new(),
        peeks,
        reach: Reach::Always(2),
    }
}

/// No request is held up for longer than the bound, wherever the turns stand.
fn fair(allocator: &RoundRobin) -> Proof {
    let (ports, bound) = (allocator.ports(), bound_cycles(allocator));
    let bits = ports * ports;
    let Turns { peeks, one_hot } = turns(allocator);
    let one = at_most_one("chosen");
    let body = format!(
        "    // Any request is chosen, and stays so.
    reg [{bits}-1:0] chosen_before;
    reg [{bits}-1:0] asked;
    reg [15:0] waited;
    reg started;
    initial started = 0;
    initial waited = 0;
    always @(posedge clock) begin
        started <= 1;
        chosen_before <= chosen;
        asked <= request & ~grant;
        waited <= (request & chosen) != 0 && (grant & chosen) == 0 ? waited + 1 : 0;
    end
    always @* begin
        assume (!reset);
        assume ({one} && chosen != 0);
        assume ({one_hot});
        // No request is withdrawn before it is granted.
        if (started) assume (chosen == chosen_before && (asked & ~request) == 0);
        assert (waited < {bound});
    end"
    );
    Proof {
        claim: format!("no request waits for {bound} cycles"),
        body,
        choices: vec![("chosen", bits)],
        peeks,
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
        choices: Vec::new(),
        peeks: Vec::new(),
        // What holds for ever is that the list keeps each number twice, in two codes, and that is
        // its own affair.
        reach: Reach::AfterReset(FIFO_CYCLES),
    }]
}
