//! The event-driven engine: it behaves like the hardware where there is hardware, and as the papers
//! assume where there is none.

use super::{
    counts::Counts,
    exact, ideal,
    log::Sink,
    watchdog::{Stall, Watchdog},
};
use tailback_spec::scenario::Scenario;

/// A fabric that runs; packets on its links are reported to a [`Sink`].
#[derive(Debug)]
pub struct Engine<S> {
    form: Form<(Watchdog, S)>,
    /// Reason why the form is not that of the hardware.
    why: Option<String>,
    /// The first cycle that has not been run.
    now: u64,
}

#[derive(Debug)]
enum Form<S> {
    Exact(Box<exact::Engine<S>>),
    Ideal(Box<ideal::Engine<S>>),
}

/// Calls a method of either form.
macro_rules! either {
    ($engine:expr, $form:ident => $call:expr) => {
        match $engine {
            Form::Exact($form) => $call,
            Form::Ideal($form) => $call,
        }
    };
}

impl<S: Sink> Engine<S> {
    /// The fabric of a scenario before its first cycle.
    pub fn new(scenario: &Scenario, sink: S) -> Self {
        let (form, why) = match exact::fabric(scenario) {
            Ok(fabric) => {
                let sinks = (Watchdog::new(scenario, true), sink);
                (Form::Exact(Box::new(exact::Engine::new(&fabric, sinks))), None)
            }
            Err(why) => {
                let sinks = (Watchdog::new(scenario, false), sink);
                (Form::Ideal(Box::new(ideal::Engine::new(scenario, sinks))), Some(why))
            }
        };
        Engine { form, why, now: 0 }
    }

    /// Reports whether the log equals that of the [`Twin`](super::Twin).
    pub fn is_exact(&self) -> bool {
        matches!(&self.form, Form::Exact(_))
    }

    /// Form that runs: `exact` behaves like the hardware, `ideal` as papers assume.
    pub fn form(&self) -> &'static str {
        match &self.form {
            Form::Exact(_) => "exact",
            Form::Ideal(_) => "ideal",
        }
    }

    /// Reason why the form is `ideal`: the part of the scenario that is not implemented in
    /// hardware, or not supported by the form `exact`.
    pub fn why_ideal(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// Runs until just before a cycle, or until the fabric is found to have stalled.
    pub fn run_until(&mut self, end: u64) {
        while self.now < end && self.stall().is_none() {
            let next = self.watchdog().next_look().clamp(self.now + 1, end);
            either!(&mut self.form, engine => engine.run_until(next));
            self.now = next;
            either!(&mut self.form, engine => engine.sink_mut().0.look(next));
        }
    }

    fn watchdog(&self) -> &Watchdog {
        either!(&self.form, engine => &engine.sink().0)
    }

    /// The stall, if one is found. Nothing happens any more from then on.
    pub fn stall(&self) -> Option<&Stall> {
        self.watchdog().stall()
    }

    /// Packets that hosts have sent and that are not acknowledged.
    pub fn unacknowledged(&self) -> u64 {
        self.watchdog().unacknowledged()
    }

    /// Totals since the first cycle.
    pub fn counts(&self) -> Counts {
        either!(&self.form, engine => engine.counts())
    }

    /// Packets of a flow that waited in an input buffer as it became full.
    pub fn in_full_buffers(&self, flow: usize) -> u64 {
        either!(&self.form, engine => engine.in_full_buffers(flow))
    }

    /// Data packets between a host and the last link of their route.
    pub fn inside(&self) -> usize {
        either!(&self.form, engine => engine.inside())
    }

    /// Consumes the engine and returns its log sink.
    pub fn into_sink(self) -> S {
        either!(self.form, engine => engine.into_sink().1)
    }
}
