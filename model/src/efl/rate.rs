//! The rate controller: the rate of each flow, from the RTTs of its ACKs (Shimonishi'07 §III).
//!
//! The arithmetic of an update is that of the specification; the model has the stages that an event
//! passes, a frame of 24 cycles each.

mod ports;
#[cfg(test)]
mod tests;

pub use ports::{EflRateInputs, EflRateOutputs};

use crate::Golden;
use tailback_spec::efl::{
    pace::{cycles_per_tick, Pace},
    rate::{divide, multiply, Event, Mark, Parts, Quotients, Record, Settings, FRAME_CYCLES},
    Efl,
};

/// An event of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held {
    flow: usize,
    event: Event,
}

/// Paces of the settings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Paces {
    initial: Pace,
    minimum: Pace,
    maximum: Pace,
}

/// A report in the first cycle of a frame: flow and values of the last one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Report<T> {
    now: bool,
    flow: usize,
    value: T,
}

impl<T> Report<T> {
    fn clear(&mut self) {
        self.now = false;
    }

    fn set(&mut self, flow: usize, value: T) {
        *self = Report { now: true, flow, value };
    }
}

/// The rate controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EflRate {
    /// Cycles of the clock in a tick, in 2⁻¹⁶.
    clock: u32,
    /// Frames in which records are cleared.
    sweep_frames: u64,
    records: Vec<Record>,
    /// Settings of this frame.
    settings: Settings,
    /// Cycles since reset.
    cycle: u64,
    /// Event that waits for the first stage.
    held: Option<Held>,
    /// First stage: division.
    dividing: Option<Held>,
    /// Second stage: multiplication.
    multiplying: Option<(Held, Quotients)>,
    /// Third stage: the pace of a new record.
    pacing: Option<(usize, Record)>,
    updated: Report<Record>,
    below: bool,
    paced: Report<(Record, Pace)>,
    paces: Paces,
}

impl EflRate {
    /// The module after reset.
    pub fn new(efl: &Efl) -> Self {
        EflRate {
            clock: cycles_per_tick(efl.clock_hz()),
            sweep_frames: efl.sweep_frames().into(),
            records: vec![Record::default(); efl.flows()],
            settings: efl.settings(),
            cycle: 0,
            held: None,
            dividing: None,
            multiplying: None,
            pacing: None,
            updated: Report::default(),
            below: false,
            paced: Report::default(),
            paces: Paces::default(),
        }
    }

    fn frame(&self) -> u64 {
        self.cycle / u64::from(FRAME_CYCLES)
    }

    fn is_sweeping(&self) -> bool {
        self.frame() < self.sweep_frames
    }

    /// Drives all outputs, none of which depends on the inputs.
    pub(crate) fn show(&self, outputs: &mut EflRateOutputs) {
        let Report { now: updated, flow: updated_flow, value: record } = self.updated;
        let Report { now: paced, flow: paced_flow, value: (source, pace) } = self.paced;
        let Paces { initial, minimum, maximum } = self.paces;
        *outputs = EflRateOutputs {
            event_ready: self.held.is_none() && !self.is_sweeping(),
            sweeping: self.is_sweeping(),
            updated,
            updated_flow: updated_flow as u64,
            updated_group: record.group.into(),
            updated_known: record.known,
            updated_void: record.void,
            updated_rate: record.rate.into(),
            updated_rtt: record.rtt.into(),
            updated_rtt_min: record.rtt_min.into(),
            updated_rtt_predicted: record.rtt_predicted.into(),
            below: self.below,
            paced,
            paced_flow: paced_flow as u64,
            paced_group: source.group.into(),
            paced_known: source.known,
            paced_void: source.void,
            paced_mantissa: pace.mantissa.into(),
            paced_exponent: pace.exponent.into(),
            initial_mantissa: initial.mantissa.into(),
            initial_exponent: initial.exponent.into(),
            minimum_mantissa: minimum.mantissa.into(),
            minimum_exponent: minimum.exponent.into(),
            maximum_mantissa: maximum.mantissa.into(),
            maximum_exponent: maximum.exponent.into(),
        };
    }

