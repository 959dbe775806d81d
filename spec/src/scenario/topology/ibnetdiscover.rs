//! Output of `ibnetdiscover` (infiniband-diags).
//!
//! The line of a node has its kind, its number of ports, its identifier and, behind `#`, its
//! description. Below it is a line for each port that has a link: the port, identifier and port at the
//! other end, and, behind `#`, width and speed of the link, such as `4xEDR`. Each link therefore occurs
//! twice. Routers (`Rt`) count as hosts.

use super::file::{Link, Network};
use crate::scenario::broken::Broken;
use std::collections::{BTreeMap, HashMap};

const HELP: &str =
    "a node is `Switch 36 \"S-…\" # \"name\"` or `Ca 1 \"H-…\" # \"name\"`, and a port \
    `[1] \"H-…\"[1]`, as ibnetdiscover writes them";

/// Data rates of a lane by speed, in Gbit/s: signal rate times 8/10 or 64/66 (IBA 5.1, volume 2).
const SPEEDS: [(&str, f64); 9] = [
    ("SDR", 2.0),
    ("DDR", 4.0),
    ("QDR", 8.0),
    ("FDR10", 10.0),
    ("FDR", 13.64),
    ("EDR", 25.0),
    ("HDR", 50.0),
    ("NDR", 100.0),
    ("XDR", 200.0),
];

/// A switch or channel adapter.
struct Node<'t> {
    id: &'t str,
    is_switch: bool,
    ports: usize,
    description: &'t str,
}

/// A port, as its line states it.
struct Port<'t> {
    line: usize,
    there: (&'t str, usize),
    gbit_per_s: Option<f64>,
}

/// Reads a topology. A node is named after the first word of its description, or after its identifier
/// if another node has the same name, or the word is no name. A port of an adapter with several links
/// is a host of its own, named NAME-pN.
///
/// # Errors
///
/// If the file is cut short, or a line has an error.
pub(super) fn read(text: &str) -> Result<Network, Broken> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut ports: BTreeMap<(usize, usize), Port> = BTreeMap::new();
    for (line, text) in text.lines().enumerate().map(|(number, text)| (number + 1, text)) {
        let (content, comment) = text.split_once('#').unwrap_or((text, ""));
        let content = content.trim();
        let broken = |message: String| Broken::new(line, message, HELP);
        if content.is_empty() || is_attribute(content) || is_heading(content) {
            continue;
        }
        if !content.starts_with('[') {
            let node = node(content, comment)
                .ok_or_else(|| broken(format!("{content:?} is neither a node nor a port")))?;
            if numbers.insert(node.id, nodes.len()).is_some() {
                return Err(broken(format!("there are two nodes {:?}", node.id)));
            }
            nodes.push(node);
            continue;
        }
        let (number, there) =
            port(content).ok_or_else(|| broken(format!("{content:?} is not a port")))?;
        let Some(node) = nodes.last() else {
            return Err(broken("the port belongs to no node".into()));
        };
        if number > node.ports {
            let message = format!("{:?} has {} ports, but not port {number}", node.id, node.ports);
            return Err(broken(message));
        }
        let port = Port { line, there, gbit_per_s: rate(comment).map_err(broken)? };
        if ports.insert((nodes.len() - 1, number), port).is_some() {
            return Err(broken(format!("{:?} has two links at port {number}", node.id)));
        }
    }
    network(&nodes, &numbers, &ports)
}

/// Joins the two ends of each link.
fn network(
    nodes: &[Node],
    numbers: &HashMap<&str, usize>,
    ports: &BTreeMap<(usize, usize), Port>,
) -> Result<Network, Broken> {
    let mut network = Network::default();
    // Nodes of the network: switches, and ports of adapters.
    let mut places: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let names = names(nodes);
    for (number, node) in nodes.iter().enumerate() {
        let connected: Vec<usize> =
            ports.range((number, 0)..(number + 1, 0)).map(|((_, port), _)| *port).collect();
        for port in if node.is_switch { vec![0] } else { connected.clone() } {
            places.insert((number, port), network.nodes.len());
            network.is_switch.push(node.is_switch);
            network.nodes.push(match node.is_switch || connected.len() == 1 {
                true => names[number].clone(),
                false => format!("{}-p{port}", names[number]),
            });
        }
    }
    for ((node, port), Port { line, there: (id, far), gbit_per_s }) in ports {
        let broken = |message: String| Broken::new(*line, message, HELP);
        let other = *numbers.get(id).ok_or_else(|| broken(format!("there is no node {id:?}")))?;
        let back = ports.get(&(other, *far));
        if back.is_none_or(|back| back.there != (nodes[*node].id, *port)) {
            return Err(broken(format!("port {far} of {id:?} does not lead back to this port")));
        }
        if (other, *far) <= (*node, *port) {
            continue;
        }
        let place = |node: usize, port: usize| {
            let port = if nodes[node].is_switch { 0 } else { port };
            places.get(&(node, port)).copied().unwrap_or_default()
        };
        let ends = [place(*node, *port), place(other, *far)];
        if ends[0] == ends[1] {
            return Err(broken(format!("the link connects {id:?} to itself")));
        }
        network.links.push(Link { line: *line, ends, gbit_per_s: *gbit_per_s, delay_ns: 0.0 });
    }
    Ok(network)
}

