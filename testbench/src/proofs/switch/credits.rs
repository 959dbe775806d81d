//! Claims about the credits of an output port.

use crate::proofs::{Proof, Reach};
use tailback_spec::link::{COUNTER_BITS, MOST_OFFERED};
use tailback_spec::switch::port::Port;

/// Claims about the credits of an output port.
pub fn proofs(port: &Port) -> Vec<Proof> {
    vec![silent(port), within(port), exact(port)]
}

/// No VL has credits before the other end has announced them.
fn silent(port: &Port) -> Proof {
    let (lanes, bits) = (port.virtual_lanes(), port.block_bits());
    let none = (0..lanes).map(|lane| {
        let (high, low) = ((lane + 1) * bits - 1, lane * bits);
        format!("        assert (spoken[{lane}] || available[{high}:{low}] == 0);\n")
    });
    let body = format!(
        "    reg [{lanes}-1:0] spoken;
    always @(posedge clock) begin
        if (reset) spoken <= 0;
        else if (update && update_vl < {lanes}) spoken <= spoken | 1 << update_vl;
    end
    always @* begin
        assert (initialised == spoken);
{}    end",
        none.collect::<String>()
    );
    Proof {
        claim: "no packet may start before the other end has announced credits".into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::Always(4),
    }
}

/// Verilog: limit and claims of the first VL, which stands for all of them, as each has the same
/// logic, and the blocks that may be claimed.
fn rest() -> String {
    let counter = COUNTER_BITS;
    format!(
        "    reg [{counter}-1:0] limits;
    reg [{counter}-1:0] claims;
    wire [{counter}-1:0] claimed = claim && claim_lane == 0 ? claim_blocks : 0;
    wire [{counter}-1:0] waived = waive && waive_lane == 0 ? waive_blocks : 0;
    always @(posedge clock) begin
        if (update && update_vl == 0) limits <= update_fccl;
        claims <= claims + claimed - waived;
        if (reset) begin
            limits <= 0;
            claims <= 0;
        end
    end
    wire [{counter}-1:0] rest = limits - claims;\n"
    )
}

/// The credits that are available are no more than the limit leaves after all packets that have
/// started: those that are claimed, and the one that started last and is claimed in the next cycle.
/// The credits for a packet were looked up three cycles before it started, and have not become fewer
/// since, as no other packet has started.
fn within(port: &Port) -> Proof {
    let (bits, counter) = (port.block_bits(), COUNTER_BITS);
    let body = rest()
        + &format!(
            "    reg [2:0] since;
    reg [{bits}-1:0] begun;
    wire is_first = claim_lane == 0;
    // Blocks that may be claimed after this cycle, without the claim of this cycle.
    wire [{counter}-1:0] told = update_fccl - claims[{counter}-1:0];
    wire updates = update && update_vl == 0;
    wire waives = waive && waive_lane == 0;
    wire [{counter}:0] offered = {{1'b0, updates ? told : rest}} + (waives ? waive_blocks : 0);
    wire [{counter}-1:0] left = rest - claimed;
    always @(posedge clock) begin
        since <= reset ? 0 : {{since[1:0], begins}};
        if (begins) begun <= begin_blocks;
    end
    always @* begin
        assume (!begins || begin_blocks <= available[{bits}-1:0]);
        assume (!begins || since == 0);
        assume (claim == since[0]);
        assume (!claim || claim_blocks == begun);
        // A limit never decreases, and no receiver offers more than it may.
        assume (!updates || !initialised[0] || told >= rest);
        assume (offered <= {MOST_OFFERED});
        assert (!initialised[0] || left <= {MOST_OFFERED});
        assert (begins || !initialised[0] || available[{bits}-1:0] <= left);
    end"
        );
    Proof {
        claim: "if packets start only with credits, the blocks claimed never exceed the limit"
            .into(),
        body,
        choices: vec![("begin_blocks", bits)],
        peeks: Vec::new(),
        reach: Reach::AfterReset(6),
    }
}

/// Two cycles after the start of a packet, all credits are shown, up to a longest packet.
fn exact(port: &Port) -> Proof {
    let (bits, counter) = (port.block_bits(), COUNTER_BITS);
    let longest = port.buffer().packet_blocks();
    let body = rest()
        + &format!(
            "    reg [{counter}-1:0] last_rest;
    reg was_known, was_quiet, started;
    initial started = 0;
    always @(posedge clock) begin
        started <= !reset;
        last_rest <= rest;
        was_known <= initialised[0];
        was_quiet <= !begins && !claim;
    end
    wire [{counter}-1:0] shown = available[{bits}-1:0];
    always @* begin
        if (started && was_known && was_quiet && last_rest <= {MOST_OFFERED})
            assert (shown == (last_rest < {longest} ? last_rest : {longest}));
        if (started && was_known && last_rest > {MOST_OFFERED}) assert (shown == 0);
    end"
        );
    Proof {
        claim: "without a packet that starts or is claimed, all credits are available in the next \
                cycle, up to those of a longest packet"
            .into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::AfterReset(5),
    }
}
