//! Hosts: how software handles doorbells, grants and packets ([`tailback_spec::fabric`]).

use super::{limiter::Start, nic::Next, packets::NEVER, pop_if, space::Space, Engine, Kind};
use crate::fabric::log::Sink;

impl<S: Sink> Engine<S> {
    /// Schedules a frame in which the limiter of a NIC has something to do.
    pub(super) fn frame_at(&mut self, host: usize, frame: u64) {
        let next = &mut self.nics[host].limiter.next;
        if frame < *next {
            *next = frame;
            let cycles = self.nics[host].limiter.frame_cycles();
            self.queue.push(frame * cycles, Kind::Frame, host as u16);
        }
    }

    /// A frame of a limiter begins.
    pub(super) fn frame(&mut self, host: usize) {
        let limiter = &mut self.nics[host].limiter;
        let frame = self.now / limiter.frame_cycles();
        if limiter.next != frame {
            return;
        }
        limiter.next = NEVER;
        let grant = limiter.frame(frame);
        let next = limiter.next_frame(frame);
        if next != NEVER {
            self.frame_at(host, next);
        }
        if let Some(grant) = grant {
            self.nics[host].shows.push_back((grant.shown, grant.flow));
            self.queue.push(grant.shown + 1, Kind::Act, host as u16);
        }
    }

    /// More may be known of the beats that the NIC can accept.
    pub(super) fn host_goes_on(&mut self, host: usize) {
        let nic = &mut self.nics[host];
        if nic.offers.is_some() {
            self.take_offered(host);
        } else if nic.begins == NEVER {
            self.host_ends(host);
        }
    }

    /// The host can begin a packet once the last beat of the one before is accepted.
    fn host_ends(&mut self, host: usize) {
        let nic = &mut self.nics[host];
        nic.begins = nic.space.ends();
        if nic.begins != NEVER && !nic.line.is_empty() {
            self.queue.push(nic.begins, Kind::Act, host as u16);
        }
    }

    /// The NIC accepts the first beat of a packet that the host offers, unless it is unknown when.
    fn take_offered(&mut self, host: usize) {
        let nic = &mut self.nics[host];
        let Some(mut next) = nic.offers else { return };
        let taken = nic.space.next(next.taken);
        if taken == NEVER {
            return;
        }
        nic.offers = None;
        nic.space = Space::after(&nic.space, taken, self.rules.beats);
        let start = Start { flow: next.sender, words: self.rules.beats, more: next.more };
        next.goes = nic.limiter.start(taken + 1, start);
        nic.next = Some(next);
        self.host_ends(host);
        self.frame_at(host, self.nics[host].limiter.next_event());
        self.look_out(host);
    }

    /// Schedules an event when a flow's source starts or stops to have a packet by itself.
    fn wake(&mut self, host: usize, sender: usize) {
        let sender = &mut self.nics[host].senders[sender];
        if let Some(cycle) = sender.source.next_change(self.now) {
            if sender.wakes != cycle {
                sender.wakes = cycle;
                self.queue.push(cycle, Kind::Act, host as u16);
            }
        }
    }

