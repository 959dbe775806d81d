//! The rates of a NIC's flows, see [`tailback_spec::nic::response`].

use super::pop_if;
use crate::fabric::timing::SEEN_BY_LOOK_UP;
use crate::nic::response::{Flow, What};
use std::collections::VecDeque;
use tailback_spec::nic::response::Table;

/// The rates.
#[derive(Debug)]
pub(super) struct Rates {
    /// Response table; without one, all rates stay at the highest.
    table: Option<&'static Table>,
    /// Whether a flow that was idle restarts at the highest rate.
    forgets: bool,
    rates: Vec<Flow>,
    /// Events in order, each with the first cycle in which a look-up sees it.
    events: VecDeque<(u64, usize, What)>,
}

impl Rates {
    pub fn new(table: Option<&'static Table>, forgets: bool, flows: usize) -> Self {
        Rates { table, forgets, rates: vec![Flow::default(); flows], events: VecDeque::new() }
    }

    pub fn ipd(&self, flow: usize) -> u16 {
        self.rates[flow].ipd.into()
    }

    /// An ACK is accepted in a cycle.
    pub fn acknowledge(&mut self, now: u64, flow: usize, marked: bool) {
        if self.table.is_some() {
            let what = What::Acknowledged { marked };
            self.events.push_back((now + SEEN_BY_LOOK_UP, flow, what));
        }
    }

    /// Whether a look-up resets the rate of a flow that was idle.
    pub fn resets(&self, fresh: bool) -> bool {
        self.forgets && fresh && self.table.is_some()
    }

    /// Resets the rate of a flow in a cycle. No ACK is accepted in that cycle; later ACKs are added
    /// again by the caller.
    pub fn reset(&mut self, now: u64, flow: usize) {
        let later = self.events.iter().position(|(cycle, ..)| *cycle >= now + SEEN_BY_LOOK_UP);
        self.events.truncate(later.unwrap_or(self.events.len()));
        self.events.push_back((now + SEEN_BY_LOOK_UP, flow, What::Reset));
    }

    /// Inter-packet delay of a flow that is looked up in a cycle.
    pub fn look_up(&mut self, now: u64, flow: usize) -> u64 {
        let Some(table) = self.table else { return 0 };
        while let Some((_, flow, what)) = pop_if(&mut self.events, |(cycle, ..)| *cycle <= now) {
            self.rates[flow].apply(what, table);
        }
        self.rates[flow].ipd.into()
    }
}
