//! Packets in the switch, from one input port to any output port.

use std::collections::VecDeque;

use tailback_spec::switch::port::{beats, tail_bytes, Port};
use tailback_spec::wire::{bth, crc, fecn, lrh};

use crate::harness::Violation;

/// A received packet that has not been transmitted as a whole.
#[derive(Debug, Clone, Default)]
struct Entry {
    /// Bytes received so far.
    bytes: Vec<u8>,
    /// Output port.
    output: usize,
    /// Cycle of its first beat.
    since: u64,
    /// Received as a whole.
    complete: bool,
    /// Correct length and VCRC, and not marked bad.
    good: bool,
    /// Free space was guaranteed by credits, and the packet has not expired.
    has_room: bool,
    /// Transmitted, or dropped.
    gone: bool,
}

impl Entry {
    /// Whether the switch must not drop the packet.
    fn must_leave(&self) -> bool {
        self.good && self.has_room
    }
}

/// Packets of one virtual lane of an input port, in the order received.
#[derive(Debug, Clone, Default)]
struct Line {
    entries: VecDeque<Entry>,
}

/// All packets in the switch.
#[derive(Debug, Clone)]
pub struct Passage {
    port: Port,
    /// One list per input port and virtual lane.
    lines: Vec<Line>,
    /// For each input port, the virtual lane of the packet being received, unless dropped at its
    /// header.
    coming: Vec<Option<usize>>,
    /// Buffers of finished packets, for reuse.
    spare: Vec<Vec<u8>>,
    /// Good packets transmitted.
    pub passed: u64,
    /// Good packets that the switch marked.
    pub marked: u64,
}

/// First beat of a packet, with its route and credits.
#[derive(Debug, Clone, Copy)]
pub struct First {
    /// Input port.
    pub input: usize,
    /// Output port.
    pub output: usize,
    /// Virtual lane.
    pub lane: usize,
    /// Free space is guaranteed by credits.
    pub has_room: bool,
    /// Cycle of the first beat.
    pub cycle: u64,
}

impl Passage {
    /// State of an empty switch.
    pub fn new(port: &Port) -> Self {
        Passage {
            port: *port,
            lines: vec![Line::default(); port.ports() * port.lanes()],
            coming: vec![None; port.ports()],
            spare: Vec::new(),
            passed: 0,
            marked: 0,
        }
    }

    fn line(&self, input: usize, lane: usize) -> usize {
        input * self.port.lanes() + lane
    }

    /// Start of a packet that is not dropped for its header.
    pub fn begin(&mut self, first: First) {
        let First { input, output, lane, has_room, cycle } = first;
        let mut bytes = self.spare.pop().unwrap_or_default();
        bytes.clear();
        let entry = Entry { bytes, output, since: cycle, has_room, ..Entry::default() };
        let line = self.line(input, lane);
        self.lines[line].entries.push_back(entry);
        self.coming[input] = Some(lane);
    }

    /// A beat of the packet being received, including its first.
    pub fn come(&mut self, input: usize, bytes: &[u8], last: bool, bad: bool) {
        let Some(lane) = self.coming[input] else { return };
        let line = self.line(input, lane);
        let Some(entry) = self.lines[line].entries.back_mut() else { return };
        // Far more than any legal packet; further bytes do not matter.
        const MOST_BYTES: usize = 1 << 15;
        if entry.bytes.len() < MOST_BYTES {
            entry.bytes.extend_from_slice(bytes);
        }
        if last {
            entry.complete = true;
            entry.good = !bad && is_good(&entry.bytes, self.port.width_bytes());
            self.coming[input] = None;
        }
    }

    /// The link of `output` went down: packets that start in this cycle may be dropped.
    pub fn excuse(&mut self, output: usize, since: u64) {
        let entries = self.lines.iter_mut().flat_map(|line| line.entries.iter_mut().rev().take(2));
        let late = entries.filter(|entry| entry.output == output && entry.since >= since);
        late.for_each(|entry| entry.has_room = false);
    }

    /// Packets of a virtual lane for `output` may be dropped from now on.
    pub fn expire(&mut self, output: usize, lane: usize) {
        let lines = self.lines.iter_mut().skip(lane).step_by(self.port.lanes());
        let entries = lines.flat_map(|line| line.entries.iter_mut());
        let late = entries.filter(|entry| entry.output == output);
        late.for_each(|entry| entry.has_room = false);
    }

