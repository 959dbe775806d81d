//! Rate of a backlogged flow: over any number of packets, the sum of their delays, to the cycle.

use super::hosts::next_number;
use super::*;
use tailback_spec::nic::rate_limiter::{ipd_ticks, table_ticks, FRAME_CYCLES};

/// Random entries of the table.
const ENTRIES: u64 = 1000;
/// Packets in each run.
const PACKETS: u64 = 8;
/// Packets in each run with `TAILBACK_SOAK`.
const SOAK_PACKETS: u64 = 100_000;
/// Most cycles from a grant to the next one that a backlogged flow needs.
const LOOP_CYCLES: [u64; 2] = [10, 26];
/// Cycles after a start, and before a flow's time, that are simulated.
const APPROACH_CYCLES: u64 = 16;
const FRAME: u64 = FRAME_CYCLES as u64;

fn is_soak() -> bool {
    std::env::var_os("TAILBACK_SOAK").is_some()
}

/// Skips cycles before `until` in which the flow only waits for its time, so that nothing happens.
fn leave_out(driven: &mut Driven, until: u64) {
    // Runs until the flow is in the slot or queue in which it waits.
    let settled = driven.cycle + APPROACH_CYCLES;
    while driven.cycle < settled {
        driven.step();
    }
    if let RateLimiter::Many(_) = driven.model {
        while !driven.many().from_far.is_empty() {
            driven.step();
        }
    }
    let left_out = until.saturating_sub(driven.cycle) / FRAME * FRAME;
    driven.cycle += left_out;
    match &mut driven.model {
        RateLimiter::Many(flows) => flows.cycle += left_out,
        RateLimiter::One(flow) => flow.cycle += left_out,
    }
}

/// Sends packets of one delay and random sizes as fast as they are granted. Each is granted in the
/// cycle that follows from the delays so far.
fn assert_exact(nic: &Nic, delay: u64, seed: &mut u64) {
    let packets = if is_soak() { SOAK_PACKETS } else { PACKETS };
    let fraction_bits = nic.fraction_bits();
    let delay_ticks = |words: u64| match nic.has_table() {
        true => table_ticks(
            words << fraction_bits,
            delay >> MULTIPLIER_BITS,
            delay % (1 << MULTIPLIER_BITS),
        ),
        false => ipd_ticks(words, delay),
    };
    let loop_ticks = LOOP_CYCLES[usize::from(nic.flows() > 1)] << fraction_bits;
    let longest = u64::from(nic.packet_words());
    let shortest = (1..=longest).find(|&words| delay_ticks(words) >= loop_ticks).unwrap_or(longest);

    let mut driven = Driven::new(nic);
    driven.inputs.delay = delay;
    while !driven.step().doorbell_ready {}
    driven.doorbell(0).step();
    driven.next_grant();
    // Earliest start of the next packet, in ticks, counted from the first start.
    let mut schedule = None;
    for packet in 0..packets {
        let words = shortest + next_number(seed) % (longest - shortest + 1);
        let start = driven.cycle << fraction_bits;
        assert!(driven.start(0, words, true).step().start_ready);
        let mut looked_up = false;
        while !looked_up {
            let outputs = driven.step();
            assert!(!outputs.start_ignored && !outputs.grant);
            looked_up = outputs.look_up;
        }
        let next = *schedule.get_or_insert(start) + delay_ticks(words);
        schedule = Some(next);
        let time = next.div_ceil(1 << fraction_bits);
        driven.ack(0).step();
        if is_soak() && time > driven.cycle + 4 * APPROACH_CYCLES {
            leave_out(&mut driven, time - 2 * APPROACH_CYCLES);
        }
        assert_eq!(driven.next_grant().0, time, "packet {packet} of {words} words, delay {delay}");
    }
}

