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

#[test]
fn messages_have_slowdown_and_completion_times_by_size() {
    let text = "name = \"t\"\nconfiguration.preset = \"santos-2003\"\n\
        topology = { kind = \"fat-tree\", radix = 4 }\nsweep.run.seed = [1, 2]\n\
        run = { duration_ms = 1, window = 0, congestion_control = false }\n\
        measure = { from_ms = 0, to_ms = 1 }\n\
        patterns.p = { kind = \"messages\", rate = 0.5, sizes = \"s\" }\n";
    let file = |_: &str| Ok("2048 0\n4096 50\n40960 100\n".to_owned());
    let sweep = Sweep::from_toml_with(text, &[], file).expect("valid");
    let directory = tempfile::tempdir().expect("directory");
    let done = runner::run(&tasks(&sweep), &Store::at(directory.path()), &()).expect("done");
    let rows = rows(&sweep, &done.outcomes);
    for point in 0..2 {
        let value = |metric: &str, of: &str| {
            let found = |row: &&Row| row.point == point && row.metric == metric && row.of == of;
            rows.iter().find(found).map(|row| row.value)
        };
        let [small, large, all] = ["up-to-10000-bytes", "up-to-100000-bytes", "all"]
            .map(|of| value("sized-messages", of));
        assert!(small > Some(10.0) && large > Some(10.0), "{small:?} {large:?}");
        assert_eq!(small.zip(large).map(|(small, large)| small + large), all);
        assert!(value("complete-messages", "all") <= all);
        for what in ["slowdown", "completion-us"] {
            let statistics = ["median", "percentile-95", "percentile-99", "most"]
                .map(|statistic| value(&format!("{statistic}-{what}"), "all").expect(statistic));
            assert!(statistics.windows(2).all(|two| two[0] <= two[1]), "{what}: {statistics:?}");
            let mean = value(&format!("mean-{what}"), "all").expect("mean");
            assert!(mean > 0.9 && mean < statistics[3], "{what}: {mean}");
        }
    }
    let csv = to_csv(&sweep, &rows).expect("CSV");
    assert!(csv.contains("0,1,percentile-99-slowdown,up-to-10000-bytes,"), "{csv}");
}
