//! Claims about the outputs of the FIFO allocator that insist.

use crate::proofs::{Peek, Proof, Reach};
use tailback_spec::switch::allocator::fifo::Fifo;

/// Claims about outputs that insist. They refer to signals inside the allocator.
pub fn proofs(fifo: &Fifo) -> Vec<Proof> {
    vec![counted(fifo), oldest(fifo), preferred(fifo)]
}

/// A signal of each output, as a wire with the number of the output behind its name.
fn of_each_output(fifo: &Fifo, signals: &[(&str, usize)]) -> Vec<Peek> {
    let of = |output: usize| {
        signals.iter().map(move |(signal, width)| Peek {
            wire: format!("{signal}_{output}"),
            width: *width,
            path: format!("matching.each_side[{output}].side.{signal}"),
        })
    };
    (0..fifo.outputs()).flat_map(of).collect()
}

/// A signal with one element for each port, of all ports together.
fn of_all(fifo: &Fifo, signal: &str) -> Peek {
    Peek {
        wire: signal.into(),
        width: fifo.inputs() * fifo.outputs(),
        path: format!("matching.{signal}"),
    }
}

/// Declined offers are counted, and the output insists as soon as they are enough.
fn counted(fifo: &Fifo) -> Proof {
    /// The invariants need one cycle; a void offer, which may be counted wrongly, stands six cycles
    /// after a reset.
    const LONGEST: u32 = 12;
    let (inputs, bits, most) = (fifo.inputs(), Fifo::DECLINE_BITS, Fifo::DECLINES);
    let count = |output: usize| {
        let (first, last) = (output * inputs, (output + 1) * inputs - 1);
        format!(
            "    // Offers of output port {output} that were declined since its last grant.
    reg [{bits}-1:0] count_{output};
    wire accepted_{output} = |accepted_by[{last}:{first}];
    always @(posedge clock)
        if (reset || accepted_{output}) count_{output} <= 0;
        else if (offer_{output} != 0 && count_{output} != {most})
            count_{output} <= count_{output} + 1;
    always @* begin
        // Whenever it matters: in a look that may lead to an offer, and while an offer stands.
        assert (left_{output} || insisting_{output} == (count_{output} == {most}));
        assert (offer_{output} == 0 || insists_{output} == (count_{output} == {most}));
        // Invariants of the registers.
        assert (insists_{output} == (declines_{output} == {most}));
        assert (offer_{output} == 0 || !stood_{output});
        assert (stood_{output} || !left_{output});
        assert (count_{output} == (left_{output} ? 0
            : stood_{output} && declines_{output} != {most} ? declines_{output} + 1
            : declines_{output}));
    end
"
        )
    };
    let mut peeks = of_each_output(
        fifo,
        &[
            ("offer", inputs),
            ("left", 1),
            ("stood", 1),
            ("insists", 1),
            ("insisting", 1),
            ("declines", bits),
        ],
    );
    peeks.push(of_all(fifo, "accepted_by"));
    Proof {
        claim: format!(
            "an output port insists after {most} declined offers since its last grant, until the \
             next one"
        ),
        body: (0..fifo.outputs()).map(count).collect(),
        choices: Vec::new(),
        peeks,
        reach: Reach::Always(LONGEST),
    }
}

/// An output that insists offers only the oldest packet of a queue.
fn oldest(fifo: &Fifo) -> Proof {
    /// From any state: that of the look, of the offer, of the offer that stands, and two more.
    const CYCLES: u32 = 5;
    let follow = |output: usize| {
        format!(
            "    // Whether output port {output} insisted one cycle ago, and two cycles ago, at the look.
    reg was_{output};
    reg look_{output};
    initial was_{output} = 0;
    initial look_{output} = 0;
    always @(posedge clock) begin
        was_{output} <= insisting_{output};
        look_{output} <= was_{output};
    end
    always @* assert (!look_{output} || offer_{output} == 0 || offer_place_{output} == 1);
"
        )
    };
    Proof {
        claim: "an output port that insists offers only the oldest packet of a queue".into(),
        body: (0..fifo.outputs()).map(follow).collect(),
        choices: Vec::new(),
        peeks: of_each_output(
            fifo,
            &[("offer", fifo.inputs()), ("insisting", 1), ("offer_place", fifo.window())],
        ),
        reach: Reach::AnyState(CYCLES),
    }
}

/// An input with an offer of an output that insists accepts only such an offer.
fn preferred(fifo: &Fifo) -> Proof {
    let (inputs, outputs) = (fifo.inputs(), fifo.outputs());
    let mut body = String::new();
    for input in 0..inputs {
        let pressing: Vec<String> = (0..outputs)
            .map(|output| format!("insists_{output} && offer_{output}[{input}]"))
            .collect();
        body += &format!("    wire pressing_{input} = {};\n", pressing.join(" || "));
    }
    for input in 0..inputs {
        for output in 0..outputs {
            let accepts = format!("accepts[{}]", input * outputs + output);
            body += &format!(
                "    always @* assert (!pressing_{input} || !{accepts} || insists_{output});
    always @* assert (!{accepts} || offer_{output}[{input}]);
"
            );
        }
    }
    let mut peeks = of_each_output(fifo, &[("offer", inputs), ("insists", 1)]);
    peeks.push(of_all(fifo, "accepts"));
    Proof {
        claim: "an input port with an offer of an output port that insists accepts only such an \
                offer"
            .into(),
        body,
        choices: Vec::new(),
        peeks,
        reach: Reach::AnyState(2),
    }
}
