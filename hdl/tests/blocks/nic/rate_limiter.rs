//! The rate limiter: exact grants, and equality of Verilog and kernel at every size.

use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::nic::{FlowLimiter, RateLimiter};
use tailback_hdl::Hardware;
use tailback_kernels::Kernel;
use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// Flows, beats of the longest packet, bytes of a beat, window, and whether there is a table.
const SIZES: [(u32, u32, u32, u32, bool); 8] = [
    (1, 259, 8, 1, false),
    (1, 33, 64, 16, true),
    (2, 259, 8, 1, false),
    (3, 2049, 8, 3, true),
    (64, 259, 8, 1, true),
    (100, 33, 64, 16, false),
    (1024, 33, 64, 2, true),
    (4096, 259, 8, 1, false),
];

fn nic((flows, packet_words, word_bytes, window, has_table): (u32, u32, u32, u32, bool)) -> Nic {
    let response = if has_table { Response::Cct } else { Response::Lipd };
    let parameters = Parameters {
        flows,
        response,
        after_idle: AfterIdle::Keep,
        window,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words,
        word_bytes,
        clock_hz: 125_000_000,
    };
    Nic::new(parameters).expect("a NIC that is possible")
}

fn every_size() -> Vec<Box<dyn Kernel>> {
    let block = |size| {
        let nic = nic(size);
        match nic.flows() {
            1 => Box::new(FlowLimiter::new(&nic)) as Box<dyn Kernel>,
            _ => Box::new(RateLimiter::new(&nic)),
        }
    };
    SIZES.map(block).into()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(every_size());
}

#[test]
fn flow_limiter_text() {
    reviewed!("flow_limiter", &FlowLimiter::new(&nic((1, 259, 8, 1, false))));
}

#[test]
fn rate_limiter_text() {
    reviewed!("rate_limiter", &RateLimiter::new(&nic((256, 259, 8, 4, false))));
}

/// Cycle limit of a trace.
const MOST: usize = 1_000_000;

/// Returns the cycles in which flow 0 is granted, with this delay, for packets of `words` beats.
/// The flow is always backlogged, starts each packet in the cycle after its grant, and receives the
/// ACK at once.
fn grants<H: Hardware>(block: H, words: u128, delay: u128, count: usize) -> Vec<usize> {
    let mut block = reset(block);
    let mut cycles = Vec::new();
    let (mut belled, mut start, mut ack) = (false, false, false);
    for now in 0..MOST {
        let inputs = [
            ("doorbell", u128::from(!belled)),
            ("start", start.into()),
            ("start_words", words),
            ("start_more", 1),
            ("ack", ack.into()),
            ("ack_count", 1),
            ("delay", delay),
            ("grant_ready", 1),
        ];
        let outputs = ["doorbell_ready", "start_ready", "ack_ready", "grant", "start_ignored"];
        let [doorbell_ready, start_ready, ack_ready, grant, ignored] =
            cycle(&mut block, &inputs, outputs);
        assert_eq!(ignored, 0, "in cycle {now}");
        belled |= doorbell_ready == 1;
        let acked = ack && ack_ready == 1;
        let started = start && start_ready == 1;
        ack = (ack && !acked) || started;
        start = (start && !started) || grant == 1;
        if grant == 1 {
            cycles.push(now);
            if cycles.len() == count {
                break;
            }
        }
    }
    cycles
}

#[test]
fn a_flow_is_granted_when_its_schedule_says() {
    for flows in [1, 2, 64] {
        for (words, ipd) in [(259, 0), (259, 1), (30, 0), (31, 7), (9, 255), (77, 40)] {
            let nic = nic((flows, 259, 8, 1, false));
            let seen = match flows {
                1 => grants(FlowLimiter::new(&nic), words, ipd, 5),
                _ => grants(RateLimiter::new(&nic), words, ipd, 5),
            };
            let delay = (words * (ipd + 1)) as usize;
            let gaps: Vec<usize> = seen.windows(2).map(|pair| pair[1] - pair[0]).collect();
            // The first gap is counted from the start, the others from the schedule.
            assert!(gaps[0] == delay + 1, "{flows} flows, {words} words, IPD {ipd}: {gaps:?}");
            assert!(gaps[1..].iter().all(|gap| *gap == delay), "{flows}, {words}, {ipd}: {gaps:?}");
        }
    }
}

#[test]
fn a_table_is_followed_to_fractions_of_a_cycle() {
    // 33 beats of 64 bytes are 528 ticks of a sixteenth cycle; shifted by 3, 66.
    for flows in [1, 64] {
        let nic = nic((flows, 33, 64, 1, true));
        let delay = 3 << 14 | 9;
        let count = 33;
        let seen = match flows {
            1 => grants(FlowLimiter::new(&nic), 33, delay, count),
            _ => grants(RateLimiter::new(&nic), 33, delay, count),
        };
        let ticks = 528 + 66 * 9;
        // The schedule begins with the start, one cycle after the grant.
        for (at, now) in seen.iter().enumerate().skip(1) {
            assert_eq!(now - seen[0] - 1, (ticks * at).div_ceil(16), "packet {at}");
        }
    }
}
