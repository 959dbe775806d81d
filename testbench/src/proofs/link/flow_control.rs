//! Claims about flow-control packets.

use crate::proofs::{Proof, Reach};
use tailback_spec::link::{flow_control::PACKET_BITS, Link};

/// Claims about the checker.
pub fn checker_proofs(_: &Link) -> Vec<Proof> {
    let body = format!(
        "    // Checker of the packet with errors.
    wire other_update;
    tailback_flow_control_checker other (
        .valid(valid), .packet(packet ^ errors), .update(other_update)
    );
    wire [{PACKET_BITS}-1:0] without_first = errors & (errors - 1);
    wire few = errors != 0 && (without_first & (without_first - 1)) == 0;
    always @* if (few) assert (!(update && other_update));"
    );
    vec![Proof {
        claim: "of two packets that differ in one or two bits, at most one is good".into(),
        body,
        choices: vec![("errors", PACKET_BITS)],
        peeks: Vec::new(),
        reach: Reach::AnyState(1),
    }]
}

/// Claims about the transmitter.
pub fn transmitter_proofs(_: &Link) -> Vec<Proof> {
    let body = format!(
        "    reg [{PACKET_BITS}-1:0] held;
    reg waits;
    initial waits = 0;
    always @(posedge clock) begin
        held <= packet;
        waits <= valid && !ready && !reset;
    end
    always @* if (waits) assert (valid && packet == held);"
    );
    vec![Proof {
        claim: "a packet that is not taken stays as it is".into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::AnyState(3),
    }]
}
