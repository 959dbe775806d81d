//! Flows in files: each is a message of so many bytes that starts at a time.

use crate::scenario::broken::{Broken, Fields};
use std::str::FromStr;

/// Flow of a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Listed {
    pub line: usize,
    /// Number of the host that sends, from 0.
    pub from: usize,
    /// Number of the host that receives, from 0.
    pub to: usize,
    /// Start in us.
    pub start_us: f64,
    /// Bytes of the message; `None` is an endless one.
    pub bytes: Option<u64>,
}

/// Latest start, in us.
const LATEST_US: f64 = 100_000_000.0;
/// Longest message, in bytes.
const MOST_BYTES: u64 = 1 << 40;

impl Listed {
    fn check(self, fields: &Fields) -> Result<Self, Broken> {
        if self.from == self.to {
            return Err(fields.broken(format!("host {} sends to itself", self.from)));
        }
        if !(0.0..=LATEST_US).contains(&self.start_us) {
            return Err(fields.broken(format!("the start is at {} us", self.start_us)));
        }
        match self.bytes {
            Some(bytes) if !(1..=MOST_BYTES).contains(&bytes) => {
                Err(fields.broken(format!("the message has {bytes} bytes")))
            }
            _ => Ok(self),
        }
    }
}

/// Lines with text, numbered from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(number, text)| (number + 1, text.trim()));
    lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
}

/// Checks that a file has as many flows as it states.
fn count(flows: &[Listed], stated: usize, help: &'static str) -> Result<(), Broken> {
    let last = flows.last().map_or(1, |flow| flow.line);
    if flows.len() < stated {
        let message = format!("the file ends after {} of {stated} flows", flows.len());
        return Err(Broken::new(last + 1, message, help));
    }
    if flows.len() > stated {
        let line = flows[stated].line;
        return Err(Broken::new(line, format!("the file states only {stated} flows"), help));
    }
    Ok(())
}

/// Reads `flow.txt` of the ns-3 simulator of HPCC: the number of flows, and a line for each with sender,
/// receiver, priority, port, bytes, and start in seconds. Priority and port have no effect. Lines behind
/// so many flows are ignored, as by that simulator, whose own example has such lines.
///
/// # Errors
///
/// If the file is cut short, or a line has an error.
pub(super) fn hpcc(text: &str) -> Result<Vec<Listed>, Broken> {
    const FIRST: &str = "the first line has the number of flows";
    const OTHERS: &str = "a flow is `src dst priority port bytes start`, with the start in seconds";
    const US_PER_S: f64 = 1e6;
    let mut lines = lines(text);
    let (line, first) = lines.next().unwrap_or((1, ""));
    let mut first = Fields::new(line, first, FIRST);
    let stated: usize = first.next("the number of flows")?;
    first.end()?;
    let mut flows = Vec::new();
    for (line, text) in lines.take(stated) {
        let mut fields = Fields::new(line, text, OTHERS);
        let (from, to) = (fields.next("the sender")?, fields.next("the receiver")?);
        let _: u32 = fields.next("the priority")?;
        let _: u32 = fields.next("the port")?;
        let bytes = Some(fields.next("the number of bytes")?);
        let start: f64 = fields.next("the start")?;
        fields.end()?;
        let flow = Listed { line, from, to, start_us: start * US_PER_S, bytes };
        flows.push(flow.check(&fields)?);
    }
    count(&flows, stated, OTHERS)?;
    Ok(flows)
}

/// Reads a connection matrix (`.cm`) of htsim: the numbers of nodes and connections, and a line for each
/// connection, with start in picoseconds and size in bytes; 0 is an endless flow. Identifiers and
/// priorities have no effect; triggers and failures are not supported.
///
/// # Errors
///
/// If the file is cut short, or a line has an error or a field that is not supported.
pub(super) fn htsim(text: &str) -> Result<Vec<Listed>, Broken> {
    const HELP: &str =
        "a connection is `0->1 id 1 start 0 size 2000000`, below the lines `Nodes 16` \
        and `Connections 16`";
    const PS_PER_US: f64 = 1e6;
    let (mut nodes, mut stated, mut flows) = (None, None, Vec::new());
    for (line, text) in lines(text) {
        let mut fields = Fields::new(line, text, HELP);
        let first: String = fields.next("a connection")?;
        let header = match first.as_str() {
            "Nodes" => Some(&mut nodes),
            "Connections" => Some(&mut stated),
            _ => None,
        };
        if let Some(header) = header {
            *header = Some(fields.next::<usize>("the number")?);
            fields.end()?;
            continue;
        }
        let Ok(Ends(from, to)) = first.parse() else {
            return Err(fields.broken(format!("{first:?} is not supported")));
        };
        if let Some(nodes) = nodes.filter(|nodes| from.max(to) >= *nodes) {
            let node = from.max(to);
            return Err(fields.broken(format!("there is no node {node} among {nodes}, from 0")));
        }
        let (mut start, mut bytes) = (None, 0);
        while let Some(name) = fields.optional() {
            match name {
                "start" => start = Some(fields.next::<f64>("the start")?),
                "size" => bytes = fields.next("the size")?,
                "id" | "prio" => drop(fields.next::<u64>(name)?),
                other => return Err(fields.broken(format!("{other:?} is not supported"))),
            }
        }
        let Some(start) = start else { return Err(fields.broken("the connection has no start")) };
        let bytes = Some(bytes).filter(|bytes| *bytes > 0);
        let flow = Listed { line, from, to, start_us: start / PS_PER_US, bytes };
        flows.push(flow.check(&fields)?);
    }
    let Some(stated) = stated else {
        return Err(Broken::new(1, "the number of connections is missing", HELP));
    };
    count(&flows, stated, HELP)?;
    Ok(flows)
}

