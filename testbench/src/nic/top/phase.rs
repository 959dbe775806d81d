//! Phases: random behaviour of the surroundings of a NIC over an interval of cycles.

use tailback_spec::nic::Nic;

use super::Scenario;
use crate::axi_lite::Pace;
use crate::nic::{host_packets, link_packets};
use crate::random::{one_of, Often, Random};

/// Denominator of the probabilities below.
pub(super) const OF_SHARE: u64 = 1024;

/// Behaviour of the host.
#[derive(Debug, Clone, Copy)]
pub(super) struct HostPhase {
    /// Rate at which a flow gets packets.
    pub(super) doorbell: Often,
    /// Largest number of packets that a flow gets at once.
    pub(super) packets: u64,
    /// First of the flows that get packets, and their number.
    pub(super) first_flow: u64,
    pub(super) flows: u64,
    /// Rate at which the host is ready for a grant.
    pub(super) grant_ready: Often,
    /// Rate at which a granted packet starts.
    pub(super) start: Often,
    /// Rate at which the packet is gone, and the grant declined.
    pub(super) gone: Often,
    /// Rate at which the host has a beat.
    pub(super) beat: Often,
    /// Rate at which the host takes a beat, with a receive buffer.
    pub(super) take: Often,
    pub(super) mix: host_packets::Mix,
    /// Rate at which a lost packet is released.
    pub(super) give_up: Often,
    /// Rate of illegal events, such as packets without grant.
    pub(super) stray: Often,
    /// Rate of superfluous releases, back to back.
    pub(super) flood: Often,
}

/// Behaviour of the partner at the other end of the link.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartnerPhase {
    /// Rate at which the partner is ready for a beat.
    pub(super) ready: Often,
    /// Rate at which a block of each VL is freed.
    pub(super) drain: Often,
    /// Rate at which a packet starts.
    pub(super) start: Often,
    /// Rate at which the next beat of a packet is valid.
    pub(super) beat: Often,
    /// Probability that a packet is an ACK if some are due, in units of 1/[`OF_SHARE`], like those
    /// below.
    pub(super) acks: u64,
    /// Probability that another packet is a CNP, and that it is a datagram.
    pub(super) notifications: u64,
    pub(super) datagrams: u64,
    /// Rates of FECN, BECN and AckReq in packets.
    pub(super) fecn: Often,
    pub(super) becn: Often,
    pub(super) ack_req: Often,
    /// Longest payload, in words.
    pub(super) longest_words: u64,
    /// Probability that a packet is lost before it is acknowledged, and that it is acknowledged
    /// twice.
    pub(super) lost: u64,
    pub(super) twice: u64,
    /// Probability that a packet is of any kind, and the faults of such packets.
    pub(super) any: u64,
    pub(super) mix: link_packets::Mix,
    /// Probability that a packet does not wait for credits.
    pub(super) overrun: u64,
    /// Probability that a flow-control packet is lost, in each direction; is corrupted; is odd.
    pub(super) lost_flow_control: u64,
    pub(super) corrupted: u64,
    pub(super) odd: u64,
}

/// An interval of cycles with one kind of behaviour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phase {
    pub(super) cycles: u64,
    pub(super) host: HostPhase,
    pub(super) partner: PartnerPhase,
    pub(super) pace: Pace,
    /// Rate at which the link goes down or up.
    pub(super) link: Often,
    /// The link is up at the start.
    pub(super) up: bool,
    pub(super) reset: Often,
}

