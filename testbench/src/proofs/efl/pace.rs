//! Claims about pacing: how the rate limiter gets an interval.

use crate::proofs::{Peek, Proof, Reach};
use tailback_spec::efl::pace::{INTERVAL_BITS, WORD_BITS};

/// Bits of the cycles before they are limited.
const CYCLES_BITS: u32 = INTERVAL_BITS + 1;

/// Claims about pacing.
pub fn proofs() -> Vec<Proof> {
    vec![coded()]
}

/// The product that the limiter computes is the interval, but for its lowest bits, which are less
/// than a 2048th of it.
fn coded() -> Proof {
    let peek = |wire: &str, width| Peek { wire: wire.into(), width, path: format!("code.{wire}") };
    let body = format!(
        "    localparam [{CYCLES_BITS}-1:0] MOST = (1 << {INTERVAL_BITS}) - 1;
    wire [{CYCLES_BITS}-1:0] limited = exceeds || cycles > MOST ? MOST : cycles;
    wire [{CYCLES_BITS}-1:0] product = words * (ipd + 1'd1);
    always @* begin
        assert (product <= limited || product == 1);
        assert (limited - product <= limited >> {WORD_BITS} - 1 || product == 1);
        assert (!valid || words != 0);
        assert ((ipd & (ipd + 8'd1)) == 0);
    end"
    );
    Proof {
        claim: "the limiter keeps each interval, less than a 2048th of it excepted, and at least \
                one cycle"
            .into(),
        body,
        choices: Vec::new(),
        peeks: vec![peek("cycles", CYCLES_BITS as usize), peek("exceeds", 1), peek("valid", 1)],
        reach: Reach::AnyState(1),
    }
}
