//! Coverage of the stimulus: accesses to all slaves and all registers, and everything that goes wrong.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use tailback_spec::board::{bridge::Parameters, uart::Uart};

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 2_000_000;
const BIT_CYCLES: usize = 16;

/// Bytes on a line, each from the middles of its bits.
#[derive(Default)]
struct Bytes {
    levels: Vec<bool>,
}

impl Bytes {
    /// The byte that ends in this cycle; `None` in place of one without a stop bit.
    fn see(&mut self, level: bool) -> Option<Option<u8>> {
        if self.levels.is_empty() && level {
            return None;
        }
        self.levels.push(level);
        if self.levels.len() < BIT_CYCLES * FRAME_BITS - BIT_CYCLES / 2 {
            return None;
        }
        let bit = |bit: usize| u8::from(self.levels[bit * BIT_CYCLES + BIT_CYCLES / 2 - 1]);
        let byte = (1..9).rev().fold(0, |byte, at| byte << 1 | bit(at));
        let is_whole = bit(9) == 1 && bit(0) == 0;
        self.levels.clear();
        Some(is_whole.then_some(byte))
    }
}

#[test]
fn all_slaves_and_registers_are_accessed_and_every_corner_is_reached() {
    let bridge = spec::UartBridge::new(Parameters {
        uart: Uart::new(BIT_CYCLES as u32).unwrap(),
        slaves: 3,
        address_bits: 14,
        timeout_cycles: 4096,
        digest: 0xDEAD_BEEF,
        clock_hz: 100_000_000,
    })
    .unwrap();
    let mut stimulus = UartBridgeStimulus::new(&bridge, 1);
    let (mut seen, mut accesses, mut responses) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut line, mut response, mut bytes) = (Bytes::default(), Bytes::default(), 0);
    let (mut cycles, mut last_reset) = (0, 0);
    model_alone(UartBridge::new(&bridge), &mut stimulus, |step, outputs| {
        let (given, asked) = (&step.inputs.m_axil, &outputs.m_axil);
        cycles += 1;
        let sent = line.see(step.inputs.rxd);
        bytes += u32::from(sent.flatten().is_some());
        for slave in (asked.awvalid & given.awready).set_lanes() {
            accesses.insert((slave, true));
        }
        for slave in (asked.arvalid & given.arready).set_lanes() {
            accesses.insert((slave, false));
        }
        if let Some(byte) = response.see(outputs.txd).flatten() {
            responses.insert(byte);
        }
        let is_executed = stimulus_is_busy(asked) || !response.levels.is_empty();
        let any = |lanes: tailback_spec::BitLanes| !lanes.is_empty();
        if step.reset {
            last_reset = cycles;
            response = Bytes::default();
        }
        let corners = [
            ("a byte without a stop bit", sent == Some(None)),
            ("a byte during the execution", sent.is_some() && is_executed),
            ("address without data", any(asked.awvalid) && !any(asked.wvalid)),
            ("data without address", any(asked.wvalid) && !any(asked.awvalid)),
            ("a refused write", any(given.bvalid) && given.bresp.iter().any(|code| *code != 0)),
            ("a refused read", any(given.rvalid) && given.rresp.iter().any(|code| *code != 0)),
            ("a request that waits", any(asked.arvalid) && !any(asked.arvalid & given.arready)),
            ("a reset of the fabric", outputs.fabric_reset && cycles > last_reset + 100),
            ("a reset during an execution", step.reset && is_executed),
            ("a cycle count of 16 bits", outputs.cycle >= 1 << 16),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
        match cycles {
            CYCLES => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    assert_eq!(seen.len(), 10, "only {seen:?}");
    assert_eq!(accesses.len(), 6, "{accesses:?}");
    // Responses, and bytes of all registers of the bridge.
    for byte in b"KETLBU".iter().copied().chain(0xDEAD_BEEF_u32.to_le_bytes()) {
        assert!(responses.contains(&byte), "{byte:#x}");
    }
    assert!(bytes > 3000, "{bytes}");
}

/// Whether a slave is asked.
fn stimulus_is_busy(
    asked: &tailback_model::interface::AxiLiteRequest<
        tailback_spec::BitLanes,
        tailback_spec::ManyLanes,
    >,
) -> bool {
    [asked.awvalid, asked.wvalid, asked.arvalid].iter().any(|lanes| !lanes.is_empty())
}
