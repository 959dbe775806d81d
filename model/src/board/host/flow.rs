//! A flow that sends.

use tailback_spec::board::host::HEADER_WORDS;

/// Registers of a flow that software writes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Settings {
    pub header: [u32; HEADER_WORDS],
    pub icrc: u32,
    pub vcrc: u16,
    /// Index at the NIC.
    pub number: u32,
    pub start: u32,
    pub stop: u32,
    /// Cycles between the starts of two packets; 0: one after the other.
    pub interval: u32,
}

/// A flow.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Flow {
    pub settings: Settings,
    /// Packets that have begun.
    pub sent: u32,
    /// A packet has begun since reset.
    has_begun: bool,
    /// First cycle in which the next packet may begin.
    due: u64,
    /// The NIC knows of a packet.
    pub known: bool,
}

impl Flow {
    fn is_active(&self, next: u64) -> bool {
        (self.settings.start.into()..self.settings.stop.into()).contains(&next)
    }

    /// Whether a packet may begin.
    pub fn has_packet(&self, next: u64) -> bool {
        self.is_active(next) && self.due <= next
    }

    /// Begins a packet; returns whether there is a further one.
    pub fn begin(&mut self, next: u64) -> bool {
        let interval = u64::from(self.settings.interval);
        let is_greedy = interval == 0;
        let is_first = !self.has_begun;
        let is_late = is_greedy || next >= self.due + interval;
        self.due = match (is_greedy, is_first) {
            (true, _) => 0,
            (false, true) => next + interval,
            (false, false) if is_late => next,
            (false, false) => self.due + interval,
        };
        self.known = self.is_active(next) && is_late && (is_greedy || !is_first);
        self.has_begun = true;
        self.sent = self.sent.wrapping_add(1);
        self.known
    }
}
