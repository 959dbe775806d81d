//! The registers of a NIC over AXI4-Lite: settings (IBA annex A10), queue pairs, counters, the log.

mod flows;
mod log;
mod place;
mod ports;
mod show;
#[cfg(test)]
mod tests;

pub use ports::{NicRegistersInputs, NicRegistersOutputs};

use self::flows::{Copying, Flows};
use self::log::{Event, Log};
use self::place::{Layout, Place};
use crate::interface::{ALL_BYTES, OKAY, SLVERR};
use crate::{bits::is_set, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::nic::{
    registers::{counter_turns, rate, Rate, TURNS},
    Nic,
};

/// Step in which an access takes effect.
const LAST_STEP: u32 = 4;
/// Cycles from the acceptance of a look-up to its result.
const ANSWER_CYCLES: u32 = 3;
/// Mask of a queue pair's number.
const QP_MASK: u32 = 0x00FF_FFFF;

/// A response that is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Answer {
    valid: bool,
    data: u32,
    response: u64,
}

impl Answer {
    /// The end of a cycle; `done` is the result of an access that completes.
    fn clock(&mut self, done: Option<(u32, u64)>, ready: bool) {
        match done {
            Some((data, response)) => *self = Answer { valid: true, data, response },
            None => self.valid &= !ready,
        }
    }
}

/// The write or read in progress; the last one, if there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Access {
    /// Step of the access; 0 if there is none.
    step: u32,
    address: u32,
    /// Data of the last write.
    data: u32,
    whole: bool,
    wrote: bool,
}

/// Remote queue pair of a flow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Qp {
    valid: bool,
    number: u32,
}

/// The registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NicRegisters {
    layout: Layout,
    access: Access,
    /// Whether a write, or a read, began in the cycle before: it is accepted.
    accepts_write: bool,
    accepts_read: bool,
    written: Answer,
    read: Answer,
    qp_base: u32,
    control_map: u32,
    limit: u32,
    qps: Vec<Qp>,
    flows: Flows,
    log: Log,
    /// The event that is read, with the queue pair and LID of its flow.
    event: Option<Event>,
    remote: (u32, u32),
    /// Cycles since the look-up was accepted.
    asked: Option<u32>,
    /// Counters of the port, by slot.
    counts: [u32; TURNS],
    turn: usize,
    /// Counter whose slot was in the cycle before: its index, and its value.
    shown: (usize, u32),
    /// Cycles until the memories are cleared.
    clearing: usize,
}

/// Decisions of a cycle.
struct Now {
    writes: bool,
    reads: bool,
    /// Register that is written or read, if there is one.
    place: Option<Place>,
    /// Register of a legal write in its last step.
    okay: Option<Place>,
    asks: bool,
    answered: bool,
    done: bool,
}

impl NicRegisters {
    /// The module after reset.
    pub fn new(nic: &Nic) -> Self {
        NicRegisters {
            layout: Layout::new(nic),
            access: Access::default(),
            accepts_write: false,
            accepts_read: false,
            written: Answer::default(),
            read: Answer::default(),
            qp_base: 0,
            control_map: 0,
            limit: 0,
            qps: vec![Qp::default(); nic.flows()],
            flows: Flows::new(nic.flows(), rate(nic) == Rate::OfFlow),
            log: Log::default(),
            event: None,
            remote: (0, 0),
            asked: None,
            counts: [0; TURNS],
            turn: 0,
            shown: (TURNS, 0),
            clearing: nic.flows(),
        }
    }

