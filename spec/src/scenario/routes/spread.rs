//! Choice among several ports towards a destination.
//!
//! At a switch, let *c* ports lead on, in port order, and let *l* be the smaller level of the two ends
//! of these links. A destination or source with the number *n* selects port ⌊*n* / *W*⌋ mod *c*, with
//! *W* the product of the widths of the levels below *l*: of the largest number of ports among which a
//! switch of a level chooses on the way up. In a fat tree, this is D-mod-k (Zahavi et al., "Optimized
//! InfiniBand fat-tree routing", 2010): digits of the number select the ports of the levels.

use super::ports::{Switches, Towards};

/// Divisors of the numbers of hosts, by level.
pub(super) struct Digits {
    divisors: Vec<usize>,
}

impl Digits {
    /// Divisors for ports towards all switches with hosts.
    pub fn new<'t>(graph: &Switches, towards: impl Iterator<Item = &'t Towards>) -> Self {
        let mut widths: Vec<usize> = Vec::new();
        for ports in towards {
            for (switch, ports) in ports.iter().enumerate() {
                let Some(next) = ports.first().and_then(|port| graph.next(switch, *port)) else {
                    continue;
                };
                let level = graph.level(switch);
                if graph.level(next) > level {
                    widths.resize(widths.len().max(level + 1), 1);
                    widths[level] = widths[level].max(ports.len());
                }
            }
        }
        let product = |divisor: &mut usize, width: usize| {
            *divisor = divisor.saturating_mul(width);
            Some(*divisor)
        };
        Digits { divisors: std::iter::once(1).chain(widths).scan(1, product).collect() }
    }

    /// The port that a number selects; `None` if no port leads on.
    pub fn select(
        &self,
        graph: &Switches,
        switch: usize,
        ports: &[usize],
        number: usize,
    ) -> Option<usize> {
        if ports.len() < 2 {
            return ports.first().copied();
        }
        let next = graph.next(switch, ports[0])?;
        let level = graph.level(switch).min(graph.level(next)).min(self.divisors.len() - 1);
        Some(ports[number / self.divisors[level] % ports.len()])
    }
}
