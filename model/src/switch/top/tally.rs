//! Events that the counters of a port count.

use super::way_in::WayIn;
use super::way_out::WayOut;
use crate::switch::counters::PortCountersInputs;
use tailback_spec::switch::{
    counters::{self, flow_control, MALFORMED, MANAGEMENT_DROPPED},
    ingress::Cause,
    port::Port,
};
use tailback_spec::BitLanes;

/// Signals of a port in a cycle.
pub(super) struct Shown<'a> {
    pub(super) way_in: &'a WayIn,
    pub(super) way_out: &'a WayOut,
    /// Virtual lane of the packet that reaches the output port.
    pub(super) lane: u32,
    pub(super) stalled: &'a BitLanes,
    /// Virtual lane of the packet for the output port that is dropped after waiting for too long.
    pub(super) late: Option<usize>,
}

/// Writes the events of port `number` in a cycle to the inputs of its counters.
pub(super) fn tally(
    port: &Port,
    number: usize,
    shown: &Shown<'_>,
    inputs: &mut PortCountersInputs,
) {
    let Shown { way_in, way_out, lane, stalled, late } = shown;
    let (came, update, gone) = (&way_in.ingress.outputs, &way_in.heard, &way_out.egress.outputs);
    let mut events = BitLanes::default();
    let mut count = |counter: usize, happens: bool| {
        if happens {
            events.set(counter);
        }
    };
    let drops = |cause: Cause| came.drops >> cause as usize & 1 != 0;
    for (counter, cause) in MALFORMED.into_iter().enumerate() {
        count(counter, drops(cause));
    }
    count(MANAGEMENT_DROPPED, drops(Cause::NoManagementRoom));
    count(flow_control::RECEIVED, update.update);
    count(flow_control::SENT, gone.flow_control_ready);
    count(flow_control::BAD_CRC, update.bad_crc || came.bad_framing);
    count(flow_control::BAD_OPERATION, update.bad_op);
    count(flow_control::BAD_VIRTUAL_LANE, update.bad_vl);

    inputs.blocks_in.clear();
    inputs.blocks_out.clear();
    let leaving = way_out.begins.map(|packet| (port.lane(packet.virtual_lane), packet.blocks));
    for lane in 0..port.lanes() {
        let comes = came.accepted && came.accepted_lane == lane as u64;
        count(counters::packets_in(port, lane), comes);
        count(counters::head_of_queue_dropped(port, lane), *late == Some(lane));
        inputs.blocks_in.push(if comes { came.accepted_blocks as u32 } else { 0 });
        let blocks = leaving.filter(|(of, _)| *of == Some(lane)).map(|(_, blocks)| blocks);
        count(counters::packets_out(port, lane), blocks.is_some());
        inputs.blocks_out.push(blocks.unwrap_or(0));
    }
    for virtual_lane in 0..port.virtual_lanes() {
        let is_marked = gone.marked && *lane as usize == virtual_lane;
        count(counters::marked(port, virtual_lane), is_marked);
        let stalls = stalled.is_set(number * port.lanes() + virtual_lane);
        count(counters::credit_stalls(port, virtual_lane), stalls);
    }
    inputs.events = events;
}
