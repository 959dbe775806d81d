//! Traces: arrival times of the packets of a flow, from a CSV file.

use super::builder::{Builder, US};
use crate::config::Kind;
use std::sync::Arc;

/// Columns: arrival time, and number of packets, which is 1 without that column.
const TIME: &str = "time_us";
const PACKETS: &str = "packets";

/// Largest time of a trace in microseconds, as for other times of a scenario.
const MOST_US: f64 = 100_000_000.0;
/// Most packets that may arrive at once.
const MOST_AT_ONCE: u64 = 65_536;
/// Most packets of a trace: 128 MiB of cycles.
const MOST_PACKETS: usize = 1 << 24;

/// Cycles in which packets arrive, in order. An invalid file gives none, and a problem of the key.
pub(super) fn cycles(build: &mut Builder, key: &str, file: &str) -> Arc<[u64]> {
    let read = (build.file)(file).map_err(|why| Bad {
        message: format!("{key} cannot be read: {why}"),
        label: "cannot be read",
        help: "the path is relative to the directory of the scenario".into(),
    });
    let times = read.and_then(|text| {
        times(&text).map_err(|Line { line, message, help }| Bad {
            message: format!("{file}, line {line}: {message}"),
            label: "not a trace",
            help,
        })
    });
    match times {
        Ok(times) => times.into_iter().map(|time| build.cycles(time, US)).collect(),
        Err(Bad { message, label, help }) => {
            build.problem(Kind::NotOneOf, key, message, label, &help);
            Arc::default()
        }
    }
}

/// Reason for which there is no trace.
struct Bad {
    message: String,
    label: &'static str,
    help: String,
}

/// Error in a line of a trace.
#[derive(Debug, PartialEq)]
struct Line {
    line: u64,
    message: String,
    help: String,
}

impl Line {
    fn new(line: u64, message: impl Into<String>, help: impl Into<String>) -> Self {
        Line { line, message: message.into(), help: help.into() }
    }
}

/// Arrival time of each packet in microseconds.
fn times(text: &str) -> Result<Vec<f64>, Line> {
    let lines = text.lines().count().max(1) as u64;
    if !text.ends_with('\n') {
        let help = "each line must end with a line break; the file may be incomplete";
        return Err(Line::new(lines, "the trace ends in mid-line", help));
    }
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.as_bytes());
    let header = reader.headers().map_err(|error| unreadable(text, &error))?.clone();
    if let Some(other) = header.iter().find(|name| ![TIME, PACKETS].contains(name)) {
        let help = format!("the first line must be `{TIME}` or `{TIME},{PACKETS}`");
        return Err(Line::new(1, format!("the column {other:?} is unknown"), help));
    }
    if header.len() > 1 && header.iter().all(|name| *name == header[0]) {
        let help = "each column may occur once";
        return Err(Line::new(1, format!("there are two columns {:?}", &header[0]), help));
    }
    let column = |name: &str| header.iter().position(|other| other == name);
    let Some(time) = column(TIME) else {
        return Err(Line::new(
            1,
            format!("the column `{TIME}` is missing"),
            "that column has the times at which packets arrive",
        ));
    };
    let packets = column(PACKETS);
    let mut times: Vec<f64> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| unreadable(text, &error))?;
        let line = line_of(text, record.position());
        let earliest = times.last().copied().unwrap_or(0.0);
        let value = &record[time];
        let allowed = value.parse().ok().filter(|time| (earliest..=MOST_US).contains(time));
        let Some(time) = allowed else {
            let help = format!("times must be in order: here, {earliest} to {MOST_US} us");
            return Err(Line::new(line, format!("`{TIME}` is {value:?}"), help));
        };
        let value = packets.map_or("1", |column| &record[column]);
        let allowed = value.parse().ok().filter(|count| (1..=MOST_AT_ONCE).contains(count));
        let Some(count) = allowed else {
            let help = format!("1 to {MOST_AT_ONCE} packets may arrive at once");
            return Err(Line::new(line, format!("`{PACKETS}` is {value:?}"), help));
        };
        if times.len() + count as usize > MOST_PACKETS {
            let help = format!("a trace has at most {MOST_PACKETS} packets");
            return Err(Line::new(line, "the trace has too many packets", help));
        }
        times.extend(std::iter::repeat_n(time, count as usize));
    }
    Ok(times)
}

/// Line at a position, skipping empty lines there.
fn line_of(text: &str, position: Option<&csv::Position>) -> u64 {
    let start = position.map_or(0, |position| position.byte() as usize);
    let breaks = |text: &str| text.matches('\n').count();
    let (before, rest) = text.split_at(start);
    let empty = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
    (1 + breaks(before) + breaks(&rest[..empty])) as u64
}

fn unreadable(text: &str, error: &csv::Error) -> Line {
    let line = line_of(text, error.position());
    let message = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("there are {len} values, but {expected_len} columns")
        }
        _ => "the line is not CSV".into(),
    };
    Line::new(line, message, "each line must have a value for each column")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_come_at_their_times_and_some_together() {
        assert_eq!(times("time_us\n0\n1.5\n1.5\n"), Ok(vec![0.0, 1.5, 1.5]));
        assert_eq!(times("packets, time_us\n2, 4\n1, 7e2\n"), Ok(vec![4.0, 4.0, 700.0]));
        assert_eq!(times("time_us\n"), Ok(vec![]));
    }

    #[test]
    fn what_is_not_a_trace_is_told_with_its_line() {
        let wrong =
            |text| times(text).map(|_| ()).map_err(|Line { line, message, .. }| (line, message));
        let cases = [
            ("", 1, "the trace ends in mid-line"),
            ("time_us\n1\n2", 3, "the trace ends in mid-line"),
            ("time\n1\n", 1, "the column \"time\" is unknown"),
            ("time_us,time_us\n1,2\n", 1, "there are two columns \"time_us\""),
            ("packets\n1\n", 1, "the column `time_us` is missing"),
            ("time_us\n1\nsoon\n", 3, "`time_us` is \"soon\""),
            ("time_us\nNaN\n", 2, "`time_us` is \"NaN\""),
            ("time_us\n2\n\n1\n", 4, "`time_us` is \"1\""),
            ("time_us\n-1\n", 2, "`time_us` is \"-1\""),
            ("time_us,packets\n1,0\n", 2, "`packets` is \"0\""),
            ("time_us,packets\n1,1\n2\n", 3, "there are 1 values, but 2 columns"),
        ];
        for (text, line, message) in cases {
            assert_eq!(wrong(text), Err((line, message.to_owned())), "{text:?}");
        }
    }
}
