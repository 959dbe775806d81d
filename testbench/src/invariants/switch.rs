//! The whole switch, seen from its ports: beats to packets, and those to the invariants.

use tailback_model::switch::lossless::{
    LosslessSwitchInputs, LosslessSwitchOutputs, BAD, FLOW_CONTROL,
};
use tailback_spec::link::BLOCK_BYTES;
use tailback_spec::switch::allocator::guard;
use tailback_spec::switch::dispatcher::Choice;
use tailback_spec::switch::lossless::LosslessSwitch as Parameters;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::{flow_control, lrh};
use tailback_spec::WideWord;

use super::credits::Credits;
use super::passage::{First, Passage};
use super::table::Table;
use crate::harness::check::{Checker, Violation};
use crate::harness::Step;
use crate::switch::lossless::drain_cycles;

/// A beat of one direction.
#[derive(Debug, Clone, Copy)]
struct Beat<'a> {
    data: &'a WideWord,
    counted: usize,
    last: bool,
    flow_control: bool,
    bad: bool,
}

impl Beat<'_> {
    fn bytes(&self) -> [u8; MOST_BYTES] {
        let mut bytes = [0; MOST_BYTES];
        for (bytes, word) in bytes.chunks_exact_mut(size_of::<u64>()).zip(self.data) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }
}

const MOST_BYTES: usize = *Port::WIDTH_BYTES.end() as usize;

/// What comes in on a port.
#[derive(Debug, Clone, Copy, Default)]
struct Incoming {
    /// A packet comes, and is not over.
    inside: bool,
    /// Its VL.
    virtual_lane: usize,
    /// Bytes of it that came.
    bytes: usize,
}

/// What goes out of a port.
#[derive(Debug, Clone, Default)]
struct Outgoing {
    /// The packet that goes, up to now.
    bytes: Vec<u8>,
    /// What was on the link in the cycle before, if it was not taken.
    held: Option<(WideWord, u64, bool, u32)>,
}

/// All invariants of a switch.
pub struct SwitchChecker {
    parameters: Parameters,
    table: Table,
    passage: Passage,
    credits: Vec<Credits>,
    incoming: Vec<Incoming>,
    outgoing: Vec<Outgoing>,
    cycle: u64,
    /// Links that were up in the cycle before.
    links: u64,
    /// The cycle since which each output takes words and has credits.
    open_since: u64,
    /// The cycle since which, in addition, nothing comes.
    quiet_since: u64,
    /// Cycles in which a packet leaves, once all outputs are open.
    bound: u64,
    drain: u64,
}

impl SwitchChecker {
    /// The invariants of a switch after reset.
    pub fn new(switch: &Parameters) -> Self {
        let (port, ports) = (switch.port, switch.port.ports());
        let drain = drain_cycles(switch);
        let bound = match &switch.dispatcher.choice {
            // Each packet before it may itself be passed over so often.
            Choice::Fifo(fifo) => drain * u64::from(fifo.bypasses() + 1),
            Choice::RoundRobin(_, of) => {
                let longest = port.buffer().packet_blocks() * port.block_words();
                guard::bound_cycles(of, 8 * longest) as u64 + drain
            }
        };
        SwitchChecker {
            parameters: *switch,
            table: Table::new(&switch.forwarding),
            passage: Passage::new(&port),
            credits: vec![Credits::new(&switch.link); ports],
            incoming: vec![Incoming::default(); ports],
            outgoing: vec![Outgoing::default(); ports],
            cycle: 0,
            links: 0,
            open_since: 0,
            quiet_since: 0,
            bound,
            drain,
        }
    }

    /// Good packets that went out.
    pub fn passed(&self) -> u64 {
        self.passage.passed
    }

    /// Those of them that the switch marked.
    pub fn marked(&self) -> u64 {
        self.passage.marked
    }

    /// Whether a packet that must leave is in the switch.
    pub fn is_empty(&self) -> bool {
        self.passage.oldest().is_none()
    }

    fn port(&self) -> &Port {
        &self.parameters.port
    }

    /// A beat of a packet comes in.
    fn come(&mut self, input: usize, beat: &Beat<'_>, links: u64) {
        let (width, block) = (self.port().width_bytes(), BLOCK_BYTES);
        let bytes = beat.bytes();
        let incoming = self.incoming[input];
        if !incoming.inside {
            let head = bytes.first_chunk::<{ lrh::BYTES }>().copied().unwrap_or_default();
            let header = lrh::Header::from(head);
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
        let counted = if beat.last { beat.counted } else { width };
        self.passage.come(input, &bytes[..counted], beat.last, beat.bad);
    }

    /// A packet begins: unless it is dropped for its header, it is on its way.
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
        // A large table looks at the link in the next cycle.
        let fast = self.parameters.forwarding.is_fast();
        let up = links >> output & 1 != 0;
        if !up && fast {
            return;
        }
        let first = First { input, output, lane, has_room: has_room && up, cycle: self.cycle };
        self.passage.begin(first);
    }

