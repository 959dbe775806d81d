//! Claims about a FIFO between two clocks, which have any edges at any time.

use crate::proofs::{Peek, Proof, Reach};
use tailback_spec::link::async_fifo::AsyncFifo;

/// Registers of both sides, in the order in which their counts follow each other: of the beats read, as
/// the write side knows them, then as it has sampled them, and so on.
const COUNTS: [(&str, &str); 6] = [
    ("reads_known", "writer.known_gray"),
    ("reads_sampled", "writer.sampled_gray"),
    ("reads", "reader.read_gray"),
    ("writes_known", "reader.known_gray"),
    ("writes_sampled", "reader.sampled_gray"),
    ("writes", "writer.write_gray"),
];

/// Registers with the counters before the last edge, if the counters arrive with skew.
const EARLIER: [(&str, &str); 2] =
    [("reads_earlier", "read_counter.earlier"), ("writes_earlier", "write_counter.earlier")];

/// Claims about a FIFO whose counters arrive without skew.
pub fn proofs(fifo: &AsyncFifo) -> Vec<Proof> {
    claims(fifo, false)
}

/// Claims about a FIFO whose counters arrive with skew: each bit that changed at the last edge is
/// sampled before or after the change, independently of the others.
pub fn skewed_proofs(fifo: &AsyncFifo) -> Vec<Proof> {
    claims(fifo, true)
}

