//! The whole endpoint: payloads across a wire that loses frames, credits, counters and values of
//! flows, time, the queue of events, lint, and equality of Verilog and kernel.

use super::endpoints::{endpoint, with_large_stack, Size, SIZES};
use std::collections::{HashMap, VecDeque};
use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::efl::endpoint::{EflClock, EflEventQueue, EflLimiter};
use tailback_hdl::efl::EflEndpoint;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::endpoint::QUEUE;
use tailback_spec::efl::pace::State;
use tailback_spec::efl::rate::{Parts, Settings};
use tailback_spec::efl::registers::{address, COUNTERS};
use tailback_spec::efl::{Efl, Parameters};
use tailback_spec::wire::efl::{fcs::has_good_fcs, Content, Repr, TICKS_PER_SECOND};

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

/// A frame that is being transferred in beats.
#[derive(Default)]
struct Line {
    frames: VecDeque<Vec<u8>>,
    at: usize,
}

impl Line {
    /// Inputs of the next beat, if there is one, without the name of the stream.
    fn beat(&self) -> Option<[u128; 3]> {
        let frame = self.frames.front()?;
        let bytes = &frame[self.at..frame.len().min(self.at + 8)];
        let mut beat = [0; 8];
        beat[..bytes.len()].copy_from_slice(bytes);
        let last = self.at + 8 >= frame.len();
        Some([u64::from_le_bytes(beat).into(), (1 << bytes.len()) - 1, last.into()])
    }

    /// The beat has been accepted.
    fn accepted(&mut self) {
        self.at += 8;
        if self.at >= self.frames[0].len() {
            self.frames.pop_front();
            self.at = 0;
        }
    }
}

/// An endpoint, its host and its line to the MAC.
struct Station {
    block: Box<EflEndpoint>,
    /// Payloads of the host, with their flows.
    payloads: VecDeque<(u16, Vec<u8>)>,
    sending: Line,
    sending_flow: u16,
    credits: HashMap<u16, u128>,
    /// Frames from the MAC.
    receiving: Line,
    /// Frame that is being sent to the MAC.
    frame: Vec<u8>,
    /// Payload that is being received, and those that were.
    payload: Vec<u8>,
    received: HashMap<u16, Vec<Vec<u8>>>,
    /// Credits that have been returned.
    returned: u128,
}

const OWN: [u128; 2] = [0x0200_0000_0001, 0x0200_0000_0002];

impl Station {
    fn new(size: Size, which: usize) -> Self {
        let efl = endpoint(size);
        let mut block = Box::new(reset(EflEndpoint::new(&efl)));
        let mut waited = 0;
        while cycle(&mut *block, &[], ["ready"]) == [0] {
            waited += 1;
        }
        // The longest of all: that of the rate controller.
        assert_eq!(waited, u32::max(24 * efl.sweep_frames(), size.0) + 1);
        let credits = (0..size.0 as u16).map(|flow| (flow, u128::from(efl.window()) - 1));
        let mut station = Station {
            block,
            payloads: VecDeque::new(),
            sending: Line::default(),
            sending_flow: 0,
            credits: credits.collect(),
            receiving: Line::default(),
            frame: vec![],
            payload: vec![],
            received: HashMap::new(),
            returned: 0,
        };
        // Short time-outs and high rates, so that losses are repaired soon.
        station.write(address::RTO_MIN, 40);
        station.write(address::MINIMUM, 30 << 20);
        station.write(address::INITIAL, 60 << 20);
        let own = OWN[which];
        station.write(address::ADDRESS_LOW, own as u32);
        station.write(address::ADDRESS_HIGH, (own >> 32) as u32);
        for flow in 0..size.0.min(3) {
            let peer = OWN[1 - which];
            let at = address::PEERS + address::PEERS_STRIDE * flow;
            station.write(at, peer as u32);
            station.write(at + 4, 1 << 31 | (peer >> 32) as u32);
            // Flows are numbered in the opposite order at the other end.
            station.write(at + 8, size.0.min(3) - 1 - flow);
        }
        station
    }

    fn write(&mut self, address: u32, data: u32) {
        let inputs = [
            ("s_axil_awvalid", 1),
            ("s_axil_awaddr", address.into()),
            ("s_axil_wvalid", 1),
            ("s_axil_wdata", data.into()),
            ("s_axil_wstrb", 15),
            ("s_axil_bready", 1),
        ];
        while cycle(&mut *self.block, &inputs, ["s_axil_awready"]) == [0] {}
        while cycle(&mut *self.block, &inputs[5..], ["s_axil_bvalid"]) == [0] {}
    }

