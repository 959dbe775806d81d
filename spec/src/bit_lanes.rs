//! Ports with one bit for each of more lanes than a number has bits.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::BitAnd;

use crate::ports::{Port, PortField};

/// 64-bit words of a [`BitLanes`].
const WORDS: usize = 6;

/// One bit for each of up to 384 lanes, which is more than 36 ports with 8 VLs and that of
/// management need. Held inline, because a stimulus makes one in every cycle. A file lists the lanes up to
/// the last 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BitLanes {
    words: [u64; WORDS],
}

impl BitLanes {
    /// Lanes that it holds.
    pub const LANES: usize = WORDS * u64::BITS as usize;

    /// Whether the bit of `lane` is 1; a lane that there is not has none.
    #[inline]
    pub fn is_set(&self, lane: usize) -> bool {
        self.words.get(lane / 64).is_some_and(|word| word >> (lane % 64) & 1 != 0)
    }

    /// Makes the bit of `lane` 1; one that there is not stays as it is.
    #[inline]
    pub fn set(&mut self, lane: usize) {
        if let Some(word) = self.words.get_mut(lane / 64) {
            *word |= 1 << (lane % 64);
        }
    }

    /// Makes the bit of `lane` 0.
    #[inline]
    pub fn clear(&mut self, lane: usize) {
        if let Some(word) = self.words.get_mut(lane / 64) {
            *word &= !(1 << (lane % 64));
        }
    }

    /// Makes the bits of all lanes but the first `lanes` 0.
    #[inline]
    pub fn truncate(&mut self, lanes: usize) {
        let all = self.words.iter_mut().zip((0..).step_by(u64::BITS as usize));
        for (word, first) in all {
            *word &= match lanes.saturating_sub(first) {
                0 => 0,
                kept if kept < u64::BITS as usize => (1 << kept) - 1,
                _ => u64::MAX,
            };
        }
    }

    /// The lanes whose bit is 1, lowest first.
    #[inline]
    pub fn set_lanes(&self) -> impl Iterator<Item = usize> {
        let words = self.words.into_iter().enumerate().filter(|(_, word)| *word != 0);
        words.flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let lane = (word != 0).then_some(word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(index * u64::BITS as usize + lane)
            })
        })
    }

    /// Whether no bit is 1.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// The bits as words of 64 lanes, lane 0 in the least significant bit of the first.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The bits as mutable words of 64 lanes, lane 0 in the least significant bit of the first.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Lanes up to the last 1.
    fn used(&self) -> usize {
        (0..Self::LANES).rev().find(|&lane| self.is_set(lane)).map_or(0, |last| last + 1)
    }
}

impl BitAnd for BitLanes {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        BitLanes { words: std::array::from_fn(|index| self.words[index] & other.words[index]) }
    }
}

impl FromIterator<bool> for BitLanes {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let mut lanes = BitLanes::default();
        bits.into_iter().enumerate().filter(|(_, bit)| *bit).for_each(|(lane, _)| lanes.set(lane));
        lanes
    }
}

impl PortField for BitLanes {
    /// Bits of lanes that the port does not have must be 0.
    #[inline]
    fn store(&self, _: &[Port], words: &mut [u64]) {
        let stored = words.len().min(WORDS);
        words[..stored].copy_from_slice(&self.words[..stored]);
        words[stored..].fill(0);
    }

    #[inline]
    fn words(ports: &[Port]) -> usize {
        ports[0].words()
    }

    fn load(_: &[Port], words: &[u64]) -> Self {
        let mut lanes = BitLanes::default();
        let stored = words.len().min(WORDS);
        lanes.words[..stored].copy_from_slice(&words[..stored]);
        lanes
    }
}

impl Serialize for BitLanes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.used()).map(|lane| u8::from(self.is_set(lane))))
    }
}

impl<'de> Deserialize<'de> for BitLanes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bits = Vec::<u8>::deserialize(deserializer)?;
        match bits.len() <= Self::LANES {
            true => Ok(bits.into_iter().map(|bit| bit != 0).collect()),
            false => Err(serde::de::Error::invalid_length(bits.len(), &"at most 384 lanes")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Direction;

    fn some() -> BitLanes {
        let mut lanes = BitLanes::default();
        [0, 63, 64, 287].into_iter().for_each(|lane| lanes.set(lane));
        lanes
    }

    #[test]
    fn each_lane_fills_its_bit_of_the_port() {
        let (name, doc, direction) = ("p".into(), String::new(), Direction::Input);
        let port = Port { name, direction, lanes: 288, width: 1, doc };
        let mut words = [u64::MAX; WORDS];
        assert_eq!(<BitLanes as PortField>::words(std::slice::from_ref(&port)), 5);
        some().store(std::slice::from_ref(&port), &mut words);
        assert_eq!(words, [1 << 63 | 1, 1, 0, 0, 1 << 31, 0]);
        some().store(std::slice::from_ref(&port), &mut words[..1]);
        assert_eq!(words[0], 1 << 63 | 1);
    }

    #[test]
    fn a_lane_can_be_set_and_cleared_and_others_have_no_bit() {
        let mut lanes = some();
        assert!(lanes.is_set(64) && !lanes.is_set(65) && !lanes.is_set(BitLanes::LANES));
        lanes.clear(64);
        lanes.set(BitLanes::LANES);
        assert!(!lanes.is_set(64) && !lanes.is_set(BitLanes::LANES));
    }

    #[test]
    fn the_lanes_that_are_set_come_lowest_first() {
        assert_eq!(some().set_lanes().collect::<Vec<_>>(), [0, 63, 64, 287]);
        let odd = (0..BitLanes::LANES).map(|lane| lane % 2 == 1).collect();
        assert_eq!((some() & odd).set_lanes().collect::<Vec<_>>(), [63, 287]);
        assert!(BitLanes::default().is_empty() && !some().is_empty());
        let first = |lanes| {
            let mut some = some();
            some.truncate(lanes);
            some.set_lanes().count()
        };
        assert_eq!([0, 1, 63, 64, 65, 287, 288].map(first), [0, 1, 1, 2, 3, 3, 4]);
    }

    #[test]
    fn a_file_lists_the_lanes_and_gives_the_same_back() {
        let lanes: BitLanes = [true, false, true].into_iter().collect();
        assert_eq!(serde_json::to_string(&lanes).unwrap(), "[1,0,1]");
        for lanes in [lanes, some(), BitLanes::default()] {
            let text = serde_json::to_string(&lanes).unwrap();
            assert_eq!(serde_json::from_str::<BitLanes>(&text).unwrap(), lanes);
        }
        let long = serde_json::to_string(&[0; BitLanes::LANES + 1][..]).unwrap();
        assert!(serde_json::from_str::<BitLanes>(&long).is_err());
    }
}
