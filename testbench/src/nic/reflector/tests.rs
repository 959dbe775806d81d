//! Coverage of the stimulus: corner cases of the reflector.

use tailback_model::Golden;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};

use super::*;

#[test]
fn all_that_can_be_said_is_said_and_answers_are_joined_in_every_way() {
    for (flows, window) in [(1, 1), (5, 16), (64, 4)] {
        let parameters = Parameters {
            flows,
            response: Response::Cct,
            after_idle: AfterIdle::Keep,
            window,
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
        let mut seen = [0; 13];
        for _ in 0..200_000 {
            stimulus.drive(&outputs, &mut step);
            model.step(&step.inputs, &mut outputs);
            let acks = outputs.ack && !outputs.ack_released;
            let all = [
                outputs.becn,
                acks && outputs.ack_marked,
                acks && !outputs.ack_marked,
                acks && (outputs.ack_count > 1 || window == 1),
                acks && outputs.ack_count == u64::from(window),
                outputs.ack_released,
                outputs.ack_ignored,
                outputs.unknown,
                outputs.joined_ack,
                outputs.joined_cnp,
                outputs.answer_valid && outputs.answer_cnp && step.inputs.answer_ready,
                outputs.answer_valid && !outputs.answer_cnp && step.inputs.answer_ready,
                step.reset,
            ];
            for (count, happens) in seen.iter_mut().zip(all) {
                *count += u64::from(happens);
            }
            if step.reset {
                model.reset();
            }
        }
        assert!(seen.iter().all(|count| *count > 10), "{flows}: {seen:?}");
    }
}