/// Ends of a connection, `0->1`.
struct Ends(usize, usize);

impl FromStr for Ends {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (from, to) = text.split_once("->").unwrap_or((text, ""));
        Ok(Ends(from.parse()?, to.parse()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FLOWS: &str = "2\n2 1 3 100 20000 2\n0 2 3 100 15000 0.0001\n";
    const MATRIX: &str = "Nodes 4\nConnections 2\n# comment\n0->3 id 1 start 0 size 2000\n\
        2->1 start 5000000 size 0 prio 3";

    #[test]
    fn flows_have_ends_bytes_and_starts() {
        let flow = |line, from, to, start_us, bytes| Listed { line, from, to, start_us, bytes };
        let expected = [flow(2, 2, 1, 2e6, Some(20_000)), flow(3, 0, 2, 100.0, Some(15_000))];
        assert_eq!(hpcc(FLOWS).expect("valid"), expected);
        let notes = format!("{FLOWS}1 0 3 100 9000 3\n\nThe first line is the number of flows.\n");
        assert_eq!(hpcc(&notes).expect("valid"), expected);
        let expected = [flow(4, 0, 3, 0.0, Some(2000)), flow(5, 2, 1, 5.0, None)];
        assert_eq!(htsim(MATRIX).expect("valid"), expected);
    }

    #[test]
    fn a_broken_file_is_told_with_its_line() {
        type Read = fn(&str) -> Result<Vec<Listed>, Broken>;
        let cases: [(Read, &str, &str, &str, usize, &str); 12] = [
            (hpcc, FLOWS, "2\n2 1", "two\n2 1", 1, "the number of flows is \"two\""),
            (hpcc, FLOWS, "2\n2 1", "3\n2 1", 4, "the file ends after 2 of 3 flows"),
            (htsim, MATRIX, "Connections 2", "Connections 1", 5, "the file states only 1 flows"),
            (hpcc, FLOWS, "\n0 2", "\n2 2", 3, "host 2 sends to itself"),
            (hpcc, FLOWS, "15000 ", "0 ", 3, "the message has 0 bytes"),
            (hpcc, FLOWS, " 0.0001", "", 3, "the line ends before the start"),
            (hpcc, FLOWS, "0.0001", "-1", 3, "the start is at -1000000 us"),
            (htsim, MATRIX, "0->3", "0->4", 4, "there is no node 4 among 4, from 0"),
            (htsim, MATRIX, "0->3", "0-3", 4, "\"0-3\" is not supported"),
            (htsim, MATRIX, "id 1", "trigger 1", 4, "\"trigger\" is not supported"),
            (htsim, MATRIX, "start 0 ", "", 4, "the connection has no start"),
            (htsim, MATRIX, "Connections 2\n", "", 1, "the number of connections is missing"),
        ];
        for (read, text, old, new, line, message) in cases {
            assert_eq!(text.matches(old).count(), 1, "{old:?}");
            let broken = read(&text.replace(old, new)).expect_err(message);
            assert_eq!((broken.line, broken.message.as_str()), (line, message));
        }
    }

    proptest! {
        #[test]
        fn a_damaged_file_never_panics(at in 0..90_usize, removed in 0..20_usize, text in "[0-9a-z> \n.-]{0,6}") {
            for (read, whole) in [(hpcc as fn(&str) -> _, FLOWS), (htsim, MATRIX)] {
                let mut damaged = whole.to_owned();
                let at = at.min(damaged.len());
                damaged.replace_range(at..(at + removed).min(damaged.len()), &text);
                let lines = damaged.lines().count();
                if let Err(broken) = read(&damaged) {
                    prop_assert!((1..=lines.max(1) + 1).contains(&broken.line));
                }
            }
        }
    }
}
