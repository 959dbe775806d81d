//! An endpoint with its host and its line to the MAC.

use super::endpoints::{endpoint, Size};
use std::collections::{HashMap, VecDeque};
use tailback_harness::blocks::{cycle, offers_write, reset};
use tailback_hdl::efl::EflEndpoint;
use tailback_kernels::generator::random::Random;
use tailback_spec::efl::registers::{address, COUNTERS};

/// A frame that is being transferred in beats.
#[derive(Default)]
pub struct Line {
    pub frames: VecDeque<Vec<u8>>,
    at: usize,
}

impl Line {
    /// Inputs of the next beat, if there is one, without the name of the stream.
    fn beat(&self) -> Option<[u128; 3]> {
        let frame = self.frames.front()?;
        let bytes = &frame[self.at..frame.len().min(self.at + 8)];
        let mut beat = [0; 8];
        beat[..bytes.len()].copy_from_slice(bytes);
        let last = self.at + 8 >= frame.len();
        Some([u64::from_le_bytes(beat).into(), (1 << bytes.len()) - 1, last.into()])
    }

    /// The beat has been accepted.
    fn accepted(&mut self) {
        self.at += 8;
        if self.at >= self.frames[0].len() {
            self.frames.pop_front();
            self.at = 0;
        }
    }
}

/// An endpoint, its host and its line to the MAC.
pub struct Station {
    block: Box<EflEndpoint>,
    /// Payloads of the host, with their flows.
    pub payloads: VecDeque<(u16, Vec<u8>)>,
    sending: Line,
    sending_flow: u16,
    credits: HashMap<u16, u128>,
    /// Frames from the MAC.
    pub receiving: Line,
    /// Frame that is being sent to the MAC.
    frame: Vec<u8>,
    /// Payload that is being received, and those that were.
    payload: Vec<u8>,
    pub received: HashMap<u16, Vec<Vec<u8>>>,
    /// Credits that have been returned.
    pub returned: u128,
}

const OWN: [u128; 2] = [0x0200_0000_0001, 0x0200_0000_0002];

impl Station {
    pub fn new(size: Size, which: usize) -> Self {
        let efl = endpoint(size);
        let mut block = Box::new(reset(EflEndpoint::new(&efl)));
        let mut waited = 0;
        while cycle(&mut *block, &[], ["ready"]) == [0] {
            waited += 1;
        }
        // The longest of all: that of the rate controller.
        assert_eq!(waited, u32::max(24 * efl.sweep_frames(), size.0) + 1);
        let credits = (0..size.0 as u16).map(|flow| (flow, u128::from(efl.window()) - 1));
        let mut station = Station {
            block,
            payloads: VecDeque::new(),
            sending: Line::default(),
            sending_flow: 0,
            credits: credits.collect(),
            receiving: Line::default(),
            frame: vec![],
            payload: vec![],
            received: HashMap::new(),
            returned: 0,
        };
        // Short time-outs and high rates, so that losses are repaired soon.
        station.write(address::RTO_MIN, 40);
        station.write(address::MINIMUM, 30 << 20);
        station.write(address::INITIAL, 60 << 20);
        let own = OWN[which];
        station.write(address::ADDRESS_LOW, own as u32);
        station.write(address::ADDRESS_HIGH, (own >> 32) as u32);
        for flow in 0..size.0.min(3) {
            let peer = OWN[1 - which];
            let at = address::PEERS + address::PEERS_STRIDE * flow;
            station.write(at, peer as u32);
            station.write(at + 4, 1 << 31 | (peer >> 32) as u32);
            // Flows are numbered in the opposite order at the other end.
            station.write(at + 8, size.0.min(3) - 1 - flow);
        }
        station
    }

    fn write(&mut self, address: u32, data: u32) {
        let inputs = offers_write(address, data);
        while cycle(&mut *self.block, &inputs, ["s_axil_awready"]) == [0] {}
        let answer = [("s_axil_bready", 1)];
        while cycle(&mut *self.block, &answer, ["s_axil_bvalid"]) == [0] {}
    }

