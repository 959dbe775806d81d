//! The other side of a host: software, and a NIC that grants each doorbell and takes each beat.

use super::super::*;
use crate::interface::OKAY;

pub struct Nic {
    width: usize,
    model: BoardHost,
    pub inputs: BoardHostInputs,
    outputs: BoardHostOutputs,
    /// Flows that are to be granted.
    due: VecDeque<u64>,
}

impl Nic {
    pub fn new(host: spec::BoardHost) -> Self {
        let mut inputs = BoardHostInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() };
        inputs.m_axis.tready = true;
        inputs.m_doorbell.tready = true;
        inputs.m_decline.tready = true;
        let outputs = BoardHostOutputs::default();
        let width = host.width_bytes();
        Nic { width, model: BoardHost::new(&host), inputs, outputs, due: VecDeque::new() }
    }

    /// Runs one cycle.
    pub fn cycle(&mut self) -> &BoardHostOutputs {
        let granted = self.due.pop_front();
        self.inputs.s_grant = MessageStream {
            tvalid: granted.is_some(),
            tdata: granted.unwrap_or_default(),
            ..Default::default()
        };
        self.model.step(&self.inputs, &mut self.outputs);
        self.inputs.cycle += 1;
        let (ring, beat) = (&self.outputs.m_doorbell, &self.outputs.m_axis);
        self.due.extend(ring.tvalid.then_some(ring.tdata));
        self.due.extend((beat.tvalid && beat.tuser).then_some(beat.tid));
        &self.outputs
    }

    /// Writes a register; returns whether the write is legal.
    pub fn try_write(&mut self, address: u32, data: u32, wstrb: u64) -> bool {
        self.inputs.s_axil = AxiLiteRequest { wstrb, ..AxiLiteRequest::write(address, data) };
        while !self.cycle().s_axil.awready {}
        self.inputs.s_axil = AxiLiteRequest::idle();
        while !self.cycle().s_axil.bvalid {}
        self.outputs.s_axil.bresp == OKAY
    }

    /// Writes a register.
    pub fn write(&mut self, address: u32, data: u32) {
        assert!(self.try_write(address, data, 0xF), "{address:#x}");
    }

    /// Value of a register, if there is one.
    pub fn read(&mut self, address: u32) -> Option<u32> {
        self.inputs.s_axil = AxiLiteRequest::read(address);
        while !self.cycle().s_axil.arready {}
        self.inputs.s_axil = AxiLiteRequest::idle();
        while !self.cycle().s_axil.rvalid {}
        let response = &self.outputs.s_axil;
        (response.rresp == OKAY).then_some(response.rdata as u32)
    }

    /// The next packet, with the index of its flow.
    pub fn packet(&mut self) -> (usize, Vec<u8>) {
        while !self.cycle().m_axis.tvalid {}
        let (number, mut bytes) = (self.outputs.m_axis.tid, Vec::new());
        loop {
            let beat = &self.outputs.m_axis;
            assert!(beat.tvalid && beat.tid == number);
            let all = beat.tdata.iter().flat_map(|word| word.to_le_bytes());
            let (count, width) = (beat.tkeep.count_ones() as usize, self.width);
            assert_eq!(beat.tkeep, u64::MAX >> (64 - count));
            assert!(count == width || beat.tlast);
            assert!(all.clone().skip(count).all(|byte| byte == 0));
            bytes.extend(all.take(count));
            if beat.tlast {
                return (number as usize, bytes);
            }
            self.cycle();
        }
    }
}
