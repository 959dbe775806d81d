//! Checker of the whole switch at its ports: assembles beats to packets, and checks all invariants.

use tailback_model::switch::top::{SwitchTopInputs, SwitchTopOutputs};
use tailback_spec::link::BLOCK_BYTES;
use tailback_spec::switch::port::Port;
use tailback_spec::switch::top::SwitchTop as Parameters;
use tailback_spec::wire::{flow_control, lrh};

use super::beat::{Beat, Held, Side};
use super::credits::Credits;
use super::life::Life;
use super::passage::{First, Passage};
use super::patience::Patience;
use super::service::Service;
use super::table::Table;
use super::writes::Writes;
use crate::harness::{Checker, Step, Violation};

/// Packet being received on a port.
#[derive(Debug, Clone, Copy, Default)]
struct Incoming {
    /// A packet has started and has not ended.
    inside: bool,
    /// VL of the packet.
    virtual_lane: usize,
    /// Bytes received of the packet.
    bytes: usize,
}

/// Packet being transmitted on a port.
#[derive(Debug, Clone, Default)]
struct Outgoing {
    /// Bytes of the packet so far.
    bytes: Vec<u8>,
    held: Held,
}

/// All invariants of a switch.
pub struct SwitchChecker {
    parameters: Parameters,
    writes: Writes,
    table: Table,
    life: Life,
    passage: Passage,
    credits: Vec<Credits>,
    incoming: Vec<Incoming>,
    outgoing: Vec<Outgoing>,
    cycle: u64,
    /// Links that were up in the previous cycle.
    links: u64,
    patience: Patience,
    service: Service,
}

impl SwitchChecker {
    /// Checker of a switch after reset.
    pub fn new(switch: &Parameters) -> Self {
        let (port, ports) = (switch.port, switch.port.ports());
        SwitchChecker {
            parameters: *switch,
            writes: Writes::default(),
            table: Table::new(&switch.forwarding),
            life: Life::new(&switch.head_of_queue),
            passage: Passage::new(&port),
            credits: vec![Credits::new(&switch.link); ports],
            incoming: vec![Incoming::default(); ports],
            outgoing: vec![Outgoing::default(); ports],
            cycle: 0,
            links: 0,
            patience: Patience::new(switch),
            service: Service::new(switch),
        }
    }

    /// Good packets transmitted.
    pub fn passed(&self) -> u64 {
        self.passage.passed
    }

    /// Good packets that the switch marked.
    pub fn marked(&self) -> u64 {
        self.passage.marked
    }

    /// Whether no packet that must leave is in the switch.
    pub fn is_empty(&self) -> bool {
        self.passage.oldest().is_none()
    }

    fn port(&self) -> &Port {
        &self.parameters.port
    }

    /// A received beat of a packet.
    fn come(&mut self, input: usize, beat: &Beat<'_>, links: u64) {
        let (width, block) = (self.port().width_bytes(), BLOCK_BYTES);
        let bytes = beat.bytes();
        let incoming = self.incoming[input];
        if !incoming.inside {
            let header = beat.header();
            self.incoming[input].virtual_lane = header.virtual_lane().get() as usize;
            self.incoming[input].bytes = 0;
            self.begin(input, &header, links);
        }
        let incoming = &mut self.incoming[input];
        if incoming.bytes.is_multiple_of(block) {
            self.credits[input].block_comes(incoming.virtual_lane);
        }
        incoming.bytes += width;
        incoming.inside = !beat.last;
        let counted = if beat.last { beat.counted() } else { width };
        self.passage.come(input, &bytes[..counted], beat.last, beat.bad);
    }

    /// Start of a packet: enters the switch unless dropped for its header.
    fn begin(&mut self, input: usize, header: &lrh::Header<[u8; lrh::BYTES]>, links: u64) {
        let port = self.parameters.port;
        let virtual_lane = header.virtual_lane().get() as usize;
        let words = header.words().get() as usize;
        let Some(lane) = port.lane(virtual_lane) else { return };
        let least = header.next().least_words() as usize;
        if header.version() != lrh::VERSION || !(least..=port.longest_words(lane)).contains(&words)
        {
            return;
        }
        const WORDS: usize = BLOCK_BYTES / lrh::WORD_BYTES;
        let blocks = (words / WORDS + 1) as u32;
        let has_room = self.credits[input].have_room(virtual_lane, blocks);
        let Some(output) = self.table.port(header.destination()) else { return };
        // The forwarding table checks the link in the cycle of the first beat.
        if links >> output & 1 == 0 {
            return;
        }
        let has_room = has_room && !self.life.is_expired(output, lane);
        let first = First { input, output, lane, has_room, cycle: self.cycle };
        self.passage.begin(first);
    }

