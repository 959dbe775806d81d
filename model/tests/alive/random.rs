//! Random fabrics, as scenario files: each follows from the number of its seed.

use std::fmt::Write;
use tailback_spec::{
    config::{Kind, Problems},
    scenario::Scenario,
};

/// A generator of random numbers (SplitMix64), the same for a seed on every machine.
pub struct Random(u64);

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5EED)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number from `least` to `most`.
    pub fn within(&mut self, least: u64, most: u64) -> u64 {
        least + self.next() % (most - least + 1)
    }

    /// One of several.
    pub fn one<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.within(0, of.len() as u64 - 1) as usize]
    }

    /// Once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.next().is_multiple_of(times)
    }
}

/// Kind of the fabrics to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Fabrics whose routes close no cycle.
    Acyclic,
    /// Fabrics with a ring of switches, allowed to run whatever their routes do.
    Cyclic,
}

/// Limits for the fabrics to draw.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Most switches.
    pub switches: u64,
    /// Most hosts of a switch.
    pub hosts: u64,
    /// Microseconds after which hosts send nothing more, at most.
    pub stop_us: u64,
}

/// The scenario of a seed, and its file.
pub fn scenario(seed: u64, wanted: Wanted, size: Size) -> (Scenario, String) {
    for attempt in 0.. {
        let mut random = Random::new(seed);
        // Links beyond those of a tree are left out if shortest routes over them close a cycle.
        let text = file(&mut random, wanted, size, attempt == 0);
        match Scenario::from_toml(&text, &[]) {
            Ok(scenario) => return (scenario, text),
            Err(Problems(problems)) => {
                let is_cycle = problems.iter().all(|problem| problem.kind == Kind::ChannelCycle);
                assert!(is_cycle && attempt == 0, "seed {seed}: {}\n{text}", Problems(problems));
            }
        }
    }
    unreachable!("a tree closes no cycle")
}

fn file(random: &mut Random, wanted: Wanted, size: Size, extra: bool) -> String {
    let least = if wanted == Wanted::Cyclic { 3 } else { 1 };
    let switches = random.within(least, size.switches.max(least));
    let names = (0..switches).map(|switch| format!("\"S{switch}\"")).collect::<Vec<_>>();
    let mut text = format!("name = \"random\"\nswitches = [{}]\n", names.join(", "));
    let hosts: Vec<u64> = (0..switches).map(|_| random.within(1, size.hosts)).collect();
    let mut ports: Vec<u64> = hosts.iter().map(|hosts| hosts + 1).collect();
    for (switch, count) in hosts.iter().enumerate() {
        let delay = delay(random);
        let _ = writeln!(
            text,
            "[hosts.h{switch}]\nswitch = \"S{switch}\"\ncount = {count}\ndelay_ns = {delay}"
        );
        // Flows go to single hosts, too.
        let _ = writeln!(text, "[hosts.t{switch}]\nswitch = \"S{switch}\"\ndelay_ns = {delay}");
    }
    links(random, &mut text, wanted, &mut ports, extra);
    // As many ports as a switch needs, so that none of what ports share is spare; or more.
    let needed = ports.into_iter().max().unwrap_or_default().max(2);
    let ports = if random.once_in(3) { random.within(needed, 36) } else { needed };
    let packet_bytes = configuration(random, &mut text, ports);
    flows(random, &mut text, &hosts, size);
    let congestion_control = !random.once_in(3);
    let (window, seed) = (random.within(1, 16), random.within(0, 1 << 20));
    let _ = writeln!(
        text,
        "[run]\nduration_ms = 100000\npacket_bytes = {packet_bytes}\nwindow = {window}\n\
        congestion_control = {congestion_control}\nseed = {seed}\nallow_cycles = {}\n\
        [measure]\nfrom_ms = 0\nto_ms = 1",
        wanted == Wanted::Cyclic
    );
    text
}

/// Nanoseconds of a link.
fn delay(random: &mut Random) -> u64 {
    match random.within(0, 3) {
        0 | 1 => 0,
        2 => random.within(0, 200),
        _ => random.within(0, 3000),
    }
}

