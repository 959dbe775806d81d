//! Coverage of the stimulus: all flows send, with each kind of schedule, and every corner is reached.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use tailback_spec::board::host::address;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 600_000;

/// Corners of a cycle, given the outputs of the cycle before.
fn corners(
    step: &Step<BoardHostInputs>,
    before: &BoardHostOutputs,
    outputs: &BoardHostOutputs,
) -> [(&'static str, bool); 15] {
    let inputs = &step.inputs;
    let (beat, ring, decline) = (&outputs.m_axis, &outputs.m_doorbell, &outputs.m_decline);
    let begins = beat.tvalid && (!before.m_axis.tvalid || before.m_axis.tlast);
    let bus = &outputs.s_axil;
    [
        ("a beat that waits", beat.tvalid && !inputs.m_axis.tready),
        ("a doorbell that waits", ring.tvalid && !inputs.m_doorbell.tready),
        ("a decline that waits", decline.tvalid && !inputs.m_decline.tready),
        ("a decline and a packet at once", begins && decline.tvalid && !before.m_decline.tvalid),
        (
            "a doorbell after a doorbell",
            ring.tvalid && before.m_doorbell.tvalid && ring.tdata != before.m_doorbell.tdata,
        ),
        ("a further packet", beat.tuser),
        ("no further packet", begins && !beat.tuser),
        ("a packet right after another one", begins && before.m_axis.tvalid),
        ("a short last beat", beat.tlast && beat.tkeep.count_ones() == 2),
        ("a grant while a packet is sent", inputs.s_grant.tvalid && beat.tvalid),
        ("a bad packet", inputs.arrived_valid && inputs.arrived_last && inputs.arrived_bad),
        ("a refused write", bus.bvalid && bus.bresp != 0),
        ("a refused read", bus.rvalid && bus.rresp != 0),
        ("a reset within a packet", step.reset && beat.tvalid),
        ("the last cycle", inputs.cycle == LAST),
    ]
}

#[test]
fn all_flows_send_and_every_corner_is_reached() {
    for (width_bytes, packet_words, flows, nic_flows) in
        [(8, 65, 3, 16), (64, 16, 8, 8), (32, 513, 1, 1), (16, 17, 2, 4096)]
    {
        let host = spec::BoardHost::new(width_bytes, packet_words, flows, nic_flows).unwrap();
        let mut stimulus = BoardHostStimulus::new(&host, 1);
        let (mut seen, mut senders, mut nonzero) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut before, mut cycles, mut packets, mut at) =
            (BoardHostOutputs::default(), 0, 0_u32, 0);
        model_alone(BoardHost::new(&host), &mut stimulus, |step, outputs| {
            let found = corners(step, &before, outputs);
            seen.extend(found.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            let beat = &outputs.m_axis;
            if beat.tvalid && beat.tlast && step.inputs.m_axis.tready {
                packets += 1;
                senders.insert(beat.tid);
            }
            let bus = &outputs.s_axil;
            if bus.arready {
                at = step.inputs.s_axil.araddr & !3;
            }
            if bus.rvalid && bus.rdata != 0 {
                nonzero.insert(at);
            }
            before.clone_from(outputs);
            cycles += 1;
            match cycles {
                CYCLES => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        // Two flows are needed for some of them; the last beat of some packets has more than the VCRC.
        for (name, _) in corners(&Step::default(), &before, &before) {
            let is_needed = match name {
                "a decline and a packet at once" | "a doorbell after a doorbell" => flows > 1,
                "a short last beat" => host.packet_bytes() % host.width_bytes() == 2,
                _ => true,
            };
            assert!(seen.contains(name) || !is_needed, "{name}, {flows} flows");
        }
        assert!((0..flows.into()).all(|flow| senders.contains(&flow)), "{senders:?}");
        assert!(packets as usize > CYCLES as usize / host.beats() / 10, "{packets}");
        let registers = (0..flows)
            .flat_map(|flow| (0..12).map(move |word| flow * address::FLOW_STRIDE + 4 * word))
            .chain([
                address::IDENTIFICATION,
                address::CAPABILITIES,
                address::RECEIVED,
                address::BAD,
            ]);
        for register in registers {
            assert!(nonzero.contains(&register.into()), "{register:#x}");
        }
    }
}
