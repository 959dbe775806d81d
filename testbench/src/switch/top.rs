//! Traffic for the whole switch: a neighbour at each port, and a management master that is always
//! active.

mod beat;
mod choice;
mod neighbour;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::switch::top::{
    SwitchTop, SwitchTopInputs, SwitchTopOutputs, BAD, FLOW_CONTROL,
};
use tailback_spec::registers::switch::address;
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::dispatcher::Choice;
use tailback_spec::switch::input_buffer::Reading;
use tailback_spec::switch::top::{Marks, SwitchTop as Parameters};
use tailback_spec::WideWord;

use self::beat::Taken;
use self::choice::{kept_lids, lid};
use self::neighbour::Neighbour;
use self::phase::Phase;
use crate::axi_lite::{Master, Seen, Write, ALL_BYTES};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::invariants::{drain_cycles, switch::SwitchChecker};
use crate::random::{happens, Random};
use crate::switch::{marking, registers::errands::Anywhere};

/// Name on the command line.
const BLOCK: &str = "switch";

/// Golden model and stimulus of the switch.
pub fn bench(switch: &Parameters) -> Box<dyn Bench> {
    let switch = *switch;
    let bench = BlockBench::new(
        BLOCK,
        variant(&switch),
        move || SwitchTop::new(&switch),
        move |seed| SwitchTopStimulus::new(&switch, Scenario::Everything, seed),
    );
    Box::new(bench.checked(move || SwitchChecker::new(&switch)))
}

/// Parameters of the switch, as text for the user.
pub(super) fn variant(switch: &Parameters) -> String {
    let (port, buffer) = (&switch.port, switch.port.buffer());
    let marks = match &switch.marks {
        Marks::Policy(policy) => format!("marking: {}", marking::variant(&policy.block())),
        Marks::Detector(_) => "detectors".to_owned(),
    };
    let choice = match &switch.dispatcher.choice {
        Choice::Fifo(fifo) => format!("FIFO, {} bypasses", fifo.bypasses()),
        Choice::RoundRobin(_, guard) => {
            format!("round robin, {} cycles of patience", guard.patience_cycles())
        }
    };
    let reading = match buffer.reading() {
        Reading::Arbitrated => "arbitrated",
        Reading::Waiting => "waiting",
        Reading::Received => "received",
    };
    format!(
        "{} ports, {} VLs, {} bit, {} blocks per VL and {} of VL15, {reading}, packets of {} words, \
         {} entries, period of {} cycles, {choice}, {marks}",
        port.ports(),
        port.virtual_lanes(),
        port.width_bits(),
        buffer.lane_blocks(),
        buffer.management_blocks(),
        port.longest_words(0),
        switch.forwarding.entries(),
        switch.link.period_cycles(),
    )
}

/// Rates of faults of flow-control packets, of 1024, in each direction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Faults {
    /// Lost packets.
    pub lost: u64,
    /// Packets with one flipped bit.
    pub corrupted: u64,
}

/// Behaviour of the surroundings of the switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// All events, including illegal ones.
    Everything,
    /// Only legal events of neighbours, apart from faults of links.
    Lawful,
    /// Continuous traffic beyond the capacity of the ports.
    Overload(Faults),
    /// Longest packets from each port to the next one, at full speed.
    Line(Faults),
}

/// Constrained-random surroundings of a switch.
pub struct SwitchTopStimulus {
    random: Random,
    scenario: Scenario,
    phase: Phase,
    parameters: Parameters,
    neighbours: Vec<Neighbour>,
    links: u64,
    master: Master,
    errands: Anywhere,
}

impl SwitchTopStimulus {
    /// Stimulus from `seed`.
    pub fn new(switch: &Parameters, scenario: Scenario, seed: u64) -> Self {
        let (port, entries) = (switch.port, switch.forwarding.entries());
        let mut random = Random::new(seed);
        let neighbour = |number| Neighbour::new(&port, &switch.link, entries, number);
        let mut errands = Anywhere::new(&switch.registers);
        errands.kept_lids = kept_lids(&port);
        errands.keeps_limits = scenario != Scenario::Everything;
        let mut stimulus = SwitchTopStimulus {
            phase: Phase::of(scenario, &port, &mut random),
            random,
            scenario,
            parameters: *switch,
            neighbours: (0..port.ports()).map(neighbour).collect(),
            links: 0,
            master: Master::default(),
            errands,
        };
        stimulus.start_again();
        stimulus
    }

