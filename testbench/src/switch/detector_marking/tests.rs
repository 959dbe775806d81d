//! Coverage of the stimulus: buffers fill up and drain; all VLs of all ports are congested,
//! victims, and marked.

use std::collections::BTreeSet;

use tailback_model::Golden;
use tailback_spec::switch::detector::Detector;

use super::*;
use crate::switch::examples::port;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

#[test]
fn no_more_waits_than_fits_and_each_port_and_vl_is_congested_stalled_and_marked() {
    for (ports, virtual_lanes, lane_blocks, management) in
        [(2, 1, 10, 0), (4, 3, 20, 6), (12, 2, 8, 5)]
    {
        let port = port(ports, virtual_lanes, lane_blocks, management);
        let detector = Detector::new(ports, virtual_lanes, lane_blocks, 5).unwrap();
        let parameters = Parameters { port, detector };
        let (mut model, mut stimulus) =
            (DetectorMarking::new(&parameters), DetectorMarkingStimulus::new(&parameters, 1));
        let (mut step, mut outputs) = (Step::default(), DetectorMarkingOutputs::default());
        let (ports, virtual_lanes, lanes) = (port.ports(), port.virtual_lanes(), port.lanes());
        let mut states = BTreeSet::new();
        let mut marks = BTreeSet::new();
        let mut queues = BTreeSet::new();
        let (mut full, mut empty, mut at_once, mut resets) = (0, 0, 0, 0);
        for _ in 0..CYCLES {
            stimulus.drive(&outputs, &mut step);
            let inputs = &step.inputs;
            model.step(inputs, &mut outputs);
            for vl in 0..virtual_lanes {
                let held: u32 = (0..ports).map(|j| outputs.occupancy[j * virtual_lanes + vl]).sum();
                assert!(held <= ports as u32 * lane_blocks, "{held} blocks of VL {vl}");
                full += u64::from(held == ports as u32 * lane_blocks);
            }
            empty += u64::from(outputs.occupancy.iter().all(|held| *held == 0));
            for output in 0..ports {
                for vl in 0..virtual_lanes {
                    let is_set = |lanes: &Lanes| lanes[output] >> vl & 1 != 0;
                    let (congested, victim) = (is_set(&outputs.congested), is_set(&outputs.victim));
                    states.insert((output, vl, congested, victim));
                }
                if outputs.mark >> output & 1 != 0 {
                    marks.insert((output, inputs.transmit_vl[output]));
                }
            }
            let stored: Vec<u32> = each(inputs.taken).map(|i| inputs.taken_queue[i]).collect();
            let is_one = stored.iter().all(|queue| *queue == stored[0]);
            at_once += u64::from(stored.len() == ports && is_one);
            queues.extend(stored);
            if step.reset {
                model.reset();
                resets += 1;
            }
        }
        assert_eq!(states.len(), ports * virtual_lanes * 4);
        assert_eq!(marks.len(), ports * virtual_lanes);
        assert_eq!(queues, (0..(ports * lanes) as u32).collect());
        let counts = [full, empty, at_once, resets];
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }
}
