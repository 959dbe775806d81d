//! The rate limiter achieves the rates of the papers, on the RTL: many flows, each with a delay of
//! its own, are always backlogged, and their starts are compared with the formula.
//!
//! The golden model is not used: the sums of delays are computed from the papers alone.

mod backlog;
mod common;

use std::ops::RangeInclusive;

use backlog::{Delay, Flow, Host, MULTIPLIER_BITS};
use common::{amount, cache};
use tailback_gen::{verilog, Design};
use tailback_hdl::nic::{FlowLimiter, RateLimiter};
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};
use tailback_testbench::harness::{Builder, Optimise, Tools};
use tailback_testbench::random::Random;

/// Packets of each flow; the sum of delays is checked after each packet.
const PACKETS: u64 = 64;
/// Packets of each flow with `TAILBACK_SOAK`.
const SOAK_PACKETS: u64 = 100_000;
/// Number of random entries of the congestion control table.
const ENTRIES: usize = 1000;
/// Words of the longest packet.
const PACKET_WORDS: u32 = 2049;

/// Range of delays in cycles, where packets of whole words permit it. With many flows, the minimum
/// is the longest time that a flow may wait for others, as it would lose its credit otherwise; the
/// average lets a packet start in one of eight cycles.
const MANY_DELAY: RangeInclusive<u64> = 512..=4096;
/// Range of delays in cycles of a single flow, which waits only for its own loop.
const ONE_DELAY: RangeInclusive<u64> = 48..=512;
/// Flows at a time, for which [`MANY_DELAY`] is chosen.
const MANY: usize = 256;

fn nic(flows: usize, response: Response, word_bytes: u32) -> Nic {
    Nic::new(Parameters {
        flows: flows as u32,
        response,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 1,
        period_cycles: 4096,
        packet_words: PACKET_WORDS,
        word_bytes,
        clock_hz: 125_000_000,
    })
    .unwrap()
}

fn design(nic: &Nic) -> Design {
    match nic.flows() {
        1 => verilog(&FlowLimiter::new(nic), "a test"),
        _ => verilog(&RateLimiter::new(nic), "a test"),
    }
    .unwrap()
}

/// Range of packet lengths in words for which a delay lies in a range of cycles, as far as whole
/// words permit; contains at least two lengths.
fn words(delay: Delay, cycles: &RangeInclusive<u64>, word_ticks: u64) -> RangeInclusive<u64> {
    let longest = u64::from(PACKET_WORDS);
    let first = |least: u64| {
        (1..=longest).find(|&words| delay.ticks(words, word_ticks) >= least * word_ticks)
    };
    let shortest = first(*cycles.start()).unwrap().min(longest - 1);
    shortest..=first(*cycles.end()).unwrap_or(longest).max(shortest + 1)
}

/// Runs one flow for each delay, and compares each start with the formula.
fn assert_exact(delays: &[Delay], response: Response, word_bytes: u32, seed: u64) {
    assert_exact_over(amount(PACKETS, SOAK_PACKETS), delays, response, word_bytes, seed);
}

/// Runs one flow for each delay with `packets` packets each, and compares each start with the
/// formula.
fn assert_exact_over(
    packets: u64,
    delays: &[Delay],
    response: Response,
    word_bytes: u32,
    seed: u64,
) {
    let nic = nic(delays.len(), response, word_bytes);
    let optimise = amount(Optimise::Build, Optimise::Run);
    let builder = Builder::new(cache(), Tools::default(), optimise).unwrap();
    let library = builder.build(&design(&nic)).unwrap();
    let word_ticks = 1 << nic.fraction_bits();
    let cycles = match delays.len() {
        1 => ONE_DELAY,
        _ => MANY_DELAY,
    };
    let flow = |&delay| Flow::new(delay, words(delay, &cycles, word_ticks), packets);
    let flows = delays.iter().map(flow).collect();
    let told = Host::new(&library, flows, word_ticks, Random::new(seed)).run();
    println!("{} flows, {response:?}, {word_bytes} byte: {told}", delays.len());
    // Lateness is random: it does not accumulate.
    assert!(told.late_at_the_end < packets / 2, "{told}");
    assert_eq!(told.packets, packets * delays.len() as u64);
    if delays.len() == 1 {
        assert_eq!(told.latest, 0, "nothing is in a single flow's way");
    }
}

/// Entries with as many small multipliers as large ones, the highest rates first.
fn entries(count: usize, seed: u64) -> Vec<Delay> {
    const SHIFTS: u64 = 4;
    let mut random = Random::new(seed);
    let mut entry = |_| {
        let bits = random.below(u64::from(MULTIPLIER_BITS) + 1);
        let multiplier = match bits {
            0 => 0,
            _ => 1 << (bits - 1) | random.below(1 << (bits - 1)),
        };
        Delay::Entry { shift: random.below(SHIFTS), multiplier }
    };
    let mut entries: Vec<_> = (0..count).map(&mut entry).collect();
    entries.sort_by_key(|entry| entry.ticks(1 << SHIFTS, 1));
    entries
}

#[test]
fn each_ipd_gives_its_rate_on_the_rtl() {
    let delays: Vec<_> = (0..=255).map(Delay::Ipd).collect();
    assert_exact(&delays, Response::Lipd, 8, 1);
}

#[test]
fn each_of_many_random_entries_of_the_table_gives_its_rate_on_the_rtl() {
    // Sorted entries, so that entries with long delays run together.
    for (part, entries) in (0..).zip(entries(ENTRIES, 2).chunks(ENTRIES / 5)) {
        assert_exact(entries, Response::Cct, 8, part);
    }
}

#[test]
fn parts_of_a_cycle_add_up_on_the_rtl() {
    let packets = amount(PACKETS, SOAK_PACKETS / 10);
    assert_exact_over(packets, &entries(MANY, 3), Response::Cct, 64, 3);
}

#[test]
fn a_single_flow_gets_the_rate_of_its_ipd_on_the_rtl() {
    for ipd in [0, 1, 2, 10, 100, 255] {
        assert_exact(&[Delay::Ipd(ipd)], Response::Lipd, 8, ipd);
    }
}

#[test]
fn a_single_flow_gets_the_rate_of_its_entry_on_the_rtl() {
    for (number, entry) in (0..).zip(entries(6, 4)) {
        for word_bytes in [8, 64] {
            assert_exact(&[entry], Response::Cct, word_bytes, number);
        }
    }
}