/// Switches and NICs; the length of packets.
fn configuration(random: &mut Random, text: &mut String, ports: u64) -> u64 {
    let width = *random.one(&[&64, &64, &128, &256, &512]);
    let longest = if random.once_in(4) { 1024 } else { 150 };
    let most = 4 * random.within(32, longest);
    let bytes = match random.within(0, 3) {
        0 => most,
        1 => 64,
        _ => 4 * random.within(16, most / 4),
    };
    let packets = match random.within(0, 3) {
        0 => random.within(1, 2),
        1 => random.within(1, 64),
        _ => random.within(1, 8),
    };
    let _ = write!(
        text,
        "[configuration]\npreset = \"santos-2003\"\ndatapath.width_bits = {width}\n\
        switch.ports = {ports}\n\
        switch.max_packet_bytes = {most}\nswitch.packets_per_input = {packets}\n\
        switch.forwarding_entries = 128\nnic.flows = 64\n"
    );
    match random.within(0, 3) {
        0 => text.push_str("allocator.kind = \"round-robin\"\n"),
        _ => drop(writeln!(text, "allocator.bypasses = {}", random.within(0, 6))),
    }
    let policy = random.one(&["naive", "input-triggered", "input-output-triggered"]);
    let _ = writeln!(text, "marking.policy = \"{policy}\"");
    if policy == "input-output-triggered" {
        let trigger = random.one(&["above", "crossing"]);
        let _ = writeln!(
            text,
            "marking.output_threshold = {}\nmarking.output_trigger = \"{trigger}\"",
            random.within(1, 6).min(packets * (ports - 1))
        );
    }
    let reading = random.one(&["arbitrated", "waiting", "received"]);
    let response = random.one(&["lipd", "fimd", "aimd"]);
    let after_idle = random.one(&["keep", "reset"]);
    let _ = writeln!(
        text,
        "input_buffer.reading = \"{reading}\"\nnic.response = \"{response}\"\n\
        nic.after_idle = \"{after_idle}\""
    );
    if random.once_in(2) {
        let _ = writeln!(text, "flow_control.period_cycles = {}", random.within(16, 2000));
    }
    bytes
}

/// A random tree of switches; beyond it, a few links, or a ring through all switches.
fn links(random: &mut Random, text: &mut String, wanted: Wanted, ports: &mut [u64], extra: bool) {
    let switches = ports.len() as u64;
    let mut link = |random: &mut Random, name: String, from: u64, to: u64| {
        ports[from as usize] += 1;
        ports[to as usize] += 1;
        let delay = delay(random);
        let _ = writeln!(
            text,
            "[links.{name}]\nfrom = \"S{from}\"\nto = \"S{to}\"\ndelay_ns = {delay}"
        );
    };
    if wanted == Wanted::Cyclic {
        (0..switches).for_each(|s| link(random, format!("r{s}"), s, (s + 1) % switches));
        for at in 0..switches {
            for to in (0..switches).filter(|to| *to != at) {
                let via = (at + 1) % switches;
                let _ = writeln!(
                    text,
                    "[routes.x{at}-{to}]\nat = \"S{at}\"\nto = \"h{to}\"\nvia = \"S{via}\""
                );
            }
        }
        return;
    }
    let shape = random.within(0, 2);
    for switch in 1..switches {
        let parent = match shape {
            0 => switch - 1,
            1 => 0,
            _ => random.within(0, switch - 1),
        };
        link(random, format!("l{switch}"), parent, switch);
    }
    let beyond = if switches > 2 { random.within(0, 2) } else { 0 };
    for number in 0..beyond {
        let from = random.within(0, switches - 1);
        let to = (from + random.within(1, switches - 1)) % switches;
        if extra {
            link(random, format!("e{number}"), from, to);
        } else {
            delay(random);
        }
    }
}

/// Flows: hot spots in both directions, and others.
fn flows(random: &mut Random, text: &mut String, hosts: &[u64], size: Size) {
    let switches = hosts.len() as u64;
    let mut number = 0;
    let mut flow = |random: &mut Random, from: String, to: String| {
        let start = random.within(0, size.stop_us / 2);
        let stop = size.stop_us + random.within(0, size.stop_us / 2);
        let traffic = match random.within(0, 5) {
            0 => "traffic = \"on-off\"\non_us = 4\noff_us = 3\n",
            1 => "traffic = \"poisson\"\nrate = 0.6\n",
            _ => "",
        };
        let _ = write!(
            text,
            "[flows.f{number}]\nfrom = \"{from}\"\nto = \"{to}\"\nstart_us = {start}\n\
            stop_us = {stop}\n{traffic}"
        );
        number += 1;
    };
    // Each switch has a host that others send to; some of them get packets from nearly everywhere.
    for spot in 0..random.within(1, 2.min(switches)) {
        let to = (spot + random.within(0, switches - 1)) % switches;
        for from in 0..switches {
            if from != to && !random.once_in(5) {
                flow(random, format!("h{from}"), format!("t{to}"));
            }
        }
        flow(random, format!("h{to}"), format!("t{to}"));
        // The host of the hot spot sends, too, so that its ACKs compete with its packets.
        if switches > 1 && random.once_in(2) {
            let other = (to + random.within(1, switches - 1)) % switches;
            flow(random, format!("t{to}"), format!("t{other}"));
        }
    }
    // Hosts to hosts, one to one where the groups are equally large.
    for from in 0..switches {
        let to = random.within(0, switches - 1);
        if from != to && hosts[from as usize] == hosts[to as usize] && !random.once_in(4) {
            flow(random, format!("h{from}"), format!("h{to}"));
        }
    }
}
