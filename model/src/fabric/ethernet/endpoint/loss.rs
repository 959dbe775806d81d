//! Losses: packets that are sent again, and the timer that finds them.

use super::super::latency as l;
use super::super::network::{Kind, Network};
use super::super::time::MASK;
use super::super::watch::Watch;
use super::Endpoints;
use tailback_spec::efl::{
    loss::Event as Timing,
    rate::{Event, Mark},
};

impl Endpoints {
    /// A loss is read: all packets in flight are sent again.
    pub fn lose<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        if sender.una == sender.high {
            return;
        }
        sender.next = sender.una;
        let host = &mut self.hosts[sender.host];
        let mark = Mark::default();
        let event =
            Event { group: sender.group, loss: true, covered: false, probe: false, rtt: 0, mark };
        let report = cycle + l::LOSS_REPORT;
        host.controller.event(report, flow, &mut sender.rate, &event);
        let held = sender.limiter.doorbell(report);
        self.granted(flow, held, net);
        self.await_scan(cycle, flow, net);
    }

    /// Schedules the comparison of a flow's timer.
    pub(super) fn await_scan<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        if sender.scans || !sender.timer.armed {
            return;
        }
        sender.scans = true;
        let left = sender.timer.deadline.wrapping_sub(net.clock.now(cycle)) & MASK;
        // A deadline that has passed is found with the next scan.
        let left = if left < 1 << 23 { left } else { 0 };
        let deadline = net.clock.first_cycle(net.clock.ticks(cycle) + u64::from(left));
        let scan = self.hosts[sender.host].next_scan(deadline.max(cycle + 1), 0);
        net.queue.push(scan, Kind::Scan, flow as u16);
    }

    /// A flow's timer is compared with the time.
    pub fn scan<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        sender.scans = false;
        let host = &mut self.hosts[sender.host];
        if host.next_scan(cycle, 0) != cycle {
            return self.await_scan(cycle, flow, net);
        }
        let rto_min = host.controller.settings().rto_min;
        let (timer, loss) = sender.timer.apply(Timing::Scanned, net.clock.now(cycle), rto_min);
        sender.timer = timer;
        if loss.is_some() {
            self.counts.time_outs += 1;
            net.queue.push(cycle + l::TIME_OUT_READ, Kind::Loss, flow as u16);
        }
        self.await_scan(cycle, flow, net);
    }
}
