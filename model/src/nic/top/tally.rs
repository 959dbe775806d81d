//! Events that the counters of the port count.

use crate::{
    link::flow_control::FlowControlCheckerOutputs,
    nic::{receive::ReceiveOutputs, reflector::ReflectorOutputs, transmit::TransmitOutputs},
};
use tailback_spec::{
    nic::{receive, reflector::RC_ACK, transmit::Cause},
    wire::{bth::OPCODE_CNP, lid::FIRST_MULTICAST_LID},
};

/// Signals of a cycle.
pub(super) struct Seen<'a> {
    pub(super) came: &'a ReceiveOutputs,
    pub(super) checked: &'a FlowControlCheckerOutputs,
    pub(super) reflector: &'a ReflectorOutputs,
    pub(super) packets: &'a TransmitOutputs,
    /// Whether a packet began in one of the two cycles before.
    pub(super) settles: bool,
    /// Whether the receive buffer dropped a packet that was sent without credits.
    pub(super) refused: bool,
    /// Whether a BECN found its queue full.
    pub(super) becn_lost: bool,
    /// BECN of the reply that was accepted last.
    pub(super) answer_becn: bool,
}

/// Values of `answered` for an ACK and for a CNP.
const ACK: u64 = 1;
const CNP: u64 = 2;

impl Seen<'_> {
    /// A bit for each counter, in the order of addresses.
    pub(super) fn happened(&self) -> u64 {
        let groups = [&self.traffic()[..], &self.marks(), &self.malformed(), &self.ignored()];
        let all = groups.into_iter().flatten().enumerate();
        all.fold(0, |all, (number, happens)| all | u64::from(*happens) << number)
    }

    fn traffic(&self) -> [bool; 6] {
        let Seen { came, checked, reflector, packets, .. } = self;
        [
            came.decoded || came.passed,
            packets.sent || packets.answered != 0,
            packets.lacks_credits && !self.settles,
            came.bad_framing || self.refused || checked.bad_crc || checked.bad_op || checked.bad_vl,
            reflector.ack && !reflector.ack_released,
            self.becn_lost,
        ]
    }

    fn marks(&self) -> [bool; 8] {
        let Seen { came, reflector, packets, .. } = self;
        let is_cnp = came.opcode == u64::from(OPCODE_CNP);
        let is_multicast = came.dlid >= u64::from(FIRST_MULTICAST_LID);
        let is_never_answered = is_multicast || is_cnp || came.opcode == u64::from(RC_ACK);
        let fecn = came.decoded && came.fecn;
        let has_gone = |kind: u64| packets.answered & kind != 0;
        [
            fecn,
            fecn && is_never_answered,
            came.decoded && came.becn,
            has_gone(CNP) || has_gone(ACK) && self.answer_becn,
            came.decoded && is_cnp,
            has_gone(CNP),
            reflector.joined_cnp,
            reflector.joined_ack,
        ]
    }

    fn malformed(&self) -> [bool; receive::Cause::ALL.len()] {
        receive::Cause::ALL.map(|cause| self.came.drops >> cause as u64 & 1 != 0)
    }

    fn ignored(&self) -> [bool; 7] {
        use Cause::*;
        let drops = |causes: &[Cause]| {
            causes.iter().any(|cause| self.packets.drops >> *cause as u64 & 1 != 0)
        };
        [
            self.reflector.unknown,
            drops(&[UnknownFlow]),
            drops(&[NoGrant]),
            self.reflector.ack_ignored,
            self.packets.decline_ignored,
            drops(&[BadVersion, BadVirtualLane, BadLength]),
            drops(&[Truncated, TooLong]),
        ]
    }
}
