//! Host with packets for its flows: rings, starts granted packets, releases lost ones, and
//! occasionally acts illegally.

use tailback_model::interface::Ready;
use tailback_model::nic::top::{NicTopInputs, NicTopOutputs};
use tailback_spec::nic::reflector::PSN_BITS;
use tailback_spec::nic::Nic;

use super::phase::HostPhase;
use super::{any_element, label};
use crate::nic::host_packets::HostPackets;
use crate::packets::{keep, noise};
use crate::random::{happens, one_of, Random};

/// Number of PSNs.
const PSNS: u32 = 1 << PSN_BITS;
/// Largest number of packets that a flow has ready.
const QUEUE: u32 = 64;

/// Host of all flows.
pub(super) struct Host {
    flows: u64,
    /// Number of flow numbers, including numbers without a flow.
    numbers: u64,
    width: usize,
    /// Packets that each flow has ready.
    queued: Vec<u32>,
    /// PSN of the next packet of each flow.
    psns: Vec<u32>,
    /// Flows with an accepted grant, whose packet has not started.
    told: Vec<u64>,
    /// Flow of each packet that was lost on its path.
    pub(super) lost: Vec<u64>,
    packets: HostPackets,
    /// Flow of the packet being sent, and whether another follows it.
    flow: u64,
    more: bool,
    /// Flows offered on the doorbell, decline and release streams, until accepted.
    doorbell: Option<u64>,
    decline: Option<u64>,
    release: Option<u64>,
    /// A beat is offered, and has not been accepted.
    offered: bool,
    /// Flow of the last grant.
    granted: u64,
}

impl Host {
    pub(super) fn new(nic: &Nic) -> Self {
        Host {
            flows: nic.flows() as u64,
            numbers: 1 << nic.flow_bits(),
            width: nic.port().width_bytes(),
            queued: vec![0; nic.flows()],
            psns: vec![0; nic.flows()],
            told: Vec::new(),
            lost: Vec::new(),
            packets: HostPackets::new(nic.port()),
            flow: 0,
            more: false,
            doorbell: None,
            decline: None,
            release: None,
            offered: false,
            granted: 0,
        }
    }

    /// State after reset. The rest of a packet may still follow, as if it were another one.
    pub(super) fn reset(&mut self, random: &mut Random) {
        self.queued.fill(0);
        // Includes the wrap-around of PSNs.
        for psn in &mut self.psns {
            let near = (PSNS - 1 - random.below(16) as u32) % PSNS;
            let any = random.bits() as u32 % PSNS;
            *psn = one_of(random, &[near, any]);
        }
        self.told.clear();
        self.lost.clear();
        (self.doorbell, self.decline, self.release, self.offered) = (None, None, None, false);
        if random.below(2) == 0 {
            self.packets.abandon();
        }
    }

    /// Observes the previous cycle.
    pub(super) fn see<Taker: Ready>(&mut self, last: &NicTopOutputs, inputs: &NicTopInputs<Taker>) {
        if last.m_axis_grant.tvalid && inputs.m_axis_grant.tready {
            self.told.push(last.m_axis_grant.tdata);
            self.granted = last.m_axis_grant.tdata;
        }
        self.offered = inputs.s_axis_host.tvalid && !last.s_axis_host.tready;
        self.doorbell = self.doorbell.filter(|_| !last.s_axis_doorbell.tready);
        self.decline = self.decline.filter(|_| !last.s_axis_decline.tready);
        self.release = self.release.filter(|_| !last.s_axis_release.tready);
    }

    /// Whether all grants are used or declined, and all lost packets released.
    #[cfg(test)]
    pub(super) fn is_idle(&self) -> bool {
        self.told.is_empty() && self.lost.is_empty() && self.packets.is_over()
    }

