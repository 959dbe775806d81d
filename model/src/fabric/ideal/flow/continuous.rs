//! The response functions of INFOCOM'03 §V exactly as defined there, with any rate.

use tailback_spec::nic::{response::RATES, Response};

/// Bits of the fractions of a cycle in which such a rate counts time.
pub(super) const FRACTION_BITS: u32 = 8;
/// R_max / R_min.
const MOST: f64 = RATES as f64;
/// Divisor of the rate of FIMD and AIMD at a mark: m.
const DECREASE: f64 = 2.0;

/// A rate, as R_max / r: from 1 to R_max / R_min.
#[derive(Debug, Clone, Copy)]
pub(super) struct Continuous {
    response: Response,
    interval: f64,
}

impl Continuous {
    pub fn new(response: Response) -> Self {
        Continuous { response, interval: 1.0 }
    }

    pub fn reset(&mut self) {
        self.interval = 1.0;
    }

    /// Nearest inter-packet delay.
    pub fn ipd(&self) -> u16 {
        (self.interval - 1.0).round() as u16
    }

    /// Time between two starts, in fractions of a cycle, for packets of so many cycles.
    pub fn delay(&self, packet: u64) -> u64 {
        (self.interval * (packet << FRACTION_BITS) as f64).round() as u64
    }

    /// Applies f_inc or f_dec of INFOCOM'03 §V.
    pub fn acknowledge(&mut self, marked: bool) {
        let interval = self.interval;
        let next = match (self.response, marked) {
            (Response::Lipd | Response::Cct, true) => interval + 1.0,
            (Response::Lipd | Response::Cct, false) => interval * (1.0 - 1.0 / MOST),
            (Response::Fimd | Response::Aimd, true) => interval * DECREASE,
            (Response::Fimd, false) => interval * DECREASE.powf(-interval / MOST),
            (Response::Aimd, false) => 1.0 / (1.0 / interval + interval / (MOST * MOST)),
        };
        self.interval = next.clamp(1.0, MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ACKs from R_min to R_max, and the time that they take in packet times.
    fn recovery(response: Response) -> (u32, f64) {
        let mut rate = Continuous { response, interval: MOST };
        let (mut acks, mut time) = (0, 0.0);
        while rate.interval > 1.0 {
            time += rate.interval;
            rate.acknowledge(false);
            acks += 1;
        }
        (acks, time)
    }

    #[test]
    fn recovery_takes_as_many_acks_as_the_closed_forms_say() {
        // The last step of each may be truncated at R_max.
        let acks = [Response::Lipd, Response::Fimd, Response::Aimd].map(|law| recovery(law).0);
        assert!(acks[0].abs_diff(1417) <= 1, "{acks:?}");
        assert!(acks[1].abs_diff(365) <= 1, "{acks:?}");
        assert!(acks[2].abs_diff(32_765) <= 2, "{acks:?}");
    }

    #[test]
    fn recovery_takes_the_time_of_the_paper() {
        const PACKET_MS: f64 = 2048e-6;
        let ms = |law| recovery(law).1 * PACKET_MS;
        assert!((ms(Response::Lipd) - 133.69).abs() < 0.05);
        assert!((ms(Response::Fimd) - 4.19).abs() < 0.05);
        assert!((ms(Response::Aimd) - 133.69).abs() < 0.05);
    }
}