/// Whether a line states an attribute of the next node, such as `switchguid=0x2`.
fn is_attribute(content: &str) -> bool {
    let name = content.split('=').next().unwrap_or_default();
    content.contains('=') && name.chars().all(|c| c.is_ascii_alphabetic())
}

/// Whether a line is a heading of nodes in chassis, or of those in none.
fn is_heading(content: &str) -> bool {
    ["Chassis ", "Non-Chassis Nodes"].iter().any(|heading| content.starts_with(heading))
}

fn node<'t>(content: &'t str, comment: &'t str) -> Option<Node<'t>> {
    let (kind, rest) = content.split_once(char::is_whitespace)?;
    let is_switch = match kind {
        "Switch" => true,
        "Ca" | "Rt" => false,
        _ => return None,
    };
    let (ports, rest) = rest.trim_start().split_once(char::is_whitespace)?;
    let (id, end) = quoted(rest.trim_start())?;
    let description = comment.trim_start();
    let description = quoted(description).map_or("", |(description, _)| description);
    (end.trim().is_empty() && !id.is_empty()).then_some(())?;
    Some(Node { id, is_switch, ports: ports.parse().ok()?, description })
}

/// Text between quotation marks, and the text behind it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('"')?.split_once('"')
}

/// Number of a port from 1 in brackets, and the text behind it without an identifier in parentheses and
/// without the number of an external port of a chassis in brackets, `[ext 7]`.
fn bracketed(text: &str) -> Option<(usize, &str)> {
    let (number, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
    let rest = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?.1,
        None => rest,
    };
    let rest = match rest.strip_prefix("[ext ") {
        Some(rest) => rest.split_once(']')?.1,
        None => rest,
    };
    Some((number.parse().ok().filter(|number| *number > 0)?, rest))
}

/// A port, and the node and port at the other end.
fn port(content: &str) -> Option<(usize, (&str, usize))> {
    let (number, rest) = bracketed(content)?;
    let (id, rest) = quoted(rest.trim_start())?;
    let (there, rest) = bracketed(rest)?;
    rest.trim().is_empty().then_some((number, (id, there)))
}

/// Data rate in Gbit/s of width and speed at the end of a comment, if it has them.
fn rate(comment: &str) -> Result<Option<f64>, String> {
    let Some(last) = comment.split_whitespace().last() else { return Ok(None) };
    let Some((width, speed)) = last.split_once('x') else { return Ok(None) };
    let Ok(width) = width.parse::<u32>() else { return Ok(None) };
    let rate = SPEEDS.iter().find(|(name, _)| *name == speed);
    match rate {
        Some((_, rate)) if [1, 2, 4, 8, 12].contains(&width) => Ok(Some(rate * f64::from(width))),
        _ => Err(format!("the width and speed of the link are {last:?}")),
    }
}

