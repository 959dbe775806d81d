//! What may come from the link: packets, mostly legal, and all that can be wrong with one.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::receive::{Receive, ReceiveInputs, ReceiveOutputs};
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{bth::OPCODE_CNP, crc, lrh};
use tailback_spec::WideWord;

use self::phase::{Length, Phase};
use super::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Random};
use crate::switch::packets::{bytes_of, keep, noise, Damage, Kind, Next, Packet};

/// Its name on the command line.
const BLOCK: &str = "nic-receive";

/// Golden model and stimulus of the way from the link.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&nic),
        move || Receive::new(&nic),
        move |seed| ReceiveStimulus::new(&nic, seed),
    ))
}

/// Constrained-random beats.
pub struct ReceiveStimulus {
    random: Random,
    phase: Phase,
    port: Port,
    packet: Packet,
    /// Notifications come as they are, since those of random bytes are rare.
    notification: Option<Vec<u8>>,
    bad: bool,
    nothing_counts: bool,
    keep_mask: u64,
}

/// The bytes of a beat as a link has them; `bytes` are no more than it has.
fn beat_of(bytes: &[u8], width: usize) -> WideWord {
    let mut padded = bytes.to_vec();
    padded.resize(width, 0);
    let words = padded.chunks_exact(size_of::<u64>());
    words.map(|word| word.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte))).collect()
}

