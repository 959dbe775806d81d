//! The rates of a NIC's flows, see [`tailback_spec::nic::response`].

use super::{pop_if, table::Table as CongestionTable};
use crate::fabric::timing::SEEN_BY_LOOK_UP;
use crate::nic::response::{Flow, What};
use std::collections::VecDeque;
use tailback_spec::nic::response::Table;

/// The rates.
#[derive(Debug)]
pub(super) struct Rates {
    /// Response table; without one, rates stay at the highest, or follow the congestion table.
    table: Option<&'static Table>,
    congestion_table: Option<CongestionTable>,
    /// Whether a flow that was idle restarts at the highest rate.
    forgets: bool,
    rates: Vec<Flow>,
    /// Events in order, each with the first cycle in which a look-up sees it.
    events: VecDeque<(u64, usize, What)>,
}

impl Rates {
    pub fn new(
        table: Option<&'static Table>,
        congestion_table: Option<CongestionTable>,
        forgets: bool,
        flows: usize,
    ) -> Self {
        Rates {
            table,
            congestion_table,
            forgets,
            rates: vec![Flow::default(); flows],
            events: VecDeque::new(),
        }
    }

    pub fn ipd(&self, flow: usize) -> u16 {
        match &self.congestion_table {
            Some(table) => table.ccti(flow) as u16,
            None => self.rates[flow].ipd.into(),
        }
    }

    /// A BECN is offered from a cycle on.
    pub fn becn(&mut self, offered: u64, flow: usize) {
        if let Some(table) = &mut self.congestion_table {
            table.becn(offered, flow);
        }
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

    /// Delay of a flow that is looked up in a cycle: inter-packet delay, or entry of the congestion
    /// table.
    pub fn look_up(&mut self, now: u64, flow: usize) -> u64 {
        if let Some(table) = &mut self.congestion_table {
            return table.look_up(now, flow);
        }
        let Some(table) = self.table else { return 0 };
        while let Some((_, flow, what)) = pop_if(&mut self.events, |(cycle, ..)| *cycle <= now) {
            self.rates[flow].apply(what, table);
        }
        self.rates[flow].ipd.into()
    }
}
