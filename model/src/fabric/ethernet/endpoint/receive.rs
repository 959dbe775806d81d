//! Frames that a host receives: data and its ACKs, and ACKs of its own data.

use super::super::frame::{Content, Frame};
use super::super::latency as l;
use super::super::network::{Kind, Network};
use super::super::numbers::wire;
use super::super::time::{at_phase, MASK};
use super::super::watch::{Update, Watch};
use super::{Ack, Endpoints};
use tailback_spec::efl::{
    endpoint::QUEUE,
    loss::{Event as Timing, Loss},
    rate::{Event, Mark, RATE_FRACTION},
    transmit::Verdict,
};

impl Endpoints {
    /// A frame that a host received is judged.
    pub fn judge<W: Watch>(
        &mut self,
        cycle: u64,
        (number, last): (usize, u64),
        frame: &Frame,
        net: &mut Network<W>,
    ) {
        let flow = usize::from(frame.flow);
        let host = &mut self.hosts[number];
        match frame.content {
            Content::Data { probe, last: is_last } => {
                let ack_every = self.efl.ack_every();
                let received = self.receivers[flow].receive(frame, (probe, is_last), ack_every);
                // The queue is full only if frames are shorter than EFL's.
                if let Some(reply) = received.reply.filter(|_| host.replies.len() <= QUEUE) {
                    host.replies.push_back((cycle + l::QUEUED, reply));
                    self.look(number, net);
                }
                if let Some(packet) = received.delivered {
                    net.watch.deliver(cycle, flow, packet);
                    let transfers = &mut self.senders[flow].feed.supply.transfers;
                    if let Some((packets, cycles)) = transfers.receive(packet, last) {
                        net.watch.transfer(flow, packets, cycles);
                    }
                }
            }
            Content::Ack { .. } => {
                let time = net.clock.now(cycle - l::TIMED);
                let rtt = time.wrapping_sub(frame.stamp as u32) & MASK;
                if rtt >= 1 << 23 || host.acks.len() == QUEUE {
                    return;
                }
                host.acks.push_back(Ack { frame: *frame, rtt, time });
                let taken = at_phase(cycle + l::QUEUED, l::ACK_PHASE, l::FRAME);
                host.reported = (taken + l::ACK_REPORT).max(host.reported + l::FRAME);
                net.queue.push(host.reported, Kind::Ack, number as u16);
            }
            Content::Segment | Content::SegmentAck => {}
        }
    }

    /// An ACK is reported.
    pub fn acknowledge<W: Watch>(&mut self, cycle: u64, number: usize, net: &mut Network<W>) {
        let host = &mut self.hosts[number];
        let Some(Ack { frame, rtt, time }) = host.acks.pop_front() else { return };
        let Content::Ack { probe, gap } = frame.content else { return };
        let flow = usize::from(frame.flow);
        let sender = &mut self.senders[flow];
        // Packets that begin before this cycle see the numbers before the ACK.
        let held = cycle.checked_sub(1).and_then(|before| sender.fill(before));
        let rto_min = host.controller.settings().rto_min;
        let now = net.clock.now(cycle);
        let (verdict, packets) = sender.acknowledge(wire(frame.number), gap);
        match verdict {
            Verdict::New => {
                let left = sender.una != sender.high;
                let timing = Timing::Acknowledged { rtt, left };
                sender.timer = sender.timer.apply(timing, now, rto_min).0;
                sender.feed.credit(packets, cycle + l::HOST);
                let probes = u64::from(host.controller.settings().probe_packets);
                let event = Event {
                    group: sender.group,
                    loss: false,
                    covered: sender.covered() >= probes,
                    probe,
                    rtt,
                    mark: Mark { time, bytes: (sender.una as u32).wrapping_mul(self.size) },
                };
                let predicted = host.controller.event(cycle, flow, &mut sender.rate, &event);
                if let Some(predicted) = predicted {
                    let record = &sender.rate.record;
                    let gbit_per_s = record.known.then(|| gbit_per_s(record.rate));
                    let [rtt_us, predicted_us] =
                        [rtt, predicted].map(|ticks| f64::from(ticks) / TICKS_PER_US);
                    net.watch.update(&Update { cycle, flow, gbit_per_s, rtt_us, predicted_us });
                }
            }
            Verdict::Duplicate => {
                let (timer, loss) = sender.timer.apply(Timing::Duplicate, now, rto_min);
                sender.timer = timer;
                if let Some(Loss::Duplicates) = loss {
                    self.counts.by_duplicates += 1;
                    // After a loss by duplicates the scan of this frame waits.
                    host.skipped += 1;
                    net.queue.push(cycle + l::DUPLICATES_READ, Kind::Loss, flow as u16);
                }
            }
            Verdict::Old | Verdict::Bad | Verdict::Idle => {}
        }
        self.granted(flow, held, net);
        self.await_doorbell(flow, net);
    }
}

/// Ticks in a microsecond.
const TICKS_PER_US: f64 = 10.0;

/// A rate in Gbit/s.
fn gbit_per_s(rate: u32) -> f64 {
    const BITS_PER_BYTE: f64 = 8.0;
    const GBIT_PER_S: f64 = 1e-9 * 1e7;
    f64::from(rate) / f64::from(1 << RATE_FRACTION) * BITS_PER_BYTE * GBIT_PER_S
}
