//! The files about a difference explain it and reproduce it.

mod common;

use std::path::Path;

use common::{bench, builder, counting, naive, never, planted};
use tailback_gen::Design;
use tailback_spec::switch::marking::Marking;
use tailback_testbench::harness::{Error, Job, Verdict};

/// Seed of all runs.
const SEED: u64 = 5;

/// A marking module with one flipped comparison.
fn flipped() -> (Marking, Design) {
    let (marking, design) = counting(8, 4);
    (marking, planted(&design, "+: 6] != ", "+: 6] > 5 + "))
}

fn with_job<T>(design: &Design, out: &Path, work: impl FnOnce(&Job<'_>) -> T) -> T {
    let builder = builder();
    let (seed, cycles, config) = (SEED, 100_000, &["switch.toml".to_owned()]);
    work(&Job { design, builder: &builder, seed, cycles, config, out, waves: false })
}

fn simulate(marking: &Marking, design: &Design, out: &Path) -> Verdict {
    with_job(design, out, |job| bench(marking).simulate(job, &mut never).unwrap())
}

fn replay(marking: &Marking, design: &Design, file: &Path, out: &Path) -> Result<Verdict, Error> {
    with_job(design, out, |job| bench(marking).replay(job, file, &mut never))
}

#[test]
fn the_report_names_the_fields_and_the_command() {
    let (marking, design) = flipped();
    let out = tempfile::tempdir().unwrap();
    let verdict = simulate(&marking, &design, out.path());
    let failure = verdict.failure.as_ref().unwrap();
    let fields: Vec<_> = failure.differences.iter().map(|it| it.field.as_str()).collect();
    assert!(fields[0].starts_with("mark["), "{fields:?}");
    assert_eq!(failure.differences[0].model, "1");
    assert_eq!(failure.differences[0].verilog, "0");
    let cycles = failure.cycle + 1;
    assert_eq!(
        failure.command,
        format!("tailback cosim switch.toml --module marking --seed {SEED} --cycles {cycles}")
    );
    let report = std::fs::read_to_string(&failure.files.report).unwrap();
    for part in [&failure.differences[0].to_string(), &failure.command, &failure.history] {
        assert!(report.contains(part.as_str()), "{part} in {report}");
    }
    // The last line of the table is the Verilog's side of the cycle that differs.
    let mut lines = failure.history.lines().rev();
    assert!(lines.next().unwrap().contains("verilog"));
    assert!(lines.next().unwrap().starts_with(&failure.cycle.to_string()));
}

#[test]
fn a_replay_reproduces_the_difference_without_the_generator() {
    let (marking, design) = flipped();
    let out = tempfile::tempdir().unwrap();
    let failure = simulate(&marking, &design, out.path()).failure.unwrap();
    let stimulus = failure.files.stimulus.unwrap();
    let again = replay(&marking, &design, &stimulus, out.path()).unwrap().failure.unwrap();
    assert_eq!((again.cycle, again.differences), (failure.cycle, failure.differences));
}

#[test]
fn the_minimised_replay_of_a_flipped_comparison_has_few_cycles() {
    let (marking, design) = flipped();
    let out = tempfile::tempdir().unwrap();
    let failure = simulate(&marking, &design, out.path()).failure.unwrap();
    let minimised = failure.files.minimised.unwrap();
    let cycles = std::fs::read_to_string(&minimised).unwrap().lines().count() - 1;
    assert_eq!(failure.minimised_cycles, Some(cycles));
    // One packet arrives, one trigger copies the count, one packet leaves: no shorter run shows the
    // difference, and all other events are removed.
    assert!(cycles <= 3, "{cycles} cycles");
    let again = replay(&marking, &design, &minimised, out.path()).unwrap();
    assert!(again.failure.is_some());
    let right = counting(8, 4).1;
    assert_eq!(replay(&marking, &right, &minimised, out.path()).unwrap().failure, None);
}

#[test]
fn a_difference_that_needs_many_events_is_minimised_too() {
    let (marking, design) = counting(8, 31);
    // Wrong only when more than half of the capacity waits for one output.
    let design =
        planted(&design, "<= waiting[8*port +: 8] + ", "<= 8'h7f & waiting[8*port +: 8] + ");
    let out = tempfile::tempdir().unwrap();
    let failure = simulate(&marking, &design, out.path()).failure.unwrap();
    // 128 arrivals, and the cycle in which their number is compared.
    assert!(failure.minimised_cycles.unwrap() < 200, "{:?}", failure.minimised_cycles);
}

#[test]
fn a_stimulus_with_several_lanes_replays() {
    let (marking, design) = naive(12, 6);
    let design = planted(&design, "marked[port] & leaving[port]", "marked[port] & 6'd1");
    let out = tempfile::tempdir().unwrap();
    let failure = simulate(&marking, &design, out.path()).failure.unwrap();
    let minimised = failure.files.minimised.unwrap();
    assert!(failure.minimised_cycles.unwrap() < 200);
    assert!(replay(&marking, &design, &minimised, out.path()).unwrap().failure.is_some());
}

#[test]
fn the_waveform_shows_the_difference_and_the_cycles_around_it() {
    use tailback_testbench::harness::shim::TIME_PER_CYCLE;
    let (marking, design) = flipped();
    let out = tempfile::tempdir().unwrap();
    let failure = simulate(&marking, &design, out.path()).failure.unwrap();
    let file = std::fs::File::open(&failure.files.waves.vcd).unwrap();
    let mut parser = vcd::Parser::new(std::io::BufReader::new(file));
    let header = parser.parse_header().unwrap();
    let mark = header.find_var(&["TOP", "mark"]).expect("the port `mark` in the waveform").code;
    let (mut time, mut times, mut mark_in_cycle) = (0, Vec::new(), None);
    for command in parser {
        match command.unwrap() {
            vcd::Command::Timestamp(now) => {
                time = now;
                times.push(now);
            }
            vcd::Command::ChangeVector(code, value)
                if code == mark && time <= failure.cycle * TIME_PER_CYCLE =>
            {
                mark_in_cycle = Some(value.to_string());
            }
            _ => {}
        }
    }
    let at = failure.cycle * TIME_PER_CYCLE;
    assert!(times.contains(&at), "the cycle of the difference");
    assert!(*times.last().unwrap() >= at + 10 * TIME_PER_CYCLE, "cycles after it");
    assert!(times[0] + TIME_PER_CYCLE <= at || failure.cycle == 0, "cycles before it");
    // The waveform in that cycle shows the value that the report gives for the Verilog.
    let bits = u64::from_str_radix(&mark_in_cycle.unwrap(), 2).unwrap();
    for difference in failure.differences.iter().filter(|it| it.field.starts_with("mark[")) {
        let lane: u32 = difference.field[5..difference.field.len() - 1].parse().unwrap();
        assert_eq!((bits >> lane & 1).to_string(), difference.verilog);
    }
}

#[test]
fn a_waveform_can_be_had_without_a_difference() {
    let (marking, design) = counting(8, 4);
    let out = tempfile::tempdir().unwrap();
    let verdict = with_job(&design, out.path(), |job| {
        let job = Job { waves: true, ..*job };
        bench(&marking).simulate(&job, &mut never).unwrap()
    });
    let text = std::fs::read_to_string(verdict.waves.unwrap().vcd).unwrap();
    assert!(text.contains("$enddefinitions") && verdict.failure.is_none());
}

#[test]
fn a_recording_of_another_block_is_refused() {
    let (marking, design) = flipped();
    let out = tempfile::tempdir().unwrap();
    let failure = simulate(&marking, &design, out.path()).failure.unwrap();
    let (other, design) = counting(12, 4);
    let refused = replay(&other, &design, &failure.files.stimulus.unwrap(), out.path());
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("8 ports") && message.contains("12 ports"), "{message}");
}

#[test]
fn a_damaged_recording_is_reported_with_its_line() {
    let (marking, design) = flipped();
    let out = tempfile::tempdir().unwrap();
    let stimulus = simulate(&marking, &design, out.path()).failure.unwrap().files.stimulus.unwrap();
    let text = std::fs::read_to_string(&stimulus).unwrap();
    let refused = |text: String| {
        std::fs::write(&stimulus, text).unwrap();
        match replay(&marking, &design, &stimulus, out.path()) {
            Err(Error::Recording { line, message, .. }) => (line, message),
            other => panic!("{other:?}"),
        }
    };
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n")
    };
    assert_eq!(refused(with(0, "{}")).0, 1);
    assert_eq!(refused(with(2, "{\"enqueue\":")).0, 3);
    assert!(refused(with(2, "{\"enqeue\":1}")).1.contains("`enqeue` is no input port"));
    assert!(refused(lines[..lines.len() - 1].join("\n")).1.contains("the header says"));
    assert_eq!(refused(String::new()).0, 1);
}