const NEVER: Often = Often::NEVER;
const SELDOM: Often = Often::each_cycle(8).in_few_cycles(7);
const RARE: Often = Often::each_cycle(8).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    /// Continuous traffic without faults.
    pub(super) fn orderly(nic: &Nic, cycles: u64) -> Self {
        let (length, flows) = (host_packets::Length::Short, nic.flows() as u64);
        Phase {
            cycles,
            host: HostPhase {
                doorbell: HALF,
                packets: 2,
                first_flow: 0,
                flows,
                grant_ready: ALL,
                start: ALL,
                gone: NEVER,
                beat: ALL,
                take: ALL,
                mix: host_packets::Mix { ill: NEVER, length },
                give_up: HALF,
                stray: NEVER,
                flood: NEVER,
            },
            partner: PartnerPhase {
                ready: ALL,
                drain: ALL,
                start: ALL,
                beat: ALL,
                acks: OF_SHARE * 7 / 8,
                notifications: OF_SHARE / 16,
                datagrams: OF_SHARE / 8,
                fecn: RARE,
                becn: RARE,
                ack_req: SOME,
                longest_words: 40,
                lost: 0,
                twice: 0,
                any: 0,
                mix: link_packets::Mix {
                    ill: NEVER,
                    notification: NEVER,
                    length: link_packets::Length::Short,
                },
                overrun: 0,
                lost_flow_control: 0,
                corrupted: 0,
                odd: 0,
            },
            pace: Pace { write: HALF, read: HALF, ready: HALF },
            link: NEVER,
            up: true,
            reset: NEVER,
        }
    }

    /// No new traffic except ACKs; grants are declined.
    #[cfg(test)]
    pub(super) fn drain(nic: &Nic, cycles: u64) -> Self {
        let mut phase = Self::orderly(nic, cycles);
        (phase.host.doorbell, phase.host.gone) = (NEVER, ALL);
        phase.partner.acks = OF_SHARE;
        (phase.partner.fecn, phase.partner.becn) = (NEVER, NEVER);
        phase
    }

    /// A random phase of a scenario.
    #[cold]
    pub(super) fn of(scenario: Scenario, nic: &Nic, random: &mut Random) -> Self {
        let mut phase = Self::orderly(nic, 0);
        let longest = one_of(random, &[64, 512, 2048, 2048, 4096]);
        phase.cycles = 1 + random.below(longest);
        Self::pace(&mut phase, random);
        Self::host(&mut phase.host, nic, random);
        Self::partner(&mut phase.partner, random);
        match random.below(8) {
            0 => Self::stalls(&mut phase, random),
            1 => Self::storm(&mut phase, random),
            _ => {}
        }
        phase.link = one_of(random, &[NEVER, NEVER, NEVER, ALL.in_few_cycles(9)]);
        phase.up = random.below(12) != 0;
        if nic.receive_buffer().is_some() {
            phase.host.take = one_of(random, &[ALL, ALL, MOST, HALF, SOME, RARE, NEVER]);
        }
        if scenario == Scenario::Everything {
            Self::errs(&mut phase, nic, random);
        }
        phase
    }

    fn pace(phase: &mut Phase, random: &mut Random) {
        let paces = [ALL, HALF, Often::each_cycle(1)];
        phase.pace = Pace {
            write: one_of(random, &paces),
            read: one_of(random, &paces),
            ready: one_of(random, &paces),
        };
    }

    fn host(host: &mut HostPhase, nic: &Nic, random: &mut Random) {
        let all = nic.flows() as u64;
        let few = 1 + random.below(all.min(4));
        host.flows = one_of(random, &[1, few, all, all, all]);
        host.first_flow = random.below(all);
        host.doorbell = one_of(random, &[ALL, MOST, SOME, RARE, NEVER]);
        host.packets = one_of(random, &[1, 1, 2, 8]);
        host.grant_ready = one_of(random, &[ALL, ALL, MOST, SOME]);
        host.start = one_of(random, &[ALL, ALL, MOST, RARE]);
        host.gone = one_of(random, &[NEVER, NEVER, RARE, SOME]);
        host.beat = one_of(random, &[ALL, ALL, MOST, SOME]);
        use host_packets::Length::*;
        host.mix.length = one_of(random, &[Shortest, Shortest, Short, Short, Any, Longest]);
        host.give_up = one_of(random, &[ALL, SOME, RARE]);
    }

    fn partner(partner: &mut PartnerPhase, random: &mut Random) {
        partner.ready = one_of(random, &[ALL, ALL, ALL, MOST, HALF]);
        partner.drain = one_of(random, &[ALL, ALL, HALF, SOME]);
        partner.start = one_of(random, &[ALL, ALL, HALF, SOME, RARE]);
        partner.beat = one_of(random, &[ALL, ALL, MOST, HALF]);
        let share = [0, OF_SHARE / 16, OF_SHARE / 4, OF_SHARE / 2];
        partner.acks = OF_SHARE - one_of(random, &share);
        partner.notifications = one_of(random, &share);
        partner.datagrams = one_of(random, &share);
        partner.fecn = one_of(random, &[NEVER, RARE, SOME, MOST]);
        partner.becn = one_of(random, &[NEVER, NEVER, SELDOM, RARE, SOME]);
        partner.ack_req = one_of(random, &[NEVER, SOME, ALL]);
        partner.longest_words = one_of(random, &[1, 1, 8, 40, 600]);
        partner.lost = one_of(random, &[0, 0, OF_SHARE / 64, OF_SHARE / 4]);
        let faults = [0, 0, OF_SHARE / 100, OF_SHARE / 8];
        partner.lost_flow_control = one_of(random, &faults);
        partner.corrupted = one_of(random, &faults);
    }

    /// The link, the host or the partner stalls, or nearly so.
    fn stalls(phase: &mut Phase, random: &mut Random) {
        match random.below(4) {
            0 => phase.partner.ready = one_of(random, &[NEVER, RARE]),
            1 => phase.partner.drain = NEVER,
            2 => phase.host.grant_ready = NEVER,
            _ => phase.host.beat = RARE,
        }
        // Meanwhile the partner sends as fast as possible.
        phase.partner.start = ALL;
        phase.partner.beat = ALL;
    }

    /// Shortest packets that are all marked.
    fn storm(phase: &mut Phase, random: &mut Random) {
        let partner = &mut phase.partner;
        (partner.start, partner.beat, partner.longest_words) = (ALL, ALL, 1);
        partner.becn = ALL;
        partner.fecn = one_of(random, &[NEVER, ALL]);
        partner.notifications = OF_SHARE;
        phase.cycles = 1 + random.below(1024);
    }

    /// Adds illegal behaviour.
    fn errs(phase: &mut Phase, nic: &Nic, random: &mut Random) {
        let ill = [NEVER, NEVER, RARE, SOME, SOME];
        phase.host.mix.ill = one_of(random, &ill);
        phase.host.stray = one_of(random, &[NEVER, NEVER, RARE, SOME]);
        phase.host.flood = one_of(random, &[NEVER, NEVER, NEVER, NEVER, SOME, ALL]);
        let share = [0, 0, OF_SHARE / 16, OF_SHARE / 4, OF_SHARE];
        let partner = &mut phase.partner;
        partner.any = one_of(random, &share);
        partner.mix.ill = one_of(random, &ill);
        partner.mix.notification = one_of(random, &[NEVER, SOME, MOST]);
        use link_packets::Length::*;
        partner.mix.length = one_of(random, &[Short, Short, Any, Longest]);
        partner.twice = one_of(random, &[0, 0, OF_SHARE / 16, OF_SHARE]);
        partner.overrun = one_of(random, &[0, 0, 0, OF_SHARE / 32]);
        partner.odd = one_of(random, &[0, 0, OF_SHARE / 8]);
        // Rare enough that the registers of many flows are set up between resets.
        phase.reset = match random.below(48 + nic.flows() as u64 / 8) {
            0 => ALL.in_few_cycles(8),
            _ => NEVER,
        };
    }
}
