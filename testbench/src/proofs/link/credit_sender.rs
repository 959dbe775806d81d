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

/// A sender that obeys `may_send` stays within the last FCCL of the receiver. The first VL stands
/// for all of them, as each has the same logic.
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
    reg [{counter}-1:0] sent_before;
    reg [{bits}-1:0] went_blocks;
    reg went, started;
    initial started = 0;
    always @(posedge clock) begin
        if (reset) known <= 0;
        else if (update && update_vl == 0) begin
            known <= 1;
            limit <= update_fccl;
        end
        started <= !reset;
        sent_before <= sent;
        went <= send && send_vl == 0;
        went_blocks <= send_blocks;
    end
    always @* begin
        assume (!(send && send_vl == 0) || (may_send[0] && send_blocks <= next));
        if (known && send && send_vl == 0) assert (left <= {MOST_OFFERED});
        if (known) assert (may_send[0] == (left <= {MOST_OFFERED}));
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
