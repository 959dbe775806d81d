//! Two packet logs of the same fabric, side by side.

use super::{log::Record, watchdog::Stall, Engine};
use std::collections::HashMap;
use tailback_spec::scenario::Scenario;

/// Cycles after its first beat within which a monitor has seen a packet's headers, at most.
const HEADER_CYCLES: u64 = 4;

/// Packets of a log that a monitor has identified by the end of so many cycles.
pub fn known(log: &[Record], cycles: u64) -> Vec<Record> {
    let known = log.iter().filter(|record| record.cycle + HEADER_CYCLES < cycles);
    known.copied().collect()
}

/// Result of an engine for the first cycles of a scenario.
#[derive(Debug, Clone)]
pub struct EngineLog {
    /// Packet log, in the order of cycles and links.
    pub log: Vec<Record>,
    /// Whether the log equals the twin's ([`Engine::is_exact`]).
    pub exact: bool,
    /// The form of the engine ([`Engine::form`]).
    pub form: &'static str,
    /// Reason why the form is not `exact` ([`Engine::why_not_exact`]).
    pub why_not_exact: Option<String>,
    /// Stall that ended the run.
    pub stall: Option<Stall>,
}

/// Runs the engine for so many cycles of a scenario.
pub fn engine_log(scenario: &Scenario, cycles: u64) -> EngineLog {
    let mut engine = Engine::new(scenario, Vec::new());
    engine.run_until(cycles);
    let (exact, form) = (engine.is_exact(), engine.form());
    let (why_not_exact, stall) =
        (engine.why_not_exact().map(str::to_owned), engine.stall().cloned());
    let mut log: Vec<Record> = engine.into_sink();
    log.sort_by_key(|record| (record.cycle, record.link));
    EngineLog { log, exact, form, why_not_exact, stall }
}

/// Difference between two logs. IPDs are ignored: no link carries them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Records of each log.
    pub records: [usize; 2],
    /// Length of the common prefix, in the order of cycles and links.
    pub equal_from_start: usize,
    /// First record of each log behind the common prefix, unless both logs end there.
    pub first: Option<[Option<Record>; 2]>,
    /// Records of the first log that are in the second one with the same cycle and mark.
    pub equal: usize,
    /// Records that are in the second log with another cycle.
    pub moved: usize,
    /// Records that are in the second log with another mark.
    pub other_mark: usize,
    /// Records that are not in the second log.
    pub missing: usize,
    /// Least and greatest delay of the second log in cycles, over the records that are in both.
    pub later: Option<(i64, i64)>,
}

/// A record without its IPD.
fn shown(record: &Record) -> Record {
    Record { ipd: 0, ..*record }
}

/// Compares two logs; each is in the order of cycles, and of links within one.
pub fn difference(one: &[Record], other: &[Record]) -> Difference {
    let same = |pair: &(&Record, &Record)| shown(pair.0) == shown(pair.1);
    let equal_from_start = one.iter().zip(other).take_while(same).count();
    let at = [one, other].map(|log| log.get(equal_from_start).map(shown));
    let packet = |record: &Record| (record.link, record.flow, record.sequence);
    let there: HashMap<_, &Record> = other.iter().map(|record| (packet(record), record)).collect();
    let mut found = Difference {
        records: [one.len(), other.len()],
        equal_from_start,
        first: (at != [None, None]).then_some(at),
        equal: 0,
        moved: 0,
        other_mark: 0,
        missing: 0,
        later: None,
    };
    for record in one {
        let Some(twin) = there.get(&packet(record)) else {
            found.missing += 1;
            continue;
        };
        let later = twin.cycle as i64 - record.cycle as i64;
        let (least, most) = found.later.unwrap_or((later, later));
        found.later = Some((least.min(later), most.max(later)));
        found.equal += usize::from(later == 0 && record.marked == twin.marked);
        found.moved += usize::from(later != 0);
        found.other_mark += usize::from(record.marked != twin.marked);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(cycle: u64, link: u16, sequence: u32, marked: bool) -> Record {
        Record { cycle, link, flow: 0, sequence, marked, ipd: 0 }
    }

    #[test]
    fn a_log_differs_from_itself_in_nothing_and_ipds_do_not_count() {
        let log = [record(1, 0, 0, false), record(7, 1, 0, true)];
        let other = log.map(|record| Record { ipd: 3, ..record });
        let found = difference(&log, &other);
        assert_eq!((found.equal, found.equal_from_start, found.first), (2, 2, None));
        assert_eq!(found.later, Some((0, 0)));
    }

    #[test]
    fn what_is_late_marked_or_missing_is_told_apart() {
        let log = [0, 1, 2, 3].map(|packet| record(10 * u64::from(packet), 0, packet, false));
        let other = [log[0], record(13, 0, 1, false), record(20, 0, 2, true)];
        let found = difference(&log, &other);
        assert_eq!((found.equal, found.moved, found.other_mark, found.missing), (1, 1, 1, 1));
        assert_eq!((found.equal_from_start, found.later), (1, Some((0, 3))));
        assert_eq!(found.first, Some([Some(log[1]), Some(other[1])]));
    }
}
