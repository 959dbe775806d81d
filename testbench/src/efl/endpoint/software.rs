//! Software of an endpoint: sets peers and settings, and reads the counters.

use tailback_model::interface::{AxiLiteRequest, AxiLiteResponse};
use tailback_spec::efl::registers::address;
use tailback_spec::efl::Efl;

use crate::axi_lite::{Errands, Master, Pace, Seen, Write, ALL_BYTES};
use crate::efl::flows::Flows;
use crate::efl::registers::errands::Anywhere;
use crate::random::{one_of, Often, Random};

/// Mask of a MAC address.
const ADDRESS_MASK: u64 = (1 << 48) - 1;
/// Bit of a valid peer.
const VALID: u32 = 1 << 31;

/// Addresses of an endpoint and of its partner, and which flows belong together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peering {
    pub own: u64,
    pub partner: u64,
    /// Flow `n` is flow `n + shift` of the partner, modulo the number of flows.
    shift: u64,
}

impl Peering {
    pub fn any(efl: &Efl, random: &mut Random) -> Self {
        Peering {
            own: random.bits() & ADDRESS_MASK,
            partner: random.bits() & ADDRESS_MASK,
            shift: random.below(efl.flows() as u64),
        }
    }

    /// The peering as the partner sees it.
    pub fn reversed(&self, efl: &Efl) -> Self {
        Peering { own: self.partner, partner: self.own, shift: efl.flows() as u64 - self.shift }
    }
}

/// A write to all bytes of a register.
fn write(address: u32, data: u32) -> Write {
    Write { address, data, strobes: ALL_BYTES }
}

/// Settings and flows, with values with which flows go on.
struct Gentle {
    efl: Efl,
    peering: Peering,
    flows: Flows,
    anywhere: Anywhere,
    /// Any value is written to any register.
    wild: bool,
}

impl Gentle {
    /// The three registers of the peer of a flow.
    fn peer(&self, flow: u64) -> [Write; 3] {
        let at = address::PEERS + address::PEERS_STRIDE * flow as u32;
        let partner = self.peering.partner;
        let label = (flow + self.peering.shift) % self.efl.flows() as u64;
        [
            write(at, partner as u32),
            write(at + 8, label as u32),
            write(at + 4, VALID | (partner >> u32::BITS) as u32),
        ]
    }

    /// A setting that lets flows be fast.
    fn setting(&self, number: u64, random: &mut Random) -> Write {
        let maximum = self.efl.settings().maximum;
        let any = random.bits() as u32;
        match number {
            0 => write(address::PARTS, any),
            1 => write(address::PROBE_PACKETS, 1 + any % 12),
            2 => write(address::ALPHA, 1 << (any % 20)),
            3 => write(address::BETA, 1 << (any % 14)),
            4 => write(address::PROBE_ALPHA, 1 << (any % 20)),
            5 => write(address::PROBE_BETA, 1 << (any % 16)),
            6 => write(address::INITIAL, maximum >> (any % 8)),
            7 => write(address::MINIMUM, maximum >> (any % 6)),
            8 => write(address::RTT_MIN, any % 64),
            _ => write(address::RTO_MIN, 1 + any % 64),
        }
    }

    /// All registers that the endpoint needs.
    fn all(&self, random: &mut Random) -> Vec<Write> {
        const SETTINGS: u64 = 10;
        let own = self.peering.own;
        let low = write(address::ADDRESS_LOW, own as u32);
        let high = write(address::ADDRESS_HIGH, (own >> u32::BITS) as u32);
        let mut writes = vec![low, high];
        writes.extend((0..SETTINGS).map(|number| self.setting(number, random)));
        writes.extend((0..self.efl.flows() as u64).flat_map(|flow| self.peer(flow)));
        writes
    }
}

impl Errands for Gentle {
    fn write(&mut self, random: &mut Random) -> Write {
        if self.wild {
            return self.anywhere.write(random);
        }
        let flow = self.flows.any(random);
        match random.below(4) {
            0 | 1 => write(address::FLOW_SELECT, flow as u32),
            2 => one_of(random, &self.peer(flow)),
            _ => self.setting(random.below(16), random),
        }
    }

    fn read(&mut self, random: &mut Random) -> u32 {
        self.anywhere.read(random)
    }
}

/// Software.
pub(super) struct Software {
    master: Master,
    gentle: Gentle,
    begun: bool,
}

impl Software {
    pub fn new(efl: &Efl, peering: &Peering) -> Self {
        let gentle = Gentle {
            efl: *efl,
            peering: *peering,
            flows: Flows::all(efl.flows()),
            anywhere: Anywhere::new(efl),
            wild: false,
        };
        Software { master: Master::default(), gentle, begun: false }
    }

    /// After reset, all registers are written.
    pub fn reset(&mut self, random: &mut Random) {
        self.master.reset();
        self.master.wanted.extend(self.gentle.all(random));
        self.begun = true;
    }

    /// Another phase; after a wild one, all registers are written again.
    pub fn change(&mut self, wild: bool, random: &mut Random) {
        self.gentle.flows.change(random);
        if self.gentle.wild && !wild {
            self.master.wanted.extend(self.gentle.all(random));
        }
        self.gentle.wild = wild;
    }

    /// Drives the next cycle.
    pub fn drive(
        &mut self,
        last: &AxiLiteResponse<bool, u64>,
        pace: Pace,
        request: &mut AxiLiteRequest<bool, u64>,
        random: &mut Random,
    ) {
        if !self.begun {
            self.reset(random);
        }
        let seen = Seen { awready: last.awready, arready: last.arready };
        let pace = match self.master.is_done() {
            true => pace,
            false => Pace { write: Often::ALWAYS, ready: Often::ALWAYS, ..pace },
        };
        self.master.drive(seen, pace, &mut self.gentle, random);
        request.clone_from(&self.master.driven);
    }
}
