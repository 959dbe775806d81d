//! Claims about the FIFO allocator: no conflict, no packet lost or invented, no starvation.

use super::{after_reset, at_most_one, insisting, CYCLES, SMALL_PORTS};
use crate::proofs::{Proof, Reach};
use tailback_spec::switch::allocator::fifo::Fifo;

/// Largest numbers of ports, and of packets of all queues, with which the solver can follow a
/// packet for the whole bound.
const FOLLOWED_PORTS: usize = 3;
const FOLLOWED_PACKETS: usize = 4;

/// Claims about the FIFO allocator.
pub fn proofs(fifo: &Fifo) -> Vec<Proof> {
    let mut proofs = vec![possible(fifo), asked_for(fifo)];
    let (ports, packets) = (fifo.inputs(), fifo.queues() * fifo.packets());
    if ports <= FOLLOWED_PORTS {
        proofs.extend(insisting::proofs(fifo));
    }
    if ports <= FOLLOWED_PORTS && packets <= FOLLOWED_PACKETS {
        proofs.push(served(fifo));
    }
    proofs
}

/// Cycles within which a packet goes that can be sent and whose ports are free, like all others,
/// except for ports in the cycle after a grant: each packet of its output port that goes before it
/// takes four cycles, and four for each other output port that the input port accepts first. A packet that finds no others for its output port is not bypassed.
fn bound_cycles(fifo: &Fifo) -> usize {
    /// Cycles from a grant to the next one of the same port.
    const CHOICE: usize = 4;
    /// Cycles of the first choice before the packet waits.
    const ENTRY: usize = 2;
    let packets = fifo.lanes() * fifo.packets();
    let bypasses = if packets > 1 { fifo.bypasses() as usize } else { 0 };
    CHOICE * fifo.inputs() * (packets + bypasses) - ENTRY
}

/// Verilog expression: the element of an input port, of a port with a queue for each.
fn queue(port: &str, input: usize, fifo: &Fifo) -> String {
    let bits = fifo.queue_bits();
    format!("{port}[{}:{}]", (input + 1) * bits - 1, input * bits)
}

/// Verilog expression: sum of the bits of a port with one for each input port.
fn sum(port: &str, fifo: &Fifo) -> String {
    let bits: Vec<String> = (0..fifo.inputs()).map(|input| format!("{port}[{input}]")).collect();
    format!("({})", bits.join(" + "))
}

/// Assumptions of every proof over this many cycles: packets arrive for queues that exist, no queue
/// has more packets than it may, and ports are not free in the cycle after a grant.
///
/// Input ports and output ports of the grants are in `grant` and `to`, those of the cycle before in
/// `last_from` and `last_to`.
fn legal(fifo: &Fifo, cycles: usize) -> String {
    let (inputs, queues, packets) = (fifo.inputs(), fifo.queues(), fifo.packets());
    let exist = (0..inputs).map(|input| {
        let arrives = queue("arrive_queue", input, fifo);
        format!("        assume (!arrive[{input}] || {arrives} < {queues});\n")
    });
    let exist = ports(fifo)
        + &format!(
            "    always @* begin
{}        assume ((input_free & last_from) == 0 && (output_free & last_to) == 0);
    end
",
            exist.collect::<String>()
        );
    // So few cycles cannot fill a queue.
    if packets >= inputs * cycles {
        return exist;
    }
    let bits = (packets + inputs).ilog2() + 1;
    let of = |happens: &str, queue_of: &str, number: usize| {
        let one =
            |input| format!("({happens}[{input}] && {} == {number})", queue(queue_of, input, fifo));
        (0..inputs).map(one).collect::<Vec<_>>().join(" + ")
    };
    let count = |number: usize| {
        let (comes, goes) =
            (of("arrive", "arrive_queue", number), of("grant", "grant_queue", number));
        format!(
            "    reg [{bits}-1:0] held_{number};
    wire [{bits}-1:0] all_{number} = held_{number} + {comes};
    always @(posedge clock) held_{number} <= reset ? 0 : all_{number} - ({goes});
    always @* assume (all_{number} <= {packets});
"
        )
    };
    exist + &(0..queues).map(count).collect::<String>()
}