    fn now(&self, inputs: &NicRegistersInputs) -> Now {
        let Access { step, address, data, whole, wrote } = self.access;
        let is_cleared = self.clearing == 0 && (inputs.table_ready || !self.layout.has_table);
        let free = step == 0 && is_cleared;
        let can_write = inputs.s_axil.awvalid && inputs.s_axil.wvalid && !self.written.valid;
        let can_read = inputs.s_axil.arvalid && !self.read.valid;
        let writes = free && can_write && (!can_read || !wrote);

        let place = self.layout.at(address);
        let is_last = step == LAST_STEP;
        let okay = place.filter(|place| {
            let writable = self.layout.writable(*place) != 0;
            is_last && wrote && whole && writable && self.layout.is_in_range(*place, data)
        });
        let answered = self.asked == Some(ANSWER_CYCLES);
        let wants_level = is_last && !wrote && place == Some(Place::LevelCcti);
        let wants_ccti = wants_level || self.flows.copying == Copying::AllButCcti;
        let is_complete = match place {
            Some(Place::Counter(turn)) if !wrote => self.shown.0 == turn,
            Some(Place::LevelCcti) if !wrote => answered,
            Some(Place::FlowSelect) if okay.is_some() => match self.flows.copying {
                Copying::AllButCcti => answered,
                _ => self.flows.is_copied() && !self.rate_is_ccti(),
            },
            _ => true,
        };
        Now {
            writes,
            reads: free && can_read && !writes,
            place,
            okay,
            asks: wants_ccti && self.asked.is_none(),
            answered,
            done: is_last && is_complete,
        }
    }

    fn rate_is_ccti(&self) -> bool {
        self.layout.has_table && !self.layout.by_level
    }

    /// Drives all outputs. They depend on the outputs of the congestion table.
    pub(super) fn answer(&self, inputs: &NicRegistersInputs, outputs: &mut NicRegistersOutputs) {
        *outputs = NicRegistersOutputs::default();
        self.show(inputs, &self.now(inputs), outputs);
    }

    /// The clock edge.
    fn clock(&mut self, inputs: &NicRegistersInputs, now: &Now) {
        let wrote = self.access.wrote;
        let read = now.place.map_or((0, SLVERR), |place| (self.value(place, inputs), OKAY));
        let written = (0, if now.okay.is_some() { OKAY } else { SLVERR });
        self.written.clock((now.done && wrote).then_some(written), inputs.s_axil.bready);
        self.read.clock((now.done && !wrote).then_some(read), inputs.s_axil.rready);

        self.fetch_event(now);
        let wanted = now.okay.filter(|place| *place == Place::FlowSelect);
        let wanted = wanted.map(|_| self.access.data & 0x0FFF);
        self.flows.clock(inputs, self.clearing > 0);
        let ccti = now.answered.then_some(inputs.ccti as u32);
        self.flows.clock_copy(inputs, wanted, ccti);
        self.clock_settings(inputs, now.okay.filter(|_| now.done));

        self.asked = match self.asked {
            None if now.asks && inputs.ask_ready => Some(1),
            Some(cycles) if !now.answered => Some(cycles + 1),
            _ => None,
        };
        self.shown = (self.turn, self.counts[self.turn]);
        self.turn = (self.turn + 1) % TURNS;
        for (number, turn) in counter_turns().into_iter().enumerate() {
            let happened = u32::from(is_set(inputs.happened, number));
            self.counts[turn] = self.counts[turn].wrapping_add(happened);
        }
        self.clearing = self.clearing.saturating_sub(1);

        (self.accepts_write, self.accepts_read) = (now.writes, now.reads);
        let access = &mut self.access;
        if now.writes {
            let (address, data) = (inputs.s_axil.awaddr as u32, inputs.s_axil.wdata as u32);
            let whole = inputs.s_axil.wstrb == ALL_BYTES;
            *access = Access { step: 1, address, data, whole, wrote: true };
        } else if now.reads {
            *access =
                Access { step: 1, address: inputs.s_axil.araddr as u32, wrote: false, ..*access };
        } else if now.done {
            access.step = 0;
        } else if (1..LAST_STEP).contains(&access.step) {
            access.step += 1;
        }
    }

