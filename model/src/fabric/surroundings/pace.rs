//! Rate of a host: the packets that it begins, and the beats that it takes.

use tailback_spec::scenario::Scenario;

/// Rate of a host, as [`tailback_spec::fabric`] defines it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Cycles in which the host can send or receive a packet; 0 if the link alone limits the rate.
    cycles: u64,
    /// Beats of a packet.
    beats: u64,
    /// First cycle in which the next packet may begin.
    next: u64,
    /// Share of a beat that the host can take, in units of a beat divided by `cycles`.
    share: u64,
}

impl Pace {
    pub fn new(scenario: &Scenario, host: usize) -> Self {
        let cycles = scenario.hosts[host].host_cycles;
        Pace { cycles, beats: scenario.packet_beats(), next: 0, share: cycles }
    }

    /// Whether a packet may begin in a cycle.
    pub fn may_begin(&self, now: u64) -> bool {
        now >= self.next
    }

    /// A packet begins.
    pub fn begin(&mut self, now: u64) {
        self.next = now + self.cycles;
    }

    /// Whether the host takes a beat in the next cycle; `taken`: it took one in the last cycle.
    pub fn takes_next(&mut self, taken: bool) -> bool {
        if taken {
            self.share -= self.cycles;
        }
        if self.share < self.cycles {
            self.share += self.beats;
        }
        self.share >= self.cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles in which a host takes a beat that always waits, and the share of them.
    fn taken(cycles: u64, beats: u64) -> Vec<bool> {
        let mut pace = Pace { cycles, beats, next: 0, share: cycles };
        let mut last = false;
        let take = |_| {
            last = pace.takes_next(last);
            last
        };
        (0..1000 * cycles.max(1)).map(take).collect()
    }

    #[test]
    fn a_host_takes_the_beats_of_a_packet_in_its_cycles() {
        for (cycles, beats) in [(10, 3), (400, 259), (259, 259), (7, 6), (1000, 1)] {
            let all = taken(cycles, beats);
            let count = all.iter().filter(|taken| **taken).count() as u64;
            assert!(count.abs_diff(1000 * beats) <= 1, "{cycles} {beats}: {count}");
            // Never more than one beat ahead of its rate.
            let mut ahead = 0;
            for (cycle, _) in all.iter().enumerate().filter(|(_, taken)| **taken) {
                ahead += cycles;
                assert!(ahead <= cycles + (cycle as u64 + 1) * beats);
            }
        }
    }

    #[test]
    fn a_host_without_a_rate_of_its_own_takes_every_beat() {
        assert!(taken(0, 259).into_iter().all(|taken| taken));
        assert!(taken(5, 8).into_iter().all(|taken| taken));
    }

    #[test]
    fn a_host_that_waits_saves_at_most_one_beat() {
        let mut pace = Pace { cycles: 10, beats: 3, next: 0, share: 10 };
        (0..100).for_each(|_| assert!(pace.takes_next(false)));
        let taken: Vec<bool> = (0..6)
            .scan(true, |last, _| {
                Some(*{
                    *last = pace.takes_next(*last);
                    last
                })
            })
            .collect();
        assert_eq!(taken, [false, false, false, true, false, false]);
    }
}