    /// A beat goes out.
    fn go(&mut self, output: usize, beat: &Beat<'_>) -> Result<(), Violation> {
        let width = self.port().width_bytes();
        let bytes = beat.bytes();
        let going = &mut self.outgoing[output];
        if beat.flow_control {
            if !going.bytes.is_empty() {
                return Err(Violation("flow-control packet inside a packet".into()));
            }
            if !beat.last || beat.counted != flow_control::BYTES {
                return Err(Violation("flow-control packet without six bytes".into()));
            }
            return self.credits[output].tells(&bytes);
        }
        let first = going.bytes.is_empty();
        let counted = if beat.last { beat.counted } else { width };
        going.bytes.extend_from_slice(&bytes[..counted]);
        if first {
            let head = bytes.first_chunk::<{ lrh::BYTES }>().copied().unwrap_or_default();
            let header = lrh::Header::from(head);
            const WORDS: u32 = (BLOCK_BYTES / lrh::WORD_BYTES) as u32;
            let blocks = header.words().get() / WORDS + 1;
            self.credits[output].leaves(header.virtual_lane().get() as usize, blocks)?;
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

    /// A beat that was not taken stays.
    fn stays(&mut self, output: usize, shown: &Shown<'_>) -> Result<(), Violation> {
        let Shown { beat, valid, ready, keep, user } = shown;
        let held = &mut self.outgoing[output].held;
        if let Some((data, was_keep, last, was_user)) = held {
            let same = *valid
                && (*data == *beat.data && *was_keep == *keep)
                && (*last == beat.last && *was_user == *user);
            if !same {
                return Err(Violation("a beat that was not taken has changed".into()));
            }
        }
        *held = (*valid && !ready).then(|| (beat.data.clone(), *keep, beat.last, *user));
        Ok(())
    }

    /// That packets leave, and credits come back.
    fn progress(
        &mut self,
        inputs: &LosslessSwitchInputs,
        data_came: bool,
    ) -> Result<(), Violation> {
        let all = u64::MAX >> (u64::BITS as usize - self.port().ports());
        let takes = inputs.m_axis_tready & inputs.link_active & all == all;
        if !takes || !self.credits.iter().all(Credits::are_open) {
            self.open_since = self.cycle;
        }
        if data_came {
            self.quiet_since = self.cycle;
        }
        self.quiet_since = self.quiet_since.max(self.open_since);

        /// Cycles between two looks.
        const LOOK: u64 = 256;
        if !self.cycle.is_multiple_of(LOOK) {
            return Ok(());
        }
        let quiet = self.cycle - self.quiet_since >= self.drain;
        if let Some((since, output)) = self.passage.oldest() {
            let waits = self.cycle - since.max(self.open_since);
            if quiet || waits > self.bound {
                return Err(Violation(format!(
                    "a packet for port {output} waits since cycle {since}, and all ports take \
                     words and have credits since cycle {}",
                    self.open_since
                )));
            }
        }
        if quiet {
            self.passage.forget();
            self.credits.iter_mut().try_for_each(Credits::are_whole)?;
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.table.reset();
        self.passage.reset();
        self.credits.iter_mut().for_each(Credits::reset);
        self.incoming.fill(Incoming::default());
        self.outgoing.fill(Outgoing::default());
        (self.open_since, self.quiet_since) = (self.cycle, self.cycle);
    }
}

/// What a port shows in a cycle.
struct Shown<'a> {
    beat: Beat<'a>,
    valid: bool,
    ready: bool,
    keep: u64,
    user: u32,
}

impl Checker<LosslessSwitchInputs, LosslessSwitchOutputs> for SwitchChecker {
    fn check(
        &mut self,
        step: &Step<LosslessSwitchInputs>,
        outputs: &LosslessSwitchOutputs,
    ) -> Result<(), Violation> {
        let inputs = &step.inputs;
        let is_set = |bits: u64, port: usize| bits >> port & 1 != 0;
        let mut data_came = false;
        let down = self.links & !inputs.link_active;
        for port in 0..self.port().ports() {
            if is_set(down, port) {
                self.passage.excuse(port, self.cycle.saturating_sub(1));
            }
            let valid = is_set(outputs.m_axis_tvalid, port);
            let (keep, user) = (outputs.m_axis_tkeep[port], outputs.m_axis_tuser[port]);
            let beat = Beat {
                data: &outputs.m_axis_tdata[port],
                counted: keep.trailing_ones() as usize,
                last: is_set(outputs.m_axis_tlast, port),
                flow_control: user & FLOW_CONTROL != 0,
                bad: user & BAD != 0,
            };
            let ready = is_set(inputs.m_axis_tready, port);
            let at = |Violation(what)| Violation(format!("port {port}: {what}"));
            self.stays(port, &Shown { beat, valid, ready, keep, user }).map_err(at)?;
            if valid && ready {
                self.go(port, &beat).map_err(at)?;
            }
        }
        for port in 0..self.port().ports() {
            if !is_set(inputs.s_axis_tvalid, port) {
                continue;
            }
            let (keep, user) = (inputs.s_axis_tkeep[port], inputs.s_axis_tuser[port]);
            let beat = Beat {
                data: &inputs.s_axis_tdata[port],
                counted: keep.trailing_ones() as usize,
                last: is_set(inputs.s_axis_tlast, port),
                flow_control: user & FLOW_CONTROL != 0,
                bad: user & BAD != 0,
            };
            if !beat.flow_control {
                data_came = true;
                self.come(port, &beat, inputs.link_active);
            } else if beat.last && beat.counted == flow_control::BYTES {
                self.credits[port].told(&beat.bytes());
            }
        }
        self.links = inputs.link_active;
        self.progress(inputs, data_came)?;
        self.table.clock(inputs, outputs);
        self.cycle += 1;
        if step.reset {
            self.reset();
        }
        Ok(())
    }
}
