//! Coverage of the stimulus: each kind of ACK, loss, start and packet, and how they meet.

use super::*;
use crate::efl::examples::parameters;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::efl::Parameters;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 400_000;

#[test]
fn every_corner_is_reached_with_any_number_of_flows_and_windows() {
    for (flows, window) in [(1, 2), (1, 8), (2, 4), (5, 8), (64, 16)] {
        let efl = Efl::new(Parameters { window, ..parameters(flows) }).expect("in range");
        let mut model = EflTransmit::new(&efl);
        let mut stimulus = EflTransmitStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflTransmitOutputs::default());
        let mut seen = BTreeSet::new();
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            let before = last.clone();
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            let moves = last.m_tvalid && inputs.m_tready;
            let all_exist = flows.is_power_of_two() && flows > 1;
            let corners = [
                ("a packet of the host", last.host_taken),
                ("one without a flow", all_exist || last.host_drops & 1 != 0),
                ("one without a credit", last.host_drops & 2 != 0),
                ("one that is too long", last.host_drops & 4 != 0),
                ("a host that waits", inputs.s_tvalid && !last.s_tready),
                ("a full window is acknowledged", last.credit_count + 1 == u64::from(window)),
                ("a new ACK", last.acknowledged && last.acked_left || window == 2),
                ("the last ACK", last.acknowledged && !last.acked_left),
                ("a duplicate", last.duplicate),
                ("an old ACK", last.acks_old),
                ("a bad ACK", last.acks_bad),
                ("a loss", last.event_valid && last.event_loss),
                ("a packet that is sent again", last.sent_again),
                ("a packet that is sent", last.sent && !last.sent_again),
                (
                    "a start without a packet",
                    last.start && last.start_words == 0 && inputs.words != 0,
                ),
                ("a start with a further packet", window == 2 || last.start_more),
                ("a start that waits", last.start && before.start),
                ("a grant that waits", inputs.grant && !last.grant_ready),
                (
                    "a doorbell that waits",
                    last.doorbell && before.doorbell && !inputs.doorbell_ready,
                ),
                ("an ACK frame", last.replied),
                ("an ACK that waits", inputs.reply && !last.reply_take && !last.sweeping),
                ("frames without a gap", before.m_tvalid && before.m_tlast && moves),
                ("a MAC that stalls", last.m_tvalid && !inputs.m_tready),
                ("all packets of probing covered", last.event_valid && last.event_covered),
                ("not all of them", last.event_valid && !last.event_covered && !last.event_loss),
                ("another group", last.request && last.request_group > 2),
                ("a later packet of a group", window == 2 || last.request && last.request_sent > 2),
                ("a reset within a frame", step.reset && last.m_tvalid && !last.m_tlast),
                ("a packet while memories are cleared", last.sweeping && inputs.s_tvalid),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            if step.reset {
                model.reset();
            }
        }
        assert_eq!(seen.len(), 29, "{flows} flows, window {window}: only {seen:?}");
    }
}
