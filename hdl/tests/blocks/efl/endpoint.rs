//! The whole endpoint: time, the queue of events, the rate limiter, lint, and equality of Verilog and
//! kernel.

use super::endpoints::{endpoint, with_large_stack, Size, SIZES};
use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::efl::endpoint::{EflClock, EflEventQueue, EflLimiter};
use tailback_hdl::efl::EflEndpoint;
use tailback_kernels::Kernel;
use tailback_spec::efl::endpoint::QUEUE;
use tailback_spec::efl::rate::{Parts, Settings};
use tailback_spec::efl::{Efl, Parameters};
use tailback_spec::wire::efl::TICKS_PER_SECOND;

fn of_sizes(sizes: &[Size]) -> Vec<Box<dyn Kernel>> {
    sizes.iter().map(|size| Box::new(EflEndpoint::new(&endpoint(*size))) as _).collect()
}

/// An endpoint with this clock.
fn clocked(clock_hz: u64) -> Efl {
    let settings = Settings {
        parts: Parts { probes: true, delays: true, predicts: true },
        probe_packets: 20,
        alpha: 4000,
        beta: 1966,
        probe_alpha: 2000,
        probe_beta: 3932,
        initial: 3_670_016,
        minimum: 4 << 20,
        maximum: 125 << 20,
        rtt_min: 0,
        rto_min: 5000,
    };
    let parameters = Parameters {
        flows: 4,
        window: 8,
        payload_bytes: 256,
        ack_every: 10,
        fcs: false,
        overhead_bytes: 24,
        ether_type: 0x88B5,
        settings,
        clock_hz,
    };
    Efl::new(parameters).expect("an endpoint that is possible")
}

const CLOCKS: [u64; 6] =
    [1_000_000, 3_000_000, 10_000_000, 125_000_000, 156_250_000, 1_000_000_000];

#[test]
fn no_tool_complains_of_any_size() {
    with_large_stack(|| clean(of_sizes(&SIZES)));
}

#[test]
fn no_tool_complains_of_any_clock() {
    clean(CLOCKS.iter().map(|clock| Box::new(EflClock::new(&clocked(*clock))) as _).collect());
}

#[test]
fn the_verilog_is_the_kernel() {
    with_large_stack(alike);
}

fn alike() {
    // A reset in the middle of the run would interrupt the clearing of memories.
    alike_if(of_sizes(&SIZES[..4]), |design, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        "s_axis_host_tid" => value[0] %= SIZES[design].0.min(3),
        "s_axis_host_tvalid" => value[0] &= u32::from(cycle > 250),
        "s_axis_host_tlast" => value[0] |= u32::from(cycle % 8 > 2),
        "s_axis_mac_tlast" => value[0] &= u32::from(cycle % 16 > 12),
        "m_axis_mac_tready" => value[0] |= u32::from(cycle % 4 > 0),
        _ => (),
    });
}

#[test]
fn endpoint_text() {
    with_large_stack(texts);
}

fn texts() {
    let efl = endpoint(SIZES[1]);
    reviewed!("clock", &EflClock::new(&efl));
    reviewed!("event_queue", &EflEventQueue::new(&efl));
    let modules = tailback_harness::blocks::design(&EflEndpoint::new(&efl)).modules;
    for name in ["tailback_efl_endpoint", "tailback_efl_limiter", "tailback_efl_happened"] {
        let module = modules.iter().find(|module| module.name == name).expect("a module");
        insta::assert_snapshot!(name.trim_start_matches("tailback_"), module.text);
    }
}

#[test]
fn time_is_exact_at_any_clock() {
    for clock_hz in CLOCKS {
        let mut block = reset(EflClock::new(&clocked(clock_hz)));
        let (mut now, mut rest) = (0, 0);
        for _ in 0..3000 {
            assert_eq!(cycle(&mut block, &[], ["now"]), [now], "{clock_hz}");
            let sum = rest + TICKS_PER_SECOND % clock_hz;
            let ticks = TICKS_PER_SECOND / clock_hz + u64::from(sum >= clock_hz);
            rest = if sum >= clock_hz { sum - clock_hz } else { sum };
            now = (now + u128::from(ticks)) % (1 << 24);
        }
    }
}

#[test]
fn the_seventeenth_event_is_lost_and_the_others_stay_in_order() {
    let mut block = reset(EflEventQueue::new(&endpoint(SIZES[1])));
    let put = |number: u128| {
        [
            ("put", 1),
            ("put_flow", number),
            ("put_group", 255 - number),
            ("put_loss", number & 1),
            ("put_covered", number >> 1 & 1),
            ("put_probe", number >> 2 & 1),
            ("put_rtt", 1000 + number),
            ("put_time", 0xFF_FF00 + number),
            ("put_bytes", 0xFFFF_FF00 + number),
        ]
    };
    assert_eq!(cycle(&mut block, &[], ["event_valid"]), [0]);
    for number in 0..QUEUE as u128 {
        assert_eq!(cycle(&mut block, &put(number), ["lost"]), [0]);
    }
    // One is taken in the same cycle.
    let mut inputs = put(63).to_vec();
    inputs.push(("event_ready", 1));
    assert_eq!(cycle(&mut block, &inputs, ["lost", "event_valid", "event_flow"]), [1, 1, 0]);
    assert_eq!(cycle(&mut block, &put(16), ["lost"]), [0]);
    for number in 1..=16 {
        let outputs = [
            "event_valid",
            "event_flow",
            "event_group",
            "event_loss",
            "event_covered",
            "event_probe",
            "event_rtt",
            "event_time",
            "event_bytes",
        ];
        let values = cycle(&mut block, &[("event_ready", 1)], outputs);
        let expected = put(number).map(|(_, value)| value);
        assert_eq!(values, expected);
    }
    assert_eq!(cycle(&mut block, &[], ["event_valid"]), [0]);
}

#[test]
fn a_flow_is_granted_again_though_nothing_is_acknowledged() {
    for size in [0, 1] {
        let mut block = reset(EflLimiter::new(&endpoint(SIZES[size])));
        while cycle(&mut block, &[("doorbell", 1)], ["doorbell_ready"]) == [0] {}
        let mut grants = Vec::new();
        let mut starts = false;
        for now in 0..400 {
            let start = if starts { 1 } else { 0 };
            let inputs =
                [("grant_ready", 1), ("start", start), ("start_words", 20), ("start_more", 1)];
            let [grant, ready] = cycle(&mut block, &inputs, ["grant", "start_ready"]);
            if grant == 1 && !starts {
                grants.push(now);
            }
            starts = grant == 1 || (starts && ready == 0);
        }
        let gaps: Vec<i32> = grants.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.len() > 10, "{gaps:?}");
        assert!(gaps.iter().all(|gap| (20..=28).contains(gap)), "{gaps:?}");
    }
}
