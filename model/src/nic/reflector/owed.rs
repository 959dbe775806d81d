//! Replies that a NIC owes, and the one that it offers.

use super::ReflectorOutputs;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::nic::reflector::PSN_BITS;

/// A reply: an ACK if it has a PSN, else a congestion notification packet (CNP).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    pub(crate) psn: Option<u64>,
    pub(crate) becn: bool,
    pub(crate) dlid: u64,
    pub(crate) slid: u64,
    pub(crate) sl: u64,
    pub(crate) vl: u64,
    pub(crate) p_key: u64,
    pub(crate) dest_qp: u64,
}

impl Answer {
    /// Merges this reply with the one that is owed.
    fn joined(self, owed: &Answer) -> Answer {
        /// The later one of two PSNs (IBA 9.7.1).
        fn later(new: u64, owed: u64) -> u64 {
            const PSNS: u64 = 1 << PSN_BITS;
            if (owed + PSNS - new) % PSNS < PSNS / 2 {
                owed
            } else {
                new
            }
        }
        let psn = match (self.psn, owed.psn) {
            (Some(new), Some(owed)) => Some(later(new, owed)),
            (one, other) => one.or(other),
        };
        Answer { psn, becn: self.becn || owed.becn, ..self }
    }
}

/// A flow that waits for its reply to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Waiting {
    flow: usize,
    /// Cycles for which it has waited.
    cycles: u32,
}

/// "A flow has waited for two cycles or more."
const LEAST_CYCLES: u32 = 2;

/// Replies that are owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owed {
    /// Reply owed to each flow.
    pub(crate) flows: Vec<Option<Answer>>,
    waiting: VecDeque<Waiting>,
    /// Flow that leaves the list.
    leaving: Option<usize>,
    /// Reply that is read.
    reading: Option<Answer>,
    /// Reply that is offered, or was last.
    pub(crate) offered: Option<Answer>,
    /// Whether that reply is still offered.
    pub(crate) offers: bool,
    /// Whether an ACK, and whether a CNP, was joined to the reply that is owed.
    joined: (bool, bool),
}

impl Owed {
    pub(crate) fn new(flows: usize) -> Self {
        Owed {
            flows: vec![None; flows],
            waiting: VecDeque::new(),
            leaving: None,
            reading: None,
            offered: None,
            offers: false,
            joined: (false, false),
        }
    }

    pub(crate) fn show(&self, outputs: &mut ReflectorOutputs) {
        (outputs.joined_ack, outputs.joined_cnp) = self.joined;
        outputs.answer_valid = self.offers;
        let Some(Answer { psn, becn, dlid, slid, sl, vl, p_key, dest_qp }) = self.offered else {
            return;
        };
        (outputs.answer_cnp, outputs.answer_psn) = (psn.is_none(), psn.unwrap_or(0));
        (outputs.answer_becn, outputs.answer_dest_qp) = (becn, dest_qp);
        (outputs.answer_dlid, outputs.answer_slid) = (dlid, slid);
        (outputs.answer_sl, outputs.answer_vl, outputs.answer_p_key) = (sl, vl, p_key);
    }

    /// A cycle, in which a reply may be decided.
    pub(crate) fn step(&mut self, decided: Option<(usize, Answer)>, answer_ready: bool) {
        let free = !self.offers || answer_ready;
        let is_busy = self.leaving.is_some() || self.reading.is_some();
        let is_idle = self.waiting.is_empty() && !is_busy;
        let takes = free
            && !is_busy
            && self.waiting.front().is_some_and(|first| first.cycles >= LEAST_CYCLES);
        self.waiting.iter_mut().for_each(|waiting| waiting.cycles += 1);

        let mut next = self.reading.take();
        self.joined = (false, false);
        if let Some((flow, answer)) = decided {
            match &mut self.flows[flow] {
                Some(owed) => {
                    *owed = answer.joined(owed);
                    self.joined = (answer.psn.is_some(), answer.psn.is_none());
                }
                None if is_idle && free => next = Some(answer),
                none => {
                    *none = Some(answer);
                    self.waiting.push_back(Waiting { flow, cycles: 1 });
                }
            }
        }
        if let Some(flow) = self.leaving.take() {
            let left = self.flows[flow].take();
            let joins = decided.is_some_and(|(other, _)| other == flow);
            *(if joins { &mut next } else { &mut self.reading }) = left;
        }
        if takes {
            self.leaving = self.waiting.pop_front().map(|first| first.flow);
        }
        self.offers = next.is_some() || (self.offers && !answer_ready);
        self.offered = next.or(self.offered);
    }
}
