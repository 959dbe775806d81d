//! Claims about interfaces: what is offered and not accepted waits unchanged.

use super::{Proof, Reach};

/// Output that is offered until it is accepted.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// What waits, for the claim.
    pub name: &'a str,
    /// Signal that is high while something is offered.
    pub valid: &'a str,
    /// Signal that is high if it is accepted.
    pub ready: &'a str,
    /// Other signals of the offer, with the bits of one element.
    pub fields: &'a [(&'a str, usize)],
}

impl Offer<'_> {
    /// The offer waits unchanged until it is accepted, from any state of the registers. Of signals
    /// with several elements, the first one stands for all of them, as each has the same logic.
    pub fn stable(&self) -> Proof {
        let Offer { name, valid, ready, fields } = self;
        let declared: String = fields
            .iter()
            .map(|(field, bits)| format!("    reg [{bits}-1:0] {field}_before;\n"))
            .collect();
        let stored: String = fields
            .iter()
            .map(|(field, bits)| format!("        {field}_before <= {field}[{bits}-1:0];\n"))
            .collect();
        let same: String = fields
            .iter()
            .map(|(field, bits)| format!(" && {field}[{bits}-1:0] == {field}_before"))
            .collect();
        let body = format!(
            "    reg waits;
    initial waits = 0;
{declared}    always @(posedge clock) begin
        waits <= !reset && {valid}[0] && !{ready}[0];
{stored}    end
    always @* begin
        if (waits) assert ({valid}[0]{same});
    end"
        );
        Proof {
            claim: format!("{name} that is not accepted waits unchanged"),
            body,
            choices: Vec::new(),
            peeks: Vec::new(),
            reach: Reach::AnyState(2),
        }
    }
}
