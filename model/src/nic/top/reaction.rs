//! Reaction of flows to marks: by a response function, or by the congestion control table.

use crate::{
    bits::is_set,
    nic::{
        congestion_table::CongestionTable,
        queue::EventQueueOutputs,
        rate_limiter::RateLimiterOutputs,
        reflector::ReflectorOutputs,
        registers::{NicRegistersInputs, NicRegistersOutputs},
        response::ResponseFunction,
    },
    wired::Wired,
};
use tailback_spec::nic::{
    congestion_table::{tick_rate, TickRate, LOOK_UP_CYCLES},
    queue::{MARKED, RELEASED},
    Nic,
};

/// The module that sets the delays.
#[derive(Debug, Clone)]
pub(super) enum Reaction {
    Table(Box<Table>),
    Law(Law),
}

/// The table, and the flags of recent look-ups.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) block: Wired<CongestionTable>,
    /// Whether the SL of the last packet was throttled in the cycles before, the last one first.
    throttled: [bool; LOOK_UP_CYCLES],
}

/// The response function.
#[derive(Debug, Clone)]
pub(super) struct Law {
    block: Wired<ResponseFunction>,
    /// IPD of the look-up in the cycle before.
    ipd: u64,
    /// Cycles since reset.
    cycle: u64,
    rate: TickRate,
}

/// Offers of the queues of ACKs and of BECNs, and further signals.
pub(super) struct Scene<'a> {
    pub(super) acks: &'a EventQueueOutputs,
    pub(super) becns: &'a EventQueueOutputs,
    pub(super) limiter: &'a RateLimiterOutputs,
    /// SL of the packet that was received from the host last.
    pub(super) first_sl: u64,
    pub(super) registers: &'a NicRegistersOutputs,
}

/// Decisions about ACKs and BECNs, and the delay for the limiter's look-up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Reacted {
    /// Whether the ACK is passed to the limiter.
    pub(super) ack: bool,
    pub(super) take_ack: bool,
    pub(super) take_becn: bool,
    pub(super) delay: u64,
}

impl Reaction {
    pub(super) fn new(nic: &Nic) -> Self {
        match nic.has_table() {
            true => Reaction::Table(Box::new(Table {
                block: Wired::new(CongestionTable::new(nic)),
                throttled: Default::default(),
            })),
            false => Reaction::Law(Law {
                block: Wired::new(ResponseFunction::new(nic)),
                ipd: 0,
                cycle: 0,
                rate: tick_rate(nic),
            }),
        }
    }

    /// Drives the inputs of the registers that are known at the beginning of a cycle.
    pub(super) fn show(&mut self, registers: &mut NicRegistersInputs) {
        match self {
            Reaction::Table(table) => table.show(registers),
            Reaction::Law(law) => registers.time_stamp = law.time_stamp(),
        }
    }

    /// Kind of the BECN that is put into the queue, if there is one.
    pub(super) fn becn(
        &self,
        reflector: &ReflectorOutputs,
        registers: &NicRegistersOutputs,
    ) -> Option<u64> {
        let (becn, sl) = (reflector.becn, reflector.becn_sl);
        match self {
            Reaction::Table(_) => {
                (becn && is_set(registers.control_map, sl as usize)).then_some(sl)
            }
            // An ACK carries the mark itself.
            Reaction::Law(_) => (becn && (!reflector.ack || reflector.ack_released)).then_some(0),
        }
    }

    /// Runs the rest of a cycle.
    pub(super) fn step(&mut self, scene: &Scene<'_>, told: &mut NicRegistersInputs) -> Reacted {
        match self {
            Reaction::Table(table) => table.step(scene, told),
            Reaction::Law(law) => law.step(scene, told),
        }
    }

    pub(super) fn reset(&mut self) {
        match self {
            Reaction::Table(table) => {
                table.block.reset();
                table.throttled = Default::default();
            }
            Reaction::Law(law) => {
                law.block.reset();
                (law.ipd, law.cycle) = (0, 0);
            }
        }
    }
}

