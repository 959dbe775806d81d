//! Ranges of settings on the command line.

use std::{ops::RangeInclusive, str::FromStr};

use tailback_report::tune::Key;

/// Range of a setting, as `ccti_timer=5..50`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    pub key: Key,
    pub values: RangeInclusive<u32>,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "the form is KEY=FROM..TO, as ccti_timer=5..50".to_owned();
        let (name, values) = text.split_once('=').ok_or_else(form)?;
        let name = name.trim().trim_start_matches("registers.");
        let key = Key::of_name(name).ok_or_else(|| {
            let names = Key::ALL.map(Key::name).join(", ");
            format!("there is no setting `{name}`; those that are sought are {names}")
        })?;
        let (from, to) = values.split_once("..").unwrap_or((values, values));
        let number = |text: &str| text.trim().trim_start_matches('=').parse().map_err(|_| form());
        let (from, to): (u32, u32) = (number(from)?, number(to)?);
        match from <= to {
            true => Ok(Range { key, values: from..=to }),
            false => Err(format!("{from} is more than {to}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_a_key_and_two_ends_or_one_value() {
        let range = |text: &str| text.parse::<Range>();
        let timer = |values| Ok(Range { key: Key::CctiTimer, values });
        assert_eq!(range("ccti_timer=5..50"), timer(5..=50));
        assert_eq!(range("registers.ccti_timer = 5..=50"), timer(5..=50));
        assert_eq!(range("ccti_timer=7"), timer(7..=7));
        for bad in
            ["", "ccti_timer", "ccti_timer=", "ccti_timer=9..5", "timer=1..2", "threshold=a..b"]
        {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
