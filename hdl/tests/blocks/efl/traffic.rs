//! Two endpoints with a wire between them, which may lose frames: payloads, credits, counters and
//! values of flows.

use super::endpoints::{endpoint, with_large_stack, Size, SIZES};
use super::station::Station;
use std::collections::{HashMap, VecDeque};
use tailback_kernels::generator::random::Random;
use tailback_spec::efl::pace::State;
use tailback_spec::wire::efl::{fcs::has_good_fcs, Content, Repr};

/// Sends packets both ways across a wire that loses one frame in `losses`, if that is not 0.
fn run(size: Size, seed: u64, packets: usize, losses: usize) -> [Station; 2] {
    const DELAY: usize = 100;
    let efl = endpoint(size);
    let mut random = Random::new(seed);
    let mut stations = [0, 1].map(|which| Station::new(size, which));
    let flows = size.0.min(3) as u16;
    let mut sent: [HashMap<u16, Vec<Vec<u8>>>; 2] = Default::default();
    for (station, sent) in stations.iter_mut().zip(&mut sent) {
        for number in 0..packets {
            let flow = random.below(flows.into()) as u16;
            let bytes = 1 + random.below(efl.payload_bytes() as usize);
            let payload: Vec<u8> =
                (0..bytes).map(|at| (at + 7 * number) as u8 ^ random.below(2) as u8).collect();
            sent.entry(flow).or_default().push(payload.clone());
            station.payloads.push_back((flow, payload));
        }
    }
    let mut wire: VecDeque<(usize, usize, Vec<u8>)> = VecDeque::new();
    let mut quiet = 0;
    for now in 0.. {
        for (which, station) in stations.iter_mut().enumerate() {
            let Some(frame) = station.cycle(&mut random) else { continue };
            if size.3 {
                assert!(has_good_fcs(&frame));
            }
            let bare = if size.3 { &frame[..frame.len() - 4] } else { &frame[..] };
            let repr = Repr::parse(bare, efl.ether_type()).expect("a frame of EFL");
            if let Content::Data { payload_bytes, .. } = repr.content {
                assert!(u32::from(payload_bytes) <= efl.payload_bytes());
            }
            match random.below(losses.max(1)) {
                0 if losses > 0 && size.3 => {
                    let mut broken = frame;
                    let at = random.below(broken.len());
                    broken[at] ^= 1;
                    wire.push_back((now + DELAY, 1 - which, broken));
                }
                0 if losses > 0 => (),
                _ => wire.push_back((now + DELAY, 1 - which, frame)),
            }
        }
        while wire.front().is_some_and(|(when, ..)| *when <= now) {
            let (_, to, frame) = wire.pop_front().expect("a frame");
            stations[to].receiving.frames.push_back(frame);
        }
        let returned: usize = stations.iter().map(|station| station.returned as usize).sum();
        quiet = if returned == 2 * packets { quiet + 1 } else { 0 };
        if quiet > 300 {
            break;
        }
        assert!(now < 400_000, "{size:?}: {returned} of {}", 2 * packets);
    }
    for (station, sent) in stations.iter().zip(sent.iter().rev()) {
        for (flow, payloads) in sent {
            let label = flows - 1 - flow;
            assert_eq!(station.received.get(&label), Some(payloads), "{size:?}: flow {flow}");
        }
    }
    stations
}

#[test]
fn payloads_arrive_in_order_and_are_counted() {
    with_large_stack(lossless);
}

#[test]
fn payloads_arrive_in_order_though_frames_are_lost() {
    with_large_stack(lossy);
}

/// Sizes of whole runs: the kernel of an endpoint takes a minute for each, and co-simulation compares
/// more of them.
fn run_sizes(all: &[Size]) -> &[Size] {
    match std::env::var_os("TAILBACK_SOAK") {
        Some(_) => all,
        None => &all[..1],
    }
}

fn lossless() {
    for size in run_sizes(&[SIZES[1], SIZES[0], SIZES[2]]).iter().copied() {
        let packets = 16;
        for mut station in run(size, 1, packets, 0) {
            let packets = packets as u32;
            assert_eq!(station.counter("data_sent"), packets);
            assert_eq!(station.counter("data_accepted"), packets);
            let names = ["data_sent_again", "time_outs", "losses_duplicate", "duplicates", "gaps"];
            for name in names.into_iter().chain(["host_dropped", "events_lost", "fcs_wrong"]) {
                assert_eq!(station.counter(name), 0, "{name}");
            }
            let acks = station.counter("acks_sent");
            assert_eq!(station.counter("frames_sent"), packets + acks);
            assert_eq!(station.counter("acks_received"), station.counter("acks_new"));
            let mut totals = [0; 2];
            for flow in 0..size.0.min(3) {
                let values = station.values(flow);
                totals = [totals[0] + values[0], totals[1] + values[4]];
                // Everything is acknowledged: the flow is idle, and has a rate.
                assert_eq!(values[9], State::Idle as u32);
                assert!(values[5] > 0 && values[6] > 0 && values[8] > 0, "{values:?}");
            }
            assert_eq!(totals, [packets; 2]);
        }
    }
}

fn lossy() {
    for size in run_sizes(&[SIZES[2], SIZES[1]]).iter().copied() {
        let mut stations = run(size, 2, 30, 8);
        let mut sum = |names: &[&str]| -> u32 {
            let counters = stations.iter_mut().flat_map(|station| {
                names.iter().map(|name| station.counter(name)).collect::<Vec<_>>()
            });
            counters.sum()
        };
        assert!(sum(&["data_sent_again"]) > 0);
        assert!(sum(&["time_outs", "losses_duplicate"]) > 0);
        assert_eq!(sum(&["fcs_wrong"]) > 0, size.3);
        assert_eq!(sum(&["drop_bad"]), sum(&["fcs_wrong"]));
    }
}
