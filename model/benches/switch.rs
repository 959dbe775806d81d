//! Rates that one switch of 12 ports sustains: a permutation and uniform traffic, with a NIC and its
//! ACKs at each port, a window of 16 packets, and no congestion control.
//!
//! A link also carries the ACKs for what its host receives. So the limit of a permutation is the
//! share of a data packet in a data packet and an ACK; flow-control packets and gaps are losses.
//! Uniform traffic has a flow between each two hosts, whose packets arrive at random at 110 % of that
//! rate; its limit is the same. All is measured on the twin: the golden model of every module.

use std::error::Error;
use std::fmt::Write;
use tailback_model::fabric::{Sink, Summary, Totals, TwinRun};
use tailback_spec::{fabric::Fabric, scenario::Scenario};

/// Hosts, one at each port.
const HOSTS: usize = 12;
/// Beats of an ACK with its VCRC, 30 bytes.
const ACK_BEATS: u64 = 4;

/// Traffic of the hosts.
#[derive(Clone, Copy, PartialEq)]
enum Pattern {
    /// Each host sends to the next one.
    Permutation,
    /// Each host sends to all others.
    Uniform,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "12 ports of 64 bits; data on the links to the hosts, as a fraction of the link's time"
    );
    println!("| traffic | allocator | packets/input | limit | mean | of the limit | lowest |");
    println!("|---|---|---|---|---|---|---|");
    use Pattern::{Permutation, Uniform};
    for (pattern, bytes, kind, packets) in [
        (Permutation, 2068, "fifo", 4),
        (Permutation, 2068, "round-robin", 4),
        (Permutation, 84, "fifo", 4),
        (Permutation, 84, "round-robin", 4),
        (Uniform, 2068, "fifo", 4),
        (Uniform, 2068, "fifo", 16),
        (Uniform, 2068, "round-robin", 4),
        (Uniform, 2068, "round-robin", 16),
    ] {
        rate(pattern, bytes, kind, packets)?;
    }
    Ok(())
}

fn rate(pattern: Pattern, bytes: u32, kind: &str, packets: u32) -> Result<(), Box<dyn Error>> {
    let text = scenario_text(pattern, bytes, kind, packets)?;
    let scenario = Scenario::from_toml(&text, &[]).map_err(|problems| problems.to_string())?;
    let fabric = Fabric::new(&scenario).map_err(|unfit| unfit.to_string())?;
    let mut run = TwinRun::new(&fabric, scenario.duration);
    while !run.surroundings().is_done() {
        run.cycle();
    }
    if run.is_stalled() {
        return Err("the fabric has stalled".into());
    }
    let mut totals = Totals::new(&scenario);
    for record in run.into_monitor().into_log() {
        totals.record(&record);
    }
    let summary = Summary::new(&scenario, &totals);
    let of = |host: usize| {
        let flows = scenario.flows.iter().zip(&summary.flows);
        flows.filter(|(flow, _)| flow.to == host).map(|(_, what)| what.rate).sum::<f64>()
    };
    let rates: Vec<f64> = (0..HOSTS).map(of).collect();
    let mean = rates.iter().sum::<f64>() / HOSTS as f64;
    let lowest = rates.iter().copied().fold(f64::INFINITY, f64::min);
    let beats = scenario.packet_beats();
    let limit = beats as f64 / (beats + ACK_BEATS) as f64;
    let name = if pattern == Pattern::Uniform { "uniform" } else { "permutation" };
    println!(
        "| {name}, {bytes} bytes | {kind} | {packets} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
        100.0 * limit,
        100.0 * mean,
        100.0 * mean / limit,
        100.0 * lowest,
    );
    Ok(())
}

/// The scenario as a file.
fn scenario_text(
    pattern: Pattern,
    bytes: u32,
    kind: &str,
    packets: u32,
) -> Result<String, std::fmt::Error> {
    let mut text = format!(
        "name = \"rates\"\nswitches = [\"S\"]\n\
         [configuration]\npreset = \"santos-2003\"\nallocator.kind = \"{kind}\"\n\
         switch.ports = {HOSTS}\nswitch.packets_per_input = {packets}\n\
         [run]\nduration_ms = 1.5\nwindow = 16\npacket_bytes = {bytes}\ncongestion_control = false\n\
         [measure]\nfrom_ms = 0.5\nto_ms = 1.5\nwindow_ms = 0.5\n"
    );
    for host in 0..HOSTS {
        writeln!(text, "[hosts.h{host}]\nswitch = \"S\"")?;
        let others = match pattern {
            Pattern::Permutation => 1..2,
            Pattern::Uniform => 1..HOSTS,
        };
        for step in others {
            let to = (host + step) % HOSTS;
            writeln!(text, "[flows.f{host}-{to}]\nfrom = \"h{host}\"\nto = \"h{to}\"")?;
            if pattern == Pattern::Uniform {
                writeln!(text, "traffic = \"poisson\"\nrate = {}", 1.1 / (HOSTS - 1) as f64)?;
            }
        }
    }
    Ok(text)
}