/// Declarations of the output ports of the grants, and of the ports granted in the cycle before.
fn ports(fifo: &Fifo) -> String {
    let (inputs, lanes) = (fifo.inputs(), fifo.lanes());
    let mut body = String::new();
    for input in 0..inputs {
        let of = queue("grant_queue", input, fifo);
        let is_to = |output: usize| {
            let (first, end) = (output * lanes, (output + 1) * lanes);
            format!("grant[{input}] && {of} >= {first} && {of} < {end}")
        };
        let to: Vec<String> = (0..inputs).rev().map(is_to).collect();
        body += &format!("    wire [{inputs}-1:0] to_{input} = {{{}}};\n", to.join(", "));
    }
    let to: Vec<String> = (0..inputs).map(|input| format!("to_{input}")).collect();
    body + &format!(
        "    wire [{inputs}-1:0] to = {};
    reg [{inputs}-1:0] last_from;
    reg [{inputs}-1:0] last_to;
    always @(posedge clock) begin
        last_from <= reset ? 0 : grant;
        last_to <= reset ? 0 : to;
    end
",
        to.join(" | ")
    )
}

/// Ports send one packet at a time.
fn possible(fifo: &Fifo) -> Proof {
    let (inputs, queues) = (fifo.inputs(), fifo.queues());
    let mut body = legal(fifo, CYCLES as usize);
    body += &format!(
        "    // Free ports and packets that could be sent, one cycle ago and two cycles ago.
    reg [{inputs}-1:0] was_free;
    reg [{inputs}-1:0] was_idle;
    reg [{inputs}*{queues}-1:0] was_sendable;
    reg [{inputs}-1:0] look_free;
    reg [{inputs}-1:0] look_idle;
    reg [{inputs}*{queues}-1:0] look_sendable;
    // Ports of the grants two and three cycles ago.
    reg [{inputs}-1:0] second_from;
    reg [{inputs}-1:0] second_to;
    reg [{inputs}-1:0] third_from;
    reg [{inputs}-1:0] third_to;
    always @(posedge clock) begin
        was_free <= reset ? 0 : input_free;
        was_idle <= reset ? 0 : output_free;
        was_sendable <= reset ? 0 : sendable;
        look_free <= reset ? 0 : was_free;
        look_idle <= reset ? 0 : was_idle;
        look_sendable <= reset ? 0 : was_sendable;
        second_from <= reset ? 0 : last_from;
        second_to <= reset ? 0 : last_to;
        third_from <= reset ? 0 : second_from;
        third_to <= reset ? 0 : second_to;
    end
    always @* begin
        assert ((grant & ~look_free) == 0 && (to & ~look_idle) == 0);
        // A choice takes three cycles, and begins in the second cycle after a grant at least.
        assert ((grant & (last_from | second_from | third_from)) == 0);
        assert ((to & (last_to | second_to | third_to)) == 0);
"
    );
    for input in 0..inputs {
        let of = queue("grant_queue", input, fifo);
        body += &format!(
            "        if (grant[{input}])
            assert ({of} < {queues} && look_sendable[{input} * {queues} + {of}]);
        else assert ({of} == 0);
"
        );
    }
    for output in 0..inputs {
        let from: Vec<String> = (0..inputs).map(|from| format!("to_{from}[{output}]")).collect();
        let from = format!("{{{}}}", from.join(", "));
        body += &format!("        assert ({});\n", at_most_one(&from));
    }
    body += "    end";
    Proof {
        claim: "a packet goes only if it could be sent, from an input port that was free to an \
                output port that was free, and no port sends two at once, or before it could be \
                chosen again"
            .into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        // A proof for all times would need invariants of the queues and offers, which are internal.
        reach: after_reset(inputs <= SMALL_PORTS),
    }
}

