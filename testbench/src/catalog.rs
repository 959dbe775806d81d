//! The blocks that can be co-simulated.

use tailback_model::switch::marking::{Counting, Naive};
use tailback_spec::switch::marking::{Marking, Policy};

use crate::harness::{Bench, BlockBench};
use crate::switch::marking::counting::CountingStimulus;
use crate::switch::marking::naive::NaiveStimulus;

/// The blocks' names, as on the command line.
pub const BLOCKS: &[&str] = &["marking"];

/// The marking block with these parameters.
pub fn marking(marking: &Marking) -> Box<dyn Bench> {
    let marking = *marking;
    let (block, ports) = (BLOCKS[0], marking.ports());
    let packets = marking.packets_per_input();
    let size = format!("{ports} ports, {packets} packets per input");
    let counters = format!("{size}, {}-bit counters", marking.counter_bits());
    let variant = match marking.policy() {
        Policy::Naive => format!("naive, {size}"),
        Policy::InputTriggered => format!("input-triggered, {counters}"),
        Policy::InputOutputTriggered { output_threshold } => {
            format!("input-output-triggered above {output_threshold}, {counters}")
        }
    };
    match marking.policy() {
        Policy::Naive => Box::new(BlockBench::new(
            block,
            variant,
            move || Naive::new(&marking),
            move |seed, table| NaiveStimulus::new(&marking, table, seed),
        )),
        Policy::InputTriggered | Policy::InputOutputTriggered { .. } => Box::new(BlockBench::new(
            block,
            variant,
            move || Counting::new(&marking),
            move |seed, _| CountingStimulus::new(&marking, seed),
        )),
    }
}
