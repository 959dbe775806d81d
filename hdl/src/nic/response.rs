//! The response functions LIPD, FIMD and AIMD: a flow's rate, as ACKs set it (INFOCOM'03 §V).

mod lipd;
mod multiplicative;

pub use lipd::LipdStep;
pub use multiplicative::MultiplicativeStep;

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::response::{Table, IPD_BITS};
use tailback_spec::nic::{AfterIdle, Nic, Response};

/// Whether steps are those of LIPD, and not of a table.
fn is_lipd(nic: &Nic) -> bool {
    matches!(nic.response(), Response::Lipd | Response::Cct)
}

/// Bits of a flow's state: its IPD and its progress.
fn state_bits(nic: &Nic) -> usize {
    let progress_bits = match is_lipd(nic) {
        true => lipd::PROGRESS_BITS,
        false => multiplicative::progress_bits(Table::of(nic.response())),
    };
    IPD_BITS + progress_bits
}

/// Words of distributed RAM between which nothing has to choose.
const FEW_WORDS: usize = 16;
/// Words that are better in block RAM.
const MANY_WORDS: usize = 256;

/// Words of the memories: some more than there are flows, if that saves the logic that chooses
/// between distributed RAMs.
fn words(nic: &Nic) -> usize {
    match nic.flows() {
        few @ 0..=FEW_WORDS => few,
        more => more.max(MANY_WORDS),
    }
}

block! {
    /// Sets the rates of flows by their ACKs: R_max / (1 + IPD), where the IPD is the inter-packet
    /// delay in packet times.
    ///
    /// In the cycle after an ACK, the state of its flow is read; at the end of the next one, it is in
    /// a register; in the third, what the ACK makes of it is written. What the two ACKs before it
    /// are about to write, or write while it reads, it gets from them. Each of the places from where
    /// the state can come is 0 if it comes from another one.
    pub struct ResponseFunction(nic: &Nic) as "tailback_response" {
        /// The last flow.
        count last_flow = nic.flows() - 1;
        /// There are numbers beyond it.
        choice has_beyond = nic.flows() < 1 << nic.flow_bits();
        /// Look-ups can reset the rate of a flow.
        choice can_reset = nic.after_idle() == AfterIdle::Reset;
        /// The response function is LIPD.
        choice is_lipd = is_lipd(nic);

        /// An ACK has come.
        input ack;
        /// Its flow.
        input ack_flow[nic.flow_bits()];
        /// It is marked.
        input ack_marked;
        /// It is accepted.
        output ack_ready;
        /// The rate of a flow is asked for.
        input look_up;
        /// Which one.
        input look_up_flow[nic.flow_bits()];
        /// It had had no packet to send.
        input look_up_fresh;
        /// The answer to the look-up two cycles before; 0 if there was none.
        output ipd[IPD_BITS];
        /// The rate of a flow has changed.
        output changed;
        /// Its number.
        output changed_flow[nic.flow_bits()];
        /// Its IPD now.
        output changed_ipd[IPD_BITS];

        /// A flow is reset, in the place of an ACK.
        local resets;
        /// The flow of the ACK, or the one that is reset.
        local flow[nic.flow_bits()];
        /// There is that flow.
        local exists;
        /// There is the flow that is looked up.
        local is_known;
        /// The last flow is being swept.
        local sweep_ends;
        /// Something happens to a flow.
        local happens;
        /// It is an ACK.
        local accepts;
        /// The flow that is looked up is being written.
        local answer_meets;

        /// Flows are being set to the highest rate.
        reg sweeping = true;

        /// Something happened in the cycle before.
        reg reading;
        /// To this flow.
        reg reading_flow[nic.flow_bits()];
        /// By a marked ACK.
        reg reading_marked;
        /// By a reset.
        reg reading_reset;
        /// By an ACK.
        reg reading_ack;
        /// What happened in the cycle before that was to the same flow.
        reg follows;
        /// Or two cycles before that.
        reg meets;

        /// Something happened two cycles before.
        reg happened;
        /// To this flow.
        reg happened_flow[nic.flow_bits()];
        /// By a marked ACK.
        reg happened_marked;
        /// By a reset.
        reg happened_reset;
        /// Its state is the one that is being written.
        reg again;
        /// What was written while the flow was read.
        reg handed_state[state_bits(nic)];

        /// A flow is written.
        reg writes = true;
        /// Its number.
        reg write_flow[nic.flow_bits()];
        /// It is reset.
        reg write_reset;

        /// The IPD that was written while the flow was looked up.
        reg handed_answer[IPD_BITS];
        /// The answer.
        reg answer[IPD_BITS];
        /// The report.
        reg report;
        /// Its flow.
        reg report_flow[nic.flow_bits()];
        /// Its IPD.
        reg report_ipd[IPD_BITS];

        /// What the IPD of the flow becomes.
        local new_ipd[IPD_BITS];
        /// What its state becomes.
        local new_state[state_bits(nic)];
        /// The IPD becomes another one.
        local changes;

        /// The state of each flow.
        cleared_memory(words(nic)) states[state_bits(nic)];
        /// The IPD of each flow, to be looked up.
        cleared_memory(words(nic)) answers[IPD_BITS];

        /// What an ACK does.
        optional(is_lipd(nic)) lipd: LipdStep = LipdStep::new();
        /// What an ACK does.
        optional(!is_lipd(nic)) multiplicative: MultiplicativeStep =
            MultiplicativeStep::new(Table::of(nic.response()));
    }
}

