//! NICs: packets that enter their links.

use super::{
    answers::{Answer, Answers},
    limiter::Limiter,
    packets::{Packet, NEVER},
    space::Space,
    Engine, Kind,
};
use crate::fabric::{log::Sink, surroundings::source::Source, timing::SETTLED};
use std::collections::VecDeque;

/// A flow at the host that sends it.
#[derive(Debug)]
pub(super) struct Sender {
    /// Index in the scenario.
    pub flow: u16,
    pub source: Source,
    /// Packets that have started.
    pub begun: u32,
    /// Packets acknowledged.
    pub acknowledged: u32,
    /// Whether the NIC knows of a packet.
    pub known: bool,
    /// True while a grant is unused.
    pub granted: bool,
    /// Cycle of the event in which the source is checked.
    pub wakes: u64,
}

/// The next packet of the host.
#[derive(Debug, Clone, Copy)]
pub(super) struct Next {
    pub sender: usize,
    pub sequence: u32,
    pub more: bool,
    /// Cycle in which the NIC accepts its first beat.
    pub taken: u64,
    /// First cycle in which its first beat can be held, for the link.
    pub goes: u64,
}

/// A NIC and its host.
#[derive(Debug)]
pub(super) struct Nic {
    /// Index of its link.
    pub link: usize,
    pub limiter: Limiter,
    pub senders: Vec<Sender>,
    /// Grants that are offered: the cycle, and the flow.
    pub shows: VecDeque<(u64, usize)>,
    /// Flows that are granted, the earliest first.
    pub line: VecDeque<usize>,
    /// First cycle in which the host can begin a packet.
    pub begins: u64,
    /// Packet of which the NIC has not accepted the first beat.
    pub offers: Option<Next>,
    pub next: Option<Next>,
    /// Space for beats of the host.
    pub space: Space,
    /// Cycle in which the ringing doorbell is accepted, and its flow.
    pub ringing: Option<(u64, usize)>,
    /// Flow whose decline the limiter has not accepted, and the cycle in which the NIC accepted the
    /// last one.
    pub declining: Option<usize>,
    pub declines: u64,
    /// Flow whose decline the NIC has not accepted.
    pub decline_waits: Option<usize>,
    /// Cycle of the next event in which the transmitter is examined.
    looks: u64,
    /// First cycle in which the first beat of a packet can be held.
    idle: u64,
    /// Packet that has started, and waits for its first cycle on the link.
    shown: Option<Packet>,
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
            space: Space::default(),
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

    /// First cycle in which the first beat of a packet or ACK may be held.
    fn may_begin(&self) -> u64 {
        let answer = self.answers.built.map_or(NEVER, |(built, _)| built);
        let next = self.next.map_or(NEVER, |next| next.goes);
        match answer.min(next) {
            NEVER => NEVER,
            wants => wants.max(self.idle),
        }
    }
}

impl<S: Sink> Engine<S> {
    /// Schedules an event as soon as a packet or ACK may have started.
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

    /// Puts a packet or ACK whose first beat may have been held in the cycle before into the link,
    /// unless a flow-control packet is transmitted.
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
        let Some(packet) = nic.shown.take() else { return };
        let beats = packet.beats;
        nic.idle = nic.idle.max(now + beats - 1);
        if packet.is_data {
            match nic.next {
                None => nic.space.goes_on(now - 1),
                Some(_) => nic.space.before_goes_on(now - 1),
            }
            self.host_goes_on(host);
        } else if beats > 1 {
            // The last beat moves two cycles before it is on the link.
            nic.answers.has_gone(now, now + beats - 2);
        }
        let id = self.packets.add(packet);
        self.goes(link, id);
        self.look_out(host);
    }

    /// Starts a packet or ACK, if one may start; its first beat is held in this cycle.
    fn begin(&mut self, host: usize, cycle: u64) -> bool {
        const ACK_BLOCKS: u64 = 1;
        let nic = &self.nics[host];
        if nic.may_begin() > cycle {
            self.look_out(host);
            return false;
        }
        let (link, blocks) = (nic.link, self.rules.blocks);
        let built = nic.answers.built.map_or(NEVER, |(built, _)| built);
        let goes = nic.next.map_or(NEVER, |next| next.goes);
        // An ACK precedes the host's packet, unless it lacks credits.
        let answer = built <= cycle && self.may_send(link, ACK_BLOCKS, cycle);
        if !answer && (goes > cycle || !self.may_send(link, blocks, cycle)) {
            // The one that is not ready yet, if there is one, may need fewer credits.
            let other = built.max(goes);
            if (cycle + 1..NEVER).contains(&other) {
                self.queue.push(other + 1, Kind::Transmit, host as u16);
            }
            self.wait_for_credits(link);
            return false;
        }
        let mine = if answer { ACK_BLOCKS } else { blocks };
        self.links[link].credits.sent += mine;
        let nic = &mut self.nics[host];
        nic.idle = cycle + SETTLED;
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
            let [to, _] = self.flows[usize::from(flow)].lids;
            let packet = packet(flow, to, sequence, false, marked, self.rules.ack_beats);
            nic.shown = Some(packet);
            // A single beat has moved.
            if packet.beats == 1 {
                nic.answers.has_gone(cycle, cycle);
            }
        } else {
            let Some(next) = nic.next.take() else { return false };
            let flow = nic.senders[next.sender].flow;
            let [_, to] = self.flows[usize::from(flow)].lids;
            let packet = packet(flow, to, next.sequence, true, false, self.rules.beats);
            nic.shown = Some(packet);
            nic.space.begins(cycle - 1);
            self.host_goes_on(host);
        }
        true
    }
}
