//! A NIC that is driven cycle by cycle, and everything that it sends.

use crate::interface::{AxiLiteRequest, AxiStreamReady, PacketStream, TaggedStream};
use std::collections::VecDeque;
use std::ops::RangeInclusive;

use super::super::*;
use crate::link::flow_control::Packet;
use crate::switch::beat;
use tailback_spec::nic::{AfterIdle, Parameters, Response, Throttled};
use tailback_spec::registers::nic::address;
use tailback_spec::wire::crc;

/// Bytes of a beat.
const WIDTH: usize = 8;
/// Number of flow 0's queue pair.
const QP_BASE: u32 = 0x100;
/// Number of its remote queue pair.
const REMOTE: u32 = 0x900;

/// A NIC with two VLs.
pub(in super::super) fn nic(flows: u32, response: Response) -> Nic {
    Nic::new(Parameters { flows, response, ..PARAMETERS }).expect("legal")
}

const PARAMETERS: Parameters = Parameters {
    flows: 1,
    response: Response::Lipd,
    after_idle: AfterIdle::Keep,
    window: 1,
    cct_entries: 128,
    throttled: Throttled::Qp,
    virtual_lanes: 2,
    period_cycles: 65_536,
    packet_words: 33,
    word_bytes: WIDTH as u32,
    clock_hz: 125_000_000,
};

/// A NIC with a window of so many packets.
pub(super) fn with_window(window: u32) -> Nic {
    Nic::new(Parameters { window, ..PARAMETERS }).expect("legal")
}

/// A packet of this PktLen for flow 0 on VL 0 and SL 5, with this opcode, modified by `change`.
pub(super) fn packet(words: usize, opcode: u8, change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut bytes = vec![0; 4 * words];
    bytes[..8].copy_from_slice(&[0x00, 0x52, 0x00, 0x22, 0, words as u8, 0x00, 0x33]);
    bytes[8] = opcode;
    bytes[12..16].copy_from_slice(&QP_BASE.to_be_bytes());
    change(&mut bytes);
    let vcrc = crc::vcrc(&bytes);
    bytes.extend(vcrc);
    bytes
}

/// Whether a packet of the link is a flow-control packet.
pub(super) fn is_flow_control((_, _, user): &(RangeInclusive<u64>, Vec<u8>, u64)) -> bool {
    user & FLOW_CONTROL != 0
}

/// Inputs from the host or the link, and the outputs.
pub(super) struct Rig {
    model: NicTop,
    /// Cycles since reset, which is the index of the next one.
    pub(super) now: u64,
    pub(super) inputs: NicTopInputs,
    host: VecDeque<NicTopInputs>,
    link: VecDeque<NicTopInputs>,
    /// Packets sent to the link, without the flow-control packets of its beginning: cycles, bytes,
    /// `tuser` of the last beat.
    pub(super) sent: Vec<(RangeInclusive<u64>, Vec<u8>, u64)>,
    going: Option<(u64, Vec<u8>)>,
    /// Packets passed to the host, and whether they are bad.
    pub(super) came: Vec<(Vec<u8>, bool)>,
    coming: Vec<u8>,
    /// Cycle and flow of each grant.
    pub(super) grants: Vec<(u64, u64)>,
}

impl Rig {
    /// A NIC whose queue pairs are known, and that has credits for two longest packets of each VL.
    pub(super) fn new(nic: &Nic) -> Self {
        let mut rig = Rig {
            model: NicTop::new(nic),
            now: 0,
            inputs: NicTopInputs {
                link_active: true,
                m_axis_link: AxiStreamReady { tready: true },
                m_axis_host: AxiStreamReady { tready: true },
                m_axis_grant: AxiStreamReady { tready: true },
                s_axil: AxiLiteRequest::idle(),
                ..Default::default()
            },
            host: VecDeque::new(),
            link: VecDeque::new(),
            sent: Vec::new(),
            going: None,
            came: Vec::new(),
            coming: Vec::new(),
            grants: Vec::new(),
        };
        rig.write(address::QP_BASE, QP_BASE);
        for flow in 0..nic.flows() as u32 {
            rig.write(address::QPS + 4 * flow, 1 << 31 | (REMOTE + flow));
        }
        rig.credits(0, 10).credits(1, 10);
        rig.sent.clear();
        rig
    }

    /// The neighbour sends a credit limit.
    pub(super) fn credits(&mut self, vl: u32, limit: u32) -> &mut Self {
        let packet = Packet { op: 0, fctbs: 0, vl, fccl: limit }.encode();
        self.link.push_back(NicTopInputs {
            s_axis_link: PacketStream {
                tvalid: true,
                tdata: beat::flow_control(packet, WIDTH),
                tkeep: beat::keep(6),
                tlast: true,
                tuser: FLOW_CONTROL,
                ..Default::default()
            },
            ..Default::default()
        });
        self.all_comes()
    }

