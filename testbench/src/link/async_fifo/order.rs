//! Each beat that enters leaves once, unchanged and in order.

use std::collections::VecDeque;

use tailback_model::interface::PacketStream;
use tailback_model::link::async_fifo::{AsyncFifoInputs, AsyncFifoOutputs};
use tailback_spec::WideWord;

use crate::harness::{Checker, Step, Violation};

/// The beats in a FIFO, by its ports alone.
#[derive(Debug, Default)]
pub struct InOrder {
    inside: VecDeque<PacketStream<bool, WideWord, u64, u64>>,
}

impl InOrder {
    /// Checks one step.
    ///
    /// # Errors
    ///
    /// If a beat leaves that is not the oldest one inside.
    pub fn observe(
        &mut self,
        inputs: &AsyncFifoInputs,
        outputs: &AsyncFifoOutputs,
    ) -> Result<(), Violation> {
        if inputs.write_reset && inputs.read_reset {
            self.inside.clear();
        }
        if inputs.read_clock && !inputs.read_reset && outputs.m_axis.tvalid && inputs.m_axis.tready
        {
            match self.inside.pop_front() {
                Some(oldest) if oldest == outputs.m_axis => {}
                Some(oldest) => {
                    let text = format!("left: {:x?}, entered: {oldest:x?}", outputs.m_axis);
                    return Err(Violation(text));
                }
                None => {
                    let text = format!("left, but never entered: {:x?}", outputs.m_axis);
                    return Err(Violation(text));
                }
            }
        }
        if inputs.write_clock
            && !inputs.write_reset
            && inputs.s_axis.tvalid
            && outputs.s_axis.tready
        {
            self.inside.push_back(inputs.s_axis.clone());
        }
        Ok(())
    }
}

impl Checker<AsyncFifoInputs, AsyncFifoOutputs> for InOrder {
    fn check(
        &mut self,
        step: &Step<AsyncFifoInputs>,
        outputs: &AsyncFifoOutputs,
    ) -> Result<(), Violation> {
        self.observe(&step.inputs, outputs)
    }
}
