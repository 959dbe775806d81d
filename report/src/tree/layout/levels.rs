//! Switches by levels, with hosts below the lowest one.

use super::{of_switches, Layout, Place, HOST, HOST_ROW};
use std::collections::VecDeque;
use tailback_spec::scenario::Scenario;

/// Hosts up to which all are in one row.
const ONE_ROW: usize = 48;
/// Least and greatest distance of neighbouring hosts.
const HOSTS_APART: [f64; 2] = [3.4, 26.0];
/// Least width of a switch.
const SWITCH: f64 = 56.0;

/// Links from each switch to the nearest one with hosts; 0 for a switch that has no path to one.
pub(super) fn levels(scenario: &Scenario, neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut levels = vec![None; neighbours.len()];
    scenario.hosts.iter().for_each(|host| levels[host.switch] = Some(0));
    let mut queue: VecDeque<usize> =
        (0..levels.len()).filter(|switch| levels[*switch].is_some()).collect();
    while let Some(near) = queue.pop_front() {
        for far in &neighbours[near] {
            if levels[*far].is_none() {
                levels[*far] = levels[near].map(|level: usize| level + 1);
                queue.push_back(*far);
            }
        }
    }
    levels.into_iter().map(Option::unwrap_or_default).collect()
}

/// The switches in the order of a row, if each is linked to the next one and to no other.
pub(super) fn chain(neighbours: &[Vec<usize>]) -> Option<Vec<usize>> {
    let unique: Vec<Vec<usize>> = neighbours
        .iter()
        .map(|all| {
            let mut all = all.clone();
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let end = unique.iter().position(|all| all.len() <= 1)?;
    let mut order = vec![end];
    while let Some(last) = order.last() {
        let mut ahead = unique[*last].iter().filter(|next| !order.contains(next));
        let next = ahead.next().copied();
        if ahead.next().is_some() {
            return None;
        }
        match next {
            Some(next) => order.push(next),
            None => break,
        }
    }
    (order.len() == neighbours.len()).then_some(order)
}

/// Draws a fabric by levels; `order` is that of the lowest level.
pub(super) fn draw(
    scenario: &Scenario,
    neighbours: &[Vec<usize>],
    levels: &[usize],
    order: Option<&[usize]>,
) -> Layout {
    let of_switch = of_switches(scenario);
    let rows = match scenario.hosts.len() {
        few if few <= ONE_ROW => 1,
        many => many.div_ceil(ONE_ROW).min(6),
    };
    let apart = (HOSTS_APART[1] / rows as f64).max(HOSTS_APART[0]);
    let top = levels.iter().copied().max().unwrap_or_default();
    let nowhere = Place { x: 0.0, y: 0.0 };
    let mut switches = vec![nowhere; levels.len()];
    let mut hosts = vec![nowhere; scenario.hosts.len()];

    let lowest: Vec<usize> = match order {
        Some(order) => order.to_vec(),
        None => (0..levels.len()).filter(|switch| levels[*switch] == 0).collect(),
    };
    let mut left = 0.0;
    for switch in lowest {
        let own = &of_switch[switch];
        let hosts_wide = own.len() as f64 * apart;
        let wide = (hosts_wide + apart.max(12.0)).max(SWITCH * if top == 0 { 3.0 } else { 1.0 });
        let centre = left + wide / 2.0;
        switches[switch] = Place { x: centre, y: 0.0 };
        for (number, host) in own.iter().enumerate() {
            let x = centre - hosts_wide / 2.0 + (number as f64 + 0.5) * apart;
            hosts[*host] = Place { x, y: HOST + HOST_ROW * (number % rows) as f64 };
        }
        left += wide;
    }
    let width = left.max(SWITCH);
    let rise = (width * 0.16).clamp(110.0, 420.0);
    for level in 1..=top {
        let mut above: Vec<usize> =
            (0..levels.len()).filter(|switch| levels[*switch] == level).collect();
        // Each switch is over the middle of those below it, as far as others leave space.
        let middle = |switch: &usize| {
            let below = neighbours[*switch].iter().filter(|other| levels[**other] < level);
            let places: Vec<f64> = below.map(|other| switches[*other].x).collect();
            places.iter().sum::<f64>() / places.len().max(1) as f64
        };
        above.sort_by(|one, other| middle(one).total_cmp(&middle(other)));
        let share = width / above.len() as f64;
        for (number, switch) in above.iter().enumerate() {
            let x = (number as f64 + 0.5) * share;
            switches[*switch] = Place { x, y: -rise * level as f64 };
        }
    }
    let arcs = scenario.trunks.iter().map(|trunk| {
        let [one, other] = trunk.ends.map(|switch| switches[switch]);
        let passes = |place: &Place| (place.x - one.x) * (place.x - other.x) < 0.0;
        one.y == other.y && switches.iter().any(|place| place.y == one.y && passes(place))
    });
    Layout { width: 0.0, height: 0.0, arcs: arcs.collect(), switches, hosts }
}
