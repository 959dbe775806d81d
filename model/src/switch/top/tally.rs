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
    let received = reception(port, way_in);
    inputs.received = received.is_some();
    inputs.received_index = received.unwrap_or_default() as u64;
    inputs.received_blocks = way_in.ingress.outputs.accepted_blocks;

    let gone = &way_out.egress.outputs;
    inputs.sent = gone.flow_control_ready;
    let leaving = way_out.begins.and_then(|packet| {
        let lane = port.lane(packet.virtual_lane)?;
        Some((lane, packet.blocks))
    });
    inputs.gone = leaving.map_or(0, |(lane, _)| 1 << lane);
    inputs.blocks_out.clear();
    for lane in 0..port.lanes() {
        let blocks = leaving.filter(|(of, _)| *of == lane).map(|(_, blocks)| blocks);
        inputs.blocks_out.push(blocks.unwrap_or(0));
    }
    let is_data = (*lane as usize) < port.virtual_lanes();
    inputs.marked = u64::from(gone.marked && is_data) << *lane;
    let queue = |virtual_lane: usize| number * port.lanes() + virtual_lane;
    inputs.stalled = (0..port.virtual_lanes()).fold(0, |bits, virtual_lane| {
        bits | u64::from(stalled.is_set(queue(virtual_lane))) << virtual_lane
    });
    inputs.late = late.map_or(0, |lane| 1 << lane);
}

/// Counter of the event of reception in a cycle, if there is one.
///
/// # Panics
///
/// If there are two: a beat ends a good packet, or shows the cause of a drop, or is a flow-control
/// packet.
fn reception(port: &Port, way_in: &WayIn) -> Option<usize> {
    let (came, update) = (&way_in.ingress.outputs, &way_in.checker.outputs);
    let mut received = None;
    let mut count = |counter: usize, happens: bool| {
        if happens {
            let other = received.replace(counter);
            assert!(other.is_none(), "events of counters {other:?} and {counter} in one cycle");
        }
    };
    let drops = |cause: Cause| came.drops >> cause as usize & 1 != 0;
    for (counter, cause) in MALFORMED.into_iter().enumerate() {
        count(counter, drops(cause));
    }
    count(MANAGEMENT_DROPPED, drops(Cause::NoManagementRoom));
    count(flow_control::RECEIVED, update.update);
    count(flow_control::BAD_CRC, update.bad_crc);
    count(flow_control::BAD_CRC, came.bad_framing);
    count(flow_control::BAD_OPERATION, update.bad_op);
    count(flow_control::BAD_VIRTUAL_LANE, update.bad_vl);
    count(counters::packets_in(port, came.accepted_lane as usize), came.accepted);
    received
}
