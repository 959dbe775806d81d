//! Packets through the switch, cycle by cycle.

mod counts;
mod credits;
mod passage;
mod rhythm;

use super::*;
use crate::interface::{AxiLiteRequest, AxiLiteResponse, AxiStreamReady, PacketStream};
use crate::link::flow_control::Packet;
use std::collections::VecDeque;
use tailback_spec::config::Override;
use tailback_spec::registers::switch::address;
use tailback_spec::wire::{
    crc, lid,
    lrh::{Extent, Next, Repr},
    Number,
};
use tailback_spec::{presets, Config};

/// Ports of the switch under test.
const PORTS: usize = 4;
/// Bytes of a beat.
const WIDTH: usize = 8;

/// A switch of four ports, with some keys of the configuration changed.
fn config(changes: &[&str]) -> Config {
    let fixed = ["switch.ports=4", "switch.forwarding_entries=64", "switch.virtual_lanes=2"];
    let all: Vec<Override> =
        fixed.iter().chain(changes).map(|text| text.parse().unwrap()).collect();
    Config::from_toml_with(presets::ALL[0].toml, &all).unwrap()
}

/// A packet that was transmitted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    /// Cycle of its first beat.
    first: usize,
    /// Cycle of its last beat.
    last: usize,
    bytes: Vec<u8>,
    bad: bool,
}

/// Bytes of a beat, and its user signal; `None` is a gap.
type Coming = Option<(Vec<u8>, u32)>;

/// A switch, and links that accept everything.
struct Rig {
    switch: SwitchTop,
    inputs: SwitchTopInputs,
    outputs: SwitchTopOutputs,
    cycle: usize,
    /// Beats that are still to be received, by port.
    coming: Vec<VecDeque<Coming>>,
    going: Vec<Vec<u8>>,
    began: Vec<usize>,
    /// Packets transmitted by each port, without flow control.
    seen: Vec<Vec<Seen>>,
    /// Flow-control packets transmitted by each port.
    told: Vec<Vec<Packet>>,
    /// Cycles in which they were transmitted.
    told_at: Vec<Vec<usize>>,
}

impl Rig {
    /// A switch whose LIDs 1 to 4 lead to ports 0 to 3, with all links up and all credits.
    fn new(config: &Config) -> Self {
        let mut rig = Rig {
            switch: SwitchTop::new(&config.lossless_switch()),
            inputs: SwitchTopInputs {
                s_axil: AxiLiteRequest::idle(),
                link_active: (1 << PORTS) - 1,
                m_axis: AxiStreamReady { tready: (1 << PORTS) - 1 },
                s_axis: PacketStream {
                    tdata: vec![WideWord::new(); PORTS],
                    tkeep: std::iter::repeat_n(0, PORTS).collect(),
                    tuser: std::iter::repeat_n(0, PORTS).collect(),
                    ..Default::default()
                },
            },
            outputs: SwitchTopOutputs::default(),
            cycle: 0,
            coming: vec![Default::default(); PORTS],
            going: vec![Vec::new(); PORTS],
            began: vec![0; PORTS],
            seen: vec![Vec::new(); PORTS],
            told: vec![Vec::new(); PORTS],
            told_at: vec![Vec::new(); PORTS],
        };
        (0..64).for_each(|_| rig.step());
        for port in 0..PORTS as u32 {
            rig.write(address::FORWARDING + 4 * (port + 1), 1 << 31 | port);
            for virtual_lane in 0..2 {
                rig.credit(port as usize, virtual_lane, 2000);
            }
        }
        rig.run_dry();
        rig
    }

    /// Writes a register: address and data are valid up to the cycle in which they are accepted.
    fn write(&mut self, address: u32, data: u32) {
        (self.inputs.s_axil.awvalid, self.inputs.s_axil.wvalid) = (true, true);
        (self.inputs.s_axil.awaddr, self.inputs.s_axil.wdata) = (address.into(), data.into());
        self.inputs.s_axil.wstrb = 15;
        self.step_until(|response| response.awready && response.wready);
        (self.inputs.s_axil.awvalid, self.inputs.s_axil.wvalid) = (false, false);
        self.step_until(|response| response.bvalid);
        assert_eq!(self.outputs.s_axil.bresp, 0);
    }

    /// Reads a register: the address is valid up to the cycle in which it is accepted.
    fn read(&mut self, address: u32) -> u32 {
        (self.inputs.s_axil.arvalid, self.inputs.s_axil.araddr) = (true, address.into());
        self.step_until(|response| response.arready);
        self.inputs.s_axil.arvalid = false;
        self.step_until(|response| response.rvalid);
        assert_eq!(self.outputs.s_axil.rresp, 0);
        self.outputs.s_axil.rdata as u32
    }

    /// Runs up to a cycle with this response of AXI4-Lite.
    fn step_until(&mut self, responds: impl Fn(&AxiLiteResponse<bool, u64>) -> bool) {
        while {
            self.step();
            !responds(&self.outputs.s_axil)
        } {}
    }