impl Logic for ResponseFunction {
    #[hdl_gen]
    fn update(&mut self) {
        self.resets.next = false;
        self.flow.next = self.ack_flow.val();
        if self.can_reset.val() {
            self.resets.next = self.look_up.val() && self.look_up_fresh.val();
            if self.resets.val() {
                self.flow.next = self.look_up_flow.val();
            }
        }
        self.exists.next = true;
        self.is_known.next = true;
        if self.has_beyond.val() {
            self.exists.next = self.flow.val() <= self.last_flow.val();
            self.is_known.next = self.look_up_flow.val() <= self.last_flow.val();
        }
        self.ack_ready.next = !self.sweeping.val() && !self.resets.val();
        self.accepts.next = self.ack.val() && self.ack_ready.val() && self.exists.val();
        self.happens.next = self.accepts.val();
        if self.can_reset.val() {
            self.happens.next =
                (self.ack.val() || self.resets.val()) && !self.sweeping.val() && self.exists.val();
        }

        self.follows.next = self.reading.val() && self.flow.val() == self.reading_flow.val();
        self.meets.next = self.happened.val() && self.flow.val() == self.happened_flow.val();
        self.reading.next = self.happens.val();
        self.reading_flow.next = self.flow.val();
        self.reading_ack.next = self.accepts.val();
        self.reading_marked.next = self.accepts.val() && self.ack_marked.val();
        self.reading_reset.next = self.happens.val() && self.resets.val();

        self.states.read.next = self.reading_ack.val() && !self.follows.val() && !self.meets.val();
        self.states.read_address.next = self.reading_flow.val();
        self.happened.next = self.reading.val();
        self.happened_flow.next = self.reading_flow.val();
        self.happened_marked.next = self.reading_marked.val();
        self.happened_reset.next = self.reading_reset.val();
        self.again.next = self.reading_ack.val() && self.follows.val();

        if self.is_lipd.val() {
            self.lipd.state.next = self.states.read_data.val() | self.handed_state.val();
            self.lipd.again.next = self.again.val();
            self.lipd.marked.next = self.happened_marked.val();
            self.new_ipd.next = self.lipd.new_ipd.val();
            self.new_state.next = self.lipd.new_state.val();
            self.changes.next = self.lipd.changes.val();
        } else {
            self.multiplicative.state.next = self.states.read_data.val() | self.handed_state.val();
            self.multiplicative.again.next = self.again.val();
            self.multiplicative.marked.next = self.happened_marked.val();
            self.new_ipd.next = self.multiplicative.new_ipd.val();
            self.new_state.next = self.multiplicative.new_state.val();
            self.changes.next = self.multiplicative.changes.val();
        }
        self.handed_state.next = 0.into();
        if self.reading_ack.val() && self.meets.val() && !self.follows.val() {
            self.handed_state.next = self.new_state.val();
        }

        comment!("A flow that is reset has the state 0, as one that is swept.");
        self.states.write.next = self.writes.val();
        self.states.write_address.next = self.write_flow.val();
        self.states.write_data.next = self.new_state.val();
        self.answers.write.next = self.writes.val();
        self.answers.write_address.next = self.write_flow.val();
        self.answers.write_data.next = self.new_ipd.val();
        self.sweep_ends.next = self.write_flow.val() == self.last_flow.val();
        self.writes.next = self.happened.val();
        self.write_flow.next = self.happened_flow.val();
        self.write_reset.next = self.happened_reset.val();
        if self.sweeping.val() {
            self.sweeping.next = !self.sweep_ends.val();
            self.writes.next = !self.sweep_ends.val();
            self.write_flow.next = self.write_flow.val() + 1;
        }

        self.answer_meets.next =
            self.writes.val() && self.look_up_flow.val() == self.write_flow.val();
        self.answers.read.next = self.look_up.val()
            && self.is_known.val()
            && !self.resets.val()
            && !self.sweeping.val()
            && !self.answer_meets.val();
        self.answers.read_address.next = self.look_up_flow.val();
        self.handed_answer.next = 0.into();
        if self.look_up.val() && !self.resets.val() && self.answer_meets.val() {
            self.handed_answer.next = self.new_ipd.val();
        }
        self.answer.next = self.answers.read_data.val() | self.handed_answer.val();
        self.ipd.next = self.answer.val();

        self.report.next = self.changes.val() || self.write_reset.val();
        self.report_flow.next = 0.into();
        self.report_ipd.next = 0.into();
        if self.changes.val() || self.write_reset.val() {
            self.report_flow.next = self.write_flow.val();
            self.report_ipd.next = self.new_ipd.val();
        }
        self.changed.next = self.report.val();
        self.changed_flow.next = self.report_flow.val();
        self.changed_ipd.next = self.report_ipd.val();
    }
}
