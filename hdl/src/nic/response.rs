//! The response functions LIPD, FIMD and AIMD: ACKs set the rate of a flow (INFOCOM'03 §V).

mod lipd;
mod multiplicative;

pub use lipd::LipdStep;
pub use multiplicative::MultiplicativeStep;

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

/// Most entries of a distributed RAM that needs no multiplexer.
const FEW_WORDS: usize = 16;
/// Entries from which block RAM is better.
const MANY_WORDS: usize = 256;

/// Entries of the memories: more than there are flows where that saves the multiplexers between
/// distributed RAMs.
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
    /// The state of a flow is read in the cycle after its ACK, is in a register at the end of the
    /// next one, and is written, as the ACK changes it, in the third. What the two ACKs before it
    /// are about to write, or write during the read, is forwarded. Each source of the state is 0
    /// while another one is used.
    pub struct ResponseFunction(nic: &Nic) as "tailback_response" {
        /// Number of the last flow.
        count last_flow = nic.flows() - 1;
        /// Some flow numbers belong to no flow.
        choice has_beyond = nic.flows() < 1 << nic.flow_bits();
        /// Look-ups can reset the rate of a flow.
        choice can_reset = nic.after_idle() == AfterIdle::Reset;

        /// Valid of the ACK handshake.
        input ack;
        /// Flow of the ACK.
        input ack_flow[nic.flow_bits()];
        /// The ACK is marked.
        input ack_marked;
        /// Ready of the ACK handshake.
        output ack_ready;
        /// Request for the IPD of `look_up_flow`.
        input look_up;
        /// Flow of the look-up.
        input look_up_flow[nic.flow_bits()];
        /// The flow of the look-up had been idle.
        input look_up_fresh;
        /// IPD of the flow that was looked up two cycles before; 0 if none was.
        output_reg ipd[IPD_BITS];
        /// Reports a flow whose rate has changed.
        output_reg changed;
        /// Flow whose rate has changed; 0 if there is none.
        output_reg changed_flow[nic.flow_bits()];
        /// New IPD of the flow whose rate has changed; 0 if there is none.
        output_reg changed_ipd[IPD_BITS];

        /// A flow is reset, in the place of an ACK.
        local resets;
        /// Flow of the ACK, or of the reset.
        local flow[nic.flow_bits()];
        /// The flow of the ACK or reset exists.
        local exists;
        /// The flow of the look-up exists.
        local is_known;
        /// The last flow is being swept.
        local sweep_ends;
        /// An ACK or a reset takes effect.
        local happens;
        /// An ACK is accepted for a flow that exists.
        local accepts;
        /// The flow of the look-up is being written.
        local answer_meets;

        /// High while all flows are set to the highest rate after reset.
        reg sweeping = true;

        /// An ACK or a reset took effect in the cycle before.
        reg reading;
        /// Flow of the ACK or reset of the cycle before.
        reg reading_flow[nic.flow_bits()];
        /// A marked ACK took effect in the cycle before.
        reg reading_marked;
        /// A reset took effect in the cycle before.
        reg reading_reset;
        /// An ACK took effect in the cycle before.
        reg reading_ack;
        /// The events one and two cycles before are of the same flow.
        reg follows;
        /// The events one and three cycles before are of the same flow.
        reg meets;

        /// An ACK or a reset took effect two cycles before.
        reg happened;
        /// Flow of the ACK or reset of two cycles before.
        reg happened_flow[nic.flow_bits()];
        /// A marked ACK took effect two cycles before.
        reg happened_marked;
        /// A reset took effect two cycles before.
        reg happened_reset;
        /// The ACK of two cycles before is for the flow that is being written.
        reg again;
        /// State that was written while the flow was read; 0 if none was.
        reg handed_state[state_bits(nic)];

        /// Write enable of the memories.
        reg writes = true;
        /// Write address of the memories (flow index).
        reg write_flow[nic.flow_bits()];
        /// The flow that is written is reset.
        reg write_reset;

        /// IPD that was written while the flow was looked up; 0 if none was.
        reg handed_answer[IPD_BITS];

        /// State that was read for the ACK of two cycles before.
        local state[state_bits(nic)];
        /// New IPD of the flow that is written.
        local new_ipd[IPD_BITS];
        /// New state of the flow that is written.
        local new_state[state_bits(nic)];
        /// The new IPD differs from the old one.
        local changes;

        /// State of each flow.
        cleared_memory(words(nic)) states[state_bits(nic)];
        /// IPD of each flow, read for look-ups.
        cleared_memory(words(nic)) answers[IPD_BITS];

        /// Effect of an ACK with LIPD.
        optional(is_lipd(nic)) lipd: LipdStep = LipdStep::new();
        /// Effect of an ACK with FIMD or AIMD.
        optional(!is_lipd(nic)) multiplicative: MultiplicativeStep =
            MultiplicativeStep::new(Table::of(nic.response()));
    }
    connect {
        states: read_address = reading_flow, write = writes, write_address = write_flow,
            write_data = new_state;
        answers: write = writes, write_address = write_flow, write_data = new_ipd,
            read_address = look_up_flow;
        lipd: state, again, marked = happened_marked, new_ipd, new_state, changes;
        multiplicative: state, again, marked = happened_marked, new_ipd, new_state, changes;
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
        self.happened.next = self.reading.val();
        self.happened_flow.next = self.reading_flow.val();
        self.happened_marked.next = self.reading_marked.val();
        self.happened_reset.next = self.reading_reset.val();
        self.again.next = self.reading_ack.val() && self.follows.val();

        self.state.next = self.states.read_data.val() | self.handed_state.val();
        self.handed_state.next = 0.into();
        if self.reading_ack.val() && self.meets.val() && !self.follows.val() {
            self.handed_state.next = self.new_state.val();
        }

        comment!("The new state of a flow that is reset or swept is 0.");
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
        self.handed_answer.next = 0.into();
        if self.look_up.val() && !self.resets.val() && self.answer_meets.val() {
            self.handed_answer.next = self.new_ipd.val();
        }
        self.ipd.next = self.answers.read_data.val() | self.handed_answer.val();

        self.changed.next = self.changes.val() || self.write_reset.val();
        self.changed_flow.next = 0.into();
        self.changed_ipd.next = 0.into();
        if self.changes.val() || self.write_reset.val() {
            self.changed_flow.next = self.write_flow.val();
            self.changed_ipd.next = self.new_ipd.val();
        }
    }
}
