//! Coverage of the stimulus: all round-robin pointers take all values, and advance by all
//! distances.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 120_000;

#[test]
fn every_port_is_granted_after_every_port_and_past_any_number_of_others() {
    for ports in [2, 3, 8, 12] {
        let allocator = RoundRobin::new(ports).unwrap();
        let ports = allocator.ports();
        let (mut model, mut stimulus) =
            (RoundRobinAllocator::new(&allocator), RoundRobinAllocatorStimulus::new(&allocator, 1));
        let (mut step, mut outputs) = (Step::default(), RoundRobinAllocatorOutputs::default());
        let (mut of_output, mut of_input) = (BTreeSet::new(), BTreeSet::new());
        let (mut last_input, mut last_output) = (vec![ports - 1; ports], vec![ports - 1; ports]);
        let (mut all, mut none, mut declined, mut void, mut resets) = (0, 0, 0, 0, 0);
        let (mut withdrawn, mut beside, mut cut_off) = (0, 0, 0);
        // Requests of two cycles ago, and of one.
        let (mut earlier, mut before): (Vec<u64>, Vec<u64>) = (vec![0; ports], vec![0; ports]);
        for _ in 0..CYCLES {
            let phase = stimulus.phase.cycles;
            stimulus.drive(&outputs, &mut step);
            let request = step.inputs.request.clone();
            assert!(request.len() == ports && request.iter().all(|bits| bits >> ports == 0));
            let outputs_granted = outputs.grant.iter().fold(0, |all, grant| all | grant);
            for (input, &grant) in outputs.grant.iter().enumerate() {
                let withheld = if grant == 0 { outputs_granted } else { u64::MAX };
                assert!(request[input] & withheld == 0, "a request of busy ports");
                if stimulus.withdraws_nothing() && phase > 0 {
                    let gone = before[input] & !withheld & !request[input];
                    assert!(gone == 0, "a request that waits is not withdrawn");
                }
            }
            model.step(&step.inputs, &mut outputs);
            let mut granted = 0;
            for (input, &grant) in outputs.grant.iter().enumerate() {
                granted += grant.count_ones() as usize;
                if grant != 0 {
                    let output = grant.trailing_zeros() as usize;
                    of_output.insert((output, last_input[output], input));
                    of_input.insert((input, last_output[input], output));
                    (last_input[output], last_output[input]) = (input, output);
                }
            }
            let requested = earlier.iter().fold(0, |all, bits| all | bits).count_ones() as usize;
            all += u64::from(granted == ports);
            none += u64::from(requested == 0);
            declined += u64::from(granted > 0 && granted < requested);
            // Another output offers itself to an input that is granted.
            let others = |(grant, request): (&u64, &u64)| *grant != 0 && request & !grant != 0;
            void += u64::from(outputs.grant.iter().zip(&request).any(others));
            let gone = |(grant, request): (&u64, &u64)| grant & !request != 0;
            withdrawn += u64::from(outputs.grant.iter().zip(&request).any(gone));
            let comes = |(before, request): (&u64, &u64)| request & !before != 0;
            beside += u64::from(granted > 0 && before.iter().zip(&request).any(comes));
            cut_off += u64::from(step.reset && granted == 0 && request.iter().any(|it| *it != 0));
            (earlier, before) = (before, request.to_vec());
            if step.reset {
                model.reset();
                (last_input, last_output) = (vec![ports - 1; ports], vec![ports - 1; ports]);
                earlier.fill(0);
                before.fill(0);
                resets += 1;
            }
        }
        // A dozen ports have more combinations than can occur by chance in so few cycles.
        let most = ports * ports * ports * 99 / 100;
        assert!(of_output.len() >= most, "each input after each, at each output");
        assert!(of_input.len() >= most, "each output after each, at each input");
        let counts = [all, none, declined, void, resets, withdrawn, beside, cut_off];
        assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
    }
}
