//! The tables against the closed forms of INFOCOM'03 §V, and its results of §VI-B.

use super::*;

const ALL: [Response; 3] = [Response::Lipd, Response::Fimd, Response::Aimd];
/// The paper's packet time: 2048 bytes at 1 GB/s, in milliseconds.
const PACKET_MS: f64 = 2.048e-3;
const R_MIN: f64 = 1.0 / RATES as f64;

/// f_inc of the paper, with R_max = 1.
fn f_inc(response: Response, rate: f64) -> f64 {
    let faster = match response {
        Response::Fimd => rate * (R_MIN / rate).exp2(),
        Response::Aimd => rate + R_MIN * R_MIN / rate,
        _ => rate / (1.0 - R_MIN),
    };
    faster.min(1.0)
}

/// f_dec of the paper.
fn f_dec(response: Response, rate: f64) -> f64 {
    match response {
        Response::Lipd | Response::Cct => (1.0 / (1.0 / rate + 1.0)).max(R_MIN),
        Response::Fimd | Response::Aimd => (rate / 2.0).max(R_MIN),
    }
}

/// Packet times from a rate to R_max.
fn time_left(response: Response, delay: f64) -> f64 {
    match response {
        Response::Fimd => 256.0 * delay.log2(),
        Response::Aimd => 65_536.0 * (1.0 - 1.0 / delay),
        _ => 256.0 * (delay - 1.0),
    }
}

/// The rate `time` packet times after R_min.
fn rate_at(response: Response, time: f64) -> f64 {
    match response {
        Response::Fimd => (R_MIN * (time / 256.0).exp2()).min(1.0),
        Response::Aimd => (R_MIN + time / 65_536.0).min(1.0),
        _ => 1.0 / (256.0 - time / 256.0).max(1.0),
    }
}

/// A flow as specified by the module's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Flow {
    ipd: u8,
    progress: u32,
}

impl Flow {
    fn at(ipd: u8) -> Self {
        Flow { ipd, progress: 0 }
    }

    fn interval(self) -> u64 {
        1 + u64::from(self.ipd)
    }

    fn unmarked(self, table: &Table) -> Self {
        let row = table.row(self.ipd);
        let earned = self.progress + row.gain;
        match earned.checked_sub(row.goal) {
            Some(progress) => Flow { ipd: row.after, progress },
            None => Flow { progress: earned, ..self },
        }
    }

    fn marked(self, table: &Table) -> Self {
        let progress = if table.keeps_progress() { self.progress } else { 0 };
        Flow { ipd: table.row(self.ipd).marked, progress }
    }
}

/// ACKs and packet times until the rate is that of `to` or higher.
fn recovery(table: &Table, mut flow: Flow, to: u8) -> (u32, u64) {
    let (mut acks, mut time) = (0, 0);
    while flow.ipd > to {
        time += flow.interval();
        acks += 1;
        flow = flow.unmarked(table);
    }
    (acks, time)
}

#[test]
fn recovery_times_are_those_of_the_paper() {
    // "4.2 ms for FIMD and 133.7 ms for LIPD and AIMD" (INFOCOM'03 §VI-B).
    let expected = [(4.2, 0.05), (133.693, 0.01), (133.693, 0.01)];
    for (response, (ms, tolerance)) in [ALL[1], ALL[0], ALL[2]].into_iter().zip(expected) {
        let exact = time_left(response, 256.0) * PACKET_MS;
        assert!((exact - ms).abs() < tolerance, "{response:?}: {exact} ms");
        let (_, time) = recovery(Table::of(response), Flow::at(255), 0);
        let time = time as f64 * PACKET_MS;
        assert!((time - ms).abs() < tolerance, "{response:?}: {time} ms");
    }
}