    /// A packet has been transmitted as a whole.
    ///
    /// # Errors
    ///
    /// If the packet has a wrong VCRC and is not marked bad, or is none of those that may leave at
    /// this output and virtual lane now.
    pub fn leave(
        &mut self,
        output: usize,
        lane: usize,
        bytes: &[u8],
        bad: bool,
    ) -> Result<(), Violation> {
        if !bad && !crc::has_good_vcrc(bytes) {
            return Err(Violation(format!("packet with a wrong VCRC goes out of port {output}")));
        }
        let lanes = self.port.lanes();
        for line in self.lines.iter_mut().skip(lane).step_by(lanes) {
            let Some(place) = line.find(output, bytes, bad) else { continue };
            self.passed += u64::from(!bad);
            self.marked += u64::from(!bad && line.entries[place].bytes != bytes);
            line.entries[place].gone = true;
            // Earlier packets for the same output must have been dropped, as they were allowed to
            // be.
            let before = line.entries.iter_mut().take(place);
            before.filter(|entry| entry.output == output).for_each(|entry| entry.gone = true);
            while line.entries.front().is_some_and(|entry| entry.gone && entry.complete) {
                let entry = line.entries.pop_front();
                self.spare.extend(entry.map(|entry| entry.bytes));
            }
            return Ok(());
        }
        Err(Violation(format!(
            "packet of {} bytes that goes out of port {output} in lane {lane}{} is none of those \
             that should: {:02x?}",
            bytes.len(),
            if bad { " as bad" } else { "" },
            &bytes[..bytes.len().min(32)]
        )))
    }

    /// Oldest packet that must leave: cycle of its first beat, and output port.
    pub fn oldest(&self) -> Option<(u64, usize)> {
        let oldest = |line: &Line| {
            let mut entries = line.entries.iter();
            let oldest = entries.find(|entry| entry.must_leave() && !entry.gone)?;
            Some((oldest.since, oldest.output))
        };
        self.lines.iter().filter_map(oldest).min()
    }

    /// Per input port, the first packet for an output port and virtual lane that must leave: input
    /// port, and cycle of the packet's first beat.
    pub fn first(&self, output: usize, lane: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let lines = self.lines.iter().skip(lane).step_by(self.port.lanes()).enumerate();
        lines.filter_map(move |(input, line)| {
            let mut entries = line.entries.iter().filter(|entry| !entry.gone);
            let entry = entries.find(|entry| entry.output == output && entry.must_leave())?;
            Some((input, entry.since))
        })
    }

    /// State after reset.
    pub fn reset(&mut self) {
        let entries = self.lines.iter_mut().flat_map(|line| line.entries.drain(..));
        self.spare.extend(entries.map(|entry| entry.bytes));
        self.coming.fill(None);
    }

    /// Removes packets that were dropped, when the switch is empty.
    pub fn forget(&mut self) {
        for line in &mut self.lines {
            while line.entries.front().is_some_and(|entry| entry.complete) {
                self.spare.extend(line.entries.pop_front().map(|entry| entry.bytes));
            }
        }
    }
}

impl Line {
    /// Index of the transmitted packet, if it is one that may leave now.
    fn find(&self, output: usize, bytes: &[u8], bad: bool) -> Option<usize> {
        for (place, entry) in self.entries.iter().enumerate() {
            if entry.gone || entry.output != output {
                continue;
            }
            if entry.good != bad && is_the_same(&entry.bytes, bytes, bad) {
                return Some(place);
            }
            if entry.must_leave() {
                return None;
            }
        }
        None
    }
}

/// Whether a packet has the length of its header, and a correct VCRC.
fn is_good(bytes: &[u8], width: usize) -> bool {
    let Ok(header) = lrh::Header::new_checked(bytes) else { return false };
    let words = header.words().get() as usize;
    let due = (beats(words, width) - 1) * width + tail_bytes(words, width);
    bytes.len() == due && crc::has_good_vcrc(bytes)
}

/// Whether a transmitted packet equals a received one, apart from FECN.
fn is_the_same(came: &[u8], goes: &[u8], bad: bool) -> bool {
    if bad {
        return is_the_same_piece(came, goes);
    }
    if came == goes {
        return true;
    }
    if came.len() != goes.len() {
        return false;
    }
    let mut marked = came.to_vec();
    fecn::set(&mut marked) == Ok(true) && marked == goes
}

/// Whether a transmitted bad packet equals the beginning of a received one, apart from FECN.
fn is_the_same_piece(came: &[u8], goes: &[u8]) -> bool {
    const LOCAL: usize = lrh::BYTES + bth::CONGESTION_BYTE;
    const GLOBAL: usize = LOCAL + crc::GRH_BYTES;
    if goes.len() > came.len() || goes.len() < lrh::BYTES {
        return false;
    }
    let (covered, _) = goes.split_at(goes.len() - crc::LINK_BYTES);
    let mut pairs = covered.iter().zip(came).enumerate();
    pairs.all(|(at, (goes, came))| {
        goes == came || [LOCAL, GLOBAL].contains(&at) && goes ^ came == bth::FECN_MASK
    })
}
