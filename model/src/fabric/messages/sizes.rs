//! Times and slowdown of messages by size.

use super::Message;
use serde::{Deserialize, Serialize};
use tailback_spec::scenario::Scenario;

/// Sizes that divide messages, in payload bytes.
const SIZES: [u64; 4] = [10_000, 100_000, 1_000_000, 10_000_000];

/// Messages of some sizes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SizeClass {
    /// `up-to-N-bytes`, of the messages above the size before; `larger`; or `all` messages.
    pub name: String,
    /// Largest size in payload bytes; none if there is no limit.
    pub up_to_bytes: Option<u64>,
    /// Messages, complete or not.
    pub messages: usize,
    /// Messages that are complete.
    pub complete: usize,
    /// Slowdown of those that are complete.
    #[serde(flatten)]
    pub slowdown: Spread,
    /// Completion times of those that are complete, in µs.
    pub us: Spread,
}

/// How values are distributed; none of them without values. A percentile is the least value that so many of
/// the values do not exceed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Mean.
    pub mean: Option<f64>,
    /// Median.
    pub median: Option<f64>,
    /// 95th percentile.
    pub percentile_95: Option<f64>,
    /// 99th percentile.
    pub percentile_99: Option<f64>,
    /// Greatest value.
    pub most: Option<f64>,
}

impl Spread {
    /// Each statistic with its name.
    pub fn named(&self) -> [(&'static str, Option<f64>); 5] {
        let Spread { mean, median, percentile_95, percentile_99, most } = *self;
        [
            ("mean", mean),
            ("median", median),
            ("percentile-95", percentile_95),
            ("percentile-99", percentile_99),
            ("most", most),
        ]
    }

    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let percentile = |percent: usize| {
            let place = (values.len() * percent).div_ceil(100);
            values.get(place.max(1) - 1).copied()
        };
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        Spread {
            mean: (!values.is_empty()).then_some(mean),
            median: percentile(50),
            percentile_95: percentile(95),
            percentile_99: percentile(99),
            most: percentile(100),
        }
    }
}

/// The classes that have messages, in the order of sizes, and that of all messages.
pub(super) fn classes<'m>(
    scenario: &Scenario,
    messages: impl Iterator<Item = &'m Message>,
) -> Vec<SizeClass> {
    let bytes = |message: &&Message| message.packets * scenario.payload_bytes as u64;
    let mut by_size: Vec<Vec<&Message>> = vec![Vec::new(); SIZES.len() + 1];
    for message in messages {
        let place = SIZES.partition_point(|size| *size < bytes(&message));
        by_size[place].push(message);
    }
    let class = |name: String, up_to_bytes, messages: &[&Message]| {
        const NS_PER_US: f64 = 1e3;
        let slowdown: Vec<f64> = messages.iter().filter_map(|message| message.slowdown()).collect();
        let taken = messages.iter().filter_map(|message| message.taken);
        SizeClass {
            name,
            up_to_bytes,
            messages: messages.len(),
            complete: slowdown.len(),
            slowdown: Spread::of(slowdown),
            us: Spread::of(taken.map(|cycles| scenario.nanoseconds(cycles) / NS_PER_US).collect()),
        }
    };
    let limits = SIZES.map(|size| (format!("up-to-{size}-bytes"), Some(size)));
    let limits = limits.into_iter().chain([("larger".into(), None)]);
    let some = limits.zip(&by_size).filter(|(_, messages)| !messages.is_empty());
    let mut found: Vec<SizeClass> =
        some.map(|((name, up_to), messages)| class(name, up_to, messages)).collect();
    if !found.is_empty() {
        found.push(class("all".into(), None, &by_size.concat()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_those_of_the_sorted_values() {
        let spread = Spread::of((1..=200).rev().map(f64::from).collect());
        let values = spread.named().map(|(_, value)| value.expect("values"));
        assert_eq!(values, [100.5, 100.0, 190.0, 198.0, 200.0]);
        assert_eq!(Spread::of(vec![7.0]).named().map(|(_, value)| value), [Some(7.0); 5]);
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
