//! Coverage of the stimulus.

use std::ops::ControlFlow;

use tailback_spec::{presets, Config};

use super::*;
use crate::harness::lockstep::model_alone;

#[test]
fn packets_pass_between_ports_with_clocks_of_their_own() {
    let ports = "switch.ports=3".parse().unwrap();
    let config = Config::from_toml_with(presets::ALL[0].toml, &[ports]).unwrap();
    let parameters = config.switch_clocks();
    let mut stimulus = SwitchClocksStimulus::new(&parameters, 1);
    let (mut steps, mut packets, mut resets, mut stalls) = (0, 0, 0, 0);
    model_alone(SwitchClocks::new(&parameters), &mut stimulus, |step, outputs| {
        let inputs = &step.inputs;
        let moved = outputs.m_axis.tvalid & inputs.m_axis.tready & inputs.link_clock;
        let ends = moved & outputs.m_axis.tlast;
        packets += ends.count_ones();
        resets += u32::from(inputs.reset && inputs.link_reset != 0);
        stalls += (inputs.s_axis.tvalid & inputs.link_clock & !outputs.s_axis.tready).count_ones();
        steps += 1;
        if steps == 400_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(packets > 1000, "{packets} packets and flow-control packets");
    assert!(resets > 10 && stalls > 10, "{resets} {stalls}");
}
