//! The engine: it behaves like the hardware where there is hardware, and as the papers assume where
//! there is none.

use super::{
    counts::Counts,
    exact, ideal,
    log::Sink,
    stepped,
    watchdog::{Stall, Watchdog},
};
use tailback_spec::{fabric::Fabric, scenario::Scenario};

/// A fabric that runs; packets on its links are reported to a [`Sink`].
pub struct Engine<S> {
    form: Form<(Watchdog, S)>,
    /// Reason why the form is not `exact`.
    why: Option<String>,
    /// The first cycle that has not been run.
    now: u64,
}

enum Form<S> {
    Exact(Box<exact::Engine<S>>),
    Stepped(Box<stepped::Engine<S>>),
    Ideal(Box<ideal::Engine<S>>),
}

/// Calls a method of either form.
macro_rules! either {
    ($engine:expr, $form:ident => $call:expr) => {
        match $engine {
            Form::Exact($form) => $call,
            Form::Stepped($form) => $call,
            Form::Ideal($form) => $call,
        }
    };
}

impl Engine<()> {
    /// Whether there is hardware that the form `exact` does not support: there is no other log to compare
    /// with that of the twin.
    pub fn steps(scenario: &Scenario) -> bool {
        Fabric::new(scenario).is_ok_and(|fabric| exact::unsupported(&fabric).is_some())
    }
}

/// Whether slow links are those of the form `ideal`, which spreads the beats of a packet evenly, although
/// there is hardware: that takes a thousand times as long.
fn is_even(fabric: &Fabric) -> bool {
    let scenario = fabric.scenario();
    fabric.has_slow_links() && !scenario.stepped && !scenario.drops_late()
}

impl<S: Sink> Engine<S> {
    /// The fabric of a scenario before its first cycle.
    pub fn new(scenario: &Scenario, sink: S) -> Self {
        let fabric = Fabric::new(scenario);
        let sinks = (Watchdog::new(scenario, fabric.is_ok()), sink);
        let (form, why) = match fabric {
            Err(unfit) => {
                let engine = ideal::Engine::new(scenario, sinks);
                (Form::Ideal(Box::new(engine)), Some(unfit.message))
            }
            Ok(fabric) => match exact::unsupported(&fabric) {
                None => (Form::Exact(Box::new(exact::Engine::new(&fabric, sinks))), None),
                Some(why) if is_even(&fabric) => {
                    let engine = ideal::Engine::new(scenario, sinks);
                    let why = format!("{why}; `run.stepped` steps the hardware");
                    (Form::Ideal(Box::new(engine)), Some(why))
                }
                why => (Form::Stepped(Box::new(stepped::Engine::new(&fabric, sinks))), why),
            },
        };
        Engine { form, why, now: 0 }
    }

    /// Reports whether the log equals that of the [`Twin`](super::Twin).
    pub fn is_exact(&self) -> bool {
        !matches!(&self.form, Form::Ideal(_))
    }

    /// Form that runs: `exact` and `stepped` behave like the hardware, the latter cycle by cycle;
    /// `ideal` as papers assume.
    pub fn form(&self) -> &'static str {
        match &self.form {
            Form::Exact(_) => "exact",
            Form::Stepped(_) => "stepped",
            Form::Ideal(_) => "ideal",
        }
    }

    /// Reason why the form is not `exact`: the part of the scenario that is not implemented in
    /// hardware, or that the form `exact` does not support.
    pub fn why_not_exact(&self) -> Option<&str> {
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

    /// Packets of a flow that waited in an input buffer as it became full; not counted in the form
    /// `stepped`.
    pub fn in_full_buffers(&self, flow: usize) -> u64 {
        match &self.form {
            Form::Exact(engine) => engine.in_full_buffers(flow),
            Form::Ideal(engine) => engine.in_full_buffers(flow),
            Form::Stepped(_) => 0,
        }
    }

    /// Blocks in use of the input buffer at the end of each directed link, as the first cycle that has not
    /// been run begins; `None` for links to hosts. Reading them has no effect on the run. In the form
    /// `ideal`, a packet uses all of its blocks from its first beat on.
    pub fn blocks_in_use(&self) -> Vec<Option<u64>> {
        either!(&self.form, engine => engine.blocks_in_use())
    }

    /// The first cycle that has not been run.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Data packets between a host and the last link of their route.
    pub fn inside(&self) -> usize {
        either!(&self.form, engine => engine.inside())
    }

    /// The log sink, which has received all packets before the first cycle that has not been run.
    pub fn sink_mut(&mut self) -> &mut S {
        either!(&mut self.form, engine => &mut engine.sink_mut().1)
    }

    /// Consumes the engine and returns its log sink.
    pub fn into_sink(self) -> S {
        either!(self.form, engine => engine.into_sink().1)
    }
}
