//! `topology.txt` of the ns-3 simulator of HPCC (Li et al., SIGCOMM 2019).
//!
//! The first line has the numbers of nodes, switches and links, the second the numbers of the switches.
//! A line for each link follows: two nodes, rate, delay, and rate of errors. Nodes are numbered from 0.
//! Lines behind the links that do not begin with a digit are notes.

use super::file::{Link, Network};
use crate::scenario::broken::{Broken, Fields};
use std::{collections::HashSet, str::FromStr};

const FIRST: &str = "the first line has the numbers of nodes, switches and links";
const SECOND: &str = "the second line has the numbers of the switches, from 0";
const OTHERS: &str = "a link is `node node rate delay errors`, such as `0 320 100Gbps 1000ns 0`";

/// Most nodes that a file may state: the names of all are made.
const MOST_NODES: usize = 1 << 20;

/// Reads a topology. Nodes are named host-N and switch-N after their numbers.
///
/// # Errors
///
/// If the file is cut short, or a line has an error.
pub(super) fn read(text: &str) -> Result<Network, Broken> {
    let lines = text.lines().enumerate().map(|(number, text)| (number + 1, text));
    let mut lines = lines.filter(|(number, text)| *number <= 2 || !text.trim().is_empty());
    let (line, first) = lines.next().unwrap_or((1, ""));
    let mut first = Fields::new(line, first, FIRST);
    let nodes: usize = first.next("the number of nodes")?;
    let switches: usize = first.next("the number of switches")?;
    let links: usize = first.next("the number of links")?;
    first.end()?;
    if nodes > MOST_NODES || switches > nodes {
        return Err(first.broken(format!("there are {switches} switches among {nodes} nodes")));
    }
    let (line, second) = lines.next().unwrap_or((2, ""));
    let mut second = Fields::new(line, second, SECOND);
    let mut is_switch = vec![false; nodes];
    for _ in 0..switches {
        let node = node(&mut second, nodes)?;
        if std::mem::replace(&mut is_switch[node], true) {
            return Err(second.broken(format!("switch {node} is listed twice")));
        }
    }
    second.end()?;
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let mut last = line;
    for (line, text) in lines {
        let is_note = !text.trim_start().starts_with(|c: char| c.is_ascii_digit());
        if found.len() >= links && is_note {
            break;
        }
        last = line;
        let mut fields = Fields::new(line, text, OTHERS);
        let ends = [node(&mut fields, nodes)?, node(&mut fields, nodes)?];
        let Rate(gbit_per_s) = fields.next("the rate")?;
        let Delay(delay_ns) = fields.next("the delay")?;
        let errors: f64 = fields.next("the rate of errors")?;
        fields.end()?;
        let [one, other] = ends;
        if one == other {
            return Err(fields.broken(format!("the link connects node {one} to itself")));
        }
        if !seen.insert((one.min(other), one.max(other))) {
            return Err(fields.broken(format!("there are two links from {one} to {other}")));
        }
        if errors != 0.0 {
            return Err(fields.broken(format!("the rate of errors is {errors}, but must be 0")));
        }
        found.push(Link { line, ends, gbit_per_s: Some(gbit_per_s), delay_ns });
        if found.len() > links {
            return Err(fields.broken(format!("the first line has only {links} links")));
        }
    }
    if found.len() < links {
        let message = format!("the file ends after {} of {links} links", found.len());
        return Err(Broken::new(last + 1, message, OTHERS));
    }
    let name = |node: usize| match is_switch[node] {
        true => format!("switch-{node}"),
        false => format!("host-{node}"),
    };
    Ok(Network { nodes: (0..nodes).map(name).collect(), is_switch, links: found })
}

fn node(fields: &mut Fields, nodes: usize) -> Result<usize, Broken> {
    let node: usize = fields.next("a node")?;
    if node >= nodes {
        return Err(fields.broken(format!("there is no node {node} among {nodes}, from 0")));
    }
    Ok(node)
}

/// Rate in Gbit/s, written with its unit as ns-3 reads it.
struct Rate(f64);

