//! Claims about allocators: no conflict, no idleness, no starvation.

pub mod fifo;
mod insisting;

use crate::proofs::{Peek, Proof, Reach};
use tailback_spec::switch::allocator::{
    guard::Guard,
    round_robin::{bound_cycles, RoundRobin},
};

/// Largest number of ports for which the solver can follow a request for the whole bound.
const FOLLOWED_PORTS: usize = 2;

/// Cycles after a reset in which the solver checks a small allocator: two decisions for each port.
const CYCLES: u32 = 10;

/// Cycles after a reset in which the solver checks a large allocator: one decision for each port,
/// and those that overlap with it.
const FEW_CYCLES: u32 = 6;

/// Largest number of ports of a small allocator.
const SMALL_PORTS: usize = 4;

fn after_reset(is_small: bool) -> Reach {
    Reach::AfterReset(if is_small { CYCLES } else { FEW_CYCLES })
}

/// Claims about the round-robin allocator.
pub fn round_robin_proofs(allocator: &RoundRobin) -> Vec<Proof> {
    let mut proofs = vec![matching(allocator)];
    if allocator.ports() <= FOLLOWED_PORTS {
        proofs.push(fair(allocator));
    }
    proofs
}

/// Verilog expression: at most one bit of `bits` is set.
fn at_most_one(bits: &str) -> String {
    format!("({bits} & ({bits} - 1)) == 0")
}

/// The grants are a matching of the requests.
fn matching(allocator: &RoundRobin) -> Proof {
    let ports = allocator.ports();
    let bit = |from: usize, to: usize| format!("grant[{}]", from * ports + to);
    let row = |input: usize| format!("grant[{}:{}]", (input + 1) * ports - 1, input * ports);
    let rows: Vec<_> = (0..ports).map(row).collect();
    let from: Vec<_> = rows.iter().rev().map(|row| format!("|{row}")).collect();
    let (from, to) = (from.join(", "), rows.join(" | "));
    let mut body = format!(
        "    // Requests of the last cycle, and of the one before.
    reg [{ports}*{ports}-1:0] requested;
    reg [{ports}*{ports}-1:0] earlier;
    wire [{ports}-1:0] from = {{{from}}};
    wire [{ports}-1:0] to = {to};
    // Input ports and output ports of the last grants, and of those before.
    reg [{ports}-1:0] last_from;
    reg [{ports}-1:0] last_to;
    reg [{ports}-1:0] earlier_from;
    reg [{ports}-1:0] earlier_to;
    always @(posedge clock) begin
        requested <= reset ? 0 : request;
        earlier <= reset ? 0 : requested;
        last_from <= reset ? 0 : from;
        last_to <= reset ? 0 : to;
        earlier_from <= reset ? 0 : last_from;
        earlier_to <= reset ? 0 : last_to;
    end
    always @* begin
        assert ((grant & ~earlier) == 0);
        assert ((from & (last_from | earlier_from)) == 0 && (to & (last_to | earlier_to)) == 0);
        if (earlier != 0 && last_from == 0 && earlier_from == 0) assert (grant != 0);
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
        claim: "at most one grant for each input and output, and none in the two cycles after it; \
                only what was requested two cycles before, and something if something was and \
                nothing has been granted since"
            .into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        // A proof for all times would need an invariant of the round-robin pointers, which are
        // internal.
        reach: after_reset(ports <= SMALL_PORTS),
    }
}

/// No request waits longer than the bound.
fn fair(allocator: &RoundRobin) -> Proof {
    let (ports, bound) = (allocator.ports(), bound_cycles(allocator));
    let bits = ports * ports;
    let one = at_most_one("chosen");
    let body = format!(
        "    // Any request is chosen, and stays so.
    reg [{bits}-1:0] chosen_before;
    reg [{bits}-1:0] asked;
    reg [15:0] waited;
    reg started;
    initial started = 0;
    always @(posedge clock) begin
        started <= 1;
        chosen_before <= chosen;
        asked <= reset ? 0 : request & ~grant;
        waited <= !reset && (request & chosen) != 0 && (grant & chosen) == 0 ? waited + 1 : 0;
    end
    always @* begin
        assume ({one} && chosen != 0);
        // No request is withdrawn before it is granted.
        if (started) assume (chosen == chosen_before && (asked & ~request) == 0);
        assert (waited <= {bound});
    end"
    );
    Proof {
        claim: format!("no request waits for more than {bound} cycles"),
        body,
        choices: vec![("chosen", bits)],
        peeks: Vec::new(),
        reach: Reach::AfterReset(2 * bound as u32),
    }
}

/// Claims about the guard.
pub fn guard_proofs(guard: &Guard) -> Vec<Proof> {
    let places = guard.ports() * guard.queues();
    let body = format!(
        "    reg [{places}-1:0] wanted;
    reg [{places}-1:0] left;
    reg waits;
    initial waits = 0;
    always @(posedge clock) begin
        wanted <= wants;
        left <= allowed;
        waits <= !reset && urgent && place_wants && serve == 0;
    end
    always @* begin
        assert ((allowed & ~wants) == 0);
        assert (urgent ? !place_wants || allowed != 0 : allowed == wants);
        if (waits && wants == wanted) assert (urgent && allowed == left);
    end"
    );
    vec![Proof {
        claim: "what may be requested is wanted, and all of it unless a place is urgent, which it \
                stays until it is served"
            .into(),
        body,
        choices: Vec::new(),
        peeks: vec![Peek { wire: "place_wants".into(), path: "wanted".into(), width: 1 }],
        reach: Reach::AnyState(2),
    }]
}