    /// A transmitted beat.
    fn go(&mut self, output: usize, beat: &Beat<'_>) -> Result<(), Violation> {
        let width = self.port().width_bytes();
        let bytes = beat.bytes();
        let going = &mut self.outgoing[output];
        if beat.flow_control {
            if !going.bytes.is_empty() {
                return Err(Violation("flow-control packet inside a packet".into()));
            }
            if !beat.last || beat.counted() != flow_control::BYTES {
                return Err(Violation("flow-control packet without six bytes".into()));
            }
            return self.credits[output].tells(&bytes);
        }
        let first = going.bytes.is_empty();
        let counted = if beat.last { beat.counted() } else { width };
        going.bytes.extend_from_slice(&bytes[..counted]);
        if first {
            let header = beat.header();
            const WORDS: u32 = (BLOCK_BYTES / lrh::WORD_BYTES) as u32;
            let blocks = header.words().get() / WORDS + 1;
            let virtual_lane = header.virtual_lane().get() as usize;
            self.credits[output].leaves(virtual_lane, blocks)?;
            if let Some(lane) = self.parameters.port.lane(virtual_lane) {
                self.life.leaves(output, lane, self.cycle);
            }
        }
        if !beat.last {
            return Ok(());
        }
        let mut bytes = std::mem::take(&mut going.bytes);
        let virtual_lane = usize::from(bytes.first().copied().unwrap_or(0) >> 4);
        let done = match self.parameters.port.lane(virtual_lane) {
            Some(lane) => self.passage.leave(output, lane, &bytes, beat.bad),
            None => Err(Violation(format!("packet on VL {virtual_lane}, which there is not"))),
        };
        bytes.clear();
        self.outgoing[output].bytes = bytes;
        done
    }

    /// Checks that packets leave, and that credits return.
    fn progress(
        &mut self,
        inputs: &SwitchTopInputs,
        data_came: bool,
        sends: u64,
    ) -> Result<(), Violation> {
        let all = u64::MAX >> (u64::BITS as usize - self.port().ports());
        let takes = inputs.m_axis.tready & inputs.link_active & all == all;
        self.service.look(self.cycle, takes, sends, &self.credits);
        let open = takes && self.credits.iter().all(Credits::are_open);
        if !self.patience.look(self.cycle, open, data_came) {
            return Ok(());
        }
        self.service.judge(self.cycle, &self.passage)?;
        if let Some((since, output)) = self.passage.oldest() {
            self.patience.judge(self.cycle, since).map_err(|Violation(what)| {
                Violation(format!("a packet for port {output} waits since cycle {since}, {what}"))
            })?;
        }
        if self.patience.is_over(self.cycle) {
            self.passage.forget();
            self.credits.iter_mut().try_for_each(Credits::are_whole)?;
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.writes = Writes::default();
        self.table.reset();
        self.life.reset(self.cycle);
        self.passage.reset();
        self.credits.iter_mut().for_each(Credits::reset);
        self.incoming.fill(Incoming::default());
        self.outgoing.iter_mut().for_each(|outgoing| {
            outgoing.bytes.clear();
            outgoing.held = Held::default();
        });
        self.patience.begin(self.cycle);
        self.service.begin(self.cycle);
    }
}

impl SwitchChecker {
    /// Checks the transmitted beats of all ports.
    fn leave(&mut self, inputs: &SwitchTopInputs, side: &Side<'_>) -> Result<(), Violation> {
        for port in 0..self.port().ports() {
            let (beat, ready) = (side.beat(port), inputs.m_axis.tready >> port & 1 != 0);
            let held = self.outgoing[port].held.check(&beat, ready);
            let gone = held.and_then(|()| match beat.valid && ready {
                true => self.go(port, &beat),
                false => Ok(()),
            });
            gone.map_err(|Violation(what)| Violation(format!("port {port}: {what}")))?;
        }
        Ok(())
    }

    /// Records the received beats of all ports; returns whether any of them belongs to a packet.
    fn arrive(&mut self, links: u64, side: &Side<'_>) -> bool {
        let mut data_came = false;
        for port in 0..self.port().ports() {
            let beat = side.beat(port);
            match beat.flow_control {
                _ if !beat.valid => {}
                false => {
                    data_came = true;
                    self.come(port, &beat, links);
                }
                true if beat.last && beat.counted() == flow_control::BYTES => {
                    self.credits[port].told(&beat.bytes());
                }
                true => {}
            }
        }
        data_came
    }

    /// Packets that start as a link goes down may be dropped.
    fn excuse(&mut self, links: u64) {
        let down = self.links & !links;
        for port in (0..self.port().ports()).filter(|port| down >> port & 1 != 0) {
            self.passage.excuse(port, self.cycle.saturating_sub(1));
        }
        self.links = links;
    }
}

impl Checker<SwitchTopInputs, SwitchTopOutputs> for SwitchChecker {
    fn check(
        &mut self,
        step: &Step<SwitchTopInputs>,
        outputs: &SwitchTopOutputs,
    ) -> Result<(), Violation> {
        let inputs = &step.inputs;
        self.excuse(inputs.link_active);
        let going = Side {
            valid: outputs.m_axis.tvalid,
            data: &outputs.m_axis.tdata,
            keep: &outputs.m_axis.tkeep,
            last: outputs.m_axis.tlast,
            user: &outputs.m_axis.tuser,
        };
        self.leave(inputs, &going)?;
        let coming = Side {
            valid: inputs.s_axis.tvalid,
            data: &inputs.s_axis.tdata,
            keep: &inputs.s_axis.tkeep,
            last: inputs.s_axis.tlast,
            user: &inputs.s_axis.tuser,
        };
        let data_came = self.arrive(inputs.link_active, &coming);
        let data = |port: &usize| !going.beat(*port).flow_control;
        let sends = (0..self.port().ports()).filter(data).map(|port| 1 << port);
        let sends = going.valid & sends.sum::<u64>();
        self.progress(inputs, data_came, sends)?;
        let write = self.writes.clock(inputs, outputs);
        self.table.clock(write.as_ref());
        if let Some(write) = &write {
            self.life.write(write);
        }
        let passage = &mut self.passage;
        self.life.clock(self.cycle, inputs.m_axis.tready, |output, lane| {
            passage.expire(output, lane);
        });
        self.cycle += 1;
        if step.reset {
            self.reset();
        }
        Ok(())
    }
}
