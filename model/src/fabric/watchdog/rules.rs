//! The rules, one by one.

use super::{Held, Holder, Needs, Queue, Rule, Stall, Waiting, Watchdog};

impl Watchdog {
    /// Finds a rule that is broken as a cycle begins.
    pub(super) fn find(&self, now: u64) -> Option<Stall> {
        let ring = || self.ring(now).map(|waiting| (Rule::Ring, waiting));
        let allocator = || self.allocator(now);
        let answer = || self.unanswered(now).map(|waiting| (Rule::Unanswered, vec![waiting]));
        let host = || self.silent(now).map(|waiting| (Rule::SilentHost, vec![waiting]));
        // With a life limit, a packet that was not seen to leave may have been dropped.
        let held = || ring().or_else(allocator).or_else(answer);
        let found = if self.drops { host() } else { held().or_else(host) };
        found.map(|(rule, waiting)| Stall { cycle: now, rule, waiting, held: self.held() })
    }

    /// Whether nothing has moved since a cycle for so long that no consequence of it is left.
    fn is_settled(&self, since: u64, now: u64) -> bool {
        now >= since + self.bounds.settle
    }

    /// Queues of the buffer behind a link that hold packets, each with the link that its packets
    /// need.
    fn queues(&self, link: usize) -> impl Iterator<Item = (&Queue, usize)> {
        let of_switch = self.links[link].to.map(|(switch, input)| {
            let switch = &self.switches[switch];
            let outputs = switch.outputs.len();
            let first = switch.first + input * outputs;
            (&self.queues[first..first + outputs], &switch.outputs)
        });
        let pairs = of_switch
            .into_iter()
            .flat_map(|(queues, outputs)| queues.iter().zip(outputs.iter().copied()));
        pairs.filter(|(queue, _)| !queue.packets.is_empty())
    }

    fn waits(&self, link: usize, queue: &Queue, needs: Needs) -> Option<Waiting> {
        let packet = *queue.packets.front()?;
        Some(Waiting { packet, holder: Holder::Buffer(link), needs, since: queue.first_since })
    }

    /// Finds buffers that wait for each other, and for nothing else.
    fn ring(&self, now: u64) -> Option<Vec<Waiting>> {
        let is_still = |link: &super::Link| {
            link.packets > 0 && self.is_settled(link.began, now) && self.is_settled(link.left, now)
        };
        let mut stuck: Vec<bool> = self.links.iter().map(is_still).collect();
        let can_move = |stuck: &[bool], link: usize| {
            self.queues(link).any(|(_, next)| {
                let to = &self.links[next];
                to.to.is_none() || to.credits_since.is_some() || !stuck[next]
            })
        };
        loop {
            let free = (0..stuck.len()).filter(|link| stuck[*link] && can_move(&stuck, *link));
            let free: Vec<usize> = free.collect();
            if free.is_empty() {
                break;
            }
            free.into_iter().for_each(|link| stuck[link] = false);
        }
        let first = stuck.iter().position(|is_stuck| *is_stuck)?;
        // Each of them waits for another one of them: sooner or later, for one that was visited
        // before.
        let (mut passed, mut link) = (vec![first], first);
        let mut waiting = Vec::new();
        loop {
            let (queue, next) = self.queues(link).next()?;
            waiting.push(self.waits(link, queue, Needs::Credits(next))?);
            if let Some(start) = passed.iter().position(|before| *before == next) {
                return Some(waiting.split_off(start));
            }
            passed.push(next);
            link = next;
        }
    }

    /// Finds a packet that waits for an output with credits: in a switch where nothing moves, or
    /// for too long.
    fn allocator(&self, now: u64) -> Option<(Rule, Vec<Waiting>)> {
        for switch in &self.switches {
            let links = || switch.inputs.iter().chain(&switch.outputs);
            if switch.inputs.iter().all(|link| self.links[*link].packets == 0) {
                continue;
            }
            let moved = links().map(|link| self.links[*link].began).max().unwrap_or_default();
            for link in &switch.inputs {
                for (queue, next) in self.queues(*link) {
                    let output = &self.links[next];
                    let Some(credits_since) = output.credits_since.filter(|_| !output.is_drained)
                    else {
                        continue;
                    };
                    let since = queue.first_since.max(credits_since);
                    let rule = if self.is_settled(moved.max(since), now) {
                        Rule::IdleAllocator
                    } else if now > since.max(output.began) + self.bounds.service {
                        Rule::PassedOver
                    } else {
                        continue;
                    };
                    let waiting = self.waits(*link, queue, Needs::Output(next))?;
                    return Some((rule, vec![waiting]));
                }
            }
        }
        None
    }

    /// Finds a flow whose packets were received, and whose ACKs are neither in a buffer nor held
    /// up.
    fn unanswered(&self, now: u64) -> Option<Waiting> {
        if !self.has_acks || self.releases {
            return None;
        }
        let lacks = |(number, flow): (usize, &super::Flow)| {
            let waits = flow.sent > flow.acknowledged && flow.inside == 0;
            let uplink = &self.links[self.uplinks[flow.to]];
            let is_idle = uplink.credits_since.is_some_and(|since| self.is_settled(since, now))
                && self.is_settled(uplink.began, now);
            let is_late = is_idle || uplink.count > flow.received_at + self.bounds.acks;
            (waits && self.is_settled(flow.moved, now) && is_late).then_some(Waiting {
                packet: Held { flow: number, sequence: flow.acknowledged, acknowledges: false },
                holder: Holder::Host(flow.to),
                needs: Needs::Acknowledgement,
                since: flow.moved,
            })
        };
        self.flows.iter().enumerate().find_map(lacks)
    }

    /// Finds a host that could send a packet of a flow, and does not.
    fn silent(&self, now: u64) -> Option<Waiting> {
        let since = now.checked_sub(self.bounds.silence)?;
        let is_silent = |(number, flow): (usize, &super::Flow)| {
            let link = self.uplinks[flow.from];
            let uplink = &self.links[link];
            let could = flow.active.start <= since
                && flow.active.contains(&now)
                && flow.moved <= since
                && flow.sent.saturating_sub(flow.acknowledged) < self.window;
            let has_credits = uplink.credits_since.is_some_and(|cycle| cycle <= since);
            (could && has_credits && uplink.began <= since).then_some(Waiting {
                packet: Held { flow: number, sequence: flow.sent, acknowledges: false },
                holder: Holder::Host(flow.from),
                needs: Needs::Output(link),
                since: flow.moved,
            })
        };
        self.flows.iter().enumerate().find_map(is_silent)
    }
}
