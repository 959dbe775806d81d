//! Packets received by NICs: data packets that they acknowledge, and ACKs
//! ([`tailback_spec::nic::reflector`]).

use super::{
    packets::{Packet, NEVER},
    Engine,
};
use crate::fabric::{
    log::Sink,
    timing::{
        ACK_ANSWER, ACK_OFFERED, ANSWER_BUILT, ANSWER_READ, ANSWER_WAITS, JOINED_ANSWER, RECEIVED,
    },
};
use std::collections::{HashMap, VecDeque};

/// An ACK that the NIC is to send.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub flow: u16,
    pub sequence: u32,
    pub marked: bool,
}

impl Answer {
    /// Merges this ACK with the one that is owed.
    fn joined(self, owed: Answer) -> Answer {
        Answer { marked: self.marked || owed.marked, ..self }
    }
}

/// The ACKs that a NIC is to send; at most one for each flow waits.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// ACKs not yet processed, with the cycle in which each is decided.
    decided: VecDeque<(u64, Answer)>,
    /// ACKs owed, by flow.
    owed: HashMap<u16, Answer>,
    /// Flows with an ACK owed in the order in which they began to wait, with the cycle in which
    /// they did.
    waiting: VecDeque<(u64, u16)>,
    /// The ACK that is offered, with the first cycle of the offer.
    offered: Option<(u64, Answer)>,
    /// Cycle in which the last ACK was accepted.
    taken: u64,
    /// The ACK that is built, and the first cycle in which its first beat can be held.
    pub built: Option<(u64, Answer)>,
    /// First cycle in which the next ACK can be accepted; [`NEVER`] while one is built.
    free: u64,
}

impl Answers {
    /// The ACK that was built last is transmitted; the next one can be accepted in cycle `free`,
    /// which is this one or a later one.
    pub fn has_gone(&mut self, now: u64, free: u64) {
        // An ACK that is decided from `free` on finds the next one accepted.
        self.settle(now.saturating_sub(1));
        self.free = free;
        self.build();
    }

    /// Schedules an ACK that is decided in a future cycle.
    fn decide(&mut self, cycle: u64, answer: Answer) {
        self.decided.push_back((cycle, answer));
        if self.built.is_none() && self.free != NEVER {
            self.build();
        }
    }

    /// Accepts the next ACK and builds it; an ACK that is decided only later finds none before it.
    fn build(&mut self) {
        let next = self.offered.take().or_else(|| {
            let (cycle, answer) = self.decided.pop_front()?;
            Some((cycle + 1, answer))
        });
        if let Some((offered, answer)) = next {
            self.taken = offered.max(self.free);
            self.free = NEVER;
            self.built = Some((self.taken + ANSWER_BUILT, answer));
        }
    }

    /// Processes waiting flows and decided ACKs up to a cycle.
    fn settle(&mut self, now: u64) {
        loop {
            let decided = self.decided.front().map_or(NEVER, |(cycle, _)| *cycle);
            let takes = match self.waiting.front() {
                Some((since, _)) if self.offered.is_none() => self.taken.max(since + ANSWER_WAITS),
                _ => NEVER,
            };
            if decided.min(takes) > now {
                return;
            }
            if takes < decided {
                self.offer_first(takes);
            } else if let Some((cycle, answer)) = self.decided.pop_front() {
                self.owe(cycle, answer);
            }
        }
    }

    /// Takes the first waiting flow in a cycle; its ACK leaves in the next one.
    fn offer_first(&mut self, takes: u64) {
        let Some((_, flow)) = self.waiting.pop_front() else { return };
        let Some(owed) = self.owed.remove(&flow) else { return };
        let leaves = takes + 1;
        let joins = |(cycle, answer): &(u64, Answer)| *cycle == leaves && answer.flow == flow;
        self.offered = Some(match super::pop_if(&mut self.decided, joins) {
            Some((_, answer)) => (leaves + JOINED_ANSWER, answer.joined(owed)),
            None => (leaves + ANSWER_READ, owed),
        });
    }

    /// Processes an ACK that is decided in a cycle.
    fn owe(&mut self, cycle: u64, answer: Answer) {
        if let Some(owed) = self.owed.get_mut(&answer.flow) {
            *owed = answer.joined(*owed);
        } else if self.waiting.is_empty() && self.offered.is_none() && self.taken <= cycle {
            self.offered = Some((cycle + 1, answer));
        } else {
            self.waiting.push_back((cycle, answer.flow));
            self.owed.insert(answer.flow, answer);
        }
    }
}

impl<S: Sink> Engine<S> {
    /// A packet is transmitted to a host, where its first beat arrives in cycle `comes`.
    pub(super) fn arrives(&mut self, host: usize, packet: &Packet, comes: u64) {
        let last = comes + packet.beats - 1;
        let link = self.nics[host].link;
        self.links[link].teller.changes(comes + RECEIVED, packet.blocks, 0);
        if packet.is_data {
            let Packet { flow, sequence, marked, .. } = *packet;
            self.counts.delivered += 1;
            let answers = &mut self.nics[host].answers;
            answers.decide(last + ACK_ANSWER - 1, Answer { flow, sequence, marked });
            self.look_out(host);
        } else {
            let offered = last + ACK_OFFERED;
            let sender = usize::from(self.flows[usize::from(packet.flow)].sender);
            let from = &mut self.nics[host].senders[sender];
            // The ACK acknowledges all packets up to its PSN.
            let packets = packet.sequence + 1 - from.acknowledged;
            from.acknowledged += packets;
            if packet.marked {
                self.nics[host].limiter.becn(offered, sender);
            }
            if !self.foresees(host, offered, packet.marked) {
                self.nics[host].limiter.ack(offered, sender, packets, packet.marked);
                self.frame_at(host, self.nics[host].limiter.next_event());
            }
        }
    }
}