/// Declarations that follow the packets of any one input port and queue: `chosen` counts those that
/// wait, and `goes` is high with the grant of one.
fn followed(fifo: &Fifo) -> String {
    const COUNT_BITS: usize = 8;
    let (inputs, queues) = (fifo.inputs(), fifo.queues());
    let (input_bits, queue_bits) = (fifo.input_bits(), fifo.queue_bits());
    format!(
        "    // An input port and a queue are chosen, and stay so.
    reg [{input_bits}-1:0] input_before;
    reg [{queue_bits}-1:0] queue_before;
    reg [{COUNT_BITS}-1:0] chosen;
    reg started;
    initial started = 0;
    wire comes = arrive[of_input]
        && arrive_queue[of_input*{queue_bits} +: {queue_bits}] == of_queue;
    wire goes = grant[of_input]
        && grant_queue[of_input*{queue_bits} +: {queue_bits}] == of_queue;
    always @(posedge clock) begin
        started <= 1;
        input_before <= of_input;
        queue_before <= of_queue;
        chosen <= reset ? 0 : chosen + comes - goes;
    end
    always @* begin
        assume (of_input < {inputs} && of_queue < {queues});
        if (started) assume (of_input == input_before && of_queue == queue_before);
    end
"
    )
}

/// Inputs of a proof that follows packets.
fn choices(fifo: &Fifo) -> Vec<(&'static str, usize)> {
    vec![("of_input", fifo.input_bits()), ("of_queue", fifo.queue_bits())]
}

/// Each granted packet has arrived before, and is granted once; nothing keeps all ports idle.
fn asked_for(fifo: &Fifo) -> Proof {
    const COUNT_BITS: usize = 10;
    let (arrived, granted) = (sum("arrive", fifo), sum("grant", fifo));
    let body = legal(fifo, CYCLES as usize)
        + &followed(fifo)
        + &format!(
            "    reg [{COUNT_BITS}-1:0] waiting;
    reg looked;
    reg offered;
    always @(posedge clock) begin
        waiting <= reset ? 0 : waiting + {arrived} - {granted};
        looked <= !reset && waiting != 0 && grant == 0
            && &input_free && &output_free && &sendable;
        offered <= !reset && looked && grant == 0;
    end
    always @* begin
        if (goes) assert (chosen != 0);
        if (grant != 0) assert (waiting >= {granted});
        if (offered) assert (grant != 0);
    end"
        );
    Proof {
        claim:
            "what goes has come, and each packet goes once; if packets wait while all ports are \
                free and all can be sent, one goes in this cycle or the next two"
                .into(),
        body,
        choices: choices(fifo),
        peeks: Vec::new(),
        reach: after_reset(fifo.inputs() <= SMALL_PORTS),
    }
}

/// No packet waits longer than the bound.
fn served(fifo: &Fifo) -> Proof {
    let (bound, lanes) = (bound_cycles(fifo), fifo.lanes());
    // Enough for all other packets to arrive before the one that waits.
    let cycles = bound + CYCLES as usize;
    let idle = (0..fifo.outputs()).map(|output| {
        let (first, end) = (output * lanes, (output + 1) * lanes);
        format!(
            "        if (of_queue >= {first} && of_queue < {end})
            assume (output_free[{output}] == !last_to[{output}]);
"
        )
    });
    let body = legal(fifo, cycles)
        + &followed(fifo)
        + &format!(
            "    reg [15:0] waited;
    always @(posedge clock) waited <= !reset && chosen != 0 && !goes ? waited + 1 : 0;
    always @* begin
        assume (input_free == ~last_from && &sendable);
{}        assert (waited <= {bound});
    end",
            idle.collect::<String>()
        );
    Proof {
        claim: format!(
            "no packet waits for more than {bound} cycles while its output port and all input \
             ports are free, but for the cycle after a grant, and all packets can be sent"
        ),
        body,
        choices: choices(fifo),
        peeks: Vec::new(),
        reach: Reach::AfterReset(cycles as u32),
    }
}
