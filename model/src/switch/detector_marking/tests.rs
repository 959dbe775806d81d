//! Place and time of counting, and the inputs of each detector.

use super::*;
use crate::switch::examples::port;
use proptest::prelude::*;
use tailback_spec::switch::detector::Detector;

const PORTS: usize = 3;
const VIRTUAL_LANES: usize = 2;
/// Virtual lanes with that of management.
const LANES: usize = 3;

fn marking() -> DetectorMarking {
    let port = port(PORTS as u32, VIRTUAL_LANES as u32, 20, 8);
    let detector = Detector::new(PORTS as u32, VIRTUAL_LANES as u32, 20, 5).unwrap();
    DetectorMarking::new(&Parameters { port, detector })
}

/// One value for one port, 0 for all others.
fn of(port: usize, value: usize) -> Lanes {
    (0..PORTS).map(|other| if other == port { value as u32 } else { 0 }).collect()
}

/// Input ports store blocks of these queues.
fn taken(blocks: &[(usize, usize)]) -> DetectorMarkingInputs {
    let mut taken_queue: Lanes = of(0, 0);
    let mut taken = 0;
    for &(input, queue) in blocks {
        taken |= 1 << input;
        taken_queue[input] = queue as u32;
    }
    DetectorMarkingInputs { taken, taken_queue, ..Default::default() }
}

fn leaves(output: usize, lane: usize) -> DetectorMarkingInputs {
    let leaves_lane = of(output, lane);
    DetectorMarkingInputs { leaves: 1 << output, leaves_lane, ..Default::default() }
}

#[test]
fn a_block_counts_two_cycles_after_it_is_stored_until_the_one_in_which_it_leaves() {
    let mut marking = marking();
    let queue = LANES + 1;
    let inputs = [taken(&[(0, queue)]), Default::default(), leaves(1, 1), Default::default()];
    let counted = inputs.map(|inputs| marking.cycle(&inputs).occupancy);
    let none = vec![0; PORTS * VIRTUAL_LANES];
    assert_eq!(counted, [none.clone(), none.clone(), vec![0, 0, 0, 1, 0, 0], none]);
}

#[test]
fn blocks_of_all_inputs_can_be_stored_at_once() {
    let mut marking = marking();
    marking.cycle(&taken(&[(0, 0), (1, 0), (2, 2 * LANES + 1)]));
    marking.cycle(&taken(&[(0, 0), (1, 0), (2, 0)]));
    marking.cycle(&leaves(0, 0));
    let counted = marking.cycle(&Default::default()).occupancy;
    assert_eq!(counted, [4, 0, 0, 0, 0, 1]);
}

#[test]
fn blocks_of_management_do_not_count() {
    let mut marking = marking();
    marking.cycle(&taken(&[(0, 2), (1, LANES + 2), (2, 2 * LANES + 2)]));
    marking.cycle(&leaves(1, 2));
    let counted = marking.cycle(&Default::default()).occupancy;
    assert_eq!(counted, [0; PORTS * VIRTUAL_LANES]);
}

#[test]
fn each_output_port_has_its_own_settings_and_packets() {
    let mut marking = marking();
    // Nine blocks for each output: more than the threshold of weight 15, less than that of 1.
    for _ in 0..3 {
        for output in 0..PORTS {
            let queue = output * LANES;
            marking.cycle(&taken(&[(0, queue), (1, queue), (2, queue)]));
        }
    }
    let settings = DetectorMarkingInputs {
        threshold: [15, 1, 15].into_iter().collect(),
        packet_size: [0, 0, 4].into_iter().collect(),
        ..Default::default()
    };
    marking.cycle(&settings);
    marking.cycle(&settings);
    let transmit = |transmit, vl, blocks| DetectorMarkingInputs {
        transmit,
        transmit_vl: [vl; PORTS].into_iter().collect(),
        transmit_blocks: [blocks; PORTS].into_iter().collect(),
        ..settings.clone()
    };
    let outputs = marking.cycle(&transmit(0b111, 0, 3));
    assert_eq!((outputs.mark, &outputs.congested[..]), (0b001, &[1, 0, 1][..]));
    assert_eq!(marking.cycle(&transmit(0b110, 0, 4)).mark, 0b100);
    assert_eq!([1, 15].map(|vl| marking.cycle(&transmit(0b111, vl, 4)).mark), [0, 0]);
}

#[test]
fn a_stall_makes_a_victim_of_its_own_port_and_lane_and_management_has_none() {
    let mut marking = marking();
    let mut inputs = DetectorMarkingInputs::default();
    [LANES + 1, 2 * LANES, 2].into_iter().for_each(|queue| inputs.stalled.set(queue));
    marking.cycle(&inputs);
    assert_eq!(marking.cycle(&Default::default()).victim[..], [0, 0b10, 0b01]);
}

#[test]
fn reset_forgets_what_was_stored_in_the_cycle_before() {
    let mut model = marking();
    model.cycle(&taken(&[(0, 0), (1, 1)]));
    model.cycle(&taken(&[(0, 0), (1, 1)]));
    model.reset();
    assert_eq!(model, marking());
}

proptest! {
    /// Blocks arrive at all inputs and leave through all outputs; the occupancy is the difference.
    #[test]
    fn the_occupancy_is_a_recount(
        cycles in prop::collection::vec(
            prop::collection::vec((any::<bool>(), 0..PORTS * LANES, any::<bool>(), 0..LANES), PORTS),
            1..150,
        ),
    ) {
        let mut marking = marking();
        // Stored blocks count in the cycle after, and are visible in the one after that.
        let mut held = [[0u32; LANES]; PORTS];
        let mut stored: Vec<usize> = Vec::new();
        for ports in cycles {
            let shown = marking.clone().cycle(&Default::default()).occupancy;
            let expected: Vec<u32> =
                held.iter().flat_map(|lanes| lanes[..VIRTUAL_LANES].to_vec()).collect();
            prop_assert_eq!(shown, expected);
            let blocks: Vec<(usize, usize)> = ports
                .iter()
                .enumerate()
                .filter(|(_, (taken, ..))| *taken)
                .map(|(input, (_, queue, ..))| (input, *queue))
                .collect();
            let mut inputs = taken(&blocks);
            inputs.leaves_lane = of(0, 0);
            for (output, (.., leaves, lane)) in ports.iter().enumerate() {
                if *leaves && held[output][*lane] > 0 {
                    inputs.leaves |= 1 << output;
                    inputs.leaves_lane[output] = *lane as u32;
                    held[output][*lane] -= 1;
                }
            }
            stored.drain(..).for_each(|queue| held[queue / LANES][queue % LANES] += 1);
            stored.extend(blocks.iter().map(|(_, queue)| *queue));
            marking.cycle(&inputs);
        }
    }
}
