//! Traces by hand.

use super::*;
use tailback_spec::nic::congestion_table::presets::{squared, Packets, GRAN};
use tailback_spec::nic::congestion_table::CctEntry;
use tailback_spec::nic::{AfterIdle, Parameters, Response};

/// 16 cycles to a tick.
const SLOW_HZ: u64 = 15_625_000;
const TICK_CYCLES: usize = 16;

fn nic(flows: u32, throttled: Throttled, clock_hz: u64) -> Nic {
    let (response, after_idle) = (Response::Cct, AfterIdle::Keep);
    let (window, cct_entries, packet_words, word_bytes) = (1, 128, 34, 64);
    let sizes = Parameters {
        flows,
        response,
        after_idle,
        window,
        cct_entries,
        throttled,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words,
        word_bytes,
        clock_hz,
    };
    Nic::new(sizes).unwrap()
}

/// A table that is driven by hand: `limit` keeps its value.
struct Bench {
    table: CongestionTable,
    limit: u64,
}

impl Bench {
    /// A table that is ready, with entry *i* = *i*, a limit of 127, and settings of SL 3.
    fn new(nic: &Nic, settings: Settings) -> Self {
        let mut bench = Bench { table: CongestionTable::new(nic), limit: 127 };
        while !bench.cycle(|_| {}).ready {}
        for index in 0..128 {
            bench.cycle(|it| (it.write, it.write_index, it.write_entry) = (true, index, index));
        }
        bench.set(3, settings);
        bench
    }

    fn cycle(&mut self, inputs: impl FnOnce(&mut CongestionTableInputs)) -> CongestionTableOutputs {
        let mut all = CongestionTableInputs { limit: self.limit, ..Default::default() };
        inputs(&mut all);
        self.table.cycle(&all)
    }

    fn set(&mut self, sl: u64, settings: Settings) {
        self.cycle(|it| {
            let Settings { timer, increase, trigger, min } = settings;
            (it.set_valid, it.set_sl) = (true, sl);
            (it.set_timer, it.set_increase) = (timer, increase);
            (it.set_trigger, it.set_min) = (trigger, min);
        });
    }

    fn idle(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.cycle(|_| {});
        }
    }

    /// Offers a BECN until it is accepted; returns the event after it, if there is one.
    fn becn(&mut self, flow: u64, sl: u64) -> Option<CongestionTableOutputs> {
        while !self.cycle(|it| (it.becn, it.becn_flow, it.becn_sl) = (true, flow, sl)).becn_ready {}
        self.idle(6);
        Some(self.cycle(|_| {})).filter(|outputs| outputs.event_valid)
    }

    /// CCTI and delay of a look-up.
    fn look_up(&mut self, flow: u64, sl: u64) -> (u64, u64) {
        self.cycle(|it| (it.look_up, it.look_up_flow, it.look_up_sl) = (true, flow, sl));
        for _ in 1..spec::LOOK_UP_CYCLES {
            self.cycle(|_| {});
        }
        let outputs = self.cycle(|_| {});
        (outputs.ccti, outputs.delay)
    }

    fn ccti(&mut self, flow: u64) -> u64 {
        self.look_up(flow, 3).0
    }
}

const STILL: Settings = Settings { timer: 0, increase: 1, trigger: 0, min: 0 };

#[test]
fn a_becn_raises_up_to_the_limit_and_never_beyond_the_table() {
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), Settings { increase: 50, ..STILL });
    let found: Vec<u64> = (0..4)
        .map(|_| {
            bench.becn(1, 3);
            bench.ccti(1)
        })
        .collect();
    assert_eq!(found, [50, 100, 127, 127]);
    bench.limit = 60;
    // The next BECN reduces it to a lower limit.
    assert_eq!(bench.ccti(1), 127);
    bench.becn(1, 3);
    assert_eq!((bench.ccti(1), bench.ccti(2)), (60, 0));
    bench.limit = 65_535;
    bench.becn(1, 3);
    bench.becn(1, 3);
    assert_eq!(bench.look_up(1, 3), (127, 127));
}