/// Names of the nodes.
fn names(nodes: &[Node]) -> Vec<String> {
    let word = |node: &Node| {
        let word = node.description.split([' ', ';', ':']).next().unwrap_or_default();
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c));
        is_name.then(|| word.to_owned())
    };
    let words: Vec<Option<String>> = nodes.iter().map(word).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    words.iter().flatten().for_each(|word| *counts.entry(word).or_default() += 1);
    let named = nodes.iter().zip(&words).map(|(node, word)| match word {
        Some(word) if counts[word.as_str()] == 1 => word.clone(),
        _ => node.id.to_owned(),
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FABRIC: &str = r##"#
# Topology file: two switches, and four ports of three adapters
#
Non-Chassis Nodes
vendid=0x2c9
devid=0xb924
switchguid=0xa1(a1)
Switch	24 "S-a1"		# "leaf1 a b" base port 0 lid 2 lmc 0
[1]	"H-b1"[1](b2) 		# "node1 HCA-1" lid 4 4xEDR
[2]	"H-c1"[1](c2) 		# "node2 HCA-1" lid 5 4xDDR
[13]	"S-a2"[13]		# "leaf2" lid 3 4xEDR
[14]	"S-a2"[14]		# "leaf2" lid 3 12xQDR

switchguid=0xa2(a2)
Switch	24 "S-a2"		# "leaf2" base port 0 lid 3 lmc 0
[1]	"H-c1"[2](c3) 		# "node2 HCA-1" lid 6 4xDDR
[13][ext 1]	"S-a1"[13]		# "leaf1 a b" lid 2 4xEDR
[14]	"S-a1"[14]		# "leaf1 a b" lid 2 12xQDR

caguid=0xb1
Ca	1 "H-b1"		# "node1 HCA-1"
[1](b2) 	"S-a1"[1]		# lid 4 lmc 0 "leaf1 a b" lid 2 4xEDR

caguid=0xc1
Ca	2 "H-c1"		# "node2 HCA-1"
[1](c2) 	"S-a1"[2]		# lid 5 lmc 0 "leaf1 a b" lid 2 4xDDR
[2](c3) 	"S-a2"[1]		# lid 6 lmc 0 "leaf2" lid 3 4xDDR
"##;

    #[test]
    fn each_link_is_joined_from_its_ends() {
        let network = read(FABRIC).expect("valid");
        assert_eq!(network.nodes, ["leaf1", "leaf2", "node1", "node2-p1", "node2-p2"]);
        let links = network.links.iter().map(|link| (link.ends, link.gbit_per_s));
        let expected = [
            ([0, 2], Some(100.0)),
            ([0, 3], Some(16.0)),
            ([0, 1], Some(100.0)),
            ([0, 1], Some(96.0)),
            ([1, 4], Some(16.0)),
        ];
        assert_eq!(links.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn nodes_of_one_name_are_named_after_their_identifiers() {
        let network = read(&FABRIC.replace("node2 HCA-1", "node1 HCA-2")).expect("valid");
        assert_eq!(network.nodes, ["leaf1", "leaf2", "H-b1", "H-c1-p1", "H-c1-p2"]);
    }

    #[test]
    fn a_broken_file_is_told_with_its_line() {
        let cases = [
            (
                "Switch\t24 \"S-a2\"",
                "Switch\t24 \"S-a2",
                15,
                "\"Switch\\t24 \\\"S-a2\" is neither a node nor a port",
            ),
            ("Switch\t24 \"S-a2\"", "Switch\t24 \"S-a1\"", 15, "there are two nodes \"S-a1\""),
            ("[14]\t\"S-a1\"", "[25]\t\"S-a1\"", 18, "\"S-a2\" has 24 ports, but not port 25"),
            ("[14]\t\"S-a1\"", "[13]\t\"S-a1\"", 18, "\"S-a2\" has two links at port 13"),
            (
                "[14]\t\"S-a1\"",
                "[14]\t\"S-a\"",
                12,
                "port 14 of \"S-a2\" does not lead back to this port",
            ),
            ("[14]\t\"S-a1\"", "[0]\t\"S-a1\"", 18, "\"[0]\\t\\\"S-a1\\\"[14]\" is not a port"),
            ("\"H-b1\"[1](b2)", "\"H-b2\"[1](b2)", 9, "there is no node \"H-b2\""),
            ("lid 4 4xEDR", "lid 4 4xEDT", 9, "the width and speed of the link are \"4xEDT\""),
            ("Switch\t24 \"S-a1\"", "", 9, "the port belongs to no node"),
        ];
        for (old, new, line, message) in cases {
            let broken = read(&FABRIC.replacen(old, new, 1)).expect_err(message);
            assert_eq!((broken.line, broken.message.as_str()), (line, message));
        }
    }

    #[test]
    fn a_file_that_is_cut_short_lacks_the_other_end_of_a_link() {
        let cut = &FABRIC[..FABRIC.find("caguid=0xc1").expect("adapter")];
        let broken = read(cut).expect_err("cut short");
        assert_eq!((broken.line, broken.message.as_str()), (10, "there is no node \"H-c1\""));
    }

    proptest! {
        #[test]
        fn a_damaged_file_never_panics(at in 0..1300_usize, removed in 0..20_usize, text in "[0-9a-zS\\[\\]\"# \n.-]{0,6}") {
            let mut damaged = FABRIC.to_owned();
            let at = at.min(damaged.len());
            damaged.replace_range(at..(at + removed).min(damaged.len()), &text);
            let lines = damaged.lines().count();
            if let Err(broken) = read(&damaged) {
                prop_assert!((1..=lines).contains(&broken.line));
            }
        }
    }
}
