//! Each beat that enters leaves once, unchanged and in order.

use std::collections::VecDeque;

use tailback_model::link::slow_link::receiver::{SlowLinkReceiverInputs, SlowLinkReceiverOutputs};
use tailback_model::link::slow_link::sender::{SlowLinkSenderInputs, SlowLinkSenderOutputs};
use tailback_model::link::slow_link::{SlowLinkInputs, SlowLinkOutputs};

use super::traffic::Beat;
use crate::harness::{Checker, Step, Violation};

/// The beats inside, by the ports alone.
#[derive(Debug, Default)]
pub struct InOrder {
    inside: VecDeque<Beat>,
}

impl InOrder {
    /// Checks a cycle in which one beat may enter, and one may leave.
    ///
    /// # Errors
    ///
    /// If a beat leaves that is not the oldest one inside.
    fn observe(
        &mut self,
        reset: bool,
        enters: Option<&Beat>,
        leaves: &Beat,
    ) -> Result<(), Violation> {
        if leaves.tvalid {
            match self.inside.pop_front() {
                Some(oldest) if oldest == *leaves => {}
                oldest => return Err(Violation(format!("left: {leaves:x?}, oldest: {oldest:x?}"))),
            }
        }
        if let Some(beat) = enters.filter(|beat| beat.tvalid) {
            self.inside.push_back(beat.clone());
        }
        if reset {
            self.inside.clear();
        }
        Ok(())
    }
}

impl Checker<SlowLinkInputs, SlowLinkOutputs> for InOrder {
    fn check(
        &mut self,
        step: &Step<SlowLinkInputs>,
        outputs: &SlowLinkOutputs,
    ) -> Result<(), Violation> {
        let enters = outputs.s_axis.tready.then_some(&step.inputs.s_axis);
        self.observe(step.reset, enters, &outputs.m_axis)
    }
}

impl Checker<SlowLinkSenderInputs, SlowLinkSenderOutputs> for InOrder {
    fn check(
        &mut self,
        step: &Step<SlowLinkSenderInputs>,
        outputs: &SlowLinkSenderOutputs,
    ) -> Result<(), Violation> {
        let enters = outputs.s_axis.tready.then_some(&step.inputs.s_axis);
        self.observe(step.reset, enters, &outputs.m_axis)
    }
}

impl Checker<SlowLinkReceiverInputs, SlowLinkReceiverOutputs> for InOrder {
    fn check(
        &mut self,
        step: &Step<SlowLinkReceiverInputs>,
        outputs: &SlowLinkReceiverOutputs,
    ) -> Result<(), Violation> {
        self.observe(step.reset, Some(&step.inputs.s_axis), &outputs.m_axis)
    }
}
