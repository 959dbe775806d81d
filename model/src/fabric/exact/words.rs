//! Words on their way from an input port to the queue of an output port.

/// Words on their way into an output port's queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    pub packet: u32,
    /// Input port that sends them.
    pub source: u32,
    /// Cycle in which the first one reaches the output port.
    pub first: u64,
    pub beats: u64,
    /// Delays: from so many cycles after `first` on, words arrive so many cycles later.
    paused: [(u32, u32); EPISODES],
}

/// Most intervals in which words of a packet are held up: by the packet before it in the queue, and
/// by flow-control packets before its own first beat on the link.
const EPISODES: usize = 3;

impl Words {
    pub const NONE: Words = Words::new(u32::MAX, 0, 0, 0);

    pub const fn new(packet: u32, source: usize, first: u64, beats: u64) -> Self {
        Words { packet, source: source as u32, first, beats, paused: [(0, 0); EPISODES] }
    }

    /// No word arrives in a cycle.
    pub fn pause(&mut self, cycle: u64) {
        if cycle == self.first {
            self.first += 1;
            return;
        }
        let since = cycle.saturating_sub(self.first) as u32;
        let goes_on = |(from, pause): &(u32, u32)| *pause > 0 && from + pause == since;
        let place = self.paused.iter().position(goes_on);
        let place = place.or_else(|| self.paused.iter().position(|(_, pause)| *pause == 0));
        let (from, pause) = &mut self.paused[place.unwrap_or(EPISODES - 1)];
        if *pause == 0 {
            *from = since;
        }
        *pause += 1;
    }

    /// Cycle in which a word arrives, if nothing more is held up.
    pub fn cycle_of(&self, word: u64) -> u64 {
        self.paused.iter().fold(self.first + word, |cycle, (from, pause)| {
            let is_later = self.first + u64::from(*from) <= cycle;
            cycle + if is_later { u64::from(*pause) } else { 0 }
        })
    }

    /// Words that arrived before a cycle.
    pub fn came(&self, now: u64) -> u64 {
        let Some(cycles) = now.checked_sub(self.first) else { return 0 };
        let [(_, first), ..] = self.paused;
        if first == 0 {
            return cycles.min(self.beats);
        }
        let held_up = |(from, pause): &(u32, u32)| {
            cycles.saturating_sub(u64::from(*from)).min(u64::from(*pause))
        };
        let held_up: u64 = self.paused.iter().map(held_up).sum();
        (cycles - held_up).min(self.beats)
    }
}