    /// The host's actions in a cycle.
    pub(super) fn act(&mut self, host: usize) {
        let now = self.now;
        let nic = &mut self.nics[host];
        while let Some((_, sender)) = pop_if(&mut nic.shows, |(shown, _)| *shown < now) {
            (nic.senders[sender].known, nic.senders[sender].granted) = (false, true);
            nic.line.push_back(sender);
        }
        nic.ringing = nic.ringing.filter(|(taken, _)| *taken >= now);
        for number in 0..nic.senders.len() {
            let sender = &mut self.nics[host].senders[number];
            sender.source.at(now);
            self.wake(host, number);
        }
        while now >= self.nics[host].begins {
            let nic = &mut self.nics[host];
            let Some(number) = nic.line.front().copied() else { break };
            let sender = &mut nic.senders[number];
            if sender.source.has_packet(now) {
                let sequence = sender.begun;
                sender.begun += 1;
                sender.source.begin(now);
                let more = sender.source.has_packet(now);
                sender.known = more;
                nic.begins = NEVER;
                nic.offers = Some(Next { sender: number, sequence, more, taken: now, goes: NEVER });
                nic.senders[number].granted = false;
                nic.line.pop_front();
                self.wake(host, number);
                self.take_offered(host);
            } else if nic.declines < now && nic.decline_waits.is_none() {
                nic.senders[number].granted = false;
                nic.line.pop_front();
                self.show_decline(host, number, now);
            } else {
                break;
            }
        }
        let nic = &mut self.nics[host];
        if !nic.line.is_empty() && nic.begins > now && nic.begins != NEVER {
            self.queue.push(nic.begins, Kind::Act, host as u16);
        }
        if nic.ringing.is_none() {
            let rings = |(_, sender): &(usize, &super::nic::Sender)| {
                !sender.known && !sender.granted && sender.source.has_packet(now)
            };
            if let Some((number, _)) = nic.senders.iter().enumerate().find(rings) {
                nic.senders[number].known = true;
                let taken = nic.limiter.doorbell(now, number);
                nic.ringing = Some((taken, number));
                self.queue.push(taken + 1, Kind::Act, host as u16);
                self.frame_at(host, self.nics[host].limiter.next_event());
            }
        }
    }

    /// If an ACK determines everything until the next packet is transmitted, the result is computed
    /// at once. No event is needed: no other ACK can arrive until then, and rates appear only in
    /// the packet log.
    pub(super) fn foresees(&mut self, host: usize, offered: u64, marked: bool) -> bool {
        let nic = &mut self.nics[host];
        let Some(shown) = nic.limiter.foresees_grant(offered) else { return false };
        let now = shown + 1;
        let rings = nic.ringing.is_some_and(|(taken, _)| taken >= self.now);
        let is_free = nic.begins <= now && nic.space.next(now) <= now && nic.next.is_none();
        let [sender] = &mut nic.senders[..] else { return false };
        if rings || !is_free || nic.declining.is_some() || !sender.source.has_packets_until(now) {
            return false;
        }
        let sequence = sender.begun;
        sender.begun += 1;
        sender.known = true;
        let goes = nic.limiter.foreseen(offered, marked, now + 1, self.rules.beats);
        nic.next = Some(Next { sender: 0, sequence, more: true, taken: now, goes });
        nic.space = Space::of(now, self.rules.beats);
        nic.begins = nic.space.ends();
        self.look_out(host);
        true
    }

    /// The host offers a decline, which the NIC accepts in a cycle, unless it holds another one.
    fn show_decline(&mut self, host: usize, sender: usize, cycle: u64) {
        let nic = &mut self.nics[host];
        if nic.declining.is_some() {
            nic.decline_waits = Some(sender);
            return;
        }
        (nic.declining, nic.declines) = (Some(sender), cycle);
        self.queue.push(cycle + 1, Kind::Decline, host as u16);
        self.queue.push(cycle + 1, Kind::Act, host as u16);
    }

    /// A NIC reports to its limiter that there is no packet for a grant, as soon as the limiter can
    /// accept a start.
    pub(super) fn decline(&mut self, host: usize) {
        let now = self.now;
        let nic = &mut self.nics[host];
        let Some(flow) = nic.declining else { return };
        let takes = nic.limiter.takes_start();
        if takes > now {
            self.queue.push(takes, Kind::Decline, host as u16);
            return;
        }
        nic.limiter.start(now, Start { flow, words: 0, more: false });
        nic.declining = None;
        if let Some(sender) = nic.decline_waits.take() {
            self.show_decline(host, sender, now + 1);
        }
        self.frame_at(host, self.nics[host].limiter.next_event());
    }
}
