//! The initial state of a fabric.

use super::{
    limiter::Limiter,
    links::{Credits, End, Link},
    marking::Marking,
    nic::{Nic, Sender},
    packets::{Packets, NEVER},
    ports::{Input, Output},
    response::Rates,
    switches::Switch,
    table::Table,
    teller::{Slots, Teller},
    Engine, Flow, Kind, Rules,
};
use crate::fabric::{
    counts::Counts,
    event::Queue,
    log::Sink,
    surroundings::source::Source,
    timing::{CHECKED, NIC_CREDITS, SWITCH_CREDITS},
};
use tailback_spec::{
    fabric::{self, Fabric},
    link::{delay::LinkDelay, flow_control::turn_cycles, BLOCK_BYTES, MOST_OFFERED},
    nic::{response, transmit::ACK_WORDS, AfterIdle, Response},
    scenario::Scenario,
    switch::port::beats,
};

/// Reason why this form does not support a fabric: large buffers, hosts that give up packets, links of
/// long delay or of a rate of their own, or packets that are dropped; the first of these.
pub fn unsupported(fabric: &Fabric) -> Option<String> {
    /// Greatest link delay.
    const MOST_DELAY: u64 = 4096;
    /// Most blocks on the link of a host with which the credits that it offers, [`MOST_OFFERED`], are far
    /// from being exhausted.
    const MOST_ON_LINK: u64 = MOST_OFFERED as u64 / 4;
    let scenario = fabric.scenario();
    let blocks = scenario.config.input_buffer().lane_blocks();
    let longest = |links: &[LinkDelay]| {
        links.iter().map(|link_delay| link_delay.delay() as u64).max().unwrap_or_default()
    };
    let delay = longest(fabric.link_delays());
    let word_bytes = scenario.config.port().width_bytes() as u64;
    let of_host = longest(&fabric.link_delays()[..2 * scenario.hosts.len()]);
    let on_link = of_host * word_bytes / BLOCK_BYTES as u64;
    let slow = fabric.link_rates().iter().position(Option::is_some).unwrap_or_default();
    let cases = [
        (scenario.stepped, "run.stepped is true".to_owned()),
        (
            fabric.has_slow_links(),
            format!("the link {} has a rate of its own", scenario.link_name(slow)),
        ),
        (
            blocks > MOST_OFFERED as usize,
            format!("buffers have {blocks} blocks, more than {MOST_OFFERED}"),
        ),
        (
            scenario.hosts.iter().any(|host| host.host_cycles > 0),
            "hosts have rates of their own".to_owned(),
        ),
        (fabric.nic().receive_buffer().is_some(), "NICs have receive buffers".to_owned()),
        (scenario.release.is_some(), "hosts give up packets".to_owned()),
        (scenario.drops_late(), "packets are dropped that wait too long".to_owned()),
        (delay > MOST_DELAY, format!("a link takes {delay} cycles, more than {MOST_DELAY}")),
        (
            on_link > MOST_ON_LINK,
            format!("the link of a host holds {on_link} blocks, more than {MOST_ON_LINK}"),
        ),
    ];
    cases.into_iter().find(|(applies, _)| *applies).map(|(_, why)| why)
}

/// Beats of an ACK.
fn ack_beats(scenario: &Scenario) -> u64 {
    // The VCRC takes a beat of its own.
    beats(ACK_WORDS, scenario.config.port().width_bytes()) as u64
}

fn rules(scenario: &Scenario) -> Rules {
    let config = &scenario.config;
    let buffer = config.input_buffer();
    Rules {
        beats: scenario.packet_beats(),
        blocks: scenario.packet_blocks() as u64,
        ack_beats: ack_beats(scenario),
        longest: buffer.packet_blocks() as u64,
        buffer: buffer.lane_blocks() as u64,
        block_words: buffer.block_words() as u64,
        reading: buffer.reading(),
    }
}

