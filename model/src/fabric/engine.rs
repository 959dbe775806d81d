//! The event-driven engine: what the hardware does where there is hardware, what the papers assume
//! where there is none.

use super::{counts::Counts, exact, ideal, log::Sink};
use tailback_spec::scenario::Scenario;

/// A fabric at work; what goes over its links is told to a [`Sink`].
#[derive(Debug)]
pub struct Engine<S> {
    form: Form<S>,
}

#[derive(Debug)]
enum Form<S> {
    Exact(Box<exact::Engine<S>>),
    Ideal(Box<ideal::Engine<S>>),
}

impl<S: Sink> Engine<S> {
    /// The fabric of a scenario at its beginning.
    pub fn new(scenario: &Scenario, sink: S) -> Self {
        let form = match exact::fabric(scenario) {
            Some(fabric) => Form::Exact(Box::new(exact::Engine::new(&fabric, sink))),
            None => Form::Ideal(Box::new(ideal::Engine::new(scenario, sink))),
        };
        Engine { form }
    }

    /// Whether its log is that of the [`Twin`](super::Twin). With round robin it is only until the guard
    /// comes in that keeps the allocator from passing over a packet for ever, and so is not said to be; nor
    /// is a NIC's queue of ACKs for its limiter ever full here.
    pub fn is_exact(&self) -> bool {
        matches!(&self.form, Form::Exact(engine) if engine.is_exact())
    }

    /// Runs until just before a cycle.
    pub fn run_until(&mut self, end: u64) {
        match &mut self.form {
            Form::Exact(engine) => engine.run_until(end),
            Form::Ideal(engine) => engine.run_until(end),
        }
    }

    /// What has happened so far.
    pub fn counts(&self) -> Counts {
        match &self.form {
            Form::Exact(engine) => engine.counts(),
            Form::Ideal(engine) => engine.counts(),
        }
    }

    /// Packets of a flow that waited in an input buffer as it became full.
    pub fn in_full_buffers(&self, flow: usize) -> u64 {
        match &self.form {
            Form::Exact(engine) => engine.in_full_buffers(flow),
            Form::Ideal(engine) => engine.in_full_buffers(flow),
        }
    }

    /// Data packets between a host and the last link of their way.
    pub fn inside(&self) -> usize {
        match &self.form {
            Form::Exact(engine) => engine.inside(),
            Form::Ideal(engine) => engine.inside(),
        }
    }

    /// Who got the log.
    pub fn into_sink(self) -> S {
        match self.form {
            Form::Exact(engine) => engine.into_sink(),
            Form::Ideal(engine) => engine.into_sink(),
        }
    }
}
