//! Software at all components: AXI4-Lite, each of its own.

mod bus;

use self::bus::{Bus, Shown};
use crate::{
    fabric::elements::{number, put},
    interface::{AxiLiteRequest, AxiLiteResponse, ALL_BYTES},
};
use tailback_spec::{fabric::Write, BitLanes, ManyLanes};

/// An AXI4-Lite master for each component.
#[derive(Debug, Clone)]
pub(in crate::fabric) struct Buses(Vec<Bus>);

impl Buses {
    /// Masters that make these writes to their components.
    pub fn new(writes: impl Iterator<Item = Vec<Write>>) -> Self {
        Buses(writes.map(Bus::new).collect())
    }

    /// Adds reads of these addresses of each component.
    pub fn read(&mut self, asked: Vec<Vec<u32>>) {
        self.0.iter_mut().zip(asked).for_each(|(bus, asked)| bus.read(asked));
    }

    /// Whether all that was asked for is done.
    pub fn are_idle(&self) -> bool {
        self.0.iter().all(Bus::is_idle)
    }

    /// Values read from each component, in the order of the addresses.
    pub fn answers(&self) -> Vec<&[u32]> {
        self.0.iter().map(Bus::answers).collect()
    }

    /// Resizes all arrays of the inputs.
    pub fn fit(&self, inputs: &mut AxiLiteRequest<BitLanes, ManyLanes>) {
        for lanes in [&mut inputs.awaddr, &mut inputs.wdata, &mut inputs.wstrb, &mut inputs.araddr]
        {
            lanes.resize(self.0.len(), 0);
        }
    }

    /// Drives the inputs of the next cycle; `last` are the outputs of the cycle before.
    pub fn manage(
        &mut self,
        last: &AxiLiteResponse<BitLanes, ManyLanes>,
        inputs: &mut AxiLiteRequest<BitLanes, ManyLanes>,
    ) {
        self.fit(inputs);
        for (lane, bus) in self.0.iter_mut().enumerate() {
            bus.see(&Shown {
                awready: last.awready.is_set(lane),
                wready: last.wready.is_set(lane),
                bvalid: last.bvalid.is_set(lane),
                bresp: number(&last.bresp, lane),
                arready: last.arready.is_set(lane),
                rvalid: last.rvalid.is_set(lane),
                rdata: number(&last.rdata, lane) as u32,
            });
            put(&mut inputs.awvalid, lane, bus.address.is_some());
            inputs.awaddr[lane] = bus.address.unwrap_or(0);
            put(&mut inputs.wvalid, lane, bus.data.is_some());
            inputs.wdata[lane] = bus.data.unwrap_or(0);
            inputs.wstrb[lane] = ALL_BYTES as u32;
            inputs.bready.set(lane);
            put(&mut inputs.arvalid, lane, bus.asks.is_some());
            inputs.araddr[lane] = bus.asks.unwrap_or(0);
            inputs.rready.set(lane);
        }
    }
}