fn claims(fifo: &AsyncFifo, is_skewed: bool) -> Vec<Proof> {
    let (bits, entries) = (fifo.counter_bits(), fifo.entries());
    let gray = COUNTS.iter().chain(EARLIER.iter().filter(|_| is_skewed));
    let peek = |wire: String, width: usize, path: &str| Peek { wire, width, path: path.into() };
    let mut peeks: Vec<Peek> =
        gray.clone().map(|(name, path)| peek(format!("{name}_gray"), bits, path)).collect();
    peeks.push(peek("write_count".into(), bits, "writer.count"));
    peeks.push(peek("read_count".into(), bits, "reader.count"));
    peeks.push(peek("full".into(), 1, "writer.full"));
    let mut body = surroundings();
    for (name, _) in gray {
        // Each bit of a number is the parity of the bits of its Gray code from this bit on.
        let shifted = (1..bits).map(|bit| format!(" ^ ({name}_gray >> {bit})"));
        let shifted: String = shifted.collect();
        body += &format!("    wire [{bits}-1:0] {name} = {name}_gray{shifted};\n");
    }
    let skew = if is_skewed { SKEW } else { "" };
    let chain: Vec<&str> = COUNTS.iter().map(|(name, _)| *name).collect();
    let ordered = ordered(&chain, bits);
    let earlier = match is_skewed {
        true => format!(
            "assert (writes_step <= 1 && reads_step <= 1);
            if (writes_fresh) assert ({});
            if (reads_fresh) assert ({});",
            self::ordered(&["writes_sampled", "writes_earlier", "writes"], bits),
            self::ordered(&["reads_sampled", "reads_earlier", "reads"], bits),
        ),
        false => String::new(),
    };
    let steps = match is_skewed {
        true => format!(
            "    wire [{bits}-1:0] writes_step = writes - writes_earlier;
    wire [{bits}-1:0] reads_step = reads - reads_earlier;
"
        ),
        false => String::new(),
    };
    let at_rest_earlier = match is_skewed {
        true => {
            "if (write_twice && !write_left) assert (writes_earlier == 0);
        if (read_twice && !read_left) assert (reads_earlier == 0);"
        }
        false => "",
    };
    // Sides that have been reset, and have not left their reset.
    let at_rest = format!(
        "assert (write_once || !write_twice);
        assert (read_once || !read_twice);
        assert (alive || !(write_left || read_left));
        if (write_once && !write_left)
            assert (write_count == 0 && writes == 0 && reads_sampled == 0 && reads_known == 0 && !full);
        if (read_once && !read_left)
            assert (read_count == 0 && reads == 0 && writes_sampled == 0 && writes_known == 0);
        {at_rest_earlier}"
    );
    let order = format!(
        "{body}{skew}{steps}
    wire [{bits}-1:0] inside = writes - reads_known;
    always @* begin
        {at_rest}
        if (alive) begin
            assert (write_count == writes);
            assert (read_count == reads);
            assert ({ordered} && inside <= {entries});
            assert (full || inside < {entries});
            {earlier}
        end
    end"
    );
    let one_bit = format!(
        "{body}{skew}
    reg [{bits}-1:0] writes_before, reads_before;
    reg was_alive;
    wire [{bits}-1:0] writes_change = writes_gray ^ writes_before;
    wire [{bits}-1:0] reads_change = reads_gray ^ reads_before;
    always @(posedge any_time) begin
        writes_before <= writes_gray;
        reads_before <= reads_gray;
        was_alive <= alive && !reset;
    end
    always @* begin
        {at_rest}
        if (alive) begin
            assert (write_count == writes);
            assert (read_count == reads);
        end
        if (alive && was_alive) begin
            assert ((writes_change & (writes_change - 1'b1)) == 0);
            assert ((reads_change & (reads_change - 1'b1)) == 0);
        end
    end"
    );
    let claim = |claim: String, body: String| Proof {
        claim,
        body,
        choices: Vec::new(),
        peeks: peeks.clone(),
        reach: Reach::Always(12),
    };
    vec![
        claim(
            format!(
                "no entry is read before it is written, and at most {entries} are written and not \
                 read, with any edges of both clocks"
            ),
            order,
        ),
        claim("at each edge, at most one bit of a counter changes".into(), one_bit),
    ]
}

/// Edges of the clocks, and a reset of both sides at the start, which ends at any time after two edges of
/// each clock.
fn surroundings() -> String {
    "    (* gclk *) reg any_time;
    reg write_clock_before, read_clock_before;
    reg write_once, write_twice, read_once, read_twice, write_left, read_left;
    wire write_rises = write_clock && !write_clock_before;
    wire read_rises = read_clock && !read_clock_before;
    wire alive = write_twice && read_twice;
    always @(posedge any_time) begin
        write_clock_before <= write_clock;
        read_clock_before <= read_clock;
        write_once <= !reset && (write_once || write_rises);
        write_twice <= !reset && (write_twice || (write_once && write_rises));
        read_once <= !reset && (read_once || read_rises);
        read_twice <= !reset && (read_twice || (read_once && read_rises));
        write_left <= !reset && alive && !write_reset;
        read_left <= !reset && alive && !read_reset;
    end
    always @* begin
        assume (write_reset || (alive && !reset));
        assume (read_reset || (alive && !reset));
        if (write_left && !reset) assume (!write_reset);
        if (read_left && !reset) assume (!read_reset);
    end
"
    .into()
}

/// A bit may be late until the other clock has had an edge.
const SKEW: &str = "    reg writes_were_fresh, reads_were_fresh;
    wire writes_fresh = write_rises || (writes_were_fresh && !read_rises);
    wire reads_fresh = read_rises || (reads_were_fresh && !write_rises);
    always @(posedge any_time) begin
        writes_were_fresh <= alive && writes_fresh;
        reads_were_fresh <= alive && reads_fresh;
    end
    always @* begin
        assume (writes_fresh && alive || write_late == 0);
        assume (reads_fresh && alive || read_late == 0);
    end
";

/// Condition that counts modulo `2^bits` follow each other: the sum of their distances is that from the
/// first one to the last one.
fn ordered(counts: &[&str], bits: usize) -> String {
    let distance = |from: &str, to: &str| format!("{{3'd0, {to} - {from}}}");
    // Within braces, a difference has the width of its operands.
    let sum: Vec<String> = counts.windows(2).map(|pair| distance(pair[0], pair[1])).collect();
    let (first, last) = (counts[0], counts[counts.len() - 1]);
    format!("{} == {} + {}'d0", sum.join(" + "), distance(first, last), bits + 3)
}
