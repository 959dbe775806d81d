//! Permanently backlogged flows, to measure what a rate limiter grants them.

mod pins;

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use pins::{Input, Inputs, Output, Outputs};
use tailback_testbench::harness::library::Dut;
use tailback_testbench::harness::Library;
use tailback_testbench::random::Random;

/// Cycles in reset.
const RESET_CYCLES: u64 = 2;
/// Largest number of cycles from a grant until the host starts the packet.
const THINKING_CYCLES: u64 = 8;
/// Bits of the multiplier in an entry of the congestion control table (IBA annex A10).
pub const MULTIPLIER_BITS: u32 = 14;

/// Parameters of a flow's schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delay {
    /// INFOCOM'03 §III: `(IPD + 1) · Tp` from start to start.
    Ipd(u64),
    /// IBA annex A10: a gap of `(Tp >> shift) · multiplier` behind a packet.
    Entry {
        /// 0 to 3.
        shift: u64,
        /// 0 to 16,383.
        multiplier: u64,
    },
}

impl Delay {
    /// Ticks from a packet's start to that of the next one; a cycle has `word_ticks` ticks.
    pub fn ticks(self, words: u64, word_ticks: u64) -> u64 {
        let packet = words * word_ticks;
        match self {
            Delay::Ipd(ipd) => (ipd + 1) * packet,
            Delay::Entry { shift, multiplier } => packet + (packet >> shift) * multiplier,
        }
    }

    /// Value that a look-up returns.
    fn looked_up(self) -> u64 {
        match self {
            Delay::Ipd(ipd) => ipd,
            Delay::Entry { shift, multiplier } => shift << MULTIPLIER_BITS | multiplier,
        }
    }
}

/// A flow that sends a number of packets, each as soon as permitted.
pub struct Flow {
    delay: Delay,
    words: RangeInclusive<u64>,
    /// Packets not yet started.
    left: u64,
    /// Earliest tick of the next packet's start; `None` before the first packet.
    schedule: Option<u64>,
    /// Grants since the last one in the exact cycle of the schedule.
    late: u64,
}

impl Flow {
    /// A flow with a delay, and packets of the given range of words.
    pub fn new(delay: Delay, words: RangeInclusive<u64>, packets: u64) -> Self {
        Flow { delay, words, left: packets, schedule: None, late: 0 }
    }
}

/// Statistics of a run.
#[derive(Debug, Default)]
pub struct Told {
    /// Packets of all flows.
    pub packets: u64,
    /// Length of the run in cycles.
    pub cycles: u64,
    /// Largest lateness of a grant against the formula, in cycles.
    pub latest: u64,
    /// Grants in the exact cycle of the formula.
    pub exact: u64,
    /// Largest number of packets that a flow sent after its last grant in the exact cycle.
    pub late_at_the_end: u64,
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Told { packets, cycles, latest, exact, late_at_the_end } = self;
        write!(
            f,
            "{packets} packets in {cycles} cycles, none early, {exact} grants in the very cycle, \
             at most {latest} cycles late; each flow in the very cycle within its last {} packets",
            late_at_the_end + 1
        )
    }
}

/// Host, network and response function of all flows.
pub struct Host {
    dut: Dut,
    inputs: Inputs,
    outputs: Outputs,
    word_ticks: u64,
    flows: Vec<Flow>,
    random: Random,
    cycle: u64,
    /// Flows that have to ring.
    doorbells: VecDeque<usize>,
    /// Granted flows, the first cycle in which each starts its packet, and the packet's words.
    starts: VecDeque<(usize, u64, u64)>,
    acks: VecDeque<usize>,
    /// Delays looked up one, two and three cycles ago.
    asked: [Option<u64>; 3],
    told: Told,
}

impl Host {
    /// Surroundings of a limiter, which is reset.
    pub fn new(library: &Library, flows: Vec<Flow>, word_ticks: u64, mut random: Random) -> Self {
        let table = library.table();
        let mut host = Host {
            dut: library.instance(random.bits()).unwrap(),
            inputs: Inputs::new(table),
            outputs: Outputs::new(table),
            word_ticks,
            doorbells: (0..flows.len()).collect(),
            flows,
            random,
            cycle: 0,
            starts: VecDeque::new(),
            acks: VecDeque::new(),
            asked: [None; 3],
            told: Told::default(),
        };
        for _ in 0..RESET_CYCLES {
            host.dut.step(true, &host.inputs.words, &mut host.outputs.words).unwrap();
        }
        host
    }

