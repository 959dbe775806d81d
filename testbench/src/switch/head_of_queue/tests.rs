//! Coverage of the stimulus: all queues expire, and packets are dropped and sent at all ports.

use tailback_model::Golden;

use super::*;
use crate::switch::examples::port;

#[test]
fn each_queue_expires_and_packets_of_each_input_port_are_dropped() {
    const CYCLES: u64 = 400_000;
    const SLOW_HZ: u64 = 10_000_000;
    let parameters = Parameters::new(&port(4, 2, 12, 6), SLOW_HZ);
    let queues = parameters.port().buffer().queues();
    let mut model = HeadOfQueue::new(&parameters);
    let mut stimulus = HeadOfQueueStimulus::new(&parameters, 1);
    let (mut step, mut outputs) = (Step::default(), HeadOfQueueOutputs::default());
    let (mut expired, mut late, mut in_time, mut discarded) = (vec![0; queues], 0, 0, 0_u64);
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        for queue in (0..queues).filter(|queue| outputs.expired.is_set(*queue)) {
            expired[queue] += 1;
        }
        assert_eq!(outputs.late.count_ones(), outputs.discard.count_ones());
        late += outputs.late.count_ones();
        discarded |= outputs.discard;
        in_time += (step.inputs.start & !outputs.discard).count_ones();
        if step.reset {
            model.reset();
        }
    }
    assert!(expired.iter().all(|cycles| *cycles > 50), "{expired:?}");
    assert!(late > 100 && in_time > 100 && discarded == 0b1111, "{late} {in_time} {discarded:b}");
}
