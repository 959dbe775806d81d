//! E9 to E13: groups of packets, Figs. 10 to 12.

use super::super::{listed, Found};
use super::series::{bottleneck, measured};
use crate::results::Ran;

/// Transfers and queue of a variant, of all its runs together.
#[derive(Debug)]
pub struct Pooled {
    /// Completed transfers: payload bytes and microseconds, the fastest first.
    pub transfers: Vec<(u64, f64)>,
    /// Transfers that were not completed.
    unfinished: u64,
    time_outs: u64,
    /// Mean queueing delay in microseconds.
    pub queue_us: f64,
    /// Throughput at the destinations in Gbit/s, as the scenario counts payload.
    load: f64,
}

impl Pooled {
    /// Results of a variant.
    pub fn of(ran: &Ran, variant: &str) -> Option<Self> {
        let of_variant = ran.points().filter(|(point, _)| ran.value(point, "variant") == variant);
        let mut all =
            Pooled { transfers: Vec::new(), unfinished: 0, time_outs: 0, queue_us: 0.0, load: 0.0 };
        let runs = of_variant.clone().count() as f64;
        for (_, outcome) in of_variant {
            let measured = measured(outcome)?;
            all.transfers.extend(&measured.transfers);
            let counts = outcome.ethernet.as_ref()?.counts;
            all.unfinished += counts.unfinished;
            all.time_outs += counts.time_outs;
            all.queue_us += bottleneck(measured)?.mean_us / runs;
            all.load += outcome.gbit_per_s("transfers") / runs;
        }
        all.transfers.sort_by(|one, other| one.1.total_cmp(&other.1));
        Some(all)
    }

    /// Transfers that began.
    pub fn count(&self) -> usize {
        self.transfers.len() + self.unfinished as usize
    }

    /// Time in ms within which a fraction of the transfers is done; infinite if it is not.
    fn within(&self, fraction: f64) -> f64 {
        const US_PER_MS: f64 = 1e3;
        let place = (self.count() as f64 * fraction) as usize;
        self.transfers.get(place).map_or(f64::INFINITY, |(_, time)| time / US_PER_MS)
    }

    /// Percentage of the transfers that are done within a millisecond.
    fn in_a_millisecond(&self) -> f64 {
        const MS: f64 = 1e3;
        let done = self.transfers.partition_point(|(_, time)| *time <= MS);
        100.0 * done as f64 / self.count().max(1) as f64
    }

    /// Mean time of the completed transfers in a range of sizes, in µs.
    pub fn mean_us(&self, sizes: std::ops::Range<u64>) -> f64 {
        let of_size = self.transfers.iter().filter(|(bytes, _)| sizes.contains(bytes));
        let (count, sum) = of_size.fold((0.0, 0.0), |(n, sum), (_, time)| (n + 1.0, sum + time));
        sum / f64::max(count, 1.0)
    }
}

/// A time in ms, which is infinite if not so many transfers were completed.
fn in_ms(time: f64) -> String {
    match time.is_finite() {
        true => format!("{time:.1} ms"),
        false => "no time of the run".into(),
    }
}

/// The paper's values for Proposed, BW probe and Plain.
fn near(values: [f64; 3], paper: [f64; 3], tolerance: f64) -> bool {
    values.iter().zip(paper).all(|(value, paper)| (value / paper - 1.0).abs() <= tolerance)
}

pub fn found(id: &str, ran: &Ran) -> Option<Found> {
    let variants = ["proposed", "bw-probe", "plain", "tcp", "tcp-slow-start"];
    let all = variants.map(|variant| Pooled::of(ran, variant));
    let [proposed, probe, plain, tcp, slow_start] = all;
    let efl = [proposed?, probe?, plain?];
    let (tcp, slow_start) = (tcp?, slow_start?);
    let (ours, met) = match id {
        "E9" => {
            let times = efl.each_ref().map(|one| one.within(0.95));
            let last = tcp.within(0.95);
            let loads = listed(efl.iter().chain([&tcp]).map(|one| one.load), 1);
            let ours = format!("{} ms, {}; carried {loads} Gbit/s", listed(times, 2), in_ms(last));
            let order = times[0] < times[1] && times[1] < times[2] && times[2] < last;
            (ours, near(times, [0.85, 2.3, 3.5], 0.25) && order && last > 10.0)
        }
        "E10" => {
            let done = efl.each_ref().map(Pooled::in_a_millisecond);
            let last = tcp.in_a_millisecond();
            let met = done
                .iter()
                .zip([96.0, 89.0, 55.0])
                .all(|(done, paper)| f64::abs(done - paper) <= 5.0);
            let ours = format!("{}, {last:.1} %", listed(done, 1));
            (ours, met && f64::abs(last - 14.0) <= 10.0)
        }
        "E11" => {
            let queues = efl.each_ref().map(|one| one.queue_us);
            let [proposed, probe, plain] = queues;
            let ours = format!("{} µs; TCP {:.0} µs", listed(queues, 0), tcp.queue_us);
            (ours, near(queues, [68.0, 140.0, 34.0], 0.25) && plain < proposed && proposed < probe)
        }
        "E12" => {
            /// Octaves of sizes from the least one on, all below 10 MB.
            const LEAST: u64 = 16_384;
            const OCTAVES: u32 = 9;
            /// Very short: less than twice the least size.
            const SHORT: u64 = 2 * LEAST;
            let octaves = (0..OCTAVES).map(|octave| LEAST << octave);
            let plain = &efl[2];
            let gain = |one: &Pooled| {
                let ratio = |from: u64| {
                    let sizes = from..2 * from;
                    plain.mean_us(sizes.clone()) / one.mean_us(sizes).max(1.0)
                };
                octaves.clone().map(ratio).fold(0.0, f64::max)
            };
            let gains = [gain(&efl[0]), gain(&efl[1])];
            let shorter = efl[1].mean_us(0..SHORT) / efl[0].mean_us(0..SHORT).max(1.0);
            let ours = format!(
                "Plain takes up to {} × as long as Proposed and BW probe; of very short ones, BW probe \
                takes {shorter:.1} × as long as Proposed",
                listed(gains, 1)
            );
            let met = gains.iter().all(|ratio| (2.0..=6.0).contains(ratio));
            (ours, met && (1.4..=3.0).contains(&shorter))
        }
        "E13" => {
            let (with, without) = (slow_start.within(0.95), tcp.within(0.95));
            let ours = format!(
                "95 % within {} with slow start, {} without; {} and {} time-outs",
                in_ms(with),
                in_ms(without),
                slow_start.time_outs,
                tcp.time_outs
            );
            (ours, with > without)
        }
        _ => return None,
    };
    Found::new(super::FIG_10, ours, met)
}