    /// Drives the next cycle.
    pub(super) fn drive<Taker: Ready>(
        &mut self,
        phase: &HostPhase,
        random: &mut Random,
        inputs: &mut NicTopInputs<Taker>,
    ) {
        if self.doorbell.is_none() && happens(random, phase.doorbell) {
            self.packets_come(phase, random);
        }
        if !self.offered {
            self.offer(phase, random, inputs);
        }
        if self.release.is_none() && happens(random, phase.give_up) {
            self.release = any_element(&mut self.lost, random);
        }
        if happens(random, phase.stray) {
            self.break_the_law(random);
        }
        if self.release.is_none() && happens(random, phase.flood) {
            self.release = Some(random.below(self.numbers));
        }
        inputs.s_axis_doorbell.tvalid = self.doorbell.is_some();
        inputs.s_axis_doorbell.tdata = self.doorbell.unwrap_or(inputs.s_axis_doorbell.tdata);
        inputs.s_axis_decline.tvalid = self.decline.is_some();
        inputs.s_axis_decline.tdata = self.decline.unwrap_or(inputs.s_axis_decline.tdata);
        inputs.s_axis_release.tvalid = self.release.is_some();
        inputs.s_axis_release.tdata = self.release.unwrap_or(inputs.s_axis_release.tdata);
        inputs.m_axis_grant.tready = happens(random, phase.grant_ready);
    }

    /// Packets become ready for a flow, which rings if it had none, and sometimes otherwise.
    fn packets_come(&mut self, phase: &HostPhase, random: &mut Random) {
        let flow = (phase.first_flow + random.below(phase.flows)) % self.flows;
        let queued = &mut self.queued[flow as usize];
        if *queued == 0 || random.below(8) == 0 {
            self.doorbell = Some(flow);
        }
        *queued = QUEUE.min(*queued + 1 + random.below(phase.packets) as u32);
    }

    /// Offers another beat; before the first of a packet, chooses another packet.
    fn offer<Taker: Ready>(
        &mut self,
        phase: &HostPhase,
        random: &mut Random,
        inputs: &mut NicTopInputs<Taker>,
    ) {
        if self.packets.is_over() {
            self.answer_grant(phase, random);
        }
        inputs.s_axis_host.tvalid = !self.packets.is_over() && happens(random, phase.beat);
        let any = random.bits();
        inputs.s_axis_host.tuser = any & 1 != 0;
        if !inputs.s_axis_host.tvalid {
            inputs.s_axis_host.tdata = noise(self.width, random);
            inputs.s_axis_host.tkeep = random.bits() & keep(self.width);
            inputs.s_axis_host.tlast = any & 2 != 0;
            inputs.s_axis_host.tid = random.below(self.numbers);
            return;
        }
        let Some(beat) = self.packets.next_beat(random) else { return };
        inputs.s_axis_host.tdata = beat.data;
        (inputs.s_axis_host.tkeep, inputs.s_axis_host.tlast) = (beat.keep, beat.last);
        // `tid` and `tuser` count in the first beat only.
        inputs.s_axis_host.tid = self.flow;
        inputs.s_axis_host.tuser = self.more;
    }

    /// Starts the packet of a flow with a grant, or declines the grant.
    fn answer_grant(&mut self, phase: &HostPhase, random: &mut Random) {
        if self.told.is_empty() || self.decline.is_some() || !happens(random, phase.start) {
            return;
        }
        let Some(flow) = any_element(&mut self.told, random) else { return };
        let queued = &mut self.queued[flow as usize];
        if *queued == 0 || happens(random, phase.gone) {
            *queued = 0;
            self.decline = Some(flow);
            return;
        }
        *queued -= 1;
        (self.flow, self.more) = (flow, *queued > 0);
        let psn = &mut self.psns[flow as usize];
        self.packets.begin(phase.mix, Some(label(flow, *psn, random)), random);
        *psn = (*psn + 1) % PSNS;
    }

    /// An illegal or unexpected event, on a stream that offers nothing else.
    #[cold]
    fn break_the_law(&mut self, random: &mut Random) {
        use crate::nic::host_packets::{Length, Mix};
        let (any, beyond) = (random.below(self.numbers), self.numbers - 1);
        match random.below(8) {
            0 | 1 if self.packets.is_over() && !self.offered => {
                let mix = Mix { ill: crate::random::Often::each_cycle(4), length: Length::Short };
                self.flow = if random.below(2) == 0 { any } else { self.granted };
                self.more = random.below(2) == 0;
                let psn = random.bits() as u32 % PSNS;
                self.packets.begin(mix, Some(label(self.flow, psn, random)), random);
            }
            2 => self.decline = self.decline.or(Some(any)),
            3 => self.decline = self.decline.or(Some(self.granted)),
            4 => self.doorbell = self.doorbell.or(Some(any)),
            5 => self.doorbell = self.doorbell.or(Some(beyond)),
            6 => self.release = self.release.or(Some(any)),
            7 => self.release = self.release.or(Some(beyond)),
            _ => {}
        }
    }
}
