//! State of a flow in the rate controller, and its update in two stages.

use super::arithmetic::{
    bandwidth, decrease, floor_share, increase, ratio, reciprocal, Reciprocal, MOST_BYTES,
    RATIO_FRACTION,
};
use super::{Settings, TIME_BITS};
use serde::{Deserialize, Serialize};

/// State of a flow in the rate controller. All fields are 0 after reset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// Group of packets to which the record belongs, modulo 256.
    pub group: u8,
    /// The rate is known: congestion avoidance.
    pub known: bool,
    /// Without `known`: an ACK of the group has been received, and `old` is that of the first one.
    /// With `known`: `old` and `new` are valid.
    pub marked: bool,
    /// A packet was lost before the rate was known: delay probing until the next ACK.
    pub void: bool,
    /// R in 2⁻²⁰ bytes in 100 ns; meaningful with `known` or `void`.
    pub rate: u32,
    /// Earlier ACK from which data is counted.
    pub old: Mark,
    /// Later ACK, which becomes the earlier one after half an RTT.
    pub new: Mark,
    /// RTT of the last ACK in ticks.
    pub rtt: u32,
    /// Least RTT in ticks; 0: none was measured.
    pub rtt_min: u32,
    /// Predicted RTT of the last ACK in ticks; the measured one if there is no prediction.
    pub rtt_predicted: u32,
}

/// An ACK: when it was received, and what had been acknowledged by it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mark {
    /// Ticks, modulo 2²⁴.
    pub time: u32,
    /// Bytes of the flow since reset, modulo 2³².
    pub bytes: u32,
}

impl Mark {
    /// Bytes acknowledged since `earlier`, at most 2²⁴ - 1.
    pub fn bytes_since(&self, earlier: Mark) -> u32 {
        self.bytes.wrapping_sub(earlier.bytes).min(MOST_BYTES)
    }

    /// Ticks since `earlier`, modulo 2²⁴.
    pub fn time_since(&self, earlier: Mark) -> u32 {
        self.time.wrapping_sub(earlier.time) & ((1 << TIME_BITS) - 1)
    }
}

/// What changes the rate of a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// Group of packets that the flow is sending, modulo 256.
    pub group: u8,
    /// A loss; otherwise, an ACK of at least one packet in flight. The other fields are those of
    /// an ACK.
    pub loss: bool,
    /// At least N packets of the group have been acknowledged.
    pub covered: bool,
    /// The ACK was triggered by a delay probe.
    pub probe: bool,
    /// Measured RTT in ticks, 0 to 2²³ - 1.
    pub rtt: u32,
    /// Time of reception, and bytes of the flow acknowledged with it.
    pub mark: Mark,
}

/// Which equation an event applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Halve the rate, or void the probing.
    Loss,
    /// First ACK of bandwidth probing: store it.
    First,
    /// Later ACK before all N packets are acknowledged.
    Wait,
    /// Equation 1.
    Bandwidth,
    /// All N packets are acknowledged, but there is no interval to measure: R_0.
    Initial,
    /// Equation 2; with `predicted`, RTT_p of equation 4 replaces RTT in the bracket.
    Adapt {
        /// Use the ratio of equation 4.
        predicted: bool,
    },
}

/// Results of the first stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Quotients {
    /// The record as it applies to the group of the event, with RTT and RTT_MIN updated.
    pub record: Record,
    /// Equation to be applied.
    pub step: Step,
    /// The measured RTT was less than the preset RTT_MIN, and is replaced by it.
    pub below: bool,
    /// RTT_p / RTT with 24 fraction bits.
    pub ratio: u64,
    /// Shift of the reciprocal of the RTT, or of T2 - T1 in equation 1.
    pub shift: u32,
    /// Inverse of that reciprocal.
    pub inverse: u32,
}

