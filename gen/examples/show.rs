use tailback_hdl::switch::marking::*;
use tailback_spec::switch::marking::{Marking, Policy};
fn main() {
    let n = std::env::args().nth(1).map_or(8, |x| x.parse().unwrap());
    let p = match std::env::args().nth(2).as_deref() {
        Some("naive") => Policy::Naive,
        Some("io") => Policy::InputOutputTriggered { output_threshold: 8 },
        _ => Policy::InputTriggered,
    };
    let c = Marking::new(p, n, 4, if n == 8 { Some(8) } else { None }).unwrap();
    let d = match p {
        Policy::Naive => tailback_gen::verilog(&NaiveMarking::new(&c), "origin"),
        _ => tailback_gen::verilog(&CountingMarking::new(&c), "origin"),
    };
    match d {
        Ok(d) => print!("{}", d.modules[0].text),
        Err(e) => eprintln!("{e}"),
    }
}
