//! Distributions of message sizes in files, as the traffic generator of HPCC reads them: a line for each
//! point of the cumulative distribution, with bytes and percent, between which it is linear.

use crate::{
    random::Random,
    scenario::broken::{Broken, Fields},
};

/// Distribution of sizes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sizes {
    /// Bytes and cumulative fraction, both rising; the first fraction is 0 and the last 1.
    points: Vec<(f64, f64)>,
}

impl Sizes {
    /// Reads a distribution.
    ///
    /// # Errors
    ///
    /// If a line has an error, the points do not rise, or they do not lead from 0 to 100 percent.
    pub fn read(text: &str) -> Result<Self, Broken> {
        const HELP: &str = "a point is `bytes percent`; both rise, from 0 to 100 percent";
        const MOST_BYTES: f64 = 1e12;
        const PERCENT: f64 = 100.0;
        let mut points: Vec<(f64, f64)> = Vec::new();
        let mut last = 0;
        for (number, text) in text.lines().enumerate() {
            if text.trim().is_empty() {
                continue;
            }
            last = number + 1;
            let mut fields = Fields::new(last, text, HELP);
            let bytes: f64 = fields.next("the number of bytes")?;
            let percent: f64 = fields.next("the percentage")?;
            fields.end()?;
            if !(0.0..=MOST_BYTES).contains(&bytes) || !(0.0..=PERCENT).contains(&percent) {
                return Err(
                    fields.broken(format!("the point is {bytes} bytes at {percent} percent"))
                );
            }
            let fraction = percent / PERCENT;
            match points.last() {
                None if percent > 0.0 => {
                    return Err(fields.broken(format!("the first point is at {percent} percent")));
                }
                Some(before) if bytes < before.0 || fraction < before.1 => {
                    return Err(fields.broken("the point does not rise above the one before"));
                }
                _ => points.push((bytes, fraction)),
            }
        }
        match points.last() {
            Some((_, fraction)) if *fraction == 1.0 && points.len() > 1 => Ok(Sizes { points }),
            _ => {
                let message = "the file ends before 100 percent";
                Err(Broken::new(last + 1, message, HELP))
            }
        }
    }

    /// Mean size in bytes.
    pub fn mean(&self) -> f64 {
        let pieces = self.points.windows(2);
        pieces.map(|pair| (pair[0].0 + pair[1].0) / 2.0 * (pair[1].1 - pair[0].1)).sum()
    }

    /// A random size in bytes, at least 1.
    pub fn draw(&self, random: &mut Random) -> u64 {
        let fraction = random.uniform();
        let above = self.points.partition_point(|(_, point)| *point < fraction);
        let above = above.clamp(1, self.points.len() - 1);
        let [(from, low), (to, high)] = [self.points[above - 1], self.points[above]];
        let part = if high > low { (fraction - low) / (high - low) } else { 1.0 };
        (from + (to - from) * part).round().max(1.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_many_sizes_is_that_of_the_distribution() {
        let sizes = Sizes::read("0 0\n1000 50\n1000 80\n\n20000 100\n").expect("valid");
        assert!((sizes.mean() - (250.0 + 300.0 + 2100.0)).abs() < 1e-6);
        let mut random = Random::new(1, 1);
        const COUNT: u32 = 100_000;
        let sum: f64 = (0..COUNT).map(|_| sizes.draw(&mut random) as f64).sum();
        let mean = sum / f64::from(COUNT);
        assert!((mean - sizes.mean()).abs() < 30.0, "{mean}");
    }

    #[test]
    fn a_broken_distribution_is_told_with_its_line() {
        let cases = [
            ("", 1, "the file ends before 100 percent"),
            ("0 0\n100 90\n", 3, "the file ends before 100 percent"),
            ("0 0\n100 90\n90 100\n", 3, "the point does not rise above the one before"),
            ("0 0\n100 90\n200 80\n", 3, "the point does not rise above the one before"),
            ("10 5\n100 100\n", 1, "the first point is at 5 percent"),
            ("0 0\nNaN 100\n", 2, "the point is NaN bytes at 100 percent"),
            ("0 0\n100\n", 2, "the line ends before the percentage"),
        ];
        for (text, line, message) in cases {
            let broken = Sizes::read(text).expect_err(message);
            assert_eq!((broken.line, broken.message.as_str()), (line, message));
        }
    }
}