/// First stage: selects the equation, and divides.
pub fn divide(settings: &Settings, stored: &Record, event: &Event) -> Quotients {
    let mut record = *stored;
    if record.group != event.group {
        let rate = settings.clamp(settings.initial.into());
        let known = !settings.parts.probes;
        let Record { rtt, rtt_min, rtt_predicted, .. } = record;
        record = Record {
            group: event.group,
            known,
            rate,
            rtt,
            rtt_min,
            rtt_predicted,
            ..Record::default()
        };
    }
    let measured = event.rtt.max(1);
    let below = !event.loss && measured < settings.rtt_min;
    if !event.loss {
        record.rtt = measured.max(settings.rtt_min);
        record.rtt_min = match (settings.rtt_min, record.rtt_min) {
            (0, 0) => measured,
            (0, learned) => learned.min(measured),
            (preset, _) => preset,
        };
    }
    let (bytes, time) = (event.mark.bytes_since(record.old), event.mark.time_since(record.old));
    let measurable = record.marked && bytes > 0 && time > 0;
    let step = match event {
        Event { loss: true, .. } => Step::Loss,
        _ if record.known || record.void => {
            let avoiding = record.known && !event.probe;
            Step::Adapt { predicted: settings.parts.predicts && avoiding && measurable }
        }
        Event { covered: true, .. } if measurable => Step::Bandwidth,
        Event { covered: true, .. } => Step::Initial,
        _ if record.marked => Step::Wait,
        _ => Step::First,
    };
    let ratio = match step {
        Step::Adapt { predicted: true } => ratio(record.rate, time, bytes),
        _ => 1 << RATIO_FRACTION,
    };
    let divisor = if step == Step::Bandwidth { time } else { record.rtt };
    let Reciprocal { shift, inverse } = reciprocal(divisor);
    Quotients { record, step, below, ratio, shift, inverse }
}

/// Second stage: multiplies, and gives the new record.
pub fn multiply(settings: &Settings, quotients: &Quotients, event: &Event) -> Record {
    let Quotients { record, step, ratio, shift, inverse, .. } = *quotients;
    let by = Reciprocal { shift, inverse };
    let mut next = record;
    match step {
        Step::Loss if record.known => {
            next.rate = settings.clamp(u64::from(record.rate) / 2);
            next.marked = false;
        }
        Step::Loss => {
            next.rate = settings.clamp(0);
            (next.marked, next.void) = (false, true);
        }
        Step::First => (next.marked, next.old) = (true, event.mark),
        Step::Wait => {}
        Step::Bandwidth => {
            next.rate = settings.clamp(bandwidth(event.mark.bytes_since(record.old), by));
            (next.known, next.marked) = (true, false);
        }
        Step::Initial => {
            next.rate = settings.clamp(settings.initial.into());
            (next.known, next.marked) = (true, false);
        }
        Step::Adapt { .. } => {
            let gentle = (event.probe && settings.parts.delays) || record.void;
            let (alpha, beta) = match gentle {
                true => (settings.probe_alpha, settings.probe_beta),
                false => (settings.alpha, settings.beta),
            };
            let more = increase(alpha, beta, by);
            let less = decrease(record.rate, ratio, floor_share(record.rtt_min, by), beta);
            next.rate = settings.clamp((u64::from(record.rate) + more).saturating_sub(less));
            (next.known, next.void) = (true, false);
            measure(&mut next, &record, event);
        }
    }
    if step != Step::Loss {
        const MOST: u64 = (1 << TIME_BITS) - 1;
        let predicted = (u64::from(record.rtt) * ratio) >> RATIO_FRACTION;
        next.rtt_predicted = predicted.min(MOST) as u32;
    }
    next
}

/// Advances the marks between which R_RECV is measured. An ACK of a delay probe ends the
/// measurement: the spacing of these packets is that of R_MIN.
fn measure(next: &mut Record, record: &Record, event: &Event) {
    let avoiding = record.known && !event.probe;
    if !avoiding {
        next.marked = false;
    } else if !record.marked {
        next.marked = true;
        (next.old, next.new) = (event.mark, event.mark);
    } else if event.mark.time_since(record.new) >= record.rtt / 2 {
        (next.old, next.new) = (record.new, event.mark);
    }
}