#[test]
fn the_minimum_counts_at_once_and_a_becn_starts_from_it() {
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), Settings { min: 7, ..STILL });
    assert_eq!(bench.look_up(0, 3), (7, 7));
    assert_eq!(bench.look_up(0, 4), (0, 0));
    bench.becn(0, 3);
    assert_eq!(bench.ccti(0), 8);
    bench.set(3, Settings { min: 200, ..STILL });
    assert_eq!(bench.ccti(0), 127);
    bench.set(3, STILL);
    assert_eq!(bench.ccti(0), 8);
    // On another SL, the CCTI starts from 0.
    assert_eq!(bench.look_up(0, 4), (0, 0));
}

#[test]
fn the_timer_lowers_all_flows_of_its_sl_and_stops_at_the_minimum() {
    let settings = Settings { timer: 3, increase: 4, trigger: 0, min: 2 };
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), settings);
    bench.set(5, settings);
    bench.becn(0, 3);
    bench.becn(0, 3);
    bench.becn(1, 3);
    bench.becn(2, 5);
    assert_eq!([0, 1, 2].map(|flow| bench.table.flows[flow].level), [10, 6, 6]);
    let mut last = 10;
    let mut when = Vec::new();
    for cycle in 0..12 * 3 * TICK_CYCLES {
        bench.idle(1);
        let level = bench.table.flows[0].level;
        if level != last {
            assert_eq!(level, last - 1);
            // Flow 1 falls with it, until it is at 0.
            assert_eq!(bench.table.flows[1].level, level.saturating_sub(4));
            when.push(cycle);
            last = level;
        }
    }
    // Eight expiries, from 10 to 2, each after exactly three ticks.
    assert_eq!((when.len(), last), (8, 2));
    assert!(when.windows(2).all(|pair| pair[1] - pair[0] == 3 * TICK_CYCLES), "{when:?}");
    assert_eq!(bench.table.timers[3].due, None);
    // The flow of the other SL follows that SL's timer: 6 to 2.
    assert_eq!((bench.table.timers[5].expiries, bench.table.flows[2].level), (4, 2));
}

#[test]
fn a_becn_does_not_restart_a_timer_that_runs() {
    let settings = Settings { timer: 20, increase: 10, trigger: 0, min: 0 };
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), settings);
    bench.becn(0, 3);
    bench.idle(40);
    let due = bench.table.timers[3].due;
    assert!(due.is_some());
    bench.becn(0, 3);
    bench.becn(1, 3);
    bench.idle(40);
    assert_eq!(bench.table.timers[3].due, due);
    // A new setting does not either; but 0 stops the timer, and higher CCTIs keep their values.
    bench.set(3, Settings { timer: 1, ..settings });
    bench.idle(40);
    assert_eq!(bench.table.timers[3].due, due);
    bench.set(3, Settings { timer: 0, ..settings });
    bench.idle(1000 * TICK_CYCLES);
    assert_eq!((bench.table.timers[3].due, bench.ccti(0)), (None, 20));
    // From then on the timer runs again: nothing is stuck.
    bench.set(3, Settings { timer: 1, ..settings });
    bench.idle(25 * TICK_CYCLES);
    assert_eq!((bench.table.timers[3].due, bench.ccti(0)), (None, 0));
}

#[test]
fn a_lower_minimum_lets_the_timer_go_on() {
    let settings = Settings { timer: 1, increase: 10, trigger: 0, min: 8 };
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), settings);
    bench.becn(0, 3);
    assert_eq!(bench.table.flows[0].level, 18);
    bench.idle(30 * TICK_CYCLES);
    assert_eq!((bench.table.timers[3].due, bench.ccti(0)), (None, 8));
    bench.set(3, Settings { min: 5, ..settings });
    bench.idle(30 * TICK_CYCLES);
    assert_eq!((bench.table.timers[3].due, bench.ccti(0)), (None, 5));
}

/// Expiries around a BECN: each in turn is one cycle later, over a whole round of slots.
#[test]
fn a_becn_and_an_expiry_both_count_whatever_cycle_they_come_in() {
    for offset in 0..2 * TICK_CYCLES {
        let settings = Settings { timer: 2, increase: 10, trigger: 0, min: 0 };
        let mut bench = Bench::new(&nic(2, Throttled::Qp, SLOW_HZ), settings);
        bench.becn(0, 3);
        bench.idle(offset);
        bench.becn(0, 3);
        bench.idle(20);
        let expiries = bench.table.timers[3].expiries;
        assert_eq!(bench.table.flows[0].level, 20 - expiries, "{offset}");
        assert_eq!(bench.table.timers[3].highest, 20 - expiries, "{offset}");
    }
}

