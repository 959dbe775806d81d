//! A packet that is never served is reported, if its output port is free and others are served.

use super::*;
use crate::invariants::passage::First;
use crate::packets::{Damage, Kind, Next, Packet};
use crate::random::Random;
use tailback_model::link::flow_control::Packet as FlowControl;
use tailback_spec::config::Override;
use tailback_spec::{presets, Config};

const PORTS: usize = 4;
/// VL index of all packets.
const LANE: usize = 0;
/// Input and output port of a packet that is never served.
const STARVED: (usize, usize) = (0, 1);
/// Input and output port of packets that are served.
const SERVED: (usize, usize) = (2, 3);
/// Cycles from a served packet to the next one.
const PERIOD: u64 = 32;

fn switch() -> SwitchTop {
    let ports: Override = format!("switch.ports={PORTS}").parse().unwrap();
    Config::from_toml_with(presets::ALL[0].toml, &[ports]).unwrap().lossless_switch()
}

/// Bytes of a good packet.
fn packet() -> Vec<u8> {
    let kind = Kind {
        virtual_lane: LANE as u8,
        version: 0,
        destination: 1,
        words: 30,
        next: Next::Local,
        fecn: false,
        damage: Damage::None,
    };
    let mut packet = Packet::default();
    packet.fill(&kind, &mut Random::new(1));
    packet.bytes().to_vec()
}

/// Credits of a link whose neighbour has granted this number of blocks.
fn granted(switch: &SwitchTop, blocks: u32) -> Credits {
    let mut credits = Credits::new(&switch.link);
    let packet = FlowControl { op: 0, fctbs: 0, vl: LANE as u32, fccl: blocks }.encode();
    credits.told(&packet.to_be_bytes()[2..]);
    credits
}

/// State of the starved packet's output port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Output {
    Free,
    /// The packet of another input is sent in this cycle.
    Sends(u64),
    WithoutCredits,
    /// The link does not accept beats.
    Stalled,
}

/// Cycle and text of the violation, in a switch in which a packet received in cycle 0 is never
/// served, while packets of another input are served one after the other.
fn starved(output: Output, cycles: u64) -> Option<(u64, String)> {
    let (switch, bytes) = (switch(), packet());
    let (mut service, mut passage) = (Service::new(&switch), Passage::new(&switch.port));
    let mut credits = vec![granted(&switch, 1000); PORTS];
    if output == Output::WithoutCredits {
        credits[STARVED.1] = granted(&switch, 0);
    }
    let receive = |passage: &mut Passage, (input, output), cycle| {
        passage.begin(First { input, output, lane: LANE, has_room: true, cycle });
        passage.come(input, &bytes, true, false);
    };
    receive(&mut passage, STARVED, 0);
    for cycle in 0..cycles {
        if cycle % PERIOD == 0 {
            receive(&mut passage, SERVED, cycle);
        }
        let sends = u64::from(output == Output::Sends(cycle)) << STARVED.1 | 1 << SERVED.1;
        service.look(cycle, output != Output::Stalled, sends, &credits);
        if cycle % PERIOD == PERIOD - 1 {
            passage.leave(SERVED.1, LANE, &bytes, false).unwrap();
        }
        if let Err(violation) = service.judge(cycle, &passage) {
            return Some((cycle, violation.to_string()));
        }
    }
    assert_eq!(passage.passed, cycles / PERIOD);
    None
}

/// Cycles for which a packet may wait.
fn bound() -> u64 {
    service_cycles(&switch(), PORTS)
}

#[test]
fn a_packet_that_is_never_served_is_reported_while_others_are_served() {
    let (cycle, text) = starved(Output::Free, 2 * bound()).expect("reported");
    assert_eq!(cycle, bound() + 1);
    assert_eq!(
        text,
        "a packet of port 0 for port 1 in lane 0 waits since cycle 0, and the port is free for it \
         since cycle 0"
    );
}

#[test]
fn the_time_begins_when_the_output_port_is_free() {
    let sent = bound() / 2;
    let (cycle, text) = starved(Output::Sends(sent), 2 * bound()).expect("reported");
    assert_eq!(cycle, sent + bound() + 1);
    assert!(text.ends_with(&format!("free for it since cycle {sent}")), "{text}");
}

#[test]
fn a_packet_may_wait_for_credits_and_for_links_that_accept_no_beats() {
    assert_eq!(starved(Output::WithoutCredits, 2 * bound()), None);
    assert_eq!(starved(Output::Stalled, 2 * bound()), None);
}
