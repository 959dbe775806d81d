//! TCP NewReno: congestion window (RFC 5681), fast recovery (RFC 6582), and retransmission timer (RFC
//! 6298). Windows and numbers are in packets, times in cycles.

use tailback_spec::scenario::{Tcp, TcpAfterIdle};

/// Duplicate ACKs that are a loss (RFC 5681 §3.2).
const DUPLICATES: u32 = 3;
/// Least threshold in packets (RFC 5681 §3.1).
const LEAST_THRESHOLD: f64 = 2.0;
/// Most doublings of the time-out.
const MOST_BACKOFF: u32 = 6;

/// Action that an ACK requests, in addition to packets that the window permits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    None,
    /// The first packet in flight is sent again.
    Retransmit,
}

/// The sender of a connection.
#[derive(Debug)]
pub struct NewReno {
    settings: Tcp,
    /// Packet to be acknowledged next, packet to be sent next, packet after the last one ever sent.
    una: u64,
    next: u64,
    high: u64,
    window: f64,
    threshold: f64,
    duplicates: u32,
    /// Fast recovery ends with an ACK beyond this number.
    recover: Option<u64>,
    /// No fast retransmission before this number is acknowledged (RFC 6582 §3.2, `recover`).
    recovered: u64,
    /// Smoothed RTT, and its variation.
    rtt: Option<(f64, f64)>,
    backoff: u32,
    deadline: Option<u64>,
    /// Cycle of the last packet sent.
    last: u64,
    pub time_outs: u64,
    pub by_duplicates: u64,
}

impl NewReno {
    pub fn new(settings: &Tcp) -> Self {
        NewReno {
            settings: *settings,
            una: 0,
            next: 0,
            high: 0,
            window: settings.initial_window.into(),
            threshold: settings.window.into(),
            duplicates: 0,
            recover: None,
            recovered: 0,
            rtt: None,
            backoff: 0,
            deadline: None,
            last: 0,
            time_outs: 0,
            by_duplicates: 0,
        }
    }

    pub fn una(&self) -> u64 {
        self.una
    }

    pub fn next(&self) -> u64 {
        self.next
    }

    pub fn window(&self) -> f64 {
        self.window.min(self.settings.window.into())
    }

    /// Cycle in which the first packet in flight is lost.
    pub fn deadline(&self) -> Option<u64> {
        self.deadline
    }

    /// Whether a packet had been sent when the last one was.
    pub fn was_sent(&self, number: u64) -> bool {
        number + 1 < self.high || self.next < self.high
    }

    /// Whether nothing is in flight.
    pub fn is_idle(&self) -> bool {
        self.una == self.next
    }

    /// Whether the window permits a packet.
    pub fn can_send(&self) -> bool {
        self.next - self.una < self.window() as u64
    }

    /// Restarts the window if nothing was sent for a time-out (RFC 5681 §4.1).
    pub fn after_idle(&mut self, now: u64) {
        let restarts = self.settings.after_idle == TcpAfterIdle::Restart;
        if restarts && now - self.last > self.time_out_cycles() {
            self.window = self.window.min(self.settings.initial_window.into());
        }
    }

    /// The packet `next` is sent.
    pub fn sent(&mut self, now: u64) {
        self.next += 1;
        self.high = self.high.max(self.next);
        self.last = now;
        if self.deadline.is_none() {
            self.deadline = Some(now + self.time_out_cycles());
        }
    }

    /// Retransmission time-out (RFC 6298 §2).
    fn time_out_cycles(&self) -> u64 {
        let Tcp { rto_min, rto_initial, .. } = self.settings;
        let base = self.rtt.map_or(rto_initial, |(smooth, variation)| {
            ((smooth + 4.0 * variation) as u64).max(rto_min)
        });
        base << self.backoff
    }

    fn measure(&mut self, rtt: f64) {
        self.rtt = Some(match self.rtt {
            None => (rtt, rtt / 2.0),
            Some((smooth, variation)) => (
                smooth + (rtt - smooth) / 8.0,
                variation + ((smooth - rtt).abs() - variation) / 4.0,
            ),
        });
    }

    fn flight(&self) -> f64 {
        (self.high - self.una) as f64
    }

    fn halve(&mut self) {
        self.threshold = (self.flight() / 2.0).max(LEAST_THRESHOLD);
    }

    /// An ACK of all packets before `number`.
    pub fn acknowledge(&mut self, now: u64, number: u64, rtt: u64) -> Action {
        if number < self.una || number > self.high {
            return Action::None;
        }
        if number == self.una {
            return self.duplicate();
        }
        let packets = number - self.una;
        self.una = number;
        self.next = self.next.max(number);
        self.measure(rtt as f64);
        (self.duplicates, self.backoff) = (0, 0);
        let mut action = Action::None;
        match self.recover {
            Some(recover) if number >= recover => {
                self.window = self.threshold;
                self.recover = None;
            }
            Some(_) => {
                // A partial ACK: the next packet is lost, too.
                self.window = (self.window - packets as f64).max(0.0) + 1.0;
                action = Action::Retransmit;
            }
            None if self.settings.slow_start && self.window < self.threshold => self.window += 1.0,
            None => self.window += 1.0 / self.window,
        }
        self.window = self.window.min(self.settings.window.into());
        self.deadline = (self.una < self.high).then(|| now + self.time_out_cycles());
        action
    }

    fn duplicate(&mut self) -> Action {
        if self.una == self.high {
            return Action::None;
        }
        self.duplicates += 1;
        if self.recover.is_some() {
            self.window += 1.0;
        } else if self.duplicates == DUPLICATES && self.una >= self.recovered {
            self.by_duplicates += 1;
            self.halve();
            (self.recover, self.recovered) = (Some(self.high), self.high);
            self.window = self.threshold + f64::from(DUPLICATES);
            return Action::Retransmit;
        }
        Action::None
    }

    /// The first packet in flight is lost: all packets in flight are sent again.
    pub fn time_out(&mut self, now: u64) {
        self.time_outs += 1;
        self.halve();
        self.window = 1.0;
        self.next = self.una;
        (self.recover, self.recovered) = (None, self.high);
        self.duplicates = 0;
        self.backoff = (self.backoff + 1).min(MOST_BACKOFF);
        self.deadline = Some(now + self.time_out_cycles());
    }
}