#[test]
fn closed_forms_at_each_ack_take_as_many_acks_as_was_worked_out() {
    for (response, expected) in ALL.into_iter().zip([1417, 365, 32_765]) {
        let (mut rate, mut acks, mut time) = (R_MIN, 0, 0.0);
        while rate < 1.0 - 1e-9 {
            time += 1.0 / rate;
            rate = f_inc(response, rate);
            acks += 1;
        }
        assert_eq!(acks, expected, "{response:?}");
        assert!((time - time_left(response, 256.0)).abs() < 256.0, "{response:?}: {time}");
    }
}

#[test]
fn recovery_from_the_lowest_rate_takes_so_many_acks_and_packet_times() {
    let recoveries = ALL.map(|response| recovery(Table::of(response), Flow::at(255), 0));
    assert_eq!(recoveries, [(1310, 65_281), (288, 2038), (23_268, 65_276)]);
}

#[test]
fn lipd_makes_each_step_with_the_first_ack_at_or_after_its_time() {
    let table = Table::of(Response::Lipd);
    for start in 1..=255 {
        let (mut flow, mut time) = (Flow::at(start), 0);
        while flow.ipd > 0 {
            let interval = flow.interval();
            let due = u64::from(RECOVERY_TIME) * u64::from(start - flow.ipd + 1);
            assert!(time < due, "{start}: still {flow:?} at {time}");
            time += interval;
            let after = flow.unmarked(table);
            assert_eq!(after.ipd < flow.ipd, time >= due, "{start}: {flow:?} at {time}");
            flow = after;
        }
        let exact = u64::from(RECOVERY_TIME) * u64::from(start);
        assert!(time == exact || time == exact + 1, "{start}: {time}");
        assert!(flow.progress <= 1, "{flow:?}");
    }
}

#[test]
fn a_lipd_recovery_is_the_recovery_time_longer_by_each_mark() {
    let table = Table::of(Response::Lipd);
    for ipd in 0..255 {
        let (mut flow, mut marked) = (Flow::at(ipd), Flow::at(ipd).marked(table));
        for acks in 0..300 {
            assert_eq!(marked, Flow { ipd: flow.ipd + 1, progress: flow.progress }, "{acks}");
            flow = flow.unmarked(table);
            marked = flow.marked(table);
        }
    }
}

#[test]
fn fimd_and_aimd_recover_from_any_rate_within_half_an_interval_of_the_exact_time() {
    for (response, worst) in [(Response::Fimd, 17.0), (Response::Aimd, 30.0)] {
        let errors = (1..=255).map(|ipd| {
            let (_, time) = recovery(Table::of(response), Flow::at(ipd), 0);
            let delay = f64::from(ipd) + 1.0;
            let error = time as f64 - time_left(response, delay);
            assert!(error.abs() <= delay / 2.0, "{response:?} from {ipd}: {error}");
            error.abs()
        });
        let largest = errors.fold(0.0, f64::max);
        assert!(largest <= worst && largest > worst - 1.0, "{response:?}: {largest}");
    }
}

#[test]
fn each_row_is_next_to_the_closed_forms() {
    for response in ALL {
        let table = Table::of(response);
        for (ipd, row) in table.rows().iter().enumerate() {
            let delay = ipd as f64 + 1.0;
            let marked = 1.0 / f_dec(response, 1.0 / delay);
            assert!((marked - f64::from(row.marked) - 1.0).abs() < 1e-9, "{response:?} {ipd}");
            let exact = 1.0 / f_inc(response, 1.0 / delay);
            if ipd == 0 {
                assert_eq!((row.after, row.marked), (0, 1));
            } else if exact > delay - 1.0 {
                // Less than a step: so many ACKs as the exact law takes to the next rate, and the
                // rounding of the row itself and of the next one.
                let rate = delay - 1.0;
                let acks = (time_left(response, delay) - time_left(response, rate)) / delay;
                let made = f64::from(row.goal) / f64::from(row.gain);
                assert!((made - acks).abs() <= 1.0 + 1e-9, "{response:?} {ipd}: {made}, {acks}");
                assert_eq!(usize::from(row.after), ipd - 1);
            } else {
                let after = f64::from(row.after) + 1.0;
                assert!((after - exact).abs() < 1.0, "{response:?} {ipd}: {after}, {exact}");
                assert_eq!(row.gain, row.goal, "one ACK is a step");
            }
        }
    }
}

