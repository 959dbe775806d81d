//! Claims about allocators: no conflict, no idleness, no starvation.

use crate::proofs::{Peek, Proof, Reach};
use tailback_spec::switch::allocator::{
    fifo::Fifo,
    guard::Guard,
    round_robin::{bound_cycles, RoundRobin},
};

/// Largest number of ports for which the solver can follow a request for the whole bound.
const FOLLOWED_PORTS: usize = 2;

/// Cycles after a reset in which the solver checks a small allocator: three or four decisions.
const CYCLES: u32 = 8;

/// Cycles after a reset in which the solver checks a large allocator: two decisions.
const FEW_CYCLES: u32 = 5;

/// Largest number of ports of a small round-robin allocator, and of entries of a small FIFO
/// allocator.
const SMALL_PORTS: usize = 4;
const SMALL_ENTRIES: usize = 8;

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
    let mut body = format!(
        "    reg [{ports}*{ports}-1:0] requested;
    reg granted;
    always @(posedge clock) begin
        requested <= reset ? 0 : request;
        granted <= !reset && grant != 0;
    end
    always @* begin
        assert ((grant & ~requested) == 0);
        // There is no choice in the cycle of a grant.
        assert ((grant != 0) == (requested != 0 && !granted));
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
                something whenever something was and nothing was being granted"
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
        reach: Reach::AfterReset(3 * bound as u32),
    }
}

/// Claims about the FIFO allocator.
pub fn fifo_proofs(fifo: &Fifo) -> Vec<Proof> {
    vec![possible(fifo), asked_for(fifo)]
}

/// Assumptions of every proof about the FIFO allocator: inputs and queues exist, and an input that
/// is free or a queue that is ready stays so until a grant.
fn legal(fifo: &Fifo) -> String {
    let (inputs, queues) = (fifo.inputs(), fifo.queues());
    let lanes = fifo.lanes();
    let idle: Vec<String> =
        (0..queues).rev().map(|at| format!("~output_busy[{}]", at / lanes)).collect();
    let idle = idle.join(", ");
    format!(
        "    wire [{queues}-1:0] ready_now = queue_ready & {{{idle}}};
    reg [{inputs}-1:0] was_free;
    reg [{queues}-1:0] was_ready;
    reg granted;
    always @(posedge clock) begin
        was_free <= reset ? 0 : input_free;
        was_ready <= reset ? 0 : ready_now;
        granted <= !reset && grant;
    end
    always @* begin
        assume (arrive_input < {inputs} && arrive_queue < {queues});
        if (!granted) assume ((was_free & ~input_free) == 0 && (was_ready & ~ready_now) == 0);
    end
"
    )
}

/// Each input and each output sends one packet at a time.
fn possible(fifo: &Fifo) -> Proof {
    let (inputs, queues, lanes) = (fifo.inputs(), fifo.queues(), fifo.lanes());
    let mut body = legal(fifo);
    body += &format!(
        "    // Ports send what went, until some cycle.
    reg [{inputs}-1:0] input_sends;
    reg [{inputs}-1:0] output_sends;
    wire [{inputs}-1:0] from = grant << grant_input;
    wire [{inputs}-1:0] to = grant << (grant_queue / {lanes});
    always @(posedge clock) begin
        input_sends <= reset ? 0 : input_sends & ~input_ends | from;
        output_sends <= reset ? 0 : output_sends & ~output_ends | to;
    end
    always @* begin
        assume ((input_free & input_sends) == 0);
"
    );
    for queue in 0..queues {
        let output = queue / lanes;
        body += &format!("        assume (!(ready_now[{queue}] && output_sends[{output}]));\n");
    }
    body += &format!(
        "        if (grant) begin
            assert (grant_input < {inputs} && grant_queue < {queues});
            assert (was_free[grant_input] && was_ready[grant_queue]);
            assert ((input_sends & from) == 0 && (output_sends & to) == 0);
            assert (!granted);
        end
        if (!grant) assert (grant_input == 0 && grant_queue == 0);
    end"
    );
    Proof {
        claim: "a packet goes only from an input that is free to a queue that is ready, and no \
                port sends two at once"
            .into(),
        body,
        choices: vec![("input_ends", inputs), ("output_ends", inputs)],
        peeks: Vec::new(),
        // A proof for all times would need the invariant that the list holds each number in two
        // codes, which is internal.
        reach: after_reset(fifo.entries() <= SMALL_ENTRIES),
    }
}

/// Each granted packet has arrived before, and is granted once.
fn asked_for(fifo: &Fifo) -> Proof {
    const COUNT_BITS: usize = 11;
    let entries = fifo.entries();
    let (input_bits, queue_bits) = (fifo.input_bits(), fifo.queue_bits());
    let mut body = legal(fifo);
    body += &format!(
        "    // Any input and queue are chosen, and stay so.
    reg [{input_bits}-1:0] input_before;
    reg [{queue_bits}-1:0] queue_before;
    reg [{COUNT_BITS}-1:0] waiting;
    reg [{COUNT_BITS}-1:0] chosen;
    reg started;
    initial started = 0;
    wire comes = arrive && !full;
    wire chosen_comes = comes && arrive_input == of_input && arrive_queue == of_queue;
    wire chosen_goes = grant && grant_input == of_input && grant_queue == of_queue;
    always @(posedge clock) begin
        started <= 1;
        input_before <= of_input;
        queue_before <= of_queue;
        waiting <= reset ? 0 : waiting + comes - grant;
        chosen <= reset ? 0 : chosen + chosen_comes - chosen_goes;
    end
    always @* begin
        if (started) assume (of_input == input_before && of_queue == queue_before);
        assert (full == (waiting == {entries}));
        if (chosen_goes) assert (chosen != 0);
        if (grant) assert (waiting != 0);
    end"
    );
    Proof {
        claim:
            "what goes has come, and each packet goes once; the list is full with as many as it \
                holds"
                .into(),
        body,
        choices: vec![("of_input", input_bits), ("of_queue", queue_bits)],
        peeks: Vec::new(),
        reach: after_reset(fifo.entries() <= SMALL_ENTRIES),
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
