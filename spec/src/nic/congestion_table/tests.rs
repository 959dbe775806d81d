//! Entries, tables and widths against closed forms.

use super::presets::{linear, squared, squared_us, Packets, GRAN, IN_USE, VENDOR};
use super::*;
use crate::nic::{AfterIdle, Parameters, Response};

fn nic(flows: u32, cct_entries: u32, throttled: Throttled, clock_hz: u64) -> Nic {
    Nic::new(Parameters {
        flows,
        response: Response::Cct,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries,
        throttled,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 34,
        word_bytes: 64,
        clock_hz,
    })
    .unwrap()
}

fn us((numerator, denominator): (u128, u128)) -> f64 {
    numerator as f64 / denominator as f64
}

#[test]
fn entries_survive_their_bits() {
    for bits in 0..=u16::MAX {
        let entry = CctEntry::parse(bits);
        assert_eq!(entry.emit(), bits);
        assert_eq!(CctEntry::new(entry.shift(), entry.multiplier()), Ok(entry));
    }
    assert!(CctEntry::new(4, 0).is_err());
    assert!(CctEntry::new(0, 16_384).is_err());
}

#[test]
fn the_shift_comes_before_the_multiplication() {
    let entry = CctEntry::new(2, 3).unwrap();
    assert_eq!([3, 4, 7, 8].map(|ticks| entry.delay(ticks)), [0, 3, 3, 6]);
    assert_eq!(CctEntry::default().delay(1000), 0);
    let most = CctEntry::new(0, 16_383).unwrap();
    assert_eq!(most.delay(1 << 20), 16_383 << 20);
}

/// Index at which the delay is nearest to `delay_us`.
fn nearest_index(delay_us: f64) -> usize {
    let distance = |index: usize| (us(squared_us(index, GRAN)) - delay_us).abs();
    (0..128).min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap()
}

#[test]
fn the_last_delays_of_gran_and_of_the_vendor_are_106_3_and_118_6_us() {
    assert_eq!(squared_us(127, GRAN), (112_903, 1062));
    assert_eq!(format!("{:.1}", us(squared_us(127, GRAN))), "106.3");
    assert_eq!(format!("{:.1}", us(squared_us(127, VENDOR))), "118.6");
}

#[test]
fn a_fair_quarter_of_13_gbps_is_a_delay_of_3_78_us_at_index_24() {
    // Three packet times of 2048 bytes: one packet is sent, then three of the others.
    let packet_us = 2048.0 * 8.0 / 13e3;
    assert_eq!(format!("{:.2}", 3.0 * packet_us), "3.78");
    assert_eq!(nearest_index(3.0 * packet_us), 24);
    // With shift 3, 24 is three packet times.
    let packets = Packets { bytes: 2048, bits_per_s: 13_000_000_000 };
    let table = squared(GRAN, packets, 128);
    assert_eq!(table[24], CctEntry::new(3, 24).unwrap());
    assert_eq!(table[0], CctEntry::default());
}

#[test]
fn no_entry_is_further_from_the_formula_than_half_a_step() {
    let packets = Packets { bytes: 2048, bits_per_s: 13_000_000_000 };
    let packet_us = 2048.0 * 8.0 / 13e3;
    for divisor in [GRAN, VENDOR] {
        for (index, entry) in squared(divisor, packets, 1024).iter().enumerate() {
            let step = packet_us / f64::from(1 << entry.shift());
            let delay = f64::from(entry.multiplier()) * step;
            let asked = us(squared_us(index, divisor));
            assert!((delay - asked).abs() <= step / 2.0 + 1e-9, "{index}: {delay} {asked}");
        }
    }
}

#[test]
fn a_linear_table_ends_with_the_longest_delay_and_has_equal_steps() {
    let table = linear(127, 128);
    for (index, entry) in table.iter().enumerate() {
        assert_eq!(entry.delay(8), 8 * index as u64);
    }
    // 21 us of packets of 0.683 us (Pfister'05): 30.75 packet times at most.
    let table = linear(31, 128);
    assert_eq!(table[0], CctEntry::default());
    assert_eq!(table[127], CctEntry::new(3, 248).unwrap());
    assert_eq!(table[64].multiplier(), 125);
}

#[test]
fn tables_in_use_are_the_floors_of_their_formula() {
    for (table, last) in IN_USE.iter().zip([57, 30, 46, 24]) {
        let entries = table.entries(128);
        assert_eq!(entries[0].multiplier(), 0, "{}", table.name);
        assert_eq!(entries[127].multiplier(), last, "{}", table.name);
        assert!(entries.iter().all(|entry| entry.shift() == table.shift));
        assert!(entries.windows(2).all(|pair| pair[0].multiplier() <= pair[1].multiplier()));
    }
}

#[test]
fn ticks_are_exact_for_any_clock() {
    let rate = |hertz| tick_rate(&nic(64, 128, Throttled::Qp, hertz));
    assert_eq!(rate(125_000_000), TickRate { ticks: 1, cycles: 128 });
    assert_eq!(rate(156_250_000), TickRate { ticks: 1, cycles: 160 });
    assert_eq!(rate(200_000_000), TickRate { ticks: 5, cycles: 1024 });
    for hertz in [1_000_000, 15_625_000, 100_000_001, 322_265_625, 1_000_000_000] {
        let TickRate { ticks, cycles } = rate(hertz);
        // ticks / cycles = 1 / (hertz * 1.024e-6)
        let ns = u128::from(TICK_NS);
        assert_eq!(u128::from(ticks) * u128::from(hertz) * ns, u128::from(cycles) * 1_000_000_000);
    }
}

#[test]
fn a_number_of_expiries_tells_old_from_new_in_every_size() {
    for flows in [1, 2, 64, 1000, 4096] {
        for entries in Nic::CCT_ENTRIES {
            for hertz in [1_000_000, 15_625_000, 125_000_000, 322_265_625, 1_000_000_000] {
                for throttled in [Throttled::Qp, Throttled::Sl] {
                    let nic = nic(flows, entries, throttled, hertz);
                    let half = 1 << (expiry_bits(&nic) - 1);
                    assert!(half >= u64::from(entries));
                    assert!(half > most_expiries(&nic) + 255);
                    assert!(expiry_bits(&nic) <= 16, "{}", expiry_bits(&nic));
                    let ticks = shortest_timer(&nic) as f64;
                    assert!(ticks * 1.024e-6 * hertz as f64 >= 15.99);
                }
            }
        }
    }
    let usual = nic(4096, 128, Throttled::Qp, 200_000_000);
    assert_eq!((most_expiries(&usual), expiry_bits(&usual)), (1283, 12));
}
