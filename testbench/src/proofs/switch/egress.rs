//! Claims about the egress of a port: its beats obey AXI4-Stream.

use crate::proofs::{Proof, Reach};
use tailback_spec::switch::port::Port;

/// Claims about the egress of a port.
pub fn proofs(port: &Port) -> Vec<Proof> {
    vec![stable(port)]
}

/// A beat that the link has not accepted waits unchanged.
fn stable(port: &Port) -> Proof {
    let (bits, bytes) = (port.width_bits(), port.width_bytes());
    let body = format!(
        "    reg waits;
    reg [{bits}-1:0] data;
    reg [{bytes}-1:0] keep;
    reg [2:0] flags;
    initial waits = 0;
    always @(posedge clock) begin
        waits <= !reset && tx_valid && !tx_ready;
        data <= tx_data;
        keep <= tx_keep;
        flags <= {{tx_last, tx_flow_control, tx_bad}};
    end
    always @* begin
        if (waits) assert (tx_valid && tx_data == data && tx_keep == keep
            && {{tx_last, tx_flow_control, tx_bad}} == flags);
    end"
    );
    Proof {
        claim: "a beat that the link does not accept waits unchanged".into(),
        body,
        choices: Vec::new(),
        peeks: Vec::new(),
        reach: Reach::AnyState(2),
    }
}
