//! Whole numbers of a range: its ends, and values around powers of two and multiples of 4, 8 and
//! 64.

use tailback_testbench::random::Random;

/// Whole numbers that a key allows.
#[derive(Debug, Clone, Copy)]
pub struct Range {
    pub least: u64,
    pub most: u64,
    /// Only multiples of the step are allowed.
    pub step: u64,
}

/// Units of the hardware in bytes: a word of PktLen, the narrowest beat, a block.
const UNITS: [u64; 3] = [4, 8, 64];

/// One draw in this many is beyond the range, and one in this many between its steps.
const BEYOND: u64 = 48;
const BETWEEN: u64 = 8;

impl Range {
    /// A random number, usually in the range.
    pub fn draw(&self, random: &mut Random) -> u64 {
        if random.below(BEYOND) == 0 {
            return [self.least.saturating_sub(1), self.most + 1][random.below(2) as usize];
        }
        let number = match random.below(8) {
            0 => [self.least, self.least + self.step][random.below(2) as usize],
            1 => [self.most, self.most - self.step][random.below(2) as usize],
            2..=4 => near(1 << self.exponent(random), self.step, random),
            5 | 6 => {
                let unit = UNITS[random.below(3) as usize];
                near(self.skewed(random).next_multiple_of(unit), self.step, random)
            }
            _ => self.skewed(random),
        };
        let number = number.clamp(self.least, self.most);
        match self.step > 1 && random.below(BETWEEN) == 0 {
            true => number,
            false => (number / self.step * self.step).max(self.least.next_multiple_of(self.step)),
        }
    }

    /// Exponent of a power of two in the range or next to its ends.
    fn exponent(&self, random: &mut Random) -> u64 {
        let (least, most) = (self.least.max(1).ilog2(), self.most.ilog2() + 1);
        u64::from(least) + random.below(u64::from(most - least) + 1)
    }

    /// A random number of the range; each power of two is equally likely.
    fn skewed(&self, random: &mut Random) -> u64 {
        let power = 1 << self.exponent(random);
        (power + random.below(power)).clamp(self.least, self.most)
    }
}

/// The number, or a neighbour at most two steps away.
fn near(number: u64, step: u64, random: &mut Random) -> u64 {
    const NEIGHBOURS: u64 = 2;
    (number + random.below(2 * NEIGHBOURS + 1) * step).saturating_sub(NEIGHBOURS * step)
}

#[test]
fn all_that_lies_around_a_power_of_two_or_a_block_is_drawn() {
    let (mut random, range) = (Random::new(1), Range { least: 64, most: 8188, step: 4 });
    let drawn: std::collections::BTreeSet<u64> =
        (0..20_000).map(|_| range.draw(&mut random)).collect();
    let powers = (6..=13).map(|exponent| 1 << exponent);
    let around = powers.chain([192, 320]).flat_map(|number: u64| [number - 4, number, number + 4]);
    for number in around.filter(|number| (64..=8188).contains(number)) {
        assert!(drawn.contains(&number), "{number}");
    }
    assert!([63, 8189, 65].iter().all(|number| drawn.contains(number)), "none is refused");
}
