//! NICs: what goes into their links.

use super::{
    answers::{Answer, Answers},
    limiter::Limiter,
    packets::{Packet, NEVER},
    Engine, Kind,
};
use crate::fabric::{log::Sink, surroundings::source::Source};
use std::collections::VecDeque;
use tailback_spec::nic::transmit::DEPTH;

/// A flow at the host that sends.
#[derive(Debug)]
pub(super) struct Sender {
    /// Its number in the scenario.
    pub flow: u16,
    pub source: Source,
    /// Packets that have begun.
    pub begun: u32,
    /// Packets that ACKs have acknowledged.
    pub acknowledged: u32,
    /// The NIC knows of a packet.
    pub known: bool,
    /// A grant waits to be used.
    pub granted: bool,
    /// The cycle of an event in which it is looked at.
    pub wakes: u64,
}

/// The next packet of the host.
#[derive(Debug, Clone, Copy)]
pub(super) struct Next {
    pub sender: usize,
    pub sequence: u32,
    pub more: bool,
    /// The cycle in which the NIC takes its first beat.
    pub taken: u64,
    /// The first cycle in which it may go.
    pub goes: u64,
}

/// What has begun to go, and waits for its first cycle on the link.
#[derive(Debug, Clone, Copy)]
struct Shown {
    packet: Packet,
    /// The cycle in which its first beat was taken from the host; an ACK has none.
    taken: Option<u64>,
}

/// A NIC and its host.
#[derive(Debug)]
pub(super) struct Nic {
    /// Its link.
    pub link: usize,
    pub limiter: Limiter,
    pub senders: Vec<Sender>,
    /// Grants that are shown: the cycle, and the flow.
    pub shows: VecDeque<(u64, usize)>,
    /// Flows that are granted, the earliest first.
    pub line: VecDeque<usize>,
    /// The first cycle in which the host can begin a packet.
    pub begins: u64,
    /// A packet of which the NIC has not taken the first beat.
    pub offers: Option<Next>,
    pub next: Option<Next>,
    /// The first cycle in which the NIC can take another one.
    pub takes: u64,
    /// The flow for which the doorbell rings, and the cycle in which that is taken.
    pub ringing: Option<(u64, usize)>,
    /// The flow whose decline the limiter has not taken, and the cycle in which the NIC took the last.
    pub declining: Option<usize>,
    pub declines: u64,
    /// One of which the NIC has not taken the decline.
    pub decline_waits: Option<usize>,
    /// The cycle of the next event in which the way out is looked at.
    looks: u64,
    /// The first cycle in which a packet can begin to go.
    idle: u64,
    shown: Option<Shown>,
    pub answers: Answers,
}

impl Nic {
    pub fn new(link: usize, limiter: Limiter, senders: Vec<Sender>) -> Self {
        Nic {
            link,
            limiter,
            senders,
            shows: VecDeque::new(),
            line: VecDeque::new(),
            begins: 0,
            offers: None,
            next: None,
            takes: 0,
            ringing: None,
            declining: None,
            declines: 0,
            decline_waits: None,
            looks: NEVER,
            idle: 0,
            shown: None,
            answers: Answers::default(),
        }
    }

    /// The first cycle in which something may begin to go.
    fn may_begin(&self) -> u64 {
        let answer = self.answers.built.map_or(NEVER, |(built, _)| built);
        let next = self.next.map_or(NEVER, |next| next.goes);
        match answer.min(next) {
            NEVER => NEVER,
            wants => wants.max(self.idle),
        }
    }

    /// Whether the answer has its turn before the host's packet.
    fn answer_first(&self, now: u64) -> bool {
        let answer = self.answers.built.filter(|(built, _)| *built <= now);
        let next = self.next.filter(|next| next.goes <= now);
        match (answer, next) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some((built, _)), Some(next)) => {
                // While it lacks credits, each is wanted in every other cycle.
                let (answer, next) = (built.max(self.idle), next.goes.max(self.idle));
                let both = answer.max(next);
                (now - both).is_multiple_of(2) == (next <= answer)
            }
        }
    }
}

