//! A wrapper module that registers every pin of a design.

use super::comparables::Candidate;
use tailback_spec::{Direction, Port};

/// Module name of the wrapper.
pub(super) const NAME: &str = "tailback_timing_wrapper";

/// Returns the wrapper of `candidate`. Several clocks are one in it.
///
/// One serial shift register drives all inputs. Each output is registered and XORed into another
/// shift register, so that synthesis cannot remove it. The wrapper has two data pins whatever the
/// width of the design, so that pads do not influence the placement. Open outputs stay open.
pub(super) fn render(candidate: &Candidate) -> String {
    let top = &candidate.top;
    let inputs = bits(candidate, Direction::Input);
    let outputs = bits(candidate, Direction::Output);
    let mut pins = Vec::new();
    if top.clocked {
        pins.push(".clock(clock)".to_owned());
        pins.push(".reset(reset_in)".to_owned());
    }
    let (mut input, mut output) = (0, 0);
    for port in candidate.connected() {
        // All clocks are one: paths between them are timed as those of one clock.
        if let Some(is_clock) = top.clock_or_reset(&port.name) {
            let net = if is_clock { "clock" } else { "reset_in" };
            pins.push(format!(".{}({{{}{{{net}}}}})", port.name, port.bits()));
            continue;
        }
        let (net, at) = match port.direction {
            Direction::Input => ("in", &mut input),
            Direction::Output => ("out", &mut output),
        };
        pins.push(format!(".{}({net}[{} +: {}])", port.name, *at, port.bits()));
        *at += port.bits();
    }
    format!(
        "`default_nettype none
module {NAME} (
    input  wire clock,
    input  wire reset,
    input  wire serial_in,
    output wire serial_out
);
    reg               reset_in;
    reg  [{inputs}-1:0] in;
    wire [{outputs}-1:0] out;
    reg  [{outputs}-1:0] captured, shifted;
    assign serial_out = shifted[{outputs}-1];
    always @(posedge clock) begin
        reset_in <= reset;
        in       <= {{in, serial_in}};
        captured <= out;
        shifted  <= {{shifted, 1'b0}} ^ captured;
    end
    {module} block ({pins});
endmodule
",
        module = top.module,
        pins = pins.join(", "),
    )
}

/// Number of bits of one direction; at least one, since Verilog has no empty vectors.
fn bits(candidate: &Candidate, direction: Direction) -> usize {
    let there = candidate.connected().filter(|port| {
        port.direction == direction && candidate.top.clock_or_reset(&port.name).is_none()
    });
    there.map(Port::bits).sum::<usize>().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{comparables, lint};

    fn drives_and_reads_every_bit(candidate: &Candidate, parameters: &str) {
        let dir = tempfile::tempdir().unwrap();
        candidate.write_to(dir.path()).unwrap();
        let text = render(candidate).replace(" block (", &format!(" #({parameters}) block ("));
        std::fs::write(dir.path().join("wrapper.v"), text).unwrap();
        let file = format!("{}.v", candidate.top.module);
        let reports = lint(dir.path(), NAME, &[&file, "wrapper.v"]).unwrap();
        // Verilator reports the shift registers' implicit truncation; the other tools report a port
        // of the wrong width, or a bit without a driver.
        for report in reports.iter().filter(|report| report.tool != "verilator") {
            assert!(report.findings.is_empty(), "{report:?}");
        }
    }

    #[test]
    fn the_wrapper_drives_and_reads_every_bit_of_the_block() {
        let portable = comparables::marking(12, 6).remove(1);
        drives_and_reads_every_bit(&portable, ".PORTS(12), .BITS(6)");
        let switch = comparables::axis_switch(5, 128);
        drives_and_reads_every_bit(&switch, ".PORTS(5), .WIDTH(128), .DEST_BITS(3)");
    }
}