    /// After reset: fills the forwarding table; links come up later.
    fn start_again(&mut self) {
        self.master.reset();
        self.master.wanted.extend((0..self.neighbours.len()).map(|port| Write {
            address: address::FORWARDING + u32::from(lid(port)) * WORD_BYTES,
            data: 1 << 31 | port as u32,
            strobes: ALL_BYTES,
        }));
        self.neighbours.iter_mut().for_each(Neighbour::reset);
        self.links = 0;
    }

    /// For `cycles` cycles, sends no new packets, and lets all waiting packets leave.
    pub fn drain(&mut self, cycles: u64) {
        self.phase = Phase::drain(&self.parameters.port, cycles);
    }

    /// Packets that have been sent to the switch.
    pub fn packets(&self) -> u64 {
        self.neighbours.iter().map(|neighbour| neighbour.packets).sum()
    }

    /// Whether no packet is being sent to the switch.
    pub fn is_idle(&self) -> bool {
        self.neighbours.iter().all(Neighbour::is_idle)
    }

    /// Cycles in which all waiting packets leave, and each VL has sent its credits twice.
    pub fn drain_cycles(&self) -> u64 {
        drain_cycles(&self.parameters)
    }

    #[cold]
    fn next_phase(&mut self) {
        let drains = matches!(self.scenario, Scenario::Everything | Scenario::Lawful);
        if drains && self.random.below(24) == 0 {
            let cycles = drain_cycles(&self.parameters) * 5 / 4;
            self.phase = Phase::drain(&self.parameters.port, cycles);
            return;
        }
        self.phase = Phase::of(self.scenario, &self.parameters.port, &mut self.random);
    }

    /// Receives the beats that the switch has transmitted.
    fn take(&mut self, last: &SwitchTopOutputs, ready: u64) {
        let (taken, random) = (last.m_axis.tvalid & ready, &mut self.random);
        let ports = self.neighbours.iter_mut().enumerate();
        for (port, neighbour) in ports.filter(|(port, _)| taken >> port & 1 != 0) {
            let user = last.m_axis.tuser.get(port).copied().unwrap_or(0);
            let beat = Taken {
                last: last.m_axis.tlast >> port & 1 != 0,
                flow_control: user & FLOW_CONTROL != 0,
            };
            if let Some(data) = last.m_axis.tdata.get(port) {
                neighbour.take(data, &beat, &self.phase, random);
            }
        }
    }

    fn links(&mut self) {
        if self.phase.all_up && self.master.is_done() {
            self.links = u64::MAX >> (u64::BITS as usize - self.neighbours.len());
        }
        if happens(&mut self.random, self.phase.link) {
            self.links ^= 1 << self.random.below(self.neighbours.len() as u64);
        }
    }

    fn manage(&mut self, last: &SwitchTopOutputs, inputs: &mut SwitchTopInputs) {
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        self.master.drive(seen, self.phase.pace, &mut self.errands, &mut self.random);
        inputs.s_axil.clone_from(&self.master.driven);
    }

    fn send(&mut self, inputs: &mut SwitchTopInputs) {
        inputs.s_axis.tdata.resize_with(self.neighbours.len(), WideWord::new);
        (inputs.s_axis.tvalid, inputs.s_axis.tlast) = (0, 0);
        inputs.s_axis.tkeep.clear();
        inputs.s_axis.tuser.clear();
        inputs.m_axis.tready = 0;
        for (port, neighbour) in self.neighbours.iter_mut().enumerate() {
            let up = self.links >> port & 1 != 0;
            let valid = neighbour.drive(up, &self.phase, &mut self.random);
            let beat = &neighbour.beat;
            inputs.s_axis.tvalid |= u64::from(valid) << port;
            inputs.s_axis.tlast |= u64::from(beat.last) << port;
            inputs.s_axis.tkeep.push(beat.keep);
            let flow_control = if beat.flow_control { FLOW_CONTROL } else { 0 };
            inputs.s_axis.tuser.push(flow_control | if beat.bad { BAD } else { 0 });
            inputs.s_axis.tdata[port].clone_from(&beat.data);
            let ready = happens(&mut self.random, self.phase.ready[port]);
            inputs.m_axis.tready |= u64::from(ready) << port;
        }
        inputs.link_active = self.links;
    }
}

impl Stimulus<SwitchTopInputs, SwitchTopOutputs> for SwitchTopStimulus {
    fn drive(&mut self, last: &SwitchTopOutputs, step: &mut Step<SwitchTopInputs>) {
        match step.reset {
            true => self.start_again(),
            false => self.take(last, step.inputs.m_axis.tready),
        }
        if self.phase.cycles == 0 {
            self.next_phase();
        }
        self.phase.cycles -= 1;
        self.links();
        self.manage(last, &mut step.inputs);
        self.send(&mut step.inputs);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
