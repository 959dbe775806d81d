//! A lossless fabric is alive: in random fabrics, whatever their switches, NICs, lengths, delays and loads,
//! each packet is delivered and acknowledged once hosts send nothing more, unless routes close a cycle.
//!
//! `TAILBACK_SOAK` runs 10,000 fabrics in the engine and 500 in the twin. `TAILBACK_ALIVE_SEED` and
//! `TAILBACK_ALIVE_CASES` choose others; each failure names its seed.

mod random;

use random::{scenario, Size, Wanted};
use std::{
    panic::{catch_unwind, AssertUnwindSafe},
    sync::{
        atomic::{AtomicU64, Ordering},
        Mutex,
    },
};
use tailback_model::fabric::{check_passage, Engine, Record, Rule, TwinRun};
use tailback_spec::{fabric::Fabric, scenario::Scenario};

/// A number from the environment.
fn set(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs a claim for the seeds of so many cases, on all cores, and shows all that fail.
fn for_all(cases: u64, soak: u64, claim: impl Fn(u64) -> Result<(), String> + Sync) {
    let first = set("TAILBACK_ALIVE_SEED").unwrap_or(0);
    let is_soak = std::env::var_os("TAILBACK_SOAK").is_some();
    let cases = set("TAILBACK_ALIVE_CASES").unwrap_or(if is_soak { soak } else { cases });
    let (next, failed) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        for _ in 0..cores {
            scope.spawn(|| loop {
                let case = next.fetch_add(1, Ordering::Relaxed);
                if case >= cases {
                    break;
                }
                let claimed = AssertUnwindSafe(|| claim(first + case));
                let claimed = catch_unwind(claimed).unwrap_or_else(|_| Err("panics".into()));
                if let Err(what) = claimed {
                    failed.lock().expect("no claim panics").push((first + case, what));
                }
            });
        }
    });
    let mut failed = failed.into_inner().expect("no claim panics");
    failed.sort_by_key(|(seed, _)| *seed);
    if let Some((seed, what)) = failed.first() {
        let first = |(seed, what): &(u64, String)| {
            format!("seed {seed}: {}", what.lines().next().unwrap_or_default())
        };
        let all = failed.iter().map(first).collect::<Vec<_>>().join("\n");
        panic!("{} of {cases} fail:\n{all}\n\nseed {seed}:\n{what}", failed.len());
    }
}

/// Cycles in which all is delivered after hosts send nothing more; more than any of these fabrics takes.
const MOST_CYCLES: u64 = 40_000_000;

/// Most events of the engine for each packet-hop, ACKs and flow-control packets included; 10,000 of these fabrics need up to 35.
const MOST_EVENTS: u64 = 100;

/// The cycle from which on no flow starts a packet.
fn stop(scenario: &Scenario) -> u64 {
    scenario.flows.iter().filter_map(|flow| flow.stop).max().unwrap_or_default()
}

/// Runs a scenario in the engine until all packets are acknowledged; returns the rule of the stall,
/// if there is one.
fn drain(scenario: &Scenario, text: &str) -> Result<Option<Rule>, String> {
    const STEP: u64 = 1 << 15;
    let mut engine = Engine::new(scenario, ());
    let mut end = stop(scenario);
    engine.run_until(end);
    while engine.unacknowledged() > 0 && end < MOST_CYCLES && engine.stall().is_none() {
        end += STEP;
        engine.run_until(end);
    }
    let counts = engine.counts();
    // Each cycle is an event of a fabric that is stepped.
    let is_stepped = engine.form() == "stepped";
    if !is_stepped && counts.events > MOST_EVENTS * (counts.hops + 100) {
        return Err(format!("{counts:?}: more than {MOST_EVENTS} events a packet-hop\n{text}"));
    }
    if let Some(stall) = engine.stall() {
        let what = stall.describe(scenario);
        return if scenario.channel_cycle().is_empty() {
            Err(format!("{what}\n{text}"))
        } else {
            Ok(Some(stall.rule))
        };
    }
    match counts.sent == counts.delivered && engine.unacknowledged() == 0 && counts.sent > 0 {
        true => Ok(None),
        false => Err(format!("{counts:?}, {} unacknowledged\n{text}", engine.unacknowledged())),
    }
}

const SMALL: Size = Size { switches: 8, hosts: 3, stop_us: 60 };
const RING: Size = Size { switches: 5, hosts: 3, stop_us: 60 };
const TINY: Size = Size { switches: 4, hosts: 2, stop_us: 30 };

#[test]
fn in_acyclic_fabrics_the_engine_delivers_every_packet() {
    for_all(150, 10_000, |seed| {
        let (scenario, text) = scenario(seed, Wanted::Acyclic, SMALL);
        drain(&scenario, &text).map(|_| ())
    });
}

