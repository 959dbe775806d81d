//! What comes to NICs: packets that they answer, and ACKs ([`tailback_spec::nic::reflector`]).

use super::{
    packets::{Packet, NEVER},
    pop_if, Engine, Kind,
};
use crate::fabric::{
    log::Sink,
    timing::{ACK_ANSWER, ACK_OFFERED, ACK_PUT, ANSWER_BUILT, RECEIVED},
};
use std::collections::VecDeque;
use tailback_spec::nic::reflector::ANSWERS;

/// An ACK that the NIC is to send, and the first cycle in which it can be built.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    offered: u64,
    pub flow: u16,
    pub sequence: u32,
    pub marked: bool,
}

/// The ACKs that a NIC is to send.
#[derive(Debug, Default)]
pub(super) struct Answers {
    queue: VecDeque<Answer>,
    /// Those that may find no place among them: the cycle in which that turns out.
    late: VecDeque<(u64, Answer)>,
    /// The answer that is built, and the first cycle in which it can go.
    pub built: Option<(u64, Answer)>,
    /// The first cycle in which the next one can be taken.
    free: u64,
}

impl Answers {
    /// The last one that was built goes; in a cycle, the next one can be taken.
    pub fn has_gone(&mut self, free: u64) {
        self.free = free;
        self.build();
    }

    /// Takes the next answer, which is built from then on.
    fn build(&mut self) {
        if self.built.is_none() {
            if let Some(answer) = self.queue.pop_front() {
                let taken = answer.offered.max(self.free);
                self.free = NEVER;
                self.built = Some((taken + ANSWER_BUILT, answer));
            }
        }
    }

    /// Answers in the queue of the reflector as a cycle begins.
    fn waiting(&self, now: u64) -> usize {
        const OFFERED: u64 = ACK_ANSWER - ACK_PUT;
        let put = |answer: &Answer| answer.offered - OFFERED;
        let taken = self.built.map_or(0, |(built, _)| built - ANSWER_BUILT);
        let built = self.built.map(|(_, answer)| answer).filter(|_| taken >= now);
        let waiting = built.iter().chain(&self.queue).filter(|answer| put(answer) < now);
        // One of them is offered, and no longer in the queue.
        let before = if built.is_some() { 0 } else { taken };
        let first = built.iter().chain(&self.queue).next();
        let offered = first.is_some_and(|answer| (put(answer) + 1).max(before) < now);
        waiting.count() - usize::from(offered)
    }
}

impl<S: Sink> Engine<S> {
    /// A packet goes to a host; its first beat comes in a cycle.
    pub(super) fn arrives(&mut self, host: usize, packet: &Packet, comes: u64) {
        let last = comes + packet.beats - 1;
        let link = self.nics[host].link;
        self.links[link].teller.changes(comes + RECEIVED, packet.blocks, 0);
        if packet.is_data {
            let answer = Answer {
                offered: last + ACK_ANSWER,
                flow: packet.flow,
                sequence: packet.sequence,
                marked: packet.marked,
            };
            self.counts.delivered += 1;
            let answers = &mut self.nics[host].answers;
            if answers.queue.len() < ANSWERS && answers.late.is_empty() {
                self.put_answer(host, answer);
            } else {
                let put = last + ACK_PUT;
                answers.late.push_back((put, answer));
                self.queue.push(put, Kind::Answer, host as u16);
            }
        } else {
            let offered = last + ACK_OFFERED;
            if !self.foresees(host, offered, packet.marked) {
                let sender = usize::from(self.flows[usize::from(packet.flow)].sender);
                self.nics[host].limiter.ack(offered, sender, packet.marked);
                self.frame_at(host, self.nics[host].limiter.next_event());
            }
        }
    }

    fn put_answer(&mut self, host: usize, answer: Answer) {
        let answers = &mut self.nics[host].answers;
        answers.queue.push_back(answer);
        if answers.built.is_none() && answers.free != NEVER {
            answers.build();
            self.look_out(host);
        }
    }

    /// An answer finds a place, or none: then it is lost.
    pub(super) fn answer(&mut self, host: usize) {
        let now = self.now;
        let Some((_, answer)) = pop_if(&mut self.nics[host].answers.late, |(put, _)| *put <= now)
        else {
            return;
        };
        if self.nics[host].answers.waiting(now) < ANSWERS {
            self.put_answer(host, answer);
        }
    }
}