#[test]
fn each_ipd_gives_its_rate() {
    let mut seed = 1;
    for (flows, window) in [(1, 1), (2, 2)] {
        let nic = nic(flows, window, Response::Lipd, (64, 8));
        (0..=255).for_each(|ipd| assert_exact(&nic, ipd, &mut seed));
    }
}

#[test]
fn each_of_many_random_entries_of_the_table_gives_its_rate() {
    let mut seed = 2;
    for flows in [1, 2] {
        for number in 0..ENTRIES {
            // Small multipliers are as frequent as large ones.
            let bits = number % (MULTIPLIER_BITS as u64 + 1);
            let multiplier = next_number(&mut seed) % (1 << bits);
            let delay = entry(next_number(&mut seed) % 4, multiplier);
            // Short packets at long delays keep the run short.
            let packet_words = (2072 / (multiplier + 8)).max(27) as u32;
            let nic = nic(flows, 1, Response::Cct, (packet_words, 8));
            assert_exact(&nic, delay, &mut seed);
        }
    }
}

#[test]
fn wide_words_have_parts_of_a_cycle_that_add_up() {
    // Sixteen ticks a cycle: a packet of a beat may request 17 of them.
    let mut seed = 3;
    for flows in [1, 2] {
        for (shift, multiplier) in [(3, 1), (3, 7), (2, 1), (1, 3), (0, 1), (3, 700)] {
            let nic = nic(flows, 1, Response::Cct, (65, 64));
            assert_exact(&nic, entry(shift, multiplier), &mut seed);
        }
    }
}

/// INFOCOM'03 Fig. 3(d): ten flows at 1/10 share a link without losing any of it, although each
/// waits for others time and again.
#[test]
fn flows_that_wait_for_each_other_get_their_rates_all_the_same() {
    const WORDS: u64 = 4;
    const TENTHS: u64 = 10;
    const PACKETS: u64 = 400;
    let nic = nic(10, 2, Response::Lipd, (4, 64));
    let mut driven = Driven::new(&nic);
    driven.inputs.delay = TENTHS - 1;
    let mut granted = [0; TENTHS as usize];
    let (mut doorbells, mut told, mut acks) =
        ((0..TENTHS).collect::<Vec<_>>(), Vec::new(), Vec::new());
    let mut first_full = None;
    while granted.iter().sum::<u64>() < TENTHS * PACKETS {
        let inputs = &mut driven.inputs;
        // Each event stays until it is accepted.
        for (events, event, flow) in [
            (&doorbells, &mut inputs.doorbell, &mut inputs.doorbell_flow),
            (&told, &mut inputs.start, &mut inputs.start_flow),
            (&acks, &mut inputs.ack, &mut inputs.ack_flow),
        ] {
            *event = !events.is_empty();
            *flow = events.first().copied().unwrap_or(0);
        }
        (inputs.start_words, inputs.start_more) = (WORDS, true);
        inputs.ack_count = 1;
        let inputs = driven.inputs.clone();
        let outputs = driven.step();
        for (events, taken) in [
            (&mut doorbells, inputs.doorbell && outputs.doorbell_ready),
            (&mut told, inputs.start && outputs.start_ready),
            (&mut acks, inputs.ack && outputs.ack_ready),
        ] {
            if taken {
                events.remove(0);
            }
        }
        if outputs.look_up {
            acks.push(outputs.look_up_flow);
        }
        if outputs.grant {
            told.push(outputs.grant_flow);
            granted[outputs.grant_flow as usize] += 1;
            if granted.iter().all(|&packets| packets > 0) {
                first_full.get_or_insert((driven.cycle, granted));
            }
        }
    }
    // One packet every 40 cycles for each flow, and one of any flow every 4: to within a packet.
    let (since, before) = first_full.expect("all were granted");
    let cycles = driven.cycle - since;
    for (granted, before) in granted.iter().zip(before) {
        let fair = cycles / (WORDS * TENTHS);
        assert!((granted - before).abs_diff(fair) <= 1, "{granted} {before} {fair}");
    }
}
