//! Tests of expectations and verdicts.

use super::*;
use crate::{
    expected::papers,
    results::{self, Experiments},
    store::Store,
};
use std::{collections::BTreeSet, fs, sync::LazyLock};
use tailback_spec::scenario::{Point, Sweep};

/// Number of rows by the letter of their paper.
const ROWS: [(char, usize); 6] = [('A', 20), ('I', 26), ('G', 18), ('P', 15), ('R', 17), ('E', 13)];

#[test]
fn each_row_is_there_once_with_a_value_and_a_tolerance() {
    let papers = papers().expect("TOML");
    let rows: Vec<&Row> = papers.iter().flat_map(|paper| &paper.rows).collect();
    let ids: BTreeSet<String> = rows.iter().map(|row| row.id.clone()).collect();
    let wanted =
        ROWS.iter().flat_map(|(letter, count)| (1..=*count).map(move |n| format!("{letter}{n}")));
    assert_eq!(ids, wanted.collect());
    assert_eq!(rows.len(), ids.len());
    for row in rows {
        assert!(!row.expected.is_empty() && !row.tolerance.is_empty(), "{}", row.id);
        assert!(row.scenario.is_none() || !row.checks.is_empty(), "{}", row.id);
    }
}

#[test]
fn each_scenario_of_the_examples_is_run() {
    let run: BTreeSet<&str> = results::SOURCES.iter().map(|source| source.file).collect();
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/scenarios");
    for entry in fs::read_dir(directory).expect("examples") {
        let path = entry.expect("entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("name");
        assert!(run.contains(name), "{name} is not among results::SOURCES");
    }
}

/// Judges all scenarios, each shortened by a factor: the values of short runs are wrong, but every
/// row has one.
fn judged(times_as_short: impl Fn(&Sweep) -> u64) -> (Results, Vec<JudgedPaper>) {
    let mut experiments = Experiments::read(&[]).expect("valid");
    for sweep in &mut experiments.sweeps {
        let cut = times_as_short(sweep);
        for point in &mut sweep.points {
            let scenario = &mut point.scenario;
            if cut > 1 {
                scenario.duration /= cut;
                scenario.average = scenario.duration / cut..scenario.duration;
            }
            // Curves of the large fabrics keep their points.
            if scenario.flows.len() > MOST_FLOWS {
                scenario.rate_window /= cut;
            }
            // Without this, some flows would not start.
            scenario.flows.iter_mut().for_each(|flow| flow.start /= cut);
        }
    }
    let directory = tempfile::tempdir().expect("directory");
    let results = Results::run(experiments, &Store::at(directory.path()), &()).expect("done");
    let judged = judge(&papers().expect("TOML"), &results);
    (results, judged)
}

/// Results with the long scenarios shortened.
pub(crate) static JUDGED: LazyLock<(Results, Vec<JudgedPaper>)> = LazyLock::new(|| {
    judged(|sweep| match sweep {
        sweep if has_many_flows(sweep) => 100,
        sweep if is_long(sweep) => 20,
        _ => 1,
    })
});

/// Results with all scenarios shortened: enough to have something to show.
pub(crate) static SHOWN: LazyLock<(Results, Vec<JudgedPaper>)> =
    LazyLock::new(|| judged(|sweep| if is_long(sweep) { 150 } else { 20 }));

/// Most flows of a scenario that does not take too long for a test.
const MOST_FLOWS: usize = 500;

fn has_many_flows(sweep: &Sweep) -> bool {
    sweep.points.iter().any(|point| point.scenario.flows.len() > MOST_FLOWS)
}

/// Whether a scenario takes too long for a test.
fn is_long(sweep: &Sweep) -> bool {
    const LONGEST_NS: f64 = 100e6;
    let ns = |point: &Point| point.scenario.nanoseconds(point.scenario.duration);
    has_many_flows(sweep) || sweep.points.iter().any(|point| ns(point) > LONGEST_NS)
}

#[test]
fn what_has_no_reason_not_to_be_run_is_run() {
    let rows = SHOWN.1.iter().flat_map(|paper| &paper.rows);
    let expected = papers().expect("TOML");
    let excused: BTreeSet<&str> = expected
        .iter()
        .flat_map(|paper| &paper.rows)
        .filter(|row| row.not_run.is_some())
        .map(|row| row.id.as_str())
        .collect();
    for row in rows {
        let not_run = row.verdict == Verdict::NotRun;
        assert_eq!(not_run, excused.contains(row.id.as_str()), "{row:?}");
    }
}

/// Compares the rows of short runs, which are not shortened here.
#[test]
fn the_book_has_what_comes_out() {
    const BOOK: &str = include_str!("../../../docs/reproduction.md");
    let papers = &JUDGED.1;
    let page = crate::markdown::page(papers, &[]);
    let fresh = Experiments::read(&[]).expect("valid").sweeps;
    let fresh = || results::SOURCES.iter().zip(&fresh);
    let cut =
        |scenario: &str| fresh().any(|(source, sweep)| source.name == scenario && is_long(sweep));
    for row in papers.iter().flat_map(|paper| &paper.rows) {
        if row.scenario.as_deref().is_some_and(cut) {
            continue;
        }
        let head = format!("| {} |", row.id);
        let line = page.lines().find(|line| line.starts_with(&head)).expect("row");
        let help = "run `tailback report --markdown docs/reproduction.md`";
        assert!(BOOK.lines().any(|other| other == line), "{help}: it has not {line}");
    }
}

/// Compares all rows, with full runs, which take minutes.
#[test]
fn the_book_is_what_the_whole_report_says() {
    const BOOKS: [(&[&str], &str); 2] = [
        (&[], include_str!("../../../docs/reproduction.md")),
        (&["readings.nics=immediate"], include_str!("../../../docs/reproduction-immediate.md")),
    ];
    if std::env::var_os("TAILBACK_SOAK").is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    for (replaced, book) in BOOKS {
        let replaced: Vec<_> = replaced.iter().map(|text| text.parse().expect("change")).collect();
        let experiments = Experiments::read(&replaced).expect("valid");
        let results = Results::run(experiments, &Store::at(directory.path()), &()).expect("done");
        let page = crate::markdown::page(&judge(&papers().expect("TOML"), &results), &replaced);
        assert!(page == book, "run `tailback report{} --markdown`", results::words(&replaced));
    }
}
