//! The congestion control table of a host's NIC, see [`tailback_spec::nic::congestion_table`].

use tailback_spec::{
    nic::{
        congestion_table::{tick_rate, TickRate},
        rate_limiter::table_ticks,
        Throttled,
    },
    scenario::{Registers, Scenario},
};

/// Source of a CCTI: a level that falls by one with each expiry of the timer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Level {
    level: u32,
    /// Expiries already subtracted.
    seen: u64,
}

impl Level {
    fn now(self, expiries: u64) -> u32 {
        let sunk = expiries - self.seen;
        u64::from(self.level).saturating_sub(sunk) as u32
    }
}

/// The table and the timer of a NIC. All of its flows have one service level.
#[derive(Debug)]
pub(super) struct Adapter {
    increase: u32,
    limit: u32,
    min: u32,
    timer: u64,
    rate: TickRate,
    /// Ticks of the rate limiter between two starts, by CCTI.
    delays: Vec<u64>,
    /// Level that all flows share, if they have no levels of their own.
    shared: Option<Level>,
    highest: Level,
    expiries: u64,
    /// Time stamp at which the timer expires, and its first cycle; only while the timer runs.
    due: Option<(u64, u64)>,
}

impl Adapter {
    pub fn new(scenario: &Scenario, registers: &Registers, host: usize) -> Self {
        let nic = scenario.config.nic();
        let packet = scenario.hosts[host].packet_cycles << nic.fraction_bits();
        let table = scenario.congestion_table(registers, host);
        let delay = |entry: &tailback_spec::nic::congestion_table::CctEntry| {
            table_ticks(packet, entry.shift().into(), entry.multiplier().into())
        };
        Adapter {
            increase: registers.ccti_increase,
            limit: registers.ccti_limit,
            min: registers.ccti_min,
            timer: registers.ccti_timer,
            rate: tick_rate(&nic),
            delays: table.iter().map(delay).collect(),
            shared: (nic.throttled() == Throttled::Sl).then(Level::default),
            highest: Level::default(),
            expiries: 0,
            due: None,
        }
    }

    fn start_timer(&mut self, stamp: u64) {
        let TickRate { ticks, cycles } = self.rate;
        let first = (u128::from(stamp) * u128::from(cycles)).div_ceil(ticks.into());
        self.due = Some((stamp, first as u64));
    }

    /// Applies all expiries of the timer up to this cycle.
    fn advance(&mut self, now: u64) {
        while let Some((stamp, _)) = self.due.filter(|(_, first)| *first <= now) {
            self.expiries += 1;
            self.due = None;
            if self.highest.now(self.expiries) > self.min {
                self.start_timer(stamp + self.timer);
            }
        }
    }

    /// CCTI of a flow with this level.
    pub fn ccti(&mut self, own: Level, now: u64) -> u32 {
        self.advance(now);
        let level = self.shared.unwrap_or(own);
        level.now(self.expiries).max(self.min).min(self.delays.len() as u32 - 1)
    }

    /// A BECN is received for a flow with this level.
    pub fn becn(&mut self, own: &mut Level, now: u64) {
        let level = (self.ccti(*own, now) + self.increase).min(self.limit);
        let risen = Level { level, seen: self.expiries };
        match &mut self.shared {
            Some(shared) => *shared = risen,
            None => *own = risen,
        }
        let highest = self.highest.now(self.expiries).max(level);
        self.highest = Level { level: highest, seen: self.expiries };
        if self.due.is_none() && self.timer > 0 && highest > self.min {
            let TickRate { ticks, cycles } = self.rate;
            let stamp = (u128::from(now) * u128::from(ticks) / u128::from(cycles)) as u64;
            self.start_timer(stamp + self.timer);
        }
    }

    /// Ticks of the rate limiter between the starts of two packets.
    pub fn delay(&self, ccti: u32) -> u64 {
        self.delays[ccti as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles of a tick of 1.024 µs at 125 MHz.
    const TICK: u64 = 128;
    const TIMER: u64 = 10;

    fn adapter(min: u32, shared: bool) -> Adapter {
        Adapter {
            increase: 2,
            limit: 7,
            min,
            timer: TIMER,
            rate: TickRate { ticks: 1, cycles: TICK },
            delays: (0..8).map(|ccti| 100 + ccti).collect(),
            shared: shared.then(Level::default),
            highest: Level::default(),
            expiries: 0,
            due: None,
        }
    }

    #[test]
    fn a_becn_raises_the_index_up_to_the_limit_and_the_timer_lowers_it() {
        let (mut adapter, mut flow) = (adapter(0, false), Level::default());
        for expected in [2, 4, 6, 7, 7] {
            adapter.becn(&mut flow, 50);
            assert_eq!(adapter.ccti(flow, 50), expected);
        }
        assert_eq!(adapter.ccti(flow, TIMER * TICK - 1), 7);
        assert_eq!(adapter.ccti(flow, TIMER * TICK), 6);
        assert_eq!(adapter.ccti(flow, 7 * TIMER * TICK - 1), 1);
        assert_eq!(adapter.ccti(flow, 100 * TIMER * TICK), 0);
        assert_eq!(adapter.delay(7), 107);
        // The timer restarts with the next BECN.
        let later = 100 * TIMER * TICK + 1;
        adapter.becn(&mut flow, later);
        assert_eq!(adapter.ccti(flow, later + TIMER * TICK - 2), 2);
        assert_eq!(adapter.ccti(flow, later + TIMER * TICK - 1), 1);
    }

    #[test]
    fn one_timer_lowers_all_flows_and_none_below_the_least() {
        let mut adapter = adapter(1, false);
        let (mut one, mut other) = (Level::default(), Level::default());
        adapter.becn(&mut one, 0);
        adapter.becn(&mut other, TICK);
        assert_eq!([one, other].map(|flow| adapter.ccti(flow, TICK)), [3, 3]);
        assert_eq!([one, other].map(|flow| adapter.ccti(flow, TIMER * TICK)), [2, 2]);
        assert_eq!([one, other].map(|flow| adapter.ccti(flow, 9 * TIMER * TICK)), [1, 1]);
    }

    #[test]
    fn flows_of_a_service_level_can_share_an_index() {
        let mut adapter = adapter(0, true);
        let (mut one, other) = (Level::default(), Level::default());
        adapter.becn(&mut one, 0);
        assert_eq!(adapter.ccti(other, 0), 2);
    }
}
