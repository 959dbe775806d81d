//! Traffic for the whole NIC: a host, the neighbour at the other end of the link, and a driver.

mod driver;
mod host;
mod lanes;
mod letters;
mod partner;
mod phase;
pub mod script;
#[cfg(test)]
mod tests;

use tailback_model::interface::Ready;
use tailback_model::nic::top::{NicTop, NicTopInputs, NicTopOutputs, BAD, FLOW_CONTROL};
use tailback_spec::nic::Nic;

use self::driver::Driver;
use self::host::Host;
use self::partner::{Partner, Taken};
use self::phase::Phase;
use super::host_packets::Label;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "nic";

/// Golden model and stimulus of the NIC.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    match nic.receive_buffer() {
        Some(_) => bench_of::<bool>(nic),
        None => bench_of::<()>(nic),
    }
}

/// Golden model and stimulus of a NIC; `Host` is that of the model.
fn bench_of<Host: Ready>(nic: Nic) -> Box<dyn Bench> {
    Box::new(BlockBench::new(
        BLOCK,
        variant(&nic),
        move || NicTop::<Host>::new(&nic),
        move |seed| NicTopStimulus::new(&nic, Scenario::Everything, seed),
    ))
}

/// Parameters of the NIC, as text for the user.
pub(super) fn variant(nic: &Nic) -> String {
    let (flows, window, response) = (nic.flows(), nic.window(), nic.response());
    let (lanes, period) = (nic.virtual_lanes(), nic.link().period_cycles());
    let (words, bytes, clock) = (nic.packet_words(), nic.word_bytes(), nic.clock_hz());
    let table = match nic.has_table() {
        true => format!("{} entries for each {:?}", nic.cct_entries(), nic.throttled()),
        false => format!("{:?} after idle", nic.after_idle()),
    };
    let buffer = match nic.receive_packets() {
        Some(packets) => format!(", receive buffer of {packets} packets"),
        None => String::new(),
    };
    format!(
        "{flows} flows, window {window}, {response:?}, {table}, {lanes} VLs, period of {period} \
         cycles, packets of {words} words of {bytes} bytes, {clock} Hz{buffer}"
    )
}

/// Behaviour of the surroundings of the NIC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// All events, including illegal ones.
    Everything,
    /// Only legal events, apart from faults of the link.
    Lawful,
}

/// Constrained-random surroundings of a NIC.
pub struct NicTopStimulus {
    random: Random,
    scenario: Scenario,
    phase: Phase,
    nic: Nic,
    driver: Driver,
    host: Host,
    partner: Partner,
    /// The link is up.
    up: bool,
}

/// Bit set in the SLID of the partner's packets, to distinguish replies to them from packets of the
/// host.
const ANSWERED: u16 = 1 << 15;

/// Flow that the DLID of a transmitted packet encodes; `None` for a packet that the host has not
/// sent. (The rest of a packet after a reset may have any DLID.)
fn flow_of(destination: u16, flows: u64) -> Option<u64> {
    const FLOW_MASK: u16 = (1 << 12) - 1;
    let flow = u64::from(destination & FLOW_MASK);
    (destination & ANSWERED == 0 && flow < flows).then_some(flow)
}

/// DLID, service level and PSN of a packet of a flow.
fn label(flow: u64, psn: u32, random: &mut Random) -> Label {
    let any = random.below(8) as u16;
    Label { destination: any << 12 | flow as u16, service_level: service_level(flow), psn }
}

/// Service level of a flow.
fn service_level(flow: u64) -> u8 {
    (flow % Nic::SERVICE_LEVELS as u64) as u8
}

/// Removes a random element from a list.
fn any_element(list: &mut Vec<u64>, random: &mut Random) -> Option<u64> {
    match list.len() as u64 {
        0 => None,
        length => Some(list.swap_remove(random.below(length) as usize)),
    }
}

impl NicTopStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, scenario: Scenario, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut stimulus = NicTopStimulus {
            phase: Phase::of(scenario, nic, &mut random),
            random: random.clone(),
            scenario,
            nic: *nic,
            driver: Driver::new(nic, scenario),
            host: Host::new(nic),
            partner: Partner::new(nic),
            up: true,
        };
        stimulus.start_again();
        stimulus
    }

    /// State after reset.
    fn start_again(&mut self) {
        self.driver.reset(&mut self.random);
        self.host.reset(&mut self.random);
        self.partner.reset(&mut self.random);
    }

    /// Observes the previous cycle.
    fn see<Host: Ready>(&mut self, last: &NicTopOutputs, inputs: &NicTopInputs<Host>) {
        self.host.see(last, inputs);
        if last.m_axis_link.tvalid && inputs.m_axis_link.tready {
            let user = last.m_axis_link.tuser;
            let beat = Taken {
                last: last.m_axis_link.tlast,
                flow_control: user & FLOW_CONTROL != 0,
                bad: user & BAD != 0,
            };
            let (data, phase) = (&last.m_axis_link.tdata, &self.phase.partner);
            let lost = self.partner.take(data, &beat, phase, &mut self.random);
            self.host.lost.extend(lost);
        }
    }

    /// Drives the receive side of the link, and the ready of the transmit side.
    fn receive<Host: Ready>(&mut self, inputs: &mut NicTopInputs<Host>) {
        let (phase, random) = (&self.phase.partner, &mut self.random);
        let (valid, lost) = self.partner.drive(self.up, self.driver.book(), phase, random);
        self.host.lost.extend(lost);
        let beat = &self.partner.beat;
        inputs.s_axis_link.tvalid = valid;
        inputs.s_axis_link.tdata.clone_from(&beat.data);
        (inputs.s_axis_link.tkeep, inputs.s_axis_link.tlast) = (beat.keep, beat.last);
        let flow_control = if beat.flow_control { FLOW_CONTROL } else { 0 };
        inputs.s_axis_link.tuser = flow_control | if beat.bad { BAD } else { 0 };
        inputs.m_axis_link.tready = happens(random, phase.ready);
    }
}

impl<Host: Ready> Stimulus<NicTopInputs<Host>, NicTopOutputs> for NicTopStimulus {
    fn drive(&mut self, last: &NicTopOutputs, step: &mut Step<NicTopInputs<Host>>) {
        match step.reset {
            true => self.start_again(),
            false => self.see(last, &step.inputs),
        }
        if self.phase.cycles == 0 {
            self.phase = Phase::of(self.scenario, &self.nic, &mut self.random);
            self.up = self.phase.up;
        }
        self.phase.cycles -= 1;
        self.up ^= happens(&mut self.random, self.phase.link);
        let inputs = &mut step.inputs;
        self.driver.drive(last, self.phase.pace, &mut self.random, inputs);
        self.host.drive(&self.phase.host, &mut self.random, inputs);
        if self.nic.receive_buffer().is_some() {
            let is_ready = happens(&mut self.random, self.phase.host.take);
            inputs.m_axis_host.tready.set_ready(0, is_ready);
        }
        self.receive(inputs);
        inputs.link_active = self.up;
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