/// The links; `first` holds the index of the first port of each switch.
fn links(fabric: &Fabric, rules: &Rules, first: &[usize]) -> Vec<Link> {
    let scenario = fabric.scenario();
    let end = |end| match end {
        fabric::End::Host(host) => End::Host(host),
        fabric::End::Switch { switch, port } => End::Port(first[switch] + port),
    };
    let ends: Vec<[End; 2]> =
        (0..scenario.links()).map(|link| fabric.ends(link).map(end)).collect();
    let delay = |link: usize| {
        let checked = if matches!(ends[link][1], End::Port(_)) { CHECKED } else { 0 };
        fabric.link_delays()[link].delay() as u64 + checked
    };
    let settings = scenario.config.link();
    let lanes = settings.virtual_lanes() as u64;
    let slots = Slots::new(turn_cycles(&settings) as u64, lanes, fabric.set_up_cycles());
    let link = |(number, [from, to]): (usize, &[End; 2])| {
        let hosts = scenario.hosts.len();
        let back = match number {
            up if up < hosts => up + hosts,
            down if down < 2 * hosts => down - hosts,
            trunk => trunk ^ 1,
        };
        let credits = if matches!(to, End::Host(_)) { NEVER / 2 } else { rules.buffer };
        let lag = match from {
            End::Host(_) => NIC_CREDITS,
            End::Port(_) => SWITCH_CREDITS,
        };
        Link {
            delay: delay(number),
            back,
            from: *from,
            to: *to,
            free: 0,
            teller: Teller::new(rules.buffer, slots, rules.block_words, *from),
            credits: Credits::new(credits, delay(back) + lag),
        }
    };
    ends.iter().enumerate().map(link).collect()
}

fn nics(fabric: &Fabric) -> Vec<Nic> {
    let scenario = fabric.scenario();
    let nic = fabric.nic();
    let table = match nic.response() {
        Response::Cct => None,
        response => Some(response::Table::of(response)),
    };
    let one = |host: usize| {
        let sends = |(_, flow): &(usize, &tailback_spec::scenario::Flow)| flow.from == host;
        let sender = |(number, flow)| Sender {
            flow: number as u16,
            source: Source::new(scenario.seed, number, flow),
            begun: 0,
            acknowledged: 0,
            known: false,
            granted: false,
            wakes: NEVER,
        };
        let flows = scenario.flows.iter().enumerate();
        let senders: Vec<Sender> = flows.filter(sends).map(sender).collect();
        let forgets = nic.after_idle() == AfterIdle::Reset;
        let congestion_table = match table {
            Some(_) => None,
            None => Table::new(fabric, host, senders.len()),
        };
        let rates = Rates::new(table, congestion_table, forgets, senders.len());
        Nic::new(scenario.uplink(host), Limiter::new(&nic, senders.len(), rates), senders)
    };
    (0..scenario.hosts.len()).map(one).collect()
}

/// Number of LIDs for which a switch has a route, from 0 on.
fn lids(fabric: &Fabric) -> usize {
    fabric.lid(fabric.scenario().hosts.len()).into()
}

/// Output ports of all switches for all LIDs.
fn routes(fabric: &Fabric) -> Vec<u8> {
    let (switches, lids) = (fabric.scenario().switches.len(), lids(fabric));
    let mut routes = vec![u8::MAX; switches * lids];
    for switch in 0..switches {
        for (lid, port) in fabric.forwarding(switch) {
            routes[switch * lids + usize::from(lid)] = port as u8;
        }
    }
    routes
}

impl<S: Sink> Engine<S> {
    /// A fabric at the beginning of its scenario.
    pub fn new(fabric: &Fabric, sink: S) -> Self {
        let scenario = fabric.scenario();
        let (rules, mut queue) = (rules(scenario), Queue::default());
        let (mut first, mut switches) = (vec![0], Vec::new());
        for switch in 0..scenario.switches.len() {
            let ports = scenario.ports(switch).len();
            switches.push(Switch::new(
                first[switch],
                ports,
                &scenario.config,
                fabric.set_up_cycles(),
            ));
            first.push(first[switch] + ports);
        }
        let links = links(fabric, &rules, &first);
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (number, switch) in switches.iter().enumerate() {
            for port in switch.first..switch.first + switch.ports {
                let find = |end: fn(&Link) -> End| {
                    links.iter().position(|link| end(link) == End::Port(port)).unwrap_or_default()
                };
                inputs.push(Input::new(number, find(|link| link.to), rules.block_words));
                outputs.push(Output::new(number, find(|link| link.from)));
            }
        }
        let mut senders = vec![0; scenario.hosts.len()];
        let mut flows = Vec::new();
        for (number, flow) in scenario.flows.iter().enumerate() {
            let sender = &mut senders[flow.from];
            flows.push(Flow {
                from: flow.from as u16,
                lids: fabric.lids(number),
                sender: *sender,
                in_full: 0,
            });
            *sender += 1;
            queue.push(flow.start, Kind::Act, flow.from as u16);
        }
        let most = switches.iter().map(|switch| switch.ports).max().unwrap_or_default();
        Engine {
            sink,
            marking: Marking::new(scenario, inputs.len(), most),
            rules,
            queue,
            now: 0,
            links,
            switches,
            inputs,
            outputs,
            nics: nics(fabric),
            flows,
            packets: Packets::default(),
            routes: routes(fabric),
            lids: lids(fabric),
            counts: Counts::default(),
        }
    }
}