    /// Performs a legal write.
    fn clock_settings(&mut self, inputs: &NicRegistersInputs, okay: Option<Place>) {
        let data = okay.map_or(0, |place| self.access.data & self.layout.writable(place));
        let mut cleared = 0;
        match okay {
            Some(Place::QpBase) => self.qp_base = data,
            Some(Place::Control) => self.control_map = data,
            Some(Place::Limit) => self.limit = data >> 16,
            Some(Place::LogLevels) => cleared = data >> 16,
            Some(Place::Qp(flow)) => {
                self.qps[flow] = Qp { valid: is_set(data.into(), 31), number: data & QP_MASK };
            }
            _ => {}
        }
        self.log.clock(inputs, cleared);
    }

    /// In step 2 the event is read, and in step 3 the queue pair and LID of its flow.
    fn fetch_event(&mut self, now: &Now) {
        let Some(Place::LogEvent { entry, .. }) = now.place else { return };
        match self.access.step {
            2 => self.event = self.log.entry(entry),
            3 => {
                let flow = self.event.map_or(0, |event| event.flow);
                self.remote = (self.qps[flow].number, self.flows.all[flow].lid);
            }
            _ => {}
        }
    }

    /// Value of a register.
    fn value(&self, place: Place, inputs: &NicRegistersInputs) -> u32 {
        match place {
            Place::Constant(value) => value,
            Place::QpBase => self.qp_base,
            Place::FlowSelect => self.flows.selected,
            Place::FlowValue(number) => self.flows.copy.value(number),
            Place::LevelCcti => inputs.ccti as u32,
            Place::Counter(_) => self.shown.1,
            Place::LogSummary => {
                // Type 2: the log of a channel adapter.
                let enabled = u32::from(self.control_map != 0);
                2 << 24 | enabled << 16 | self.log.events as u32 & 0xFFFF
            }
            Place::LogLevels => self.log.levels << 16,
            Place::LogEvent { word, .. } => self.event.map_or(0, |it| self.event_word(it, word)),
            Place::Control => u32::from(self.layout.by_level) << 16 | self.control_map,
            Place::Reaction => {
                let [timer, increase, trigger] =
                    [inputs.read_timer, inputs.read_increase, inputs.read_trigger]
                        .map(|setting| setting as u32);
                timer << 16 | increase << 8 | trigger
            }
            Place::Minimum => (inputs.read_min as u32) << 24,
            Place::Limit => self.limit << 16,
            Place::Time => inputs.time_stamp as u32,
            Place::Entry => inputs.read_entry as u32,
            Place::Qp(flow) => u32::from(self.qps[flow].valid) << 31 | self.qps[flow].number,
        }
    }

    fn event_word(&self, event: Event, word: usize) -> u32 {
        let (remote_qp, lid) = self.remote;
        match word {
            0 => self.qp_base.wrapping_add(event.flow as u32) << 8,
            1 => remote_qp << 8 | event.level << 4,
            2 => lid << 16,
            _ => event.time,
        }
    }
}

impl Golden for NicRegisters {
    type Inputs = NicRegistersInputs;
    type Outputs = NicRegistersOutputs;

    fn step(&mut self, inputs: &NicRegistersInputs, outputs: &mut NicRegistersOutputs) {
        let now = self.now(inputs);
        self.show(inputs, &now, outputs);
        self.clock(inputs, &now);
    }

    fn reset(&mut self) {
        self.access = Access::default();
        (self.accepts_write, self.accepts_read) = (false, false);
        (self.written, self.read) = (Answer::default(), Answer::default());
        (self.qp_base, self.control_map, self.limit) = (0, 0, 0);
        self.qps.fill(Qp::default());
        self.flows.reset();
        self.log = Log::default();
        (self.event, self.remote, self.asked) = (None, (0, 0), None);
        (self.counts, self.turn, self.shown) = ([0; TURNS], 0, (TURNS, 0));
        self.clearing = self.qps.len();
    }
}
