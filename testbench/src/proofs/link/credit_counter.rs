//! Claims about the plain credit counter.

use crate::proofs::{Proof, Reach};
use tailback_spec::link::credit_counter::CreditCounter;

/// Claims about a credit counter.
pub fn proofs(counter: &CreditCounter) -> Vec<Proof> {
    let (total, bits) = (counter.total(), counter.counter_bits());
    let body = format!(
        "    reg [{bits}-1:0] before;
    reg took, gave, started;
    always @(posedge clock) begin
        before <= credits;
        took <= take;
        gave <= give;
        started <= !reset;
    end
    always @* begin
        assert (credits <= {total});
        assert (available == (credits != 0));
        assert (full == (credits == {total}));
        if (started) begin
            if (took == gave) assert (credits == before);
            if (took && !gave) assert (credits == before - (before != 0));
            if (gave && !took) assert (credits == before + (before != {total}));
        end
    end"
    );
    vec![Proof {
        claim: format!("0 to {total} credits, one more or less at a time, and no wrapping around"),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::Always(4),
    }]
}
