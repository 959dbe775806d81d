//! A computer at the serial line of a bridge, and slaves.

use super::super::*;
use std::collections::VecDeque;
use tailback_spec::board::{bridge::Parameters, uart::Uart};

pub const BIT_CYCLES: usize = 16;
pub const TIMEOUT_CYCLES: usize = 1024;
const SLAVES: usize = 3;
/// Cycles after which nothing is expected on the line any more.
const QUIET_CYCLES: usize = 20 * 10 * BIT_CYCLES;

/// An access to a slave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    pub slave: usize,
    pub address: u32,
    /// Data of a write.
    pub data: Option<u32>,
}

/// A receiver that has only the bits' middles in common with that of the bridge.
#[derive(Debug, Default)]
struct Decoder {
    /// Levels of the byte so far, one for each cycle.
    levels: Vec<bool>,
    bytes: VecDeque<u8>,
}

impl Decoder {
    fn see(&mut self, txd: bool) {
        if self.levels.is_empty() && txd {
            return;
        }
        self.levels.push(txd);
        if self.levels.len() < 10 * BIT_CYCLES {
            return;
        }
        let bits: Vec<bool> = self
            .levels
            .chunks(BIT_CYCLES)
            .map(|levels| {
                assert!(
                    levels.iter().all(|level| *level == levels[0]),
                    "a bit changes: {levels:?}"
                );
                levels[0]
            })
            .collect();
        assert!(!bits[0] && bits[9], "no frame: {bits:?}");
        let byte = bits[1..9].iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
        self.bytes.push_back(byte);
        self.levels.clear();
    }
}

/// The bridge with what is around it.
pub struct Desk {
    model: UartBridge,
    inputs: UartBridgeInputs,
    pub outputs: UartBridgeOutputs,
    decoder: Decoder,
    /// Accesses that slaves have accepted.
    pub accesses: Vec<Access>,
    /// Cycles from a slave's ready to its response.
    pub delay: usize,
    /// Whether all accesses are refused.
    pub refuses: bool,
    /// Response that is due, in so many cycles.
    due: Option<(usize, Access)>,
    /// Cycles with a reset of the fabric, except for those at the beginning.
    pub resets: usize,
    cycles: usize,
}

impl Desk {
    pub fn new() -> Self {
        let bridge = spec::UartBridge::new(Parameters {
            uart: Uart::new(BIT_CYCLES as u32).expect("in range"),
            slaves: SLAVES as u32,
            address_bits: 14,
            timeout_cycles: TIMEOUT_CYCLES as u32,
            digest: 0x0123_4567,
            clock_hz: 62_500_000,
        });
        let mut inputs = UartBridgeInputs { rxd: true, ..Default::default() };
        inputs.m_axil.bresp = vec![0; SLAVES];
        inputs.m_axil.rresp = vec![0; SLAVES];
        inputs.m_axil.rdata = vec![0; SLAVES];
        Desk {
            model: UartBridge::new(&bridge.expect("in range")),
            inputs,
            outputs: UartBridgeOutputs::default(),
            decoder: Decoder::default(),
            accesses: Vec::new(),
            delay: 3,
            refuses: false,
            due: None,
            resets: 0,
            cycles: 0,
        }
    }

    /// Runs one cycle.
    pub fn cycle(&mut self) -> &UartBridgeOutputs {
        self.respond();
        self.model.step(&self.inputs, &mut self.outputs);
        self.accept();
        self.decoder.see(self.outputs.txd);
        self.cycles += 1;
        self.resets += usize::from(self.outputs.fabric_reset && self.cycles > spec::RESET_CYCLES);
        &self.outputs
    }

    /// Slaves accept an access in every cycle, one of them at a time; all signals of theirs are at rest
    /// otherwise.
    fn accept(&mut self) {
        let shown = &self.outputs.m_axil;
        assert_eq!(shown.awvalid, shown.wvalid);
        let valid: Vec<_> = shown.awvalid.set_lanes().chain(shown.arvalid.set_lanes()).collect();
        let Some(&slave) = valid.first() else { return };
        assert_eq!(valid.len(), 1, "several accesses");
        assert!(self.due.is_none(), "an access before the response to the one before");
        let access = match shown.awvalid.is_set(slave) {
            true => {
                assert_eq!(shown.wstrb[slave], 0xF);
                Access { slave, address: shown.awaddr[slave], data: Some(shown.wdata[slave]) }
            }
            false => Access { slave, address: shown.araddr[slave], data: None },
        };
        assert!(shown.bready.is_set(slave) && shown.rready.is_set(slave));
        self.accesses.push(access);
        self.due = Some((self.delay, access));
    }

    /// Responses of the slaves.
    fn respond(&mut self) {
        const SLVERR: u32 = 2;
        let given = &mut self.inputs.m_axil;
        let all: BitLanes = (0..SLAVES).map(|_| true).collect();
        (given.awready, given.wready, given.arready) = (all, all, all);
        (given.bvalid, given.rvalid) = Default::default();
        let Some((delay, Access { slave, data, .. })) = &mut self.due else { return };
        if *delay > 0 {
            *delay -= 1;
            return;
        }
        let code = if self.refuses { SLVERR } else { 0 };
        if data.is_some() {
            given.bvalid.set(*slave);
            given.bresp[*slave] = code;
        } else {
            given.rvalid.set(*slave);
            (given.rresp[*slave], given.rdata[*slave]) = (code, 0xDEAD_BEEF);
        }
        self.due = None;
    }

    fn drive(&mut self, level: bool) {
        self.inputs.rxd = level;
        (0..BIT_CYCLES).for_each(|_| _ = self.cycle());
    }

    /// Sends a byte up to its stop bit.
    fn send_data(&mut self, byte: u8) {
        self.drive(false);
        (0..8).for_each(|bit| self.drive(byte >> bit & 1 != 0));
        self.inputs.rxd = true;
    }

    /// Sends bytes without a pause.
    pub fn send(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.send_data(*byte);
            self.drive(true);
        }
    }

    /// Sends a command, up to the beginning of its last stop bit.
    pub fn send_up_to_stop_bit(&mut self, bytes: &[u8]) {
        let (last, before) = bytes.split_last().expect("a command has bytes");
        self.send(before);
        self.send_data(*last);
    }

    /// Sends a byte without its stop bit; thereafter the line is idle for a byte.
    pub fn send_broken(&mut self) {
        self.send_data(0xFF);
        self.drive(false);
        (0..10).for_each(|_| self.drive(true));
    }

    /// Bytes that the bridge has sent when the line has become quiet.
    pub fn response(&mut self) -> Vec<u8> {
        (0..QUIET_CYCLES).for_each(|_| _ = self.cycle());
        self.decoder.bytes.drain(..).collect()
    }

    /// Sends a command and returns the response.
    pub fn command(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.send(bytes);
        self.response()
    }

    /// Resets the bridge and the slaves.
    pub fn reset(&mut self) {
        self.model.reset();
        (self.due, self.decoder) = (None, Decoder::default());
        self.cycles = 0;
    }
}
