//! The bridge from a serial line to AXI4-Lite.

mod command;
mod execution;
#[cfg(test)]
mod tests;

use self::{
    command::{Command, Reception},
    execution::Execution,
};
use super::uart::{Receiver, Transmitter};
use crate::{
    interface::{AxiLiteRequest, AxiLiteResponse},
    Golden,
};
use tailback_spec::{
    board::bridge::{self as spec, address},
    port_values, BitLanes, ManyLanes,
};

port_values! {
    /// The serial line, and the slaves.
    pub struct UartBridgeInputs {
        /// Received bits.
        pub rxd: bool,
        /// AXI4-Lite: responses of the slaves.
        pub m_axil: AxiLiteResponse<BitLanes, ManyLanes>,
    }
}

port_values! {
    /// The slaves, the serial line, and the reset of the fabric.
    pub struct UartBridgeOutputs {
        /// AXI4-Lite: accesses to the registers of the slaves.
        pub m_axil: AxiLiteRequest<BitLanes, ManyLanes>,
        /// Transmitted bits.
        pub txd: bool,
        /// Reset of the fabric and its hosts.
        pub fabric_reset: bool,
        /// Cycles since the fabric's reset.
        pub cycle: u64,
    }
}

/// The bridge.
#[derive(Debug, Clone)]
pub struct UartBridge {
    bridge: spec::UartBridge,
    receiver: Receiver,
    transmitter: Transmitter,
    reception: Reception,
    /// Command that begins to be executed in this cycle.
    begins: Option<Command>,
    execution: Execution,
    /// Cycles for which the fabric is still reset.
    reset_left: usize,
    /// Cycles since the fabric's reset.
    cycle: u32,
}

impl UartBridge {
    /// The bridge after reset.
    pub fn new(bridge: &spec::UartBridge) -> Self {
        UartBridge {
            bridge: *bridge,
            receiver: Receiver::new(&bridge.uart()),
            transmitter: Transmitter::new(&bridge.uart()),
            reception: Reception::new(bridge),
            begins: None,
            execution: Execution::new(bridge),
            reset_left: spec::RESET_CYCLES,
            cycle: 0,
        }
    }

    fn show(&self, outputs: &mut UartBridgeOutputs) {
        self.execution.show(self.reception.address(), self.reception.data(), &mut outputs.m_axil);
        outputs.txd = self.transmitter.txd();
        outputs.fabric_reset = self.reset_left > 0;
        outputs.cycle = self.cycle.into();
    }

    /// Executes a command for the bridge itself: the data of a read, 0 for that of a write; `None` if
    /// it is refused.
    fn control(&self, command: Command) -> Option<u32> {
        match (command.is_write, command.address) {
            (true, address::RESET) => Some(0),
            (false, address::IDENTIFICATION) => Some(spec::IDENTIFICATION),
            (false, address::VERSION) => Some(spec::VERSION),
            (false, address::DIGEST) => Some(self.bridge.digest()),
            (false, address::CLOCK_HZ) => Some(self.bridge.clock_hz()),
            (false, address::SLAVES) => Some(self.bridge.slaves() as u32),
            (false, address::CYCLE) => Some(self.cycle),
            _ => None,
        }
    }

    /// The end of a cycle of the fabric's reset and of the cycle count.
    fn count(&mut self, resets: bool) {
        self.cycle = if self.reset_left > 0 { 0 } else { self.cycle.saturating_add(1) };
        self.reset_left =
            if resets { spec::RESET_CYCLES } else { self.reset_left.saturating_sub(1) };
    }
}

impl Golden for UartBridge {
    type Inputs = UartBridgeInputs;
    type Outputs = UartBridgeOutputs;

    fn step(&mut self, inputs: &UartBridgeInputs, outputs: &mut UartBridgeOutputs) {
        self.show(outputs);
        let frame = self.receiver.ended();
        let begins = self.begins.take();
        let control = begins
            .filter(|command| command.slave == spec::CONTROL)
            .and_then(|command| self.control(command));
        let resets = control.is_some() && begins.is_some_and(|command| command.is_write);

        let runs = self.execution.runs();
        let offered = self.execution.offered();
        let taken = offered.is_some() && self.transmitter.is_ready();
        self.transmitter.clock(offered);
        self.execution.clock(begins, control, &inputs.m_axil, taken);
        self.begins = self.reception.clock(frame, runs);
        if self.begins.is_some() {
            self.execution.start();
        }
        self.count(resets);
        self.receiver.clock(inputs.rxd);
    }

    fn reset(&mut self) {
        *self = Self::new(&self.bridge);
    }
}