impl FromStr for Rate {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        const UNITS: [(&str, f64); 4] =
            [("Gbps", 1.0), ("Mbps", 1e-3), ("Kbps", 1e-6), ("bps", 1e-9)];
        scaled(text, &UNITS).filter(|rate| (1e-3..=1e4).contains(rate)).map(Rate).ok_or(())
    }
}

/// Delay in ns, written with its unit.
struct Delay(f64);

impl FromStr for Delay {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        const UNITS: [(&str, f64); 4] = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
        scaled(text, &UNITS).filter(|delay| (0.0..=1e6).contains(delay)).map(Delay).ok_or(())
    }
}

/// A number with a unit, in the first unit.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, scale) =
        units.iter().find_map(|(unit, scale)| Some((text.strip_suffix(unit)?, scale)))?;
    number.parse::<f64>().ok().map(|number| number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TWO_SWITCHES: &str = "5 2 4\n3 4\n0 3 100Gbps 1000ns 0\n1 3 10Mbps 0.002ms 0.0\n\
        2 4 40Gbps 1us 0\n3 4 100Gbps 1us 0\n";

    #[test]
    fn a_topology_has_named_nodes_and_links_with_rate_and_delay() {
        let network = read(TWO_SWITCHES).expect("valid");
        assert_eq!(network.nodes, ["host-0", "host-1", "host-2", "switch-3", "switch-4"]);
        let link = |line, ends, gbit_per_s, delay_ns| Link {
            line,
            ends,
            gbit_per_s: Some(gbit_per_s),
            delay_ns,
        };
        let expected = [
            link(3, [0, 3], 100.0, 1000.0),
            link(4, [1, 3], 0.01, 2000.0),
            link(5, [2, 4], 40.0, 1000.0),
            link(6, [3, 4], 100.0, 1000.0),
        ];
        assert_eq!(network.links, expected);
        let notes = format!("{TWO_SWITCHES}\nThe first line has the numbers of all.\n");
        assert_eq!(read(&notes).expect("valid"), network);
    }

    #[test]
    fn a_broken_file_is_told_with_its_line() {
        let cases = [
            ("", "", 1, "the line ends before the number of nodes"),
            ("3 4\n", "3\n", 2, "the line ends before a node"),
            ("3 4\n", "3 5\n", 2, "there is no node 5 among 5, from 0"),
            ("3 4\n", "3 3\n", 2, "switch 3 is listed twice"),
            ("3 4\n", "3 4 2\n", 2, "\"2\" is one field too many"),
            ("2 4 40", "7 4 40", 5, "there is no node 7 among 5, from 0"),
            ("40Gbps", "0Gbps", 5, "the rate is \"0Gbps\""),
            ("40Gbps", "40", 5, "the rate is \"40\""),
            ("1us 0\n3", "-1us 0\n3", 5, "the delay is \"-1us\""),
            ("2 4 40", "1 3 40", 5, "there are two links from 1 to 3"),
            ("2 4 40", "2 2 40", 5, "the link connects node 2 to itself"),
            ("0.0\n", "0.1\n", 4, "the rate of errors is 0.1, but must be 0"),
            ("5 2 4", "5 2 5", 7, "the file ends after 4 of 5 links"),
            ("5 2 4", "5 2 3", 6, "the first line has only 3 links"),
        ];
        for (old, new, line, message) in cases {
            let text = match old {
                "" => String::new(),
                _ => TWO_SWITCHES.replacen(old, new, 1),
            };
            let broken = read(&text).expect_err(message);
            assert_eq!((broken.line, broken.message.as_str()), (line, message));
        }
    }

    proptest! {
        #[test]
        fn a_damaged_file_never_panics(at in 0..100_usize, removed in 0..20_usize, text in "[0-9a-zG \n.-]{0,6}") {
            let mut damaged = TWO_SWITCHES.to_owned();
            let at = at.min(damaged.len());
            damaged.replace_range(at..(at + removed).min(damaged.len()), &text);
            let lines = damaged.lines().count();
            if let Err(broken) = read(&damaged) {
                prop_assert!((1..=lines.max(2) + 1).contains(&broken.line));
            }
        }
    }
}
