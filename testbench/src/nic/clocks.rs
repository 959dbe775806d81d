//! Traffic for the NIC with a clock for the link: host, driver and partner of the NIC with one clock, the
//! partner behind a link of another clock.

#[cfg(test)]
mod tests;

use tailback_model::interface::Ready;
use tailback_model::nic::clocks::{NicClocks, NicClocksInputs, NicClocksOutputs};
use tailback_model::nic::top::{NicTopInputs, NicTopOutputs};
use tailback_spec::nic::clocks::NicClocks as Parameters;

use super::top::{variant, NicTopStimulus, Scenario};
use crate::clocks::{CoreClocks, LinkStream};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::Random;

/// Name on the command line.
const BLOCK: &str = "nic-clocks";

/// Golden model and stimulus of the NIC.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    match parameters.nic.receive_buffer() {
        Some(_) => bench_of::<bool>(parameters),
        None => bench_of::<()>(parameters),
    }
}

/// Golden model and stimulus of a NIC; `Host` is that of the model.
fn bench_of<Host: Ready>(parameters: Parameters) -> Box<dyn Bench> {
    Box::new(BlockBench::new(
        BLOCK,
        format!("{}; a clock for the link", variant(&parameters.nic)),
        move || NicClocks::<Host>::new(&parameters),
        move |seed| NicClocksStimulus::<Host>::new(&parameters, seed),
    ))
}

/// Links of the NIC.
const LINKS: usize = 1;

/// Surroundings of the NIC.
pub struct NicClocksStimulus<Host = bool> {
    random: Random,
    clocks: CoreClocks,
    surroundings: NicTopStimulus,
    link: LinkStream,
    /// Step of the NIC with one clock.
    inner: Step<NicTopInputs<Host>>,
    outputs: NicTopOutputs,
}

impl<Host: Ready> NicClocksStimulus<Host> {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let mut random = Random::new(seed);
        NicClocksStimulus {
            clocks: CoreClocks::new(LINKS, &mut random),
            surroundings: NicTopStimulus::new(&parameters.nic, Scenario::Everything, seed),
            link: LinkStream::default(),
            inner: Step::default(),
            outputs: NicTopOutputs::default(),
            random,
        }
    }

    /// After an edge of the clock of the NIC: host, driver and partner act.
    fn act(&mut self, last: &NicClocksOutputs) {
        self.outputs = NicTopOutputs {
            s_axil: last.s_axil.clone(),
            m_axis_link: self.link.offered(),
            s_axis_host: last.s_axis_host.clone(),
            m_axis_host: last.m_axis_host.clone(),
            s_axis_doorbell: last.s_axis_doorbell.clone(),
            m_axis_grant: last.m_axis_grant.clone(),
            s_axis_decline: last.s_axis_decline.clone(),
            s_axis_release: last.s_axis_release.clone(),
        };
        let is_taken = self.outputs.m_axis_link.tvalid && self.inner.inputs.m_axis_link.tready;
        self.surroundings.drive(&self.outputs, &mut self.inner);
        if is_taken {
            self.link.take();
        }
        if self.inner.inputs.s_axis_link.tvalid {
            self.link.send(self.inner.inputs.s_axis_link.clone());
        }
        if self.inner.reset {
            self.clocks.reset.begin();
        }
    }
}

impl<Host: Ready> Stimulus<NicClocksInputs<Host>, NicClocksOutputs> for NicClocksStimulus<Host> {
    fn drive(&mut self, last: &NicClocksOutputs, step: &mut Step<NicClocksInputs<Host>>) {
        let had = (step.inputs.clock, step.inputs.link_clock);
        let was_resetting = self.clocks.reset.is_active();
        if was_resetting {
            self.link.reset();
        } else if had.1 {
            self.link.edge(last.s_axis_link.tready, &last.m_axis_link, &mut self.random);
        }
        let has_space = self.link.has_space();
        if had.0 && !was_resetting {
            self.act(last);
        }
        let [rises, resets] = self.clocks.next(has_space, &mut self.random);
        // Without requests during a reset.
        let idle = NicTopInputs::default();
        let inner = if self.clocks.reset.is_active() { &idle } else { &self.inner.inputs };
        step.inputs = NicClocksInputs {
            clock: rises & 1 != 0,
            reset: resets & 1 != 0,
            link_clock: rises & 2 != 0,
            link_reset: resets & 2 != 0,
            s_axil: inner.s_axil.clone(),
            link_active: inner.link_active,
            s_axis_link: self.link.beat.clone(),
            m_axis_link: tailback_model::interface::AxiStreamReady { tready: self.link.ready },
            s_axis_host: inner.s_axis_host.clone(),
            m_axis_host: inner.m_axis_host.clone(),
            s_axis_doorbell: inner.s_axis_doorbell.clone(),
            m_axis_grant: inner.m_axis_grant.clone(),
            s_axis_decline: inner.s_axis_decline.clone(),
            s_axis_release: inner.s_axis_release.clone(),
        };
    }
}
