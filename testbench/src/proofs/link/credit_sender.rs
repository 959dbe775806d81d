//! Claims about the sender's side of link-level credits.

use crate::proofs::{Proof, Reach};
use tailback_spec::link::{
    credit_sender::{block_bits, want_bits},
    Link, COUNTER_BITS, MOST_OFFERED,
};

/// Claims about a sender.
pub fn proofs(link: &Link) -> Vec<Proof> {
    vec![silent(link), within(link)]
}

/// No packet may be sent before the receiver has granted credits.
fn silent(link: &Link) -> Proof {
    let lanes = link.virtual_lanes();
    let body = format!(
        "    reg [{lanes}-1:0] spoken;
    always @(posedge clock) begin
        if (reset) spoken <= 0;
        else if (update && update_vl < {lanes}) spoken <= spoken | 1 << update_vl;
    end
    always @* begin
        assert (initialised == spoken);
        assert ((may_send & ~spoken) == 0);
        assert ((may_send_one & ~spoken) == 0);
    end"
    );
    Proof {
        claim: "nothing may be sent before the receiver has spoken".into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::Always(4),
    }
}

/// A sender that obeys `may_send` and `may_send_one`, and does not begin packets of one VL in two
/// cycles in a row, stays within the FCCL that the receiver had sent last in the cycle before. The
/// first VL stands for all of them, as each has the same logic.
fn within(link: &Link) -> Proof {
    let (bits, wanted, counter) = (block_bits(link), want_bits(link), COUNTER_BITS);
    let body = format!(
        "    // The receiver's last word, kept beside the design.
    reg [{counter}-1:0] limit;
    reg known;
    initial known = 0;
    wire [{counter}-1:0] sent = fctbs[{counter}-1:0];
    wire [{wanted}-1:0] next = blocks[{wanted}-1:0];
    wire [{counter}-1:0] left = limit - (sent + next);
    wire [{counter}-1:0] left_one = limit - (sent + 1);
    // The cycle before.
    reg [{counter}-1:0] sent_before;
    reg [{counter}-1:0] limit_before;
    reg [{wanted}-1:0] next_before;
    reg [{bits}-1:0] went_blocks;
    reg known_before, had, had_one, went, started;
    initial known_before = 0;
    initial started = 0;
    // The credits as they are when the packet begins, by the limit of the cycle before.
    wire [{counter}-1:0] rest = limit_before - (sent + next_before);
    wire [{counter}-1:0] rest_one = limit_before - (sent + 1);
    wire begins = send && send_vl == 0;
    wire obeys = may_send[0] && send_blocks <= next_before;
    wire obeys_one = may_send_one[0] && send_blocks <= 1;
    always @(posedge clock) begin
        if (reset) known <= 0;
        else if (update && update_vl == 0) begin
            known <= 1;
            limit <= update_fccl;
        end
        started <= !reset;
        known_before <= known && !reset;
        had <= left <= {MOST_OFFERED};
        had_one <= left_one <= {MOST_OFFERED};
        sent_before <= sent;
        limit_before <= limit;
        next_before <= next;
        went <= begins;
        went_blocks <= send_blocks;
    end
    always @* begin
        assume (!begins || (!went && (obeys || obeys_one)));
        if (known_before && begins && obeys) assert (rest <= {MOST_OFFERED});
        if (known_before && begins && obeys_one) assert (rest_one <= {MOST_OFFERED});
        if (known_before) assert (may_send[0] == had);
        if (known_before) assert (may_send_one[0] == had_one);
        if (started) assert (sent == (went ? sent_before + went_blocks : sent_before));
    end"
    );
    Proof {
        claim: "a packet that may be sent has room at the receiver, by its last word".into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::AnyState(4),
    }
}