    fn read(&mut self, address: u32) -> u32 {
        let inputs =
            [("s_axil_arvalid", 1), ("s_axil_araddr", address.into()), ("s_axil_rready", 1)];
        while cycle(&mut *self.block, &inputs, ["s_axil_arready"]) == [0] {}
        loop {
            if let [1, data] =
                cycle(&mut *self.block, &inputs[2..], ["s_axil_rvalid", "s_axil_rdata"])
            {
                return data as u32;
            }
        }
    }

    fn counter(&mut self, name: &str) -> u32 {
        let number = COUNTERS.iter().position(|(counter, _)| *counter == name);
        self.read(address::COUNTERS_FIRST + 4 * number.expect("a counter") as u32)
    }

    /// Runs a cycle, and returns a frame that the MAC has received whole.
    fn cycle(&mut self, random: &mut Random) -> Option<Vec<u8>> {
        if self.sending.frames.is_empty() {
            let ready = self.payloads.iter().position(|(flow, _)| self.credits[flow] > 0);
            if let Some((flow, payload)) = ready.and_then(|at| self.payloads.remove(at)) {
                *self.credits.get_mut(&flow).expect("a flow") -= 1;
                self.sending_flow = flow;
                self.sending.frames.push_back(payload);
            }
        }
        let (mac_ready, host_ready) = (random.below(8) > 0, random.below(4) > 0);
        let mut inputs = vec![
            ("m_axis_mac_tready", mac_ready.into()),
            ("m_axis_host_tready", host_ready.into()),
        ];
        let host = self.sending.beat().filter(|_| random.below(4) > 0);
        if let Some([data, keep, last]) = host {
            inputs.extend([
                ("s_axis_host_tvalid", 1),
                ("s_axis_host_tdata", data),
                ("s_axis_host_tkeep", keep),
                ("s_axis_host_tlast", last),
                ("s_axis_host_tid", self.sending_flow.into()),
            ]);
        }
        let mac = self.receiving.beat();
        if let Some([data, keep, last]) = mac {
            inputs.extend([
                ("s_axis_mac_tvalid", 1),
                ("s_axis_mac_tdata", data),
                ("s_axis_mac_tkeep", keep),
                ("s_axis_mac_tlast", last),
            ]);
            self.receiving.accepted();
        }
        let outputs = [
            "s_axis_host_tready",
            "m_axis_host_tvalid",
            "m_axis_host_tdata",
            "m_axis_host_tkeep",
            "m_axis_host_tlast",
            "m_axis_host_tid",
            "m_axis_credit_tvalid",
            "m_axis_credit_tdata",
            "m_axis_mac_tvalid",
            "m_axis_mac_tdata",
            "m_axis_mac_tkeep",
            "m_axis_mac_tlast",
        ];
        let values = cycle(&mut *self.block, &inputs, outputs);
        if host.is_some() && values[0] == 1 {
            self.sending.accepted();
        }
        if values[1] == 1 && host_ready {
            let valid = values[3].trailing_ones() as usize;
            self.payload.extend(&(values[2] as u64).to_le_bytes()[..valid]);
            if values[4] == 1 {
                let payload = std::mem::take(&mut self.payload);
                self.received.entry(values[5] as u16).or_default().push(payload);
            }
        }
        if values[6] == 1 {
            let (flow, count) = ((values[7] >> 16) as u16, values[7] & 0xFFFF);
            *self.credits.get_mut(&flow).expect("a flow") += count;
            self.returned += count;
        }
        if values[8] == 0 || !mac_ready {
            return None;
        }
        let valid = values[10].trailing_ones() as usize;
        self.frame.extend(&(values[9] as u64).to_le_bytes()[..valid]);
        (values[11] == 1).then(|| std::mem::take(&mut self.frame))
    }

    /// Values of a flow, in the order of their addresses.
    fn values(&mut self, flow: u32) -> [u32; 10] {
        self.write(address::FLOW_SELECT, flow);
        std::array::from_fn(|at| self.read(address::FLOW + 4 * at as u32))
    }
}

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
        let packets = 40;
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
