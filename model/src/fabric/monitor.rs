//! Extracts the packet log from the beats that enter the links, be it the twin's or the hardware's,
//! and detects stalls of the fabric.

use super::{
    log::{Record, Sink},
    place::Place,
    watchdog::{Stall, Watchdog},
};
use tailback_spec::{
    fabric::{
        packet::{Tag, TAG_BYTES},
        ports, Fabric,
    },
    link::delay::USER_BITS,
    Direction, Port,
};

/// Observes the outputs of a fabric, given as an image of its ports.
#[derive(Debug, Clone)]
pub struct Monitor {
    fabric: Fabric,
    valid: Place,
    data: Place,
    last: Place,
    user: Place,
    /// Next cycle, counted from reset.
    now: u64,
    set_up: u64,
    links: Vec<Link>,
    seen: Vec<Seen>,
    traffic: Vec<Traffic>,
    watchdog: Watchdog,
}

/// A packet or an ACK whose first beat has entered a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub record: Record,
    pub acknowledges: bool,
}

/// Packets that have entered a link.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Data packets, counted as they begin.
    pub data: u64,
    /// Other packets, counted as they begin: ACKs.
    pub others: u64,
    /// Flow-control packets.
    pub flow_control: u64,
}

/// A packet that is entering a link.
#[derive(Debug, Clone, Default)]
struct Link {
    /// Cycle of its first beat.
    begun: Option<u64>,
    bytes: Vec<u8>,
}

impl Monitor {
    /// A monitor before the first cycle.
    pub fn new(fabric: &Fabric) -> Self {
        let table = ports::table(fabric);
        let outputs: Vec<Port> = table.of(Direction::Output).cloned().collect();
        let place = |name| Place::of(&outputs, name);
        let links = fabric.link_delays().len();
        Monitor {
            valid: place("link_tvalid"),
            data: place("link_tdata"),
            last: place("link_tlast"),
            user: place("link_tuser"),
            now: 0,
            set_up: fabric.set_up_cycles(),
            links: vec![Link::default(); links],
            seen: Vec::new(),
            traffic: vec![Traffic::default(); links],
            watchdog: Watchdog::new(fabric.scenario(), true),
            fabric: fabric.clone(),
        }
    }

    /// Observes the outputs of the next cycle.
    pub fn see(&mut self, image: &[u64]) {
        for link in 0..self.links.len() {
            if self.valid.bits(image, link, 0) != 0 {
                self.beat(image, link);
            }
        }
        self.now += 1;
        let cycle = self.now.saturating_sub(self.set_up);
        if cycle >= self.watchdog.next_look() {
            self.watchdog.look(cycle);
        }
    }

    /// The stall after the cycles that were observed, if there is one.
    pub fn stall(&mut self) -> Option<&Stall> {
        self.watchdog.look(self.now.saturating_sub(self.set_up));
        self.watchdog.stall()
    }

    /// Whether a stall was found at the last check, which was a short time ago.
    pub fn is_stalled(&self) -> bool {
        self.watchdog.stall().is_some()
    }

    /// Packets that have been sent and that are not acknowledged.
    pub fn unacknowledged(&self) -> u64 {
        self.watchdog.unacknowledged()
    }

    fn beat(&mut self, image: &[u64], number: usize) {
        const { assert!(USER_BITS == 2) };
        const FLOW_CONTROL: u64 = 1;
        if self.user.bits(image, number, 0) & FLOW_CONTROL != 0 {
            self.traffic[number].flow_control += 1;
            return;
        }
        let link = &mut self.links[number];
        let begun = *link.begun.get_or_insert(self.now);
        if link.bytes.len() < TAG_BYTES {
            for from in (0..self.data.width).step_by(u64::BITS as usize) {
                link.bytes.extend(self.data.bits(image, number, from).to_le_bytes());
            }
            if link.bytes.len() >= TAG_BYTES {
                let tag = Tag::of(&self.fabric, &link.bytes);
                match tag.filter(|tag| !tag.acknowledges) {
                    None => self.traffic[number].others += 1,
                    Some(_) => self.traffic[number].data += 1,
                }
                if let Some(tag) = tag {
                    let record = Record {
                        cycle: begun.saturating_sub(self.set_up),
                        link: number as u16,
                        flow: tag.flow as u16,
                        sequence: tag.number,
                        marked: tag.marked,
                        ipd: 0,
                    };
                    match tag.acknowledges {
                        true => self.watchdog.acknowledgement(&record),
                        false => self.watchdog.record(&record),
                    }
                    self.seen.push(Seen { record, acknowledges: tag.acknowledges });
                }
            }
        }
        if self.last.bits(image, number, 0) != 0 {
            link.begun = None;
            link.bytes.clear();
        }
    }

    /// Packets that have entered each link.
    pub fn traffic(&self) -> &[Traffic] {
        &self.traffic
    }

    /// Takes the packets and ACKs that were identified since the last call.
    pub(super) fn take_seen(&mut self) -> Vec<Seen> {
        std::mem::take(&mut self.seen)
    }

    /// The log, in the order of cycles, and of links within one. IPDs are 0: no link carries them.
    pub fn into_log(self) -> Vec<Record> {
        let packets = self.seen.into_iter().filter(|seen| !seen.acknowledges);
        let mut records: Vec<Record> = packets.map(|seen| seen.record).collect();
        records.sort_unstable_by_key(|record| (record.cycle, record.link));
        records
    }
}
