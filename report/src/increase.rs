//! The response functions in closed form (INFOCOM'03 §V).
//!
//! Rates are fractions of R_max; times are in packet times.

use tailback_spec::nic::{
    response::{Table, RATES},
    Response,
};

/// R_max / R_min, which is also the recovery time.
pub const RATIO: f64 = RATES as f64;
/// Packet time at R_max in µs: 2048 bytes at 1 GB/s, as in the paper.
pub const PACKET_US: f64 = 2.048;

/// Law by which a rate increases without marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Linear inter-packet delay.
    Lipd,
    /// Fast increase, multiplicative decrease.
    Fimd,
    /// Additive increase, multiplicative decrease.
    Aimd,
}

impl Law {
    /// All laws.
    pub const ALL: [Law; 3] = [Law::Lipd, Law::Fimd, Law::Aimd];

    /// Name of the law.
    pub fn name(self) -> &'static str {
        match self {
            Law::Lipd => "LIPD",
            Law::Fimd => "FIMD",
            Law::Aimd => "AIMD",
        }
    }

    /// Returns F_inc: the rate after `time`, starting at `rate`.
    pub fn later(self, rate: f64, time: f64) -> f64 {
        let later = match self {
            // The denominator changes at R_max.
            Law::Lipd if 1.0 / rate - time / RATIO <= 1.0 => 1.0,
            Law::Lipd => 1.0 / (1.0 / rate - time / RATIO),
            Law::Fimd => rate * (time / RATIO).exp2(),
            Law::Aimd => rate + time / (RATIO * RATIO),
        };
        later.min(1.0)
    }

    /// Returns the time from one rate to a higher one.
    pub fn from_to(self, from: f64, to: f64) -> f64 {
        match self {
            Law::Lipd => RATIO * (1.0 / from - 1.0 / to),
            Law::Fimd => RATIO * (to / from).log2(),
            Law::Aimd => RATIO * RATIO * (to - from),
        }
    }

    /// Returns the time from R_min to R_max.
    pub fn duration(self) -> f64 {
        self.from_to(1.0 / RATIO, 1.0)
    }

    /// Returns f_inc: the rate after an unmarked ACK.
    pub fn increased(self, rate: f64) -> f64 {
        let increased = match self {
            Law::Lipd => rate / (1.0 - 1.0 / RATIO),
            Law::Fimd => rate * (1.0 / (RATIO * rate)).exp2(),
            Law::Aimd => rate + 1.0 / (RATIO * RATIO * rate),
        };
        increased.min(1.0)
    }

    /// Returns f_dec: the rate after a marked ACK, without the limit R_min.
    pub fn decreased(self, rate: f64) -> f64 {
        match self {
            Law::Lipd => 1.0 / (1.0 / rate + 1.0),
            Law::Fimd | Law::Aimd => rate / 2.0,
        }
    }

    /// Returns the number of ACKs from R_min to R_max, with one ACK per interval of the current
    /// rate, and their total time.
    pub fn acks(self) -> (u32, f64) {
        /// Tolerance of the last step for accumulated rounding errors.
        const ROUNDING: f64 = 1e-9;
        let (mut rate, mut time, mut acks) = (1.0 / RATIO, 0.0, 0);
        while rate < 1.0 - ROUNDING {
            time += 1.0 / rate;
            rate = self.increased(rate);
            acks += 1;
        }
        (acks, time)
    }

    /// Returns the rates in the tables of hardware and models, from R_min on, each with its time.
    pub fn of_tables(self) -> Vec<(f64, f64)> {
        let table = Table::of(match self {
            Law::Lipd => Response::Lipd,
            Law::Fimd => Response::Fimd,
            Law::Aimd => Response::Aimd,
        });
        let (mut ipd, mut progress, mut time) = (u8::MAX, 0, 0.0);
        let mut curve = vec![(time, 1.0 / RATIO)];
        while ipd > 0 {
            time += 1.0 + f64::from(ipd);
            let row = table.row(ipd);
            progress += row.gain;
            if progress >= row.goal {
                (ipd, progress) = (row.after, progress - row.goal);
                curve.push((time, 1.0 / (1.0 + f64::from(ipd))));
            }
        }
        curve
    }
}
