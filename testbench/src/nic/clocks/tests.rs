//! Coverage of the stimulus.

use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use crate::nic::examples::nic;

#[test]
fn packets_pass_between_a_host_and_a_link_with_a_clock_of_its_own() {
    let fifo = tailback_spec::link::async_fifo::AsyncFifo::new(8, 2, 4).unwrap();
    let parameters = Parameters { nic: nic(4, 8), fifo };
    let mut stimulus: NicClocksStimulus = NicClocksStimulus::new(&parameters, 1);
    let (mut steps, mut sent, mut received, mut resets) = (0, 0, 0, 0);
    model_alone(NicClocks::new(&parameters), &mut stimulus, |step, outputs| {
        let inputs = &step.inputs;
        let moves = inputs.link_clock && outputs.m_axis_link.tvalid && inputs.m_axis_link.tready;
        let is_packet = outputs.m_axis_link.tuser & 1 == 0;
        sent += u32::from(moves && is_packet && outputs.m_axis_link.tlast);
        let host = &outputs.m_axis_host;
        received += u32::from(inputs.clock && host.tvalid && host.tlast);
        resets += u32::from(inputs.reset && inputs.link_reset);
        steps += 1;
        if steps == 400_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(sent > 300 && received > 300 && resets > 5, "{sent} {received} {resets}");
}