impl ReceiveStimulus {
    /// The beats that follow from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let port = nic.port();
        ReceiveStimulus {
            phase: Phase::any(&mut random),
            random,
            port,
            packet: Packet::default(),
            notification: None,
            bad: false,
            nothing_counts: false,
            keep_mask: keep(port.width_bytes()),
        }
    }

    /// So many bytes count, whatever there is above the first that does not.
    fn keep_of(&mut self, counted: usize) -> u64 {
        let above = if self.random.below(4) == 0 { self.random.bits() } else { 0 };
        match counted < self.port.width_bytes() {
            true => (keep(counted) | above << 1 << counted) & self.keep_mask,
            false => self.keep_mask,
        }
    }

    /// Another packet.
    fn begin(&mut self) {
        let random = &mut self.random;
        let ill = happens(random, self.phase.ill);
        let lane = random.below(self.port.lanes() as u64) as usize;
        let data = self.port.virtual_lanes();
        let virtual_lane = if lane < data { lane } else { Port::MANAGEMENT_VL };
        let choice = random.below(16) as usize;
        let virtual_lane = if ill && choice < 3 { data + choice } else { virtual_lane };
        let version = if ill && choice == 3 { 1 << random.below(4) } else { 0 };
        let next = one_of(random, &[Next::Raw, Next::Ipv6, Next::Local, Next::Local, Next::Global]);
        let (least, most) = (next.least_words(), self.port.longest_words(lane));
        let words = match self.phase.length {
            _ if ill && choice == 4 => random.below(least as u64) as usize,
            _ if ill && choice == 5 => (most + 1 + random.below(3) as usize).min((1 << 11) - 1),
            Length::Short => (least + random.below(16) as usize).min(most.max(least)),
            Length::Any => (random.below(most as u64 + 1) as usize).max(least),
            Length::Longest => (most - random.below(2) as usize).max(least),
        };
        let whole = bytes_of(words);
        let width = self.port.width_bytes();
        let near = 1 + random.below(2 * width as u64) as usize;
        let any = 1 + random.below(whole as u64) as usize;
        let damage = match choice {
            6 | 7 if ill => Damage::Flipped(random.below(8 * whole as u64) as usize),
            8 | 9 if ill => Damage::Bytes(whole.saturating_sub(near).max(1)),
            10 if ill => Damage::BytesAndVcrc(any),
            11 if ill => Damage::Bytes(any),
            12 | 13 if ill => Damage::Bytes(whole + near),
            _ => Damage::None,
        };
        (self.bad, self.nothing_counts) = (ill && choice == 14, ill && choice == 15);
        let destination = random.bits() as u16;
        let kind = Kind {
            virtual_lane: virtual_lane as u8,
            version,
            destination,
            words,
            next,
            fecn: random.below(2) == 0,
            damage,
        };
        self.packet.fill(&kind, random);
        if next == Next::Local && happens(&mut self.random, self.phase.notification) {
            self.notify(words);
        }
    }

    /// Makes a notification of the packet, or what differs from one in a bit.
    fn notify(&mut self, words: usize) {
        let mut bytes = self.packet.bytes().to_vec();
        let covered = bytes_of(words).min(bytes.len()).saturating_sub(crc::LINK_BYTES);
        if covered <= lrh::BYTES {
            return;
        }
        let without_payload = Next::Local.least_words();
        let covered = match self.random.below(3) {
            0 => covered,
            _ => {
                bytes[4] &= 0xF8;
                bytes[5] = without_payload as u8;
                bytes.resize(bytes_of(without_payload), 0x5A);
                bytes.len() - crc::LINK_BYTES
            }
        };
        let is_near = self.random.below(4) == 0;
        bytes[lrh::BYTES] = OPCODE_CNP ^ u8::from(is_near) << self.random.below(8);
        if bytes.len() == covered + crc::LINK_BYTES && !(self.bad || self.random.below(8) == 0) {
            let vcrc = crc::vcrc(&bytes[..covered]);
            bytes[covered..].copy_from_slice(&vcrc);
        }
        self.packet.abandon();
        self.notification = Some(bytes);
    }

    /// The next beat of the packet that comes, or the first of another one.
    fn beat(&mut self, inputs: &mut ReceiveInputs) {
        if self.packet.is_over() && self.notification.is_none() {
            self.begin();
        }
        let width = self.port.width_bytes();
        let (data, counted, last) = match self.notification.take() {
            Some(bytes) => {
                let counted = bytes.len().min(width);
                let data = beat_of(&bytes[..counted], width);
                let rest = bytes[counted..].to_vec();
                let last = rest.is_empty();
                self.notification = (!last).then_some(rest);
                (data, counted, last)
            }
            None => {
                let Some(beat) = self.packet.next_beat(width) else { return };
                (beat.data, beat.counted, beat.last)
            }
        };
        (inputs.rx_valid, inputs.rx_data, inputs.rx_last) = (true, data, last);
        inputs.rx_flow_control = false;
        if last {
            let counted = if self.nothing_counts { 0 } else { counted };
            inputs.rx_keep = self.keep_of(counted);
            inputs.rx_bad = self.bad;
        }
    }

    /// A beat that is a flow-control packet, or should be.
    fn flow_control(&mut self, inputs: &mut ReceiveInputs) {
        const BYTES: usize = tailback_spec::wire::flow_control::BYTES;
        let any = self.random.below(self.port.width_bytes() as u64 + 1) as usize;
        let counted = one_of(&mut self.random, &[BYTES, BYTES, BYTES, BYTES - 1, BYTES + 1, any]);
        (inputs.rx_valid, inputs.rx_flow_control) = (true, true);
        inputs.rx_last = self.random.below(8) != 0;
        inputs.rx_keep = self.keep_of(counted);
    }
}

impl Stimulus<ReceiveInputs, ReceiveOutputs> for ReceiveStimulus {
    fn drive(&mut self, _: &ReceiveOutputs, step: &mut Step<ReceiveInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        let any = self.random.bits();
        inputs.rx_valid = false;
        inputs.rx_data = noise(self.port.width_bytes(), &mut self.random);
        inputs.rx_keep = self.random.bits() & self.keep_mask;
        (inputs.rx_last, inputs.rx_flow_control) = (any & 1 != 0, any & 2 != 0);
        inputs.rx_bad = any & 4 != 0;
        if happens(&mut self.random, self.phase.flow_control) {
            self.flow_control(inputs);
        } else if happens(&mut self.random, self.phase.beat) {
            self.beat(inputs);
        }
        step.reset = happens(&mut self.random, self.phase.reset);
        // The rest of a packet may come after a reset, as if it were another one.
        if step.reset && self.random.below(2) == 0 {
            self.packet.abandon();
            self.notification = None;
        }
    }
}
