//! Rules that every packet log of a lossless fabric obeys.

use super::log::Record;
use std::collections::HashMap;
use tailback_spec::scenario::Scenario;

/// A packet log that breaks a rule of lossless fabrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("packet {} of flow {} on link {} in cycle {}: {why}", .record.sequence, .record.flow, .record.link, .record.cycle)]
pub struct Violation {
    /// Record that breaks it.
    pub record: Record,
    /// The rule that is broken.
    pub why: &'static str,
}

/// Progress of a flow's packets.
#[derive(Debug, Clone)]
struct Way {
    /// Links of the path, in order.
    links: Vec<usize>,
    /// Packets that have entered each link.
    gone: Vec<u32>,
    /// Marks of the packets between the first link and the last, by sequence number.
    marked: Vec<bool>,
}

/// Packets that hosts have sent, and those whose transmission to their destination has begun.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passage {
    /// Packets sent.
    pub sent: u64,
    /// Packets delivered.
    pub delivered: u64,
}

/// Checks that each packet of a log crosses each link of its path once, in order, after its
/// predecessor on that link and after itself on the link before; and that no mark is lost. The log
/// is in the order of cycles.
///
/// # Errors
///
/// If a record names an unknown flow or a link that is not on the flow's path, is out of order, or
/// lacks a mark that the packet had; the [`Violation`] holds the first such record. If switches choose a
/// port for each packet, packets may overtake each other.
pub fn check(scenario: &Scenario, log: &[Record]) -> Result<Passage, Violation> {
    if scenario.choices.is_some() {
        return check_each(scenario, log);
    }
    let paths = scenario.paths();
    let mut ways: Vec<Way> = scenario
        .flows
        .iter()
        .map(|flow| {
            let links = paths.of_packets(flow);
            Way { gone: vec![0; links.len()], links, marked: Vec::new() }
        })
        .collect();
    let mut passage = Passage::default();
    for record in log {
        let fail = |why| Err(Violation { record: *record, why });
        let Some(way) = ways.get_mut(usize::from(record.flow)) else {
            return fail("there is no such flow");
        };
        let Some(place) = way.links.iter().position(|link| *link == usize::from(record.link))
        else {
            return fail("the link is not on its way");
        };
        if way.gone[place] != record.sequence {
            return fail("it is not the next one there");
        }
        way.gone[place] += 1;
        match place.checked_sub(1) {
            None => way.marked.push(record.marked),
            Some(before) if way.gone[before] <= record.sequence => {
                return fail("it has not been on the link before");
            }
            Some(_) => {
                let marked = &mut way.marked[record.sequence as usize];
                if *marked && !record.marked {
                    return fail("its mark is lost");
                }
                *marked = record.marked;
            }
        }
        passage.sent += u64::from(place == 0);
        passage.delivered += u64::from(place + 1 == way.links.len());
    }
    Ok(passage)
}

/// Checks the log of packets that each have a path of their own.
fn check_each(scenario: &Scenario, log: &[Record]) -> Result<Passage, Violation> {
    let paths = scenario.paths();
    // Links that a packet has not entered, the next one last, and its mark.
    let mut packets: HashMap<(u16, u32), (Vec<usize>, bool)> = HashMap::new();
    let mut passage = Passage::default();
    for record in log {
        let fail = |why| Err(Violation { record: *record, why });
        let flow = usize::from(record.flow);
        if flow >= scenario.flows.len() {
            return fail("there is no such flow");
        }
        let path = || {
            let links = paths.of_packet(flow, record.sequence);
            (links.into_iter().rev().collect(), false)
        };
        let (left, marked) = packets.entry((record.flow, record.sequence)).or_insert_with(path);
        if left.pop() != Some(usize::from(record.link)) {
            return fail("the link is not the next one on its way");
        }
        if *marked && !record.marked {
            return fail("its mark is lost");
        }
        *marked = record.marked;
        passage.sent +=
            u64::from(usize::from(record.link) == scenario.uplink(scenario.flows[flow].from));
        passage.delivered += u64::from(left.is_empty());
    }
    Ok(passage)
}