    /// The neighbour of a port sends its credit limit.
    fn credit(&mut self, port: usize, virtual_lane: u32, limit: u32) {
        let packet = Packet { op: 0, fctbs: 0, vl: virtual_lane, fccl: limit }.encode();
        let bytes = packet.to_be_bytes()[2..].to_vec();
        self.coming[port].push_back(Some((bytes, FLOW_CONTROL)));
    }

    fn send(&mut self, port: usize, bytes: &[u8]) {
        for beat in bytes.chunks(WIDTH) {
            self.coming[port].push_back(Some((beat.to_vec(), 0)));
        }
        let whole = bytes.len().div_ceil(WIDTH);
        let at = self.coming[port].len() - whole;
        // Only the last beat of a packet may be incomplete; a flag marks the end.
        let last = at + whole - 1;
        if let Some(Some((_, user))) = self.coming[port].get_mut(last) {
            *user |= LAST;
        }
    }

    fn step(&mut self) {
        for port in 0..PORTS {
            let bit = 1 << port;
            self.inputs.s_axis.tvalid &= !bit;
            let Some(Some((bytes, user))) = self.coming[port].pop_front() else { continue };
            let mut data = [0xA5; WIDTH];
            data[..bytes.len()].copy_from_slice(&bytes);
            self.inputs.s_axis.tvalid |= bit;
            self.inputs.s_axis.tdata[port] = std::iter::once(u64::from_le_bytes(data)).collect();
            self.inputs.s_axis.tkeep[port] = (1 << bytes.len()) - 1;
            self.inputs.s_axis.tuser[port] = user & (FLOW_CONTROL | BAD);
            self.inputs.s_axis.tlast &= !bit;
            if user & (LAST | FLOW_CONTROL) != 0 {
                self.inputs.s_axis.tlast |= bit;
            }
        }
        self.switch.step(&self.inputs, &mut self.outputs);
        for port in 0..PORTS {
            if is_set(self.outputs.m_axis.tvalid & self.inputs.m_axis.tready, port) {
                self.beat(port);
            }
        }
        self.cycle += 1;
    }

    fn beat(&mut self, port: usize) {
        let outputs = &self.outputs;
        let data = outputs.m_axis.tdata[port][0].to_le_bytes();
        let last = is_set(outputs.m_axis.tlast, port);
        let user = outputs.m_axis.tuser[port];
        let counted =
            if last { outputs.m_axis.tkeep[port].trailing_ones() as usize } else { WIDTH };
        if user & FLOW_CONTROL != 0 {
            assert!(last && counted == 6);
            let packet = data[..6].iter().fold(0, |all, byte| all << 8 | u64::from(*byte));
            self.told[port].push(Packet::decode(packet));
            self.told_at[port].push(self.cycle);
            return;
        }
        if self.going[port].is_empty() {
            self.began[port] = self.cycle;
        }
        self.going[port].extend_from_slice(&data[..counted]);
        if last {
            let bytes = std::mem::take(&mut self.going[port]);
            let (first, last, bad) = (self.began[port], self.cycle, user & BAD != 0);
            self.seen[port].push(Seen { first, last, bytes, bad });
        }
    }

    /// Runs until nothing more is received, and all packets have had time to leave.
    fn run_dry(&mut self) {
        while self.coming.iter().any(|it| !it.is_empty()) {
            self.step();
        }
        (0..2000).for_each(|_| self.step());
    }
}

/// Flag of a packet's last beat, beside the user signals of the link.
const LAST: u32 = 1 << 8;

/// Bytes of a good packet to a port, from LRH to VCRC; raw if it is too short for BTH and ICRC.
fn packet(output: usize, virtual_lane: u32, words: usize, seed: usize) -> Vec<u8> {
    let next = if words < Next::Local.least_words() as usize { Next::Raw } else { Next::Local };
    let repr = Repr {
        virtual_lane: Number::low(virtual_lane),
        service_level: Number::low(0),
        destination: lid::Destination::new(output as u16 + 1).unwrap(),
        extent: Extent::new(next, Number::new(words as u32).unwrap()).unwrap(),
        source: lid::Source::new(9).unwrap(),
    };
    let mut bytes: Vec<u8> = (0..4 * words).map(|at| (at * 37 + seed) as u8).collect();
    bytes[..8].copy_from_slice(&repr.emit());
    if let Some(congestion) = bytes.get_mut(12) {
        *congestion &= 0x7F;
    }
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Both allocators, and all ways of marking.
const KINDS: [&[&str]; 5] = [
    &[],
    &["allocator.kind=\"round-robin\""],
    &["marking.policy=\"naive\""],
    &["marking.by=\"detector\""],
    &["marking.by=\"detector\"", "allocator.kind=\"round-robin\""],
];

fn counter(rig: &mut Rig, port: usize, number: usize) -> u32 {
    let port = address::PORTS + port as u32 * address::PORT_STRIDE;
    rig.read(port + address::port::COUNTERS + 4 * number as u32)
}