    pub fn read(&mut self, address: u32) -> u32 {
        let inputs =
            [("s_axil_arvalid", 1), ("s_axil_araddr", address.into()), ("s_axil_rready", 1)];
        while cycle(&mut *self.block, &inputs, ["s_axil_arready"]) == [0] {}
        loop {
            if let [1, data] =
                cycle(&mut *self.block, &inputs[2..], ["s_axil_rvalid", "s_axil_rdata"])
            {
                return data as u32;
            }
        }
    }

    pub fn counter(&mut self, name: &str) -> u32 {
        let number = COUNTERS.iter().position(|(counter, _)| *counter == name);
        self.read(address::COUNTERS_FIRST + 4 * number.expect("a counter") as u32)
    }

    /// Runs a cycle, and returns a frame that the MAC has received whole.
    pub fn cycle(&mut self, random: &mut Random) -> Option<Vec<u8>> {
        if self.sending.frames.is_empty() {
            let ready = self.payloads.iter().position(|(flow, _)| self.credits[flow] > 0);
            if let Some((flow, payload)) = ready.and_then(|at| self.payloads.remove(at)) {
                *self.credits.get_mut(&flow).expect("a flow") -= 1;
                self.sending_flow = flow;
                self.sending.frames.push_back(payload);
            }
        }
        let (mac_ready, host_ready) = (random.below(8) > 0, random.below(4) > 0);
        let mut inputs = vec![
            ("m_axis_mac_tready", mac_ready.into()),
            ("m_axis_host_tready", host_ready.into()),
        ];
        let host = self.sending.beat().filter(|_| random.below(4) > 0);
        if let Some([data, keep, last]) = host {
            inputs.extend([
                ("s_axis_host_tvalid", 1),
                ("s_axis_host_tdata", data),
                ("s_axis_host_tkeep", keep),
                ("s_axis_host_tlast", last),
                ("s_axis_host_tid", self.sending_flow.into()),
            ]);
        }
        let mac = self.receiving.beat();
        if let Some([data, keep, last]) = mac {
            inputs.extend([
                ("s_axis_mac_tvalid", 1),
                ("s_axis_mac_tdata", data),
                ("s_axis_mac_tkeep", keep),
                ("s_axis_mac_tlast", last),
            ]);
            self.receiving.accepted();
        }
        let outputs = [
            "s_axis_host_tready",
            "m_axis_host_tvalid",
            "m_axis_host_tdata",
            "m_axis_host_tkeep",
            "m_axis_host_tlast",
            "m_axis_host_tid",
            "m_axis_credit_tvalid",
            "m_axis_credit_tdata",
            "m_axis_mac_tvalid",
            "m_axis_mac_tdata",
            "m_axis_mac_tkeep",
            "m_axis_mac_tlast",
        ];
        let values = cycle(&mut *self.block, &inputs, outputs);
        if host.is_some() && values[0] == 1 {
            self.sending.accepted();
        }
        if values[1] == 1 && host_ready {
            let valid = values[3].trailing_ones() as usize;
            self.payload.extend(&(values[2] as u64).to_le_bytes()[..valid]);
            if values[4] == 1 {
                let payload = std::mem::take(&mut self.payload);
                self.received.entry(values[5] as u16).or_default().push(payload);
            }
        }
        if values[6] == 1 {
            let (flow, count) = ((values[7] >> 16) as u16, values[7] & 0xFFFF);
            *self.credits.get_mut(&flow).expect("a flow") += count;
            self.returned += count;
        }
        if values[8] == 0 || !mac_ready {
            return None;
        }
        let valid = values[10].trailing_ones() as usize;
        self.frame.extend(&(values[9] as u64).to_le_bytes()[..valid]);
        (values[11] == 1).then(|| std::mem::take(&mut self.frame))
    }

    /// Values of a flow, in the order of their addresses.
    pub fn values(&mut self, flow: u32) -> [u32; 10] {
        self.write(address::FLOW_SELECT, flow);
        std::array::from_fn(|at| self.read(address::FLOW + 4 * at as u32))
    }
}
