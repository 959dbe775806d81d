//! Both directions of a link in its own clock, in front of a neighbour that acts in another clock.

use std::collections::VecDeque;

use tailback_model::link::crossing::Beat;

use crate::random::{happens, one_of, Often, Random};

/// Beats for the module that wait for an edge of the link's clock, at most: the neighbour must not act
/// while there are more.
const MOST: usize = 256;

/// Rates of `tready` and `tvalid`.
const RATES: [Often; 4] =
    [Often::ALWAYS, Often::ALWAYS, Often::each_cycle(12), Often::each_cycle(4)];

/// Beats between a neighbour and the module.
#[derive(Debug, Clone)]
pub struct LinkStream {
    /// From the neighbour.
    arriving: VecDeque<Beat>,
    /// To the neighbour.
    left: VecDeque<Beat>,
    rates: [Often; 2],
    /// Beat at the input of the module.
    pub beat: Beat,
    /// A beat of the module is accepted.
    pub ready: bool,
}

impl Default for LinkStream {
    fn default() -> Self {
        LinkStream {
            arriving: VecDeque::new(),
            left: VecDeque::new(),
            rates: [Often::ALWAYS; 2],
            beat: Beat::default(),
            ready: false,
        }
    }
}

impl LinkStream {
    /// Forgets all beats.
    pub fn reset(&mut self) {
        *self = LinkStream { rates: self.rates, ..LinkStream::default() };
    }

    /// Whether the neighbour may act.
    pub fn has_space(&self) -> bool {
        self.arriving.len() < MOST
    }

    /// The neighbour sends a beat.
    pub fn send(&mut self, beat: Beat) {
        self.arriving.push_back(beat);
    }

    /// Beat for the neighbour; none if there is none.
    pub fn offered(&self) -> Beat {
        self.left.front().cloned().unwrap_or_default()
    }

    /// The neighbour has taken the offered beat.
    pub fn take(&mut self) {
        self.left.pop_front();
    }

    /// After an edge of the link's clock: the module accepted the beat at its input, or not, and sent
    /// `left`. Chooses what follows.
    pub fn edge(&mut self, accepted: bool, left: &Beat, random: &mut Random) {
        if self.beat.tvalid && accepted {
            self.arriving.pop_front();
        }
        if self.ready && left.tvalid {
            self.left.push_back(left.clone());
        }
        if random.below(512) == 0 {
            self.rates = [one_of(random, &RATES), one_of(random, &RATES)];
        }
        self.ready = happens(random, self.rates[0]);
        let next = self.arriving.front().filter(|_| happens(random, self.rates[1]));
        self.beat = next.cloned().unwrap_or_default();
    }
}