impl<S: Sink> Engine<S> {
    /// The way out of a host is to be looked at as soon as something may have begun to go.
    pub(super) fn look_out(&mut self, host: usize) {
        let nic = &mut self.nics[host];
        if nic.shown.is_some() {
            return;
        }
        let begins = nic.may_begin();
        if begins != NEVER && begins + 1 < nic.looks {
            nic.looks = (begins + 1).max(self.now);
            self.queue.push(nic.looks, Kind::Transmit, host as u16);
        }
    }

    /// What may have begun in the cycle before goes into a link now, unless a flow-control packet does.
    pub(super) fn transmit(&mut self, host: usize) {
        let now = self.now;
        if self.nics[host].looks <= now {
            self.nics[host].looks = NEVER;
        }
        if self.nics[host].shown.is_none() && !self.begin(host, now.saturating_sub(1)) {
            return;
        }
        let link = self.nics[host].link;
        if self.tells(link, now) {
            self.nics[host].looks = now + 1;
            self.queue.push(now + 1, Kind::Transmit, host as u16);
            return;
        }
        let nic = &mut self.nics[host];
        let Some(Shown { packet, taken }) = nic.shown.take() else { return };
        let beats = packet.beats;
        nic.idle = now + beats - 1;
        match taken {
            Some(taken) => {
                // The last beat is taken when there is room for it.
                let last = (taken + beats - 1).max(now + beats - 1 - DEPTH as u64);
                nic.begins = last + 1;
                if !nic.line.is_empty() {
                    self.queue.push(last + 1, Kind::Act, host as u16);
                }
            }
            None => nic.answers.has_gone(now, nic.idle),
        }
        let id = self.packets.add(packet);
        self.goes(link, id);
        self.look_out(host);
    }

    /// Lets a packet begin to go in a cycle, if one may.
    fn begin(&mut self, host: usize, cycle: u64) -> bool {
        let nic = &self.nics[host];
        if nic.may_begin() > cycle {
            self.look_out(host);
            return false;
        }
        let (link, answer) = (nic.link, nic.answer_first(cycle));
        let other = match answer {
            true => nic.next.map(|next| next.goes),
            false => nic.answers.built.map(|(built, _)| built),
        };
        let blocks = |answer| if answer { 1 } else { self.rules.blocks };
        let (mine, others) = (blocks(answer), blocks(!answer));
        if !self.may_send(link, mine, cycle) {
            // The other one may need fewer, now or when it wants to go.
            match other {
                Some(wants) if wants > cycle => {
                    self.queue.push(wants + 1, Kind::Transmit, host as u16);
                }
                Some(_) if self.may_send(link, others, cycle) => {
                    self.queue.push(self.now + 1, Kind::Transmit, host as u16);
                }
                _ => {}
            }
            self.wait_for_credits(link);
            return false;
        }
        self.links[link].credits.sent += mine;
        let nic = &mut self.nics[host];
        let packet = |flow, to, sequence, is_data, marked, beats| Packet {
            flow,
            to,
            sequence,
            is_data,
            marked,
            counted: false,
            read: NEVER,
            beats,
            blocks: mine,
        };
        if answer {
            let Some((_, answer)) = nic.answers.built.take() else { return false };
            let Answer { flow, sequence, marked } = answer;
            let to = self.flows[usize::from(flow)].from;
            let packet = packet(flow, to, sequence, false, marked, self.rules.ack_beats);
            nic.shown = Some(Shown { packet, taken: None });
        } else {
            let Some(next) = nic.next.take() else { return false };
            let flow = nic.senders[next.sender].flow;
            let to = self.flows[usize::from(flow)].to;
            let packet = packet(flow, to, next.sequence, true, false, self.rules.beats);
            nic.shown = Some(Shown { packet, taken: Some(next.taken) });
            nic.takes = cycle + 1;
            self.take_offered(host);
        }
        true
    }
}