#[test]
fn becns_of_consecutive_cycles_wait_and_all_count() {
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), STILL);
    let mut taken = 0;
    for _ in 0..640 {
        let outputs = bench.cycle(|it| (it.becn, it.becn_flow, it.becn_sl) = (true, 2, 3));
        taken += u64::from(outputs.becn_ready);
    }
    bench.idle(8);
    // Nine in 64 cycles, of which one is a refresh, and part of another.
    assert!((80..=90).contains(&taken), "{taken}");
    assert_eq!(bench.ccti(2), taken);
}

#[test]
fn an_event_tells_who_has_reached_the_trigger_and_when() {
    let settings = Settings { timer: 0, increase: 3, trigger: 6, min: 1 };
    let mut bench = Bench::new(&nic(4, Throttled::Qp, SLOW_HZ), settings);
    assert_eq!(bench.becn(1, 3), None);
    let event = bench.becn(1, 3).unwrap();
    assert_eq!((event.event_flow, event.event_sl, event.event_ccti), (1, 3, 7));
    // The event's time stamp was sampled two cycles ago.
    let (last, ticks) = (bench.table.cycle - 2, TICK_CYCLES as u64);
    assert_eq!(event.event_time, last / ticks);
    bench.set(3, Settings { trigger: 0, ..settings });
    assert_eq!(bench.becn(1, 3), None);
    bench.set(3, Settings { trigger: 255, ..settings });
    assert_eq!(bench.becn(1, 3), None);
}

#[test]
fn what_does_not_exist_has_no_effect() {
    let mut bench = Bench::new(&nic(3, Throttled::Qp, SLOW_HZ), Settings { trigger: 1, ..STILL });
    let before = bench.table.flows.clone();
    assert_eq!(bench.becn(3, 3), None);
    assert_eq!((bench.table.flows.clone(), bench.look_up(3, 3)), (before, (0, 0)));
}

#[test]
fn an_sl_can_have_one_ccti_for_all_flows() {
    let mut bench = Bench::new(&nic(4, Throttled::Sl, SLOW_HZ), Settings { trigger: 2, ..STILL });
    assert_eq!(bench.becn(0, 3), None);
    assert_eq!(bench.becn(1, 3).unwrap().event_flow, 1);
    assert_eq!((bench.look_up(2, 3), bench.look_up(2, 4)), ((2, 2), (0, 0)));
}

#[test]
fn a_tick_is_1_024_us_in_the_long_run() {
    const HERTZ: u64 = 200_000_000;
    let mut bench = Bench::new(&nic(1, Throttled::Qp, HERTZ), STILL);
    // 1024 cycles are 5.12 us.
    while bench.table.cycle < 10_240 {
        bench.idle(1);
    }
    assert_eq!(bench.cycle(|_| {}).time_stamp, 50);
}

/// Gran'10 §VII-B: at index 24, four senders share 13 Gb/s.
#[test]
fn a_fair_quarter_of_13_gbps_comes_after_24_becns() {
    let mut bench = Bench::new(&nic(4, Throttled::Qp, 125_000_000), STILL);
    let packets = Packets { bytes: 2048, bits_per_s: 13_000_000_000 };
    for (index, entry) in squared(GRAN, packets, 128).into_iter().enumerate() {
        let (index, entry) = (index as u64, entry.emit().into());
        bench.cycle(|it| (it.write, it.write_index, it.write_entry) = (true, index, entry));
    }
    let mut delays = Vec::new();
    for _ in 0..130 {
        bench.becn(0, 3);
        let (ccti, delay) = bench.look_up(0, 3);
        // In nanoseconds, for a packet of 1260.3 ns.
        delays.push((ccti, CctEntry::parse(delay as u16).delay(12_603) / 10));
    }
    let (ccti, ns) = delays[23];
    assert_eq!(ccti, 24);
    assert!(ns.abs_diff(3780) < 10, "{ns}");
    let (ccti, ns) = delays[129];
    assert_eq!(ccti, 127);
    assert!(ns.abs_diff(106_300) < 100, "{ns}");
}
