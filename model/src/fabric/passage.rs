//! What must hold of every packet log, whoever made it.

use super::log::Record;
use tailback_spec::scenario::Scenario;

/// A packet that went another way than packets go in a lossless fabric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("packet {} of flow {} on link {} in cycle {}: {why}", .record.sequence, .record.flow, .record.link, .record.cycle)]
pub struct Violation {
    /// Where it was seen.
    pub record: Record,
    /// What is wrong.
    pub why: &'static str,
}

/// Where packets of a flow are.
#[derive(Debug, Clone)]
struct Way {
    /// The links of the way, in its order.
    links: Vec<usize>,
    /// The packets that have gone over each.
    gone: Vec<u32>,
    /// Of those between the first link and the last, whether they are marked, by their number.
    marked: Vec<bool>,
}

/// Packets that hosts have sent, and those of them that have begun to go to their destination.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passage {
    /// Sent.
    pub sent: u64,
    /// Delivered.
    pub delivered: u64,
}

/// Each packet of a log goes over each link of its way once, in order, after the one before it on that
/// link and after itself on the link before; and no mark gets lost. The log is in the order of cycles.
pub fn check(scenario: &Scenario, log: &[Record]) -> Result<Passage, Violation> {
    let mut ways: Vec<Way> = scenario
        .flows
        .iter()
        .map(|flow| {
            let links = scenario.way(flow);
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
