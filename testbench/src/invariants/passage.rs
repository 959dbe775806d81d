//! Packets on their way through the switch, from one input to any output.

use std::collections::VecDeque;

use tailback_spec::switch::port::{beats, tail_bytes, Port};
use tailback_spec::wire::{bth, crc, fecn, lrh};

use crate::harness::check::Violation;

/// A packet that came in and has not gone out.
#[derive(Debug, Clone, Default)]
struct Entry {
    /// Its bytes up to now.
    bytes: Vec<u8>,
    /// The port to which it goes.
    output: usize,
    /// The cycle of its first beat.
    since: u64,
    /// It has come as a whole.
    complete: bool,
    /// It is what it should be.
    good: bool,
    /// There is room for it.
    has_room: bool,
    /// It has gone.
    gone: bool,
}

impl Entry {
    /// Whether the switch may not drop it.
    fn must_leave(&self) -> bool {
        self.good && self.has_room
    }
}

/// Packets of one lane of an input, in the order in which they came.
#[derive(Debug, Clone, Default)]
struct Line {
    entries: VecDeque<Entry>,
}

/// All packets in the switch.
#[derive(Debug, Clone)]
pub struct Passage {
    port: Port,
    /// For each input and lane.
    lines: Vec<Line>,
    /// For each input, the lane of the packet that comes, if it is not dropped at once.
    coming: Vec<Option<usize>>,
    /// Memory of packets that have gone.
    spare: Vec<Vec<u8>>,
    /// Good packets that went out.
    pub passed: u64,
    /// Those of them that the switch marked.
    pub marked: u64,
}

/// The first beat of a packet, and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct First {
    /// The input port.
    pub input: usize,
    /// The output port.
    pub output: usize,
    /// Its lane.
    pub lane: usize,
    /// It is sure to find room.
    pub has_room: bool,
    /// The cycle.
    pub cycle: u64,
}

impl Passage {
    /// An empty switch.
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

    /// A packet begins that is not dropped for its header.
    pub fn begin(&mut self, first: First) {
        let First { input, output, lane, has_room, cycle } = first;
        let mut bytes = self.spare.pop().unwrap_or_default();
        bytes.clear();
        let entry = Entry { bytes, output, since: cycle, has_room, ..Entry::default() };
        let line = self.line(input, lane);
        self.lines[line].entries.push_back(entry);
        self.coming[input] = Some(lane);
    }

    /// A beat of the packet that comes in, its first one included.
    pub fn come(&mut self, input: usize, bytes: &[u8], last: bool, bad: bool) {
        let Some(lane) = self.coming[input] else { return };
        let line = self.line(input, lane);
        let Some(entry) = self.lines[line].entries.back_mut() else { return };
        // Far more than any that is legal; the rest does not matter.
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

    /// The link of `output` went down: what begins in this cycle may find no way.
    pub fn excuse(&mut self, output: usize, since: u64) {
        let entries = self.lines.iter_mut().flat_map(|line| line.entries.iter_mut().rev().take(2));
        let late = entries.filter(|entry| entry.output == output && entry.since >= since);
        late.for_each(|entry| entry.has_room = false);
    }

    /// Packets of a lane for `output` may be dropped from now on.
    pub fn expire(&mut self, output: usize, lane: usize) {
        let lines = self.lines.iter_mut().skip(lane).step_by(self.port.lanes());
        let entries = lines.flat_map(|line| line.entries.iter_mut());
        let late = entries.filter(|entry| entry.output == output);
        late.for_each(|entry| entry.has_room = false);
    }

    /// A packet has gone out as a whole.
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
            // Those that may be dropped, and would have had to go before.
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

    /// The cycle since which the oldest packet waits that has to leave.
    pub fn oldest(&self) -> Option<(u64, usize)> {
        let oldest = |line: &Line| {
            let mut entries = line.entries.iter();
            let oldest = entries.find(|entry| entry.must_leave() && !entry.gone)?;
            Some((oldest.since, oldest.output))
        };
        self.lines.iter().filter_map(oldest).min()
    }

    /// The first packet of each input for an output and lane that has to leave, if it is among so many of its
    /// input and lane: the input, and the cycle since which the packet is there.
    pub fn first(
        &self,
        output: usize,
        lane: usize,
        listed: usize,
    ) -> impl Iterator<Item = (usize, u64)> + '_ {
        let lines = self.lines.iter().skip(lane).step_by(self.port.lanes()).enumerate();
        lines.filter_map(move |(input, line)| {
            let mut entries = line.entries.iter().filter(|entry| !entry.gone).take(listed);
            let entry = entries.find(|entry| entry.output == output && entry.must_leave())?;
            Some((input, entry.since))
        })
    }

    /// Reset.
    pub fn reset(&mut self) {
        let entries = self.lines.iter_mut().flat_map(|line| line.entries.drain(..));
        self.spare.extend(entries.map(|entry| entry.bytes));
        self.coming.fill(None);
    }

    /// Forgets packets that were dropped, once nothing is in the switch.
    pub fn forget(&mut self) {
        for line in &mut self.lines {
            while line.entries.front().is_some_and(|entry| entry.complete) {
                self.spare.extend(line.entries.pop_front().map(|entry| entry.bytes));
            }
        }
    }
}

impl Line {
    /// The place of the packet that went out, if it is one that may go now.
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

/// Whether a packet has the length that its header says, and its VCRC.
fn is_good(bytes: &[u8], width: usize) -> bool {
    let Ok(header) = lrh::Header::new_checked(bytes) else { return false };
    let words = header.words().get() as usize;
    let due = (beats(words, width) - 1) * width + tail_bytes(words, width);
    bytes.len() == due && crc::has_good_vcrc(bytes)
}

/// Whether a packet that goes out is one that came in, but for FECN.
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

/// The same of a bad packet, of which only the beginning may go out.
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