    /// Runs until all packets are sent.
    pub fn run(mut self) -> Told {
        let all: u64 = self.flows.iter().map(|flow| flow.left).sum();
        while self.told.packets < all {
            self.drive();
            self.dut.step(false, &self.inputs.words, &mut self.outputs.words).unwrap();
            self.see();
            self.cycle += 1;
        }
        self.told.cycles = self.cycle;
        self.told.late_at_the_end = self.flows.iter().map(|flow| flow.late).max().unwrap_or(0);
        self.told
    }

    fn drive(&mut self) {
        let Host { inputs, flows, .. } = self;
        let ringing = self.doorbells.front();
        inputs.set(Input::Doorbell, ringing.is_some().into());
        inputs.set(Input::DoorbellFlow, ringing.map_or(0, |&flow| flow as u64));
        let starting = self.starts.front().filter(|&&(_, from, _)| self.cycle >= from);
        inputs.set(Input::Start, starting.is_some().into());
        if let Some(&(flow, _, words)) = starting {
            inputs.set(Input::StartFlow, flow as u64);
            inputs.set(Input::StartWords, words);
            inputs.set(Input::StartMore, (flows[flow].left > 1).into());
        }
        let arrived = self.acks.front();
        inputs.set(Input::Ack, arrived.is_some().into());
        inputs.set(Input::AckCount, arrived.is_some().into());
        inputs.set(Input::AckFlow, arrived.map_or(0, |&flow| flow as u64));
        // The limiter reads the delay only after a look-up.
        inputs.set(Input::Delay, self.asked[2].unwrap_or(self.cycle & 0xFF));
        inputs.set(Input::GrantReady, 1);
    }

    fn see(&mut self) {
        let is = |pin| self.outputs.at(pin) == 1;
        let taken = |pin, ready| self.inputs.at(pin) == 1 && is(ready);
        assert!(!is(Output::StartIgnored) && !is(Output::AckIgnored), "cycle {}", self.cycle);
        if taken(Input::Doorbell, Output::DoorbellReady) {
            self.doorbells.pop_front();
        }
        if taken(Input::Ack, Output::AckReady) {
            self.acks.pop_front();
        }
        let started = taken(Input::Start, Output::StartReady);
        let looked_up = is(Output::LookUp).then(|| self.outputs.at(Output::LookUpFlow) as usize);
        let granted = is(Output::Grant).then(|| self.outputs.at(Output::GrantFlow) as usize);
        if started {
            self.started();
        }
        // Each packet is acknowledged as soon as its look-up shows that it was sent.
        self.acks.extend(looked_up);
        let delay = looked_up.map(|flow| self.flows[flow].delay.looked_up());
        self.asked = [delay, self.asked[0], self.asked[1]];
        if let Some(flow) = granted {
            self.granted(flow);
        }
    }

    /// A start was accepted: the next one may follow after the delay.
    fn started(&mut self) {
        let Some((number, _, words)) = self.starts.pop_front() else { return };
        let now = self.cycle * self.word_ticks;
        let flow = &mut self.flows[number];
        let may = flow.schedule.unwrap_or(now);
        assert!(now >= may, "flow {number} starts early, in cycle {}", self.cycle);
        let next = may + flow.delay.ticks(words, self.word_ticks);
        assert!(now <= next, "flow {number} has waited for longer than its credit");
        flow.schedule = Some(next);
        flow.left -= 1;
        self.told.packets += 1;
    }

    /// A flow is granted a packet.
    fn granted(&mut self, number: usize) {
        let flow = &mut self.flows[number];
        assert!(flow.left > 0, "flow {number} has no packet");
        if let Some(schedule) = flow.schedule {
            let may = schedule.div_ceil(self.word_ticks);
            assert!(self.cycle >= may, "flow {number} is granted early, in cycle {}", self.cycle);
            let late = self.cycle - may;
            self.told.latest = self.told.latest.max(late);
            self.told.exact += u64::from(late == 0);
            flow.late = if late == 0 { 0 } else { flow.late + 1 };
        }
        let words = flow.words.end() - flow.words.start() + 1;
        let words = flow.words.start() + self.random.below(words);
        let thinking = self.random.below(THINKING_CYCLES);
        self.starts.push_back((number, self.cycle + 1 + thinking, words));
    }
}
