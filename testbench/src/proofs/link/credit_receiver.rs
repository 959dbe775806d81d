//! Claims about the receiver's side of link-level credits.

use crate::proofs::{Proof, Reach};
use tailback_spec::link::{credit_receiver::free_bits, Link, COUNTER_BITS, MOST_OFFERED};

/// Claims about a receiver. The first VL stands for all of them, as each has the same logic.
pub fn proofs(link: &Link) -> Vec<Proof> {
    let (bits, counter) = (free_bits(link), COUNTER_BITS);
    let body = format!(
        "    wire [{bits}-1:0] room = free[{bits}-1:0];
    wire [{counter}-1:0] offered = fccl[{counter}-1:0] - abr[{counter}-1:0];
    reg [{bits}-1:0] room_before;
    reg [{counter}-1:0] limit_before;
    reg came, updated, started;
    initial started = 0;
    always @(posedge clock) begin
        room_before <= room;
        limit_before <= fccl[{counter}-1:0];
        came <= received && received_vl == 0;
        updated <= update && update_vl == 0;
        started <= !reset;
    end
    always @* begin
        // A block that comes takes its place in the same cycle, and none comes without one.
        if (started && came) assume (room_before != 0 && room == room_before - 1);
        assert (offered <= room && offered <= {MOST_OFFERED});
        if (started && came && !updated && room_before <= {MOST_OFFERED})
            assert (fccl[{counter}-1:0] == limit_before);
    end"
    );
    vec![Proof {
        claim:
            "no more is offered than there is room for, and a block that comes costs nothing else"
                .into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::AnyState(3),
    }]
}
