//! Elements of ports that belong to several components, hosts or links.

use tailback_spec::{BitLanes, WideWord};

/// Drives the AXI4-Lite inputs of a model from its element. The models' ports have the same names,
/// but each model has a type of its own.
macro_rules! ask {
    ($block:expr, $inputs:expr, $lane:expr, $address_mask:expr) => {
        $block.s_axil.awvalid = $inputs.s_axil.awvalid.is_set($lane);
        $block.s_axil.awaddr = number(&$inputs.s_axil.awaddr, $lane) & $address_mask;
        $block.s_axil.wvalid = $inputs.s_axil.wvalid.is_set($lane);
        $block.s_axil.wdata = number(&$inputs.s_axil.wdata, $lane);
        $block.s_axil.wstrb = number(&$inputs.s_axil.wstrb, $lane);
        $block.s_axil.bready = $inputs.s_axil.bready.is_set($lane);
        $block.s_axil.arvalid = $inputs.s_axil.arvalid.is_set($lane);
        $block.s_axil.araddr = number(&$inputs.s_axil.araddr, $lane) & $address_mask;
        $block.s_axil.rready = $inputs.s_axil.rready.is_set($lane);
    };
}

/// Copies a model's AXI4-Lite outputs to its element.
macro_rules! answer {
    ($block:expr, $outputs:expr, $lane:expr) => {
        put(&mut $outputs.s_axil.awready, $lane, $block.s_axil.awready);
        put(&mut $outputs.s_axil.wready, $lane, $block.s_axil.wready);
        put(&mut $outputs.s_axil.bvalid, $lane, $block.s_axil.bvalid);
        $outputs.s_axil.bresp[$lane] = $block.s_axil.bresp as u32;
        put(&mut $outputs.s_axil.arready, $lane, $block.s_axil.arready);
        put(&mut $outputs.s_axil.rvalid, $lane, $block.s_axil.rvalid);
        $outputs.s_axil.rdata[$lane] = $block.s_axil.rdata as u32;
        $outputs.s_axil.rresp[$lane] = $block.s_axil.rresp as u32;
    };
}

pub(super) use answer;
pub(super) use ask;

/// Sets or clears a bit of up to 64.
pub(super) fn set(lanes: &mut u64, lane: usize, value: bool) {
    *lanes = *lanes & !(1 << lane) | u64::from(value) << lane;
}

/// Sets or clears a bit.
pub(super) fn put(lanes: &mut BitLanes, lane: usize, value: bool) {
    match value {
        true => lanes.set(lane),
        false => lanes.clear(lane),
    }
}

/// The value of an element; elements beyond the end are 0.
pub(super) fn number(lanes: &[u32], lane: usize) -> u64 {
    lanes.get(lane).copied().unwrap_or(0).into()
}

pub(super) fn word(lanes: &[WideWord], lane: usize) -> WideWord {
    lanes.get(lane).cloned().unwrap_or_default()
}