    /// A packet is received from the link, from this cycle on.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> &mut Self {
        let beats = bytes.chunks(WIDTH).map(|beat| NicTopInputs {
            s_axis_link: PacketStream {
                tvalid: true,
                tdata: padded(beat),
                tkeep: beat::keep(beat.len()),
                ..Default::default()
            },
            ..Default::default()
        });
        self.link.extend(beats);
        let last = self.link.back_mut().expect("a packet has beats");
        last.s_axis_link.tlast = true;
        self.all_comes()
    }

    fn all_comes(&mut self) -> &mut Self {
        while !self.link.is_empty() {
            self.step();
        }
        self
    }

    /// The host sends a packet, from this cycle on.
    pub(super) fn send(&mut self, bytes: &[u8], flow: u64, more: bool) -> &mut Self {
        let beats = bytes.chunks(WIDTH).map(|beat| NicTopInputs {
            s_axis_host: TaggedStream {
                tvalid: true,
                tdata: padded(beat),
                tkeep: beat::keep(beat.len()),
                tid: flow,
                tuser: more,
                ..Default::default()
            },
            ..Default::default()
        });
        self.host.extend(beats);
        self.host.back_mut().expect("a packet has beats").s_axis_host.tlast = true;
        self
    }

    pub(super) fn doorbell(&mut self, flow: u64) -> &mut Self {
        (self.inputs.s_axis_doorbell.tvalid, self.inputs.s_axis_doorbell.tdata) = (true, flow);
        self
    }

    pub(super) fn decline(&mut self, flow: u64) -> &mut Self {
        (self.inputs.s_axis_decline.tvalid, self.inputs.s_axis_decline.tdata) = (true, flow);
        self
    }

    pub(super) fn release(&mut self, flow: u64) -> &mut Self {
        (self.inputs.s_axis_release.tvalid, self.inputs.s_axis_release.tdata) = (true, flow);
        self
    }

    /// Runs one cycle. Doorbells, declines and releases last until they are accepted.
    pub(super) fn step(&mut self) -> NicTopOutputs {
        let mut inputs = self.inputs.clone();
        if let Some(beat) = self.link.pop_front() {
            inputs.s_axis_link = beat.s_axis_link;
        }
        if let Some(beat) = self.host.front().cloned() {
            inputs.s_axis_host = beat.s_axis_host;
        }
        let outputs = self.model.cycle(&inputs);
        if inputs.s_axis_host.tvalid && outputs.s_axis_host.tready {
            self.host.pop_front();
        }
        self.inputs.s_axis_doorbell.tvalid &= !outputs.s_axis_doorbell.tready;
        self.inputs.s_axis_decline.tvalid &= !outputs.s_axis_decline.tready;
        self.inputs.s_axis_release.tvalid &= !outputs.s_axis_release.tready;
        self.see(&inputs, &outputs);
        self.now += 1;
        outputs
    }

    fn see(&mut self, inputs: &NicTopInputs, outputs: &NicTopOutputs) {
        if outputs.m_axis_grant.tvalid && inputs.m_axis_grant.tready {
            self.grants.push((self.now, outputs.m_axis_grant.tdata));
        }
        if outputs.m_axis_link.tvalid && inputs.m_axis_link.tready {
            let (first, mut bytes) = self.going.take().unwrap_or((self.now, Vec::new()));
            let data = beat::bytes(&outputs.m_axis_link.tdata);
            bytes.extend(&data[..beat::counted(outputs.m_axis_link.tkeep)]);
            match outputs.m_axis_link.tlast {
                true => self.sent.push((first..=self.now, bytes, outputs.m_axis_link.tuser)),
                false => self.going = Some((first, bytes)),
            }
        }
        if outputs.m_axis_host.tvalid && inputs.m_axis_host.tready {
            let data = beat::bytes(&outputs.m_axis_host.tdata);
            self.coming.extend(&data[..beat::counted(outputs.m_axis_host.tkeep)]);
            if outputs.m_axis_host.tlast {
                let bytes = std::mem::take(&mut self.coming);
                self.came.push((bytes, outputs.m_axis_host.tuser));
            }
        }
    }

    /// Runs until just before `cycle`.
    pub(super) fn until(&mut self, cycle: u64) -> &mut Self {
        assert!(self.now <= cycle, "it is cycle {} already", self.now);
        while self.now < cycle {
            self.step();
        }
        self
    }

    /// Runs to the next grant; returns its cycle and flow.
    pub(super) fn next_grant(&mut self) -> (u64, u64) {
        const PATIENCE_CYCLES: u64 = 10_000;
        let (before, late) = (self.grants.len(), self.now + PATIENCE_CYCLES);
        while self.grants.len() == before {
            assert!(self.now < late, "no grant");
            self.step();
        }
        self.grants[before]
    }

    /// Writes a register.
    pub(super) fn write(&mut self, address: u32, data: u32) {
        self.inputs.s_axil.awvalid = true;
        self.inputs.s_axil.awaddr = address.into();
        self.inputs.s_axil.wvalid = true;
        self.inputs.s_axil.wdata = data.into();
        self.inputs.s_axil.wstrb = 0xF;
        while !self.step().s_axil.awready {}
        (self.inputs.s_axil.awvalid, self.inputs.s_axil.wvalid) = (false, false);
        loop {
            let outputs = self.step();
            if outputs.s_axil.bvalid {
                return assert_eq!(outputs.s_axil.bresp, 0, "{address:#x}");
            }
        }
    }

    /// Reads a register.
    pub(super) fn read(&mut self, address: u32) -> u32 {
        self.inputs.s_axil.arvalid = true;
        self.inputs.s_axil.araddr = address.into();
        while !self.step().s_axil.arready {}
        self.inputs.s_axil.arvalid = false;
        loop {
            let outputs = self.step();
            if outputs.s_axil.rvalid {
                assert_eq!(outputs.s_axil.rresp, 0, "{address:#x}");
                return outputs.s_axil.rdata as u32;
            }
        }
    }
}

/// Bytes padded to a beat.
fn padded(bytes: &[u8]) -> tailback_spec::WideWord {
    let mut padded = bytes.to_vec();
    padded.resize(WIDTH, 0xEE);
    beat::data(&padded)
}
