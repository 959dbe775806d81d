//! Pacing: the pure functions of the specification, and equality of Verilog and kernel.

use super::efl;
use tailback_harness::blocks::{alike, alike_if, clean, cycle, reset};
use tailback_hdl::efl::pace::{LimiterCode, PacketPace};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::pace::{code, cycles, state, Pace, Paced, State};

const SIZES: [u32; 5] = [1, 3, 8, 64, 1024];

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.map(|flows| Box::new(PacketPace::new(&efl(flows))) as _).into()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(vec![Box::new(LimiterCode::new())]);
    alike_if(every_size(), |design, cycle, name, words| match name {
        // Resets would leave no time after the sweep.
        "" => words[0] = u32::from(cycle == 0),
        "request" => words[0] &= u32::from(cycle % 4 == 0 && cycle > SIZES[design] as usize),
        "request_flow" | "paced_flow" => words[0] %= SIZES[design].min(4),
        _ => (),
    });
}

#[test]
fn pace_text() {
    reviewed!("pace", &PacketPace::new(&efl(64)));
}

fn random_pace(random: &mut Random) -> Pace {
    let exponent = match random.percent(10) {
        true => random.below(64) as u32,
        false => 16 + random.below(16) as u32,
    };
    Pace { mantissa: random.number(18) as u32, exponent }
}

#[test]
fn each_packet_has_the_interval_of_the_specification() {
    for flows in [1, 2, 5, 64] {
        run(flows);
    }
}

fn run(flows: u32) {
    let mut random = Random::new(u64::from(flows));
    let mut block = reset(PacketPace::new(&efl(flows)));
    let (mut entries, mut carries) =
        (vec![Paced::default(); flows as usize], vec![0; flows as usize]);
    let mut last_paced = vec![0; flows as usize];
    let mut waiting: Vec<(u32, [u128; 4])> = Vec::new();
    let (mut results, mut last_request) = ([0; 4], 0);
    let (mut states, mut long) = ([0; 4], 0);
    let mut paces = [0; 3].map(|_| random_pace(&mut random));
    for at in 0..30_000_u32 {
        let sweeping = at < flows;
        if random.percent(2) {
            paces = [0; 3].map(|_| random_pace(&mut random));
        }
        let [initial, minimum, maximum] = paces;
        let (probes, delays) = (random.percent(50), random.percent(50));
        let probe_packets = random.below(6) as u32;
        let request =
            !sweeping && (last_request == 0 || at - last_request >= 4) && random.percent(60);
        let flow = random.below(flows.min(3) as usize);
        let group = random.below(3) as u8;
        let most = if random.percent(10) { 1 << 24 } else { 6 };
        let sent = random.below(most) as u32;
        let most = if random.percent(50) { 300 } else { 1980 };
        let size = 60 + random.below(most) as u32;
        let paced_flow = random.below(flows.min(3) as usize);
        let may_pace = last_paced[paced_flow] == 0 || at - last_paced[paced_flow] >= 4;
        let paced = may_pace && random.percent(50);
        let entry = Paced {
            group: random.below(3) as u8,
            known: random.percent(50),
            void: random.percent(50),
            pace: random_pace(&mut random),
        };
        let given = [
            ("set_probes", u128::from(probes)),
            ("set_delays", delays.into()),
            ("set_probe_packets", probe_packets.into()),
            ("initial_mantissa", initial.mantissa.into()),
            ("initial_exponent", initial.exponent.into()),
            ("minimum_mantissa", minimum.mantissa.into()),
            ("minimum_exponent", minimum.exponent.into()),
            ("maximum_mantissa", maximum.mantissa.into()),
            ("maximum_exponent", maximum.exponent.into()),
            ("paced", paced.into()),
            ("paced_flow", paced_flow as u128),
            ("paced_group", entry.group.into()),
            ("paced_known", entry.known.into()),
            ("paced_void", entry.void.into()),
            ("paced_mantissa", entry.pace.mantissa.into()),
            ("paced_exponent", entry.pace.exponent.into()),
            ("request", request.into()),
            ("request_flow", flow as u128),
            ("request_group", group.into()),
            ("request_sent", sent.into()),
            ("request_size", size.into()),
        ];
        if waiting.first().is_some_and(|(due, _)| *due == at) {
            results = waiting.remove(0).1;
        }
        let outputs = ["sweeping", "words", "ipd", "probe", "state"];
        let found = cycle(&mut block, &given, outputs);
        let [words, ipd, probe, shown] = results;
        assert_eq!(found, [sweeping.into(), words, ipd, probe, shown], "cycle {at}");
        if request {
            let entry = &entries[flow];
            let (now, current) = state(entry, group, sent, probes, probe_packets);
            let pace = match now {
                State::Avoid if current => entry.pace,
                State::Avoid => initial,
                State::Probe => maximum,
                _ => minimum,
            };
            let (whole, carry) = cycles(pace.interval(size), carries[flow]);
            carries[flow] = carry;
            let (words, ipd) = code(whole);
            let probe = now == State::Wait && delays;
            waiting.push((at + 4, [words.into(), ipd.into(), probe.into(), now as u128]));
            states[now as usize] += 1;
            long += usize::from(ipd > 0);
            last_request = at;
        }
        if paced && !sweeping {
            entries[paced_flow] = entry;
        }
        if paced {
            last_paced[paced_flow] = at;
        }
    }
    assert!(states[1..].iter().all(|count| *count > 300) && long > 300, "{states:?} {long}");
}
