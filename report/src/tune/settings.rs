//! Settings of congestion control, and the ranges in which they are sought.

use std::ops::RangeInclusive;

use serde::Serialize;
use tailback_spec::{
    config::Override,
    nic::congestion_table::{shortest_timer, CctEntry},
    scenario::Scenario,
    switch::detector::WEIGHTS,
};

/// A register that is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Key {
    /// Weight of the threshold of each detector.
    Threshold,
    /// Eligible packets between two that are marked.
    MarkingRate,
    /// Increase of the CCTI with each BECN.
    CctiIncrease,
    /// Period after which each CCTI decreases by one, in 1.024 µs.
    CctiTimer,
    /// Longest gap of the linear table, in packet times.
    TableMost,
}

impl Key {
    /// All registers, in the order of [`Settings`].
    pub const ALL: [Self; 5] =
        [Key::Threshold, Key::MarkingRate, Key::CctiIncrease, Key::CctiTimer, Key::TableMost];

    /// Name in the table `[registers]` of a scenario.
    pub fn name(self) -> &'static str {
        match self {
            Key::Threshold => "threshold",
            Key::MarkingRate => "marking_rate",
            Key::CctiIncrease => "ccti_increase",
            Key::CctiTimer => "ccti_timer",
            Key::TableMost => "table_most",
        }
    }

    /// The register with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }
}

/// A value for each register, in the order of [`Key::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Settings(pub [u32; Key::ALL.len()]);

impl Settings {
    /// Value of a register.
    pub fn get(&self, key: Key) -> u32 {
        self.0[key as usize]
    }

    /// Values that replace those of a scenario.
    pub fn overrides(&self) -> Vec<Override> {
        let set = |name: &str, value: String| Override { key: format!("registers.{name}"), value };
        let all = Key::ALL.into_iter().map(|key| set(key.name(), self.get(key).to_string()));
        all.chain([set("table", "\"linear\"".into())]).collect()
    }
}

/// Range of each register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space(Vec<RangeInclusive<u32>>);

impl Space {
    /// Ranges around the guideline's settings: increase, timer and longest gap of an eighth to eight
    /// times its values, as far as table and hardware allow; all weights of the threshold; at most 15
    /// packets between two marks.
    pub fn around(guideline: Settings, scenario: &Scenario) -> Self {
        const FACTOR: u32 = 8;
        const MOST_MARKING_RATE: u32 = 15;
        let nic = scenario.config.nic();
        let about = |key, least: u32, most: u32| {
            let value = guideline.get(key).clamp(least, most.max(least));
            let low = (value / FACTOR).max(least);
            low..=value.saturating_mul(FACTOR).clamp(low, most.max(low))
        };
        let increase = (nic.cct_entries() as u32 - 1).clamp(1, u8::MAX.into());
        let timer = shortest_timer(&nic).max(1) as u32;
        Space(vec![
            1..=WEIGHTS as u32 - 1,
            0..=MOST_MARKING_RATE,
            about(Key::CctiIncrease, 1, increase),
            about(Key::CctiTimer, timer, u16::MAX.into()),
            about(Key::TableMost, 1, CctEntry::MOST_MULTIPLIER.into()),
        ])
    }

    /// Range of a register.
    pub fn range(&self, key: Key) -> &RangeInclusive<u32> {
        &self.0[key as usize]
    }

    /// Replaces the range of a register.
    pub fn set(&mut self, key: Key, range: RangeInclusive<u32>) {
        self.0[key as usize] = range;
    }

    /// The settings with each value within its range.
    pub fn clamp(&self, settings: Settings) -> Settings {
        Settings(Key::ALL.map(|key| {
            let range = self.range(key);
            settings.get(key).clamp(*range.start(), *range.end())
        }))
    }
}
