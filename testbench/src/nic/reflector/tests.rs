//! The stimulus reaches the corners.

use tailback_model::Golden;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};

use super::*;

#[test]
fn all_that_can_be_said_is_said_and_nothing_is_lost_by_those_who_heed_the_room() {
    for flows in [1, 5, 64] {
        let parameters = Parameters {
            flows,
            response: Response::Cct,
            after_idle: AfterIdle::Keep,
            window: 1,
            cct_entries: 128,
            throttled: Throttled::Qp,
            virtual_lanes: 8,
            period_cycles: 4096,
            packet_words: 34,
            word_bytes: 64,
            clock_hz: 125_000_000,
        };
        let nic = Nic::new(parameters).unwrap();
        let mut model = Reflector::new(&nic);
        let mut stimulus = ReflectorStimulus::new(&nic, 1);
        let (mut step, mut outputs) = (Step::default(), ReflectorOutputs::default());
        let mut seen = [0; 9];
        let (mut heeded, mut lost_all_the_same) = (0, 0);
        for _ in 0..200_000 {
            stimulus.drive(&outputs, &mut step);
            model.step(&step.inputs, &mut outputs);
            let lost = outputs.lost_ack || outputs.lost_cnp;
            let all = [
                outputs.becn,
                outputs.ack && outputs.ack_marked,
                outputs.ack && !outputs.ack_marked,
                outputs.unknown,
                outputs.lost_ack,
                outputs.lost_cnp,
                outputs.answer_valid && outputs.answer_cnp && step.inputs.answer_ready,
                outputs.answer_valid && !outputs.answer_cnp && step.inputs.answer_ready,
                step.reset,
            ];
            for (count, happens) in seen.iter_mut().zip(all) {
                *count += u64::from(happens);
            }
            // What came before it is still under way for some cycles.
            heeded = if stimulus.phase.heeds { heeded + 1 } else { 0 };
            lost_all_the_same += u64::from(heeded > 4 && lost);
            if step.reset {
                model.reset();
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
        assert_eq!(lost_all_the_same, 0);
    }
}
