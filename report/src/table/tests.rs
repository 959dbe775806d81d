//! Tests of tables and their runs.

use super::*;
use crate::{
    runner::{self, Stopped, Task, Watcher},
    store::Store,
};
use ::parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::Field,
};
use std::sync::atomic::{AtomicU64, Ordering};

const FIG_2: &str = include_str!("../../../examples/scenarios/infocom03-fig2.toml");
const POINTS: &str = "\n[sweep]\nconfiguration.switch.packets_per_input = [4, 6]\n\
    configuration.allocator.kind = [\"fifo\", \"round-robin\"]\n";

/// The first example at four points, shortened.
fn sweep() -> Sweep {
    let short = ["run.duration_ms=2", "measure.from_ms=1", "measure.to_ms=2"];
    let starts = ["flows.victim.start_us=0", "flows.victim.stop_us=1900"];
    let overrides: Vec<_> =
        short.iter().chain(&starts).map(|text| text.parse().expect("override")).collect();
    Sweep::from_toml(&format!("{FIG_2}{POINTS}"), &overrides).expect("valid")
}

fn tasks(sweep: &Sweep) -> Vec<Task<'_>> {
    sweep.points.iter().map(|point| Task { scenario: &point.scenario, curves: false }).collect()
}

/// Stops after a number of cycles.
struct Until(AtomicU64, u64);

impl Watcher for Until {
    fn advance(&self, cycles: u64) {
        self.0.fetch_add(cycles, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= self.1
    }
}

#[test]
fn a_sweep_that_was_stopped_goes_on_where_it_was_and_gives_the_same() {
    let directory = tempfile::tempdir().expect("directory");
    let (sweep, store) = (sweep(), Store::at(directory.path().join("one")));
    let whole: u64 = sweep.points.iter().map(|point| point.scenario.duration).sum();
    let until = Until(AtomicU64::new(0), whole * 7 / 8);
    let stopped = runner::run(&tasks(&sweep), &store, &until);
    let Err(Stopped::Asked { done }) = stopped else { panic!("{stopped:?}") };
    let resumed = runner::run(&tasks(&sweep), &store, &()).expect("done");
    assert!((1..4).contains(&done) && resumed.kept == done, "{done}, {}", resumed.kept);
    let other = Store::at(directory.path().join("other"));
    let fresh = runner::run(&tasks(&sweep), &other, &()).expect("done");
    assert_eq!((fresh.kept, &fresh.outcomes), (0, &resumed.outcomes));
    let again = runner::run(&tasks(&sweep), &other, &()).expect("done");
    assert_eq!((again.kept, &again.outcomes), (4, &fresh.outcomes));
}

#[test]
fn another_seed_is_another_outcome_and_another_name_is_not() {
    let (sweep, store) = (sweep(), Store::at("nowhere"));
    let one = &sweep.points[0].scenario;
    let (mut seed, mut name) = (one.clone(), one.clone());
    seed.seed += 1;
    name.name.push('2');
    assert_ne!(store.file(&seed, false), store.file(one, false));
    assert_eq!(store.file(&name, false), store.file(one, false));
    assert_ne!(store.file(one, true), store.file(one, false));
}

#[test]
fn csv_and_parquet_have_a_row_for_each_point_and_metric() {
    let directory = tempfile::tempdir().expect("directory");
    let sweep = sweep();
    let done = runner::run(&tasks(&sweep), &Store::at(directory.path()), &()).expect("done");
    let rows = rows(&sweep, &done.outcomes);
    let csv = to_csv(&sweep, &rows).expect("CSV");
    let mut lines = csv.lines();
    let header = "point,configuration.switch.packets_per_input,configuration.allocator.kind,\
        metric,of,value,seed,engine,version";
    assert_eq!(lines.next(), Some(header));
    assert!(lines.clone().any(|line| line.starts_with("3,6,round-robin,utilisation,A->B,0.")));
    assert_eq!(lines.count(), rows.len());
    let bytes = to_parquet(&sweep, &rows).expect("Parquet");
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes));
    let reader = reader.expect("Parquet");
    let read: Vec<_> =
        reader.get_row_iter(None).expect("rows").map(|row| row.expect("row")).collect();
    assert_eq!(read.len(), rows.len());
    for (row, read) in rows.iter().zip(&read) {
        let fields: Vec<&Field> = read.get_column_iter().map(|(_, field)| field).collect();
        assert!(matches!(fields[1], Field::Long(packets) if packets.to_string() == row.at[0]));
        match row.of.as_str() {
            "" => assert_eq!(fields[4], &Field::Null),
            of => assert_eq!(fields[4], &Field::Str(of.into())),
        }
    }
}
