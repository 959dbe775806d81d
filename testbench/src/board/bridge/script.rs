//! Commands, and what goes wrong with them.

use tailback_spec::board::bridge::{
    address, UartBridge, ADDRESS_BYTES, CONTROL, DATA_BYTES, READ, WRITE,
};

use super::line::{Line, PARTS};
use super::phase::Phase;
use crate::random::{any_number, happens, one_of, Random};

/// Event before which the computer sends nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    None,
    /// The end of a response, if there is one.
    Response,
}

/// The computer.
#[derive(Debug, Clone)]
pub(super) struct Script {
    bridge: UartBridge,
    pub wait: Wait,
    /// Bytes of a command that follow after a pause.
    rest: Vec<u8>,
}

impl Script {
    pub fn new(bridge: &UartBridge) -> Self {
        Script { bridge: *bridge, wait: Wait::None, rest: Vec::new() }
    }

    /// Sends a command, a part of one, or the rest of one.
    pub fn proceed(&mut self, line: &mut Line, phase: &Phase, random: &mut Random) {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() {
            return self.send(&rest, line, phase, random);
        }
        self.wait = if happens(random, phase.hasty) { Wait::None } else { Wait::Response };
        let command = self.command(random);
        if !happens(random, phase.cut) {
            return self.send(&command, line, phase, random);
        }
        let (begun, rest) = command.split_at(1 + random.below(command.len() as u64 - 1) as usize);
        self.send(begun, line, phase, random);
        self.wait = Wait::None;
        match random.below(8) {
            // A byte without a stop bit, and a line that stays at 0 for longer than a byte.
            0..3 => line.byte(any_number(random, 8) as u8, self.bit_parts(phase), false),
            3 => line.hold(false, random.below(20 * self.bridge.uart().bit_cycles() as u64)),
            // The next command follows at once.
            4 => {}
            // The next byte is received in the cycle of the timeout, or in one beside that.
            _ => {
                let more = one_of(random, &[0, 0, 0, 1, 1, 2, 3]);
                let cycles = self.bridge.timeout_cycles() as u64 + more - 1;
                line.hold(true, cycles.saturating_sub(line.frame_cycles));
                self.rest = rest.to_vec();
            }
        }
    }

    /// Length of a bit of the computer.
    fn bit_parts(&self, phase: &Phase) -> u64 {
        let exact = self.bridge.uart().bit_cycles() as u64 * PARTS;
        exact.saturating_add_signed(exact as i64 * phase.skew / 1000)
    }

    fn send(&self, bytes: &[u8], line: &mut Line, phase: &Phase, random: &mut Random) {
        let bit_cycles = self.bridge.uart().bit_cycles() as u64;
        if random.below(8) == 0 {
            // Up to a bit at 0, which is no start bit, or that of a byte of ones.
            line.hold(false, 1 + random.below(bit_cycles));
            line.hold(true, random.below(12 * bit_cycles));
        }
        for byte in bytes {
            line.byte(*byte, self.bit_parts(phase), true);
            if random.below(8) == 0 {
                line.hold(true, random.below(2 * bit_cycles));
            }
            if happens(random, phase.disturbed) {
                line.disturb(random);
            }
        }
    }

    /// Bytes of a command, most of which are legal.
    fn command(&self, random: &mut Random) -> Vec<u8> {
        const ADDRESS_BITS: usize = ADDRESS_BYTES * u8::BITS as usize;
        const DATA_BITS: usize = DATA_BYTES * u8::BITS as usize;
        let slaves = self.bridge.slaves() as u64;
        let any = any_number(random, u8::BITS as usize) as u8;
        let existing = random.below(slaves) as u8;
        let (slave, at) = match random.below(16) {
            0..6 => (CONTROL, self.control(random)),
            6 => {
                // The first one that does not exist, and others.
                let beyond = one_of(random, &[0, 1, any.into()]);
                ((slaves + beyond) as u8, self.control(random))
            }
            7 => {
                // One bit differs.
                let slave = one_of(random, &[CONTROL, existing]);
                (slave ^ 1 << (any % 8), self.control(random))
            }
            _ => (existing, any_number(random, ADDRESS_BITS)),
        };
        let first = match random.below(16) {
            0 => one_of(random, &[WRITE ^ READ, WRITE ^ 1, READ ^ 0x80, any]),
            1..9 => WRITE,
            _ => READ,
        };
        let mut bytes = vec![first, slave];
        bytes.extend(&at.to_le_bytes()[..ADDRESS_BYTES]);
        if first == WRITE {
            bytes.extend(any_number(random, DATA_BITS).to_le_bytes());
        }
        bytes
    }

    /// Address of a register of the bridge, or one near it.
    fn control(&self, random: &mut Random) -> u32 {
        let registers = [
            address::IDENTIFICATION,
            address::VERSION,
            address::DIGEST,
            address::CLOCK_HZ,
            address::SLAVES,
            address::CYCLE,
            address::RESET,
        ];
        let register = one_of(random, &registers);
        match random.below(8) {
            // One bit differs.
            0..3 => register ^ 1 << random.below(24),
            3 => address::RESET,
            _ => register,
        }
    }
}