impl Table {
    fn show(&mut self, registers: &mut NicRegistersInputs) {
        let shown = &mut self.block.outputs;
        self.block.model.show(shown);
        registers.table_ready = shown.ready;
        registers.time_stamp = shown.time_stamp;
        (registers.read_timer, registers.read_increase) = (shown.read_timer, shown.read_increase);
        (registers.read_trigger, registers.read_min) = (shown.read_trigger, shown.read_min);
        registers.read_entry = shown.read_entry;
        registers.ccti = shown.ccti;
        registers.event_valid = shown.event_valid;
        (registers.event_flow, registers.event_sl) = (shown.event_flow, shown.event_sl);
        registers.event_time = shown.event_time;
    }

    fn step(&mut self, scene: &Scene<'_>, told: &mut NicRegistersInputs) -> Reacted {
        let Scene { acks, becns, limiter, first_sl, registers } = scene;
        let inputs = &mut self.block.inputs;
        inputs.limit = registers.limit;
        (inputs.set_valid, inputs.set_sl) = (registers.set_valid, registers.set_sl);
        (inputs.set_timer, inputs.set_increase) = (registers.set_timer, registers.set_increase);
        (inputs.set_trigger, inputs.set_min) = (registers.set_trigger, registers.set_min);
        (inputs.write, inputs.write_index) = (registers.write, registers.write_index);
        inputs.write_entry = registers.write_entry;
        (inputs.read_sl, inputs.read_index) = (registers.read_sl, registers.read_index);
        (inputs.becn, inputs.becn_flow, inputs.becn_sl) = (becns.offered, becns.flow, becns.kind);
        inputs.look_up = limiter.look_up || registers.ask;
        (inputs.look_up_flow, inputs.look_up_sl) = match limiter.look_up {
            true => (limiter.look_up_flow, *first_sl),
            false => (registers.ask_flow, registers.ask_sl),
        };
        told.ask_ready = !limiter.look_up;
        self.block.step();

        let [.., throttled] = self.throttled;
        self.throttled.rotate_right(1);
        self.throttled[0] = is_set(registers.control_map, *first_sl as usize);
        Reacted {
            ack: acks.offered,
            take_ack: limiter.ack_ready,
            take_becn: self.block.outputs.becn_ready,
            delay: if throttled { self.block.outputs.delay } else { 0 },
        }
    }
}

impl Law {
    fn time_stamp(&self) -> u64 {
        let TickRate { ticks, cycles } = self.rate;
        let time = u128::from(self.cycle) * u128::from(ticks) / u128::from(cycles);
        time as u64 & u64::from(u32::MAX)
    }

    fn step(&mut self, scene: &Scene<'_>, told: &mut NicRegistersInputs) -> Reacted {
        let Scene { acks, becns, limiter, .. } = scene;
        let inputs = &mut self.block.inputs;
        (inputs.look_up, inputs.look_up_flow) = (limiter.look_up, limiter.look_up_flow);
        inputs.look_up_fresh = limiter.look_up_fresh;
        let is_ready = self.block.model.is_ready(inputs);

        let both = acks.offered && !is_set(acks.kind, RELEASED);
        inputs.ack = if both { limiter.ack_ready } else { becns.offered };
        (inputs.ack_flow, inputs.ack_marked) = match both {
            true => (acks.flow, is_set(acks.kind, MARKED)),
            false => (becns.flow, true),
        };
        self.block.step();
        self.cycle += 1;

        let shown = &self.block.outputs;
        (told.changed, told.changed_flow) = (shown.changed, shown.changed_flow);
        told.changed_ipd = shown.changed_ipd;
        Reacted {
            ack: acks.offered && (is_ready || !both),
            take_ack: limiter.ack_ready && (is_ready || !both),
            take_becn: is_ready && !both,
            delay: std::mem::replace(&mut self.ipd, shown.ipd),
        }
    }
}