    /// The end of a frame: each stage passes its result on, the last stage first.
    fn advance(&mut self) {
        let settings = &self.settings;
        match self.pacing.take() {
            Some((flow, record)) => {
                self.paced.set(flow, (record, Pace::of(record.rate, self.clock)));
            }
            None => {
                let (pace, rate) = match self.frame() % 3 {
                    0 => (&mut self.paces.initial, settings.initial),
                    1 => (&mut self.paces.minimum, settings.minimum),
                    _ => (&mut self.paces.maximum, settings.maximum),
                };
                *pace = Pace::of(settings.clamp(rate.into()), self.clock);
            }
        }
        // The record as the frame begins: the second stage has another flow.
        let divided = self.dividing.take().map(|held| {
            let record = &self.records[held.flow];
            (held, divide(settings, record, &held.event))
        });
        if let Some((Held { flow, event }, quotients)) = self.multiplying.take() {
            let record = multiply(settings, &quotients, &event);
            self.records[flow] = record;
            self.pacing = Some((flow, record));
            self.updated.set(flow, record);
            self.below = quotients.below;
        }
        // An event waits for the result of one of its flow in the first stage.
        let before = divided.as_ref().map(|(held, _)| held.flow);
        self.dividing = self.held.take_if(|held| Some(held.flow) != before);
        self.multiplying = divided;
    }
}

impl EflRateInputs {
    fn settings(&self) -> Settings {
        Settings {
            parts: Parts {
                probes: self.set_probes,
                delays: self.set_delays,
                predicts: self.set_predicts,
            },
            alpha: self.set_alpha as u32,
            beta: self.set_beta as u32,
            probe_alpha: self.set_probe_alpha as u32,
            probe_beta: self.set_probe_beta as u32,
            initial: self.set_initial as u32,
            minimum: self.set_minimum as u32,
            maximum: self.set_maximum as u32,
            rtt_min: self.set_rtt_min as u32,
            // Not used by the rate controller.
            probe_packets: 0,
            rto_min: 0,
        }
    }

    fn event(&self) -> Held {
        Held {
            flow: self.event_flow as usize,
            event: Event {
                group: self.event_group as u8,
                loss: self.event_loss,
                covered: self.event_covered,
                probe: self.event_probe,
                rtt: self.event_rtt as u32,
                mark: Mark { time: self.event_time as u32, bytes: self.event_bytes as u32 },
            },
        }
    }
}

impl Golden for EflRate {
    type Inputs = EflRateInputs;
    type Outputs = EflRateOutputs;

    fn step(&mut self, inputs: &EflRateInputs, outputs: &mut EflRateOutputs) {
        const LAST_PHASE: u64 = FRAME_CYCLES as u64 - 1;
        self.show(outputs);
        if self.cycle == 0 {
            self.settings = inputs.settings();
        }
        self.updated.clear();
        self.paced.clear();
        self.below = false;
        if self.cycle % u64::from(FRAME_CYCLES) == LAST_PHASE {
            self.advance();
            self.settings = inputs.settings();
        }
        // An event that is accepted in the last phase waits for the next frame.
        if inputs.event_valid && outputs.event_ready {
            self.held = Some(inputs.event());
        }
        self.cycle += 1;
    }

    fn reset(&mut self) {
        self.records.fill(Record::default());
        *self = EflRate {
            records: std::mem::take(&mut self.records),
            clock: self.clock,
            sweep_frames: self.sweep_frames,
            settings: self.settings,
            cycle: 0,
            held: None,
            dividing: None,
            multiplying: None,
            pacing: None,
            updated: Report::default(),
            below: false,
            paced: Report::default(),
            paces: Paces::default(),
        };
    }
}
