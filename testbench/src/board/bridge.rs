//! A serial line and slaves for the bridge: commands of all kinds, also broken and late ones, and slaves
//! with random delays and responses.

mod line;
mod phase;
mod script;
mod slaves;
#[cfg(test)]
mod tests;

use tailback_model::board::bridge::{UartBridge, UartBridgeInputs, UartBridgeOutputs};
use tailback_spec::board::{bridge as spec, uart::FRAME_BITS};

use self::line::Line;
use self::phase::Phase;
use self::script::{Script, Wait};
use self::slaves::Slaves;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "uart-bridge";

/// Golden model and stimulus of the bridge.
pub fn bench(bridge: &spec::UartBridge) -> Box<dyn Bench> {
    let bridge = *bridge;
    Box::new(BlockBench::new(
        BLOCK,
        format!(
            "{} cycles for a bit, {} slaves with addresses of {} bits, commands in {} cycles, {} MHz, digest \
             {:08x}",
            bridge.uart().bit_cycles(),
            bridge.slaves(),
            bridge.address_bits(),
            bridge.timeout_cycles(),
            f64::from(bridge.clock_hz()) / 1e6,
            bridge.digest(),
        ),
        move || UartBridge::new(&bridge),
        move |seed| UartBridgeStimulus::new(&bridge, seed),
    ))
}

/// Surroundings of the bridge.
pub struct UartBridgeStimulus {
    random: Random,
    bridge: spec::UartBridge,
    phase: Phase,
    line: Line,
    script: Script,
    slaves: Slaves,
    /// Cycles without anything on the line, and without accesses.
    quiet: u64,
}

impl UartBridgeStimulus {
    /// Stimulus from `seed`.
    pub fn new(bridge: &spec::UartBridge, seed: u64) -> Self {
        let mut random = Random::new(seed);
        UartBridgeStimulus {
            phase: Phase::any(&mut random),
            line: Line::default(),
            script: Script::new(bridge),
            slaves: Slaves::new(bridge.slaves()),
            bridge: *bridge,
            random,
            quiet: 0,
        }
    }

    /// Level of the line in the next cycle.
    fn rxd(&mut self) -> bool {
        if self.line.is_idle() {
            /// Bits after which a response has ended, or none has begun.
            const QUIET_BITS: usize = FRAME_BITS + 1;
            let quiet_cycles = (self.bridge.uart().bit_cycles() * QUIET_BITS) as u64;
            let is_ready = match self.script.wait {
                Wait::Response => self.quiet >= quiet_cycles,
                Wait::None => true,
            };
            if is_ready {
                self.script.proceed(&mut self.line, &self.phase, &mut self.random);
            }
        }
        self.line.next()
    }
}

impl Stimulus<UartBridgeInputs, UartBridgeOutputs> for UartBridgeStimulus {
    fn drive(&mut self, last: &UartBridgeOutputs, step: &mut Step<UartBridgeInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        if step.reset {
            self.slaves.reset();
        } else {
            self.slaves.see(&last.m_axil, &step.inputs.m_axil, &self.phase, &mut self.random);
        }
        let is_active = !last.txd || self.slaves.are_busy() || !self.line.is_idle();
        self.quiet = if is_active { 0 } else { self.quiet + 1 };
        step.inputs.rxd = self.rxd();
        self.slaves.drive(&self.phase, &mut step.inputs.m_axil, &mut self.random);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
