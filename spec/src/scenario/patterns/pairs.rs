//! Pairs of hosts of a pattern: senders and receivers.

use super::{section::PatternKind, Pattern};
use crate::random::Random;

/// Senders and receivers.
pub(super) type Pairs = Vec<(usize, usize)>;

/// Pairs of a pattern under a seed. Each pattern has its own random numbers, which follow from its name.
pub(super) fn pairs(pattern: &Pattern, seed: u64) -> Pairs {
    let mut random = Random::of_name(seed, pattern.name, 0);
    let (hosts, section) = (pattern.hosts, pattern.section);
    match section.kind {
        PatternKind::Permutation => permutation(hosts, &mut random),
        PatternKind::Ring => {
            let receivers = hosts.iter().cycle().skip(section.distance.unwrap_or(1) as usize);
            hosts.iter().copied().zip(receivers.copied()).collect()
        }
        PatternKind::Incast => {
            let senders = senders(pattern, &mut random);
            senders.into_iter().zip(std::iter::repeat(pattern.to.unwrap_or_default())).collect()
        }
        PatternKind::AllToAll => uniform(hosts, hosts.len() - 1, &mut random),
        PatternKind::Uniform | PatternKind::HotSpot => uniform(hosts, pattern.peers(), &mut random),
        // Senders and receivers of messages come from a file, are drawn with each message, or answer
        // each other.
        PatternKind::Messages
        | PatternKind::HpccFlows
        | PatternKind::HtsimMatrix
        | PatternKind::PingPong
        | PatternKind::RingExchange => Pairs::new(),
    }
}

/// A random permutation in which no host sends to itself: the first such one of several random ones.
fn permutation(hosts: &[usize], random: &mut Random) -> Pairs {
    let mut receivers = hosts.to_vec();
    loop {
        random.shuffle(&mut receivers);
        if hosts.iter().zip(&receivers).all(|(from, to)| from != to) {
            return hosts.iter().copied().zip(receivers).collect();
        }
    }
}

/// Each host with some of the others, in their order.
fn uniform(hosts: &[usize], peers: usize, random: &mut Random) -> Pairs {
    let mut pairs = Pairs::with_capacity(hosts.len() * peers);
    for from in hosts {
        let mut others: Vec<usize> = hosts.iter().copied().filter(|host| host != from).collect();
        if peers < others.len() {
            random.shuffle(&mut others);
            others.truncate(peers);
            others.sort_unstable();
        }
        pairs.extend(others.into_iter().map(|to| (*from, to)));
    }
    pairs
}

/// Random senders to the host that receives, in the order of the hosts.
pub(super) fn senders(pattern: &Pattern, random: &mut Random) -> Vec<usize> {
    let others = pattern.hosts.iter().copied().filter(|host| Some(*host) != pattern.to);
    let mut others: Vec<usize> = others.collect();
    let degree = pattern.section.degree.map_or(others.len(), |degree| degree as usize);
    if degree < others.len() {
        random.shuffle(&mut others);
        others.truncate(degree);
        others.sort_unstable();
    }
    others
}