#[test]
fn condition_1_a_mark_and_an_unmarked_ack_do_not_increase_the_rate() {
    for (response, slowest) in ALL.into_iter().zip([255, 128, 128]) {
        let table = Table::of(response);
        // Down to the rate that a mark makes the lowest one: f_dec^-1(R_min).
        for ipd in 0..slowest {
            for progress in 0..table.row(ipd).goal {
                let after = Flow { ipd, progress }.marked(table).unmarked(table);
                assert!(after.ipd >= ipd, "{response:?}: {ipd}, {progress} to {after:?}");
            }
        }
    }
}

/// The recovery time of a flow that had a delay of `ipd` before a mark, in packet times.
fn after_a_mark(response: Response, ipd: u8) -> i64 {
    let table = Table::of(response);
    recovery(table, Flow::at(ipd).marked(table), ipd).1 as i64
}

#[test]
fn conditions_2_and_3_recovery_takes_t_rec_from_every_rate_with_lipd_and_fimd() {
    for (response, slowest) in [(Response::Lipd, 254), (Response::Fimd, 127)] {
        for ipd in 0..=slowest {
            let time = after_a_mark(response, ipd);
            // One interval at the rate before the mark and at most the one of the slowest rate.
            let error = (time - i64::from(RECOVERY_TIME)).unsigned_abs();
            let interval = u64::from(Table::of(response).row(ipd).marked) + 1;
            assert!(error < interval, "{response:?} {ipd}: {time}");
        }
    }
}

#[test]
fn condition_2_but_not_3_holds_for_aimd() {
    let times: Vec<_> = (0..=127).map(|ipd| after_a_mark(Response::Aimd, ipd)).collect();
    // From the highest rate it takes half of the whole recovery; from the lowest, T_rec.
    assert_eq!((times[0], times[127]), (32_768, i64::from(RECOVERY_TIME)));
    for (ipd, pair) in times.windows(2).enumerate() {
        let interval = 2 * (ipd as i64 + 2);
        assert!(pair[1] <= pair[0] + interval, "{ipd}: {pair:?}");
    }
}

#[test]
fn half_way_the_rates_are_those_of_figure_5() {
    let half = time_left(Response::Lipd, 256.0) / 2.0;
    for (response, expected) in ALL.into_iter().zip([0.0078, 1.0, 0.50]) {
        assert!((rate_at(response, half) - expected).abs() <= 0.01 * expected, "{response:?}");
        // The discrete rate that has been reached is next to it.
        let (mut flow, mut time) = (Flow::at(255), 0);
        while time as f64 + flow.interval() as f64 <= half && flow.ipd > 0 {
            time += flow.interval();
            flow = flow.unmarked(Table::of(response));
        }
        let delay = 1.0 / rate_at(response, half);
        assert!((flow.interval() as f64 - delay).abs() <= 1.0, "{response:?}: {flow:?}, {delay}");
    }
}

#[test]
fn discrete_rates_follow_the_law_all_the_way() {
    /// Packet times that a recovery by FIMD takes less than 8 T_rec.
    const SHORT: f64 = 10.0;
    for response in ALL {
        let (mut flow, mut time) = (Flow::at(255), 0.0);
        while flow.ipd > 0 {
            let interval = flow.interval() as f64;
            let before = flow;
            time += interval;
            flow = flow.unmarked(Table::of(response));
            if flow.ipd < before.ipd {
                let late = time
                    - (time_left(response, 256.0) - time_left(response, flow.interval() as f64));
                assert!(
                    late.abs() < interval + SHORT,
                    "{response:?}: {before:?} to {flow:?}: {late}"
                );
            }
        }
    }
}

#[test]
fn rates_never_cross() {
    for response in ALL {
        for pair in Table::of(response).rows().windows(2) {
            assert!(pair[0].after <= pair[1].after && pair[0].marked <= pair[1].marked);
        }
    }
}