#[test]
fn cyclic_fabrics_drain_or_are_reported_as_a_ring() {
    let rings = AtomicU64::new(0);
    for_all(40, 2_000, |seed| {
        let (scenario, text) = scenario(seed, Wanted::Cyclic, SMALL);
        match drain(&scenario, &text)? {
            Some(Rule::Ring) => rings.fetch_add(1, Ordering::Relaxed),
            Some(other) => return Err(format!("{other:?}\n{text}")),
            None => 0,
        };
        Ok(())
    });
    assert!(rings.into_inner() > 0 || set("TAILBACK_ALIVE_CASES").is_some());
}

/// Microseconds after which all that could be stuck has been dropped, and flows start that come late.
const LATE_US: u64 = 400;

/// The scenario with a Head-of-Queue Life limit, with hosts that give up what was dropped, and with a flow from each
/// switch to the next one long after all others have stopped; those are the last ones.
fn limited(text: &str, switches: usize) -> Scenario {
    use std::fmt::Write;
    let mut text = text.replace("[run]\n", "[run]\nrelease_us = 100\n");
    text.push_str("\n[registers]\nhoq_life = 0\n");
    for from in 0..switches {
        let to = (from + 1) % switches;
        let _ = write!(
            text,
            "[flows.late{from}]\nfrom = \"t{from}\"\nto = \"t{to}\"\nstart_us = {LATE_US}\n\
            stop_us = {}\n",
            LATE_US + 100
        );
    }
    Scenario::from_toml(&text, &[]).unwrap_or_else(|what| panic!("{what}\n{text}"))
}

#[test]
fn cyclic_fabrics_whose_packets_wait_no_longer_than_a_limit_drain_and_go_on() {
    let (tried, lost) = (AtomicU64::new(0), AtomicU64::new(0));
    let is_soak = std::env::var_os("TAILBACK_SOAK").is_some();
    for_all(400, 4000, |seed| {
        let (scenario, text) = scenario(seed, Wanted::Cyclic, RING);
        // The twin takes seconds: it runs some of what locks up without limits. With other times of a set-up,
        // one or another of them loses no packet.
        let locks_up = drain(&scenario, &text)?.is_some();
        if !locks_up || tried.fetch_add(1, Ordering::Relaxed) >= 3 && !is_soak {
            return Ok(());
        }
        let limited = limited(&text, scenario.switches.len());
        let late = limited.flows.len() - scenario.switches.len();
        let fabric = Fabric::new(&limited).map_err(|unfit| format!("{unfit}\n{text}"))?;
        let mut run = TwinRun::new(&fabric, MOST_CYCLES);
        // Until late flows have stopped, and all is given up that has no ACK.
        let end = stop(&limited) + (limited.release.unwrap_or_default() + 1) * 2;
        (0..fabric.set_up_cycles() + end).for_each(|_| run.cycle());
        let mut monitor = run.into_monitor();
        if let Some(stall) = monitor.stall() {
            return Err(format!("{}\n{text}", stall.describe(&limited)));
        }
        let log = monitor.into_log();
        for (number, flow) in limited.flows.iter().enumerate() {
            let of = |link: usize| {
                let at = |record: &&Record| {
                    (usize::from(record.flow), usize::from(record.link)) == (number, link)
                };
                log.iter().filter(at).count()
            };
            let (sent, delivered) = (of(limited.uplink(flow.from)), of(limited.downlink(flow.to)));
            lost.fetch_add((sent - delivered) as u64, Ordering::Relaxed);
            if delivered == 0 && number >= late {
                return Err(format!("flow {number}: {sent} sent, none delivered\n{text}"));
            }
        }
        Ok(())
    });
    let (tried, lost) = (tried.into_inner(), lost.into_inner());
    assert!(lost > 0 || set("TAILBACK_ALIVE_CASES").is_some(), "{tried} fabrics locked up");
}

/// Runs the twin until all is delivered.
fn twin(scenario: &Scenario, text: &str) -> Result<(), String> {
    let fabric = Fabric::new(scenario).map_err(|unfit| format!("{unfit}\n{text}"))?;
    let mut run = TwinRun::new(&fabric, MOST_CYCLES);
    for _ in 0..fabric.set_up_cycles() + stop(scenario) {
        run.cycle();
    }
    let mut left = MOST_CYCLES;
    while run.monitor().unacknowledged() > 0 && left > 0 && !run.is_stalled() {
        run.cycle();
        left -= 1;
    }
    let mut monitor = run.into_monitor();
    let unacknowledged = monitor.unacknowledged();
    if let Some(stall) = monitor.stall() {
        return Err(format!("{}\n{text}", stall.describe(scenario)));
    }
    let passage = check_passage(scenario, &monitor.into_log()).map_err(|what| what.to_string())?;
    match passage.sent == passage.delivered && unacknowledged == 0 && passage.sent > 0 {
        true => Ok(()),
        false => Err(format!("{passage:?}, {unacknowledged} unacknowledged\n{text}")),
    }
}

#[test]
fn in_acyclic_fabrics_the_twin_delivers_every_packet() {
    for_all(4, 500, |seed| {
        let (scenario, text) = scenario(seed, Wanted::Acyclic, TINY);
        twin(&scenario, &text)
    });
}
