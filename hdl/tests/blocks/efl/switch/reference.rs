//! The rules of the switch's page, cycle by cycle.

use std::collections::{HashMap, VecDeque};
use tailback_harness::blocks::drive;
use tailback_hdl::efl::EthernetSwitch;
use tailback_hdl::{clock, settle, Bits, Hardware};
use tailback_spec::efl::switch::{Counter, EthernetSwitch as Config};
use tailback_spec::wire::efl::LEAST_BYTES;

/// A received beat.
#[derive(Clone)]
pub struct Beat {
    pub data: u64,
    pub keep: u8,
    pub last: bool,
    pub bad: bool,
}

/// A beat that is sent: data, keep and last.
pub type Sent = Option<(u64, u8, bool)>;

#[derive(Clone)]
struct Frame {
    bytes: Vec<u8>,
    port: usize,
}

/// A word: its beats, and the frame's bytes if it is the last one.
#[derive(Clone)]
struct Word {
    beats: VecDeque<(u64, u8, bool)>,
    ends: Option<u32>,
}

#[derive(Default)]
struct Input {
    register: Option<Beat>,
    bytes: Vec<u8>,
    entry: Option<usize>,
    /// Words of the frame that were written.
    written: u32,
    full: bool,
    used: u32,
    queue: VecDeque<Frame>,
    moved: u32,
}

#[derive(Default)]
struct Output {
    occupied: u32,
    held: u32,
    peak: u32,
    queue: VecDeque<Frame>,
    frame: Option<Frame>,
    left: u32,
    wait: u32,
    flying: Option<Word>,
    spare: Option<Word>,
    current: Option<Word>,
}

pub struct Reference {
    config: Config,
    now: u32,
    /// Ports by destination.
    pub entries: HashMap<u64, usize>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    counts: Vec<[u32; 6]>,
}

impl Reference {
    pub fn new(config: Config) -> Self {
        Reference {
            config,
            now: 0,
            entries: HashMap::new(),
            inputs: (0..config.ports()).map(|_| Input::default()).collect(),
            outputs: (0..config.ports()).map(|_| Output::default()).collect(),
            counts: vec![[0; 6]; config.ports()],
        }
    }

    pub fn counters(&self, port: usize) -> Vec<u32> {
        let output = &self.outputs[port];
        self.counts[port].into_iter().chain([output.occupied, output.peak]).collect()
    }

    /// Asserts that frames have met every fate.
    pub fn assert_all_kinds(&self, all: bool) {
        let sum = |counter: Counter| -> u32 {
            self.counts.iter().map(|counts| counts[counter as usize]).sum()
        };
        for counter in [Counter::Received, Counter::Malformed, Counter::Unknown, Counter::Sent] {
            assert!(sum(counter) > 0, "{counter:?}: {:?}", self.counts);
        }
        assert!(!all || sum(Counter::Dropped) > 0, "{:?}", self.counts);
        let most = self.outputs.iter().map(|output| output.occupied).max();
        assert_eq!(most, Some(0));
    }

    fn word(config: &Config, frame: &Frame, number: u32) -> Word {
        let size = (config.word_beats() * 8) as usize;
        let from = number as usize * size;
        let until = frame.bytes.len().min(from + size);
        let ends = until == frame.bytes.len();
        let chunks: Vec<&[u8]> = frame.bytes[from..until].chunks(8).collect();
        let beats = chunks.iter().enumerate().map(|(at, chunk)| {
            let mut data = [0; 8];
            data[..chunk.len()].copy_from_slice(chunk);
            let keep = ((1_u16 << chunk.len()) - 1) as u8;
            (u64::from_le_bytes(data), keep, ends && at + 1 == chunks.len())
        });
        Word { beats: beats.collect(), ends: ends.then_some(frame.bytes.len() as u32) }
    }

    /// One cycle.
    pub fn cycle(&mut self, beats: &[Option<Beat>], ready: u128) -> Vec<Sent> {
        let config = self.config;
        let slots = config.slots();
        let mut sent = Vec::new();
        let mut released = vec![(0, 0); config.ports()];
        for (port, output) in self.outputs.iter_mut().enumerate() {
            output.peak = output.peak.max(output.occupied);
            let beat = output.current.as_ref().map(|word| word.beats[0]);
            sent.push(beat);
            let takes = beat.is_some() && ready >> port & 1 == 1;
            let ends = output.current.as_ref().is_some_and(|word| word.beats.len() == 1);
            let loads = output.spare.is_some() && (beat.is_none() || (takes && ends));
            let pops = output.left == 0 && !output.queue.is_empty();
            let issues = output.left > 0
                && output.flying.is_none()
                && (output.spare.is_none() || loads)
                && output.wait == 0;
            if takes {
                let word = output.current.as_mut().expect("a word");
                word.beats.pop_front();
                if word.beats.is_empty() {
                    if let Some(bytes) = word.ends {
                        released[port] = (bytes, config.words(bytes));
                        self.counts[port][Counter::Sent as usize] += 1;
                    }
                    output.current = None;
                }
            }
            if loads {
                output.current = output.spare.take();
            }
            if let Some(word) = output.flying.take() {
                output.spare = Some(word);
            }
            output.wait = match (issues, pops) {
                (true, _) => slots - 1,
                (_, true) => 0,
                _ => output.wait.saturating_sub(1),
            };
            if issues {
                let frame = output.frame.as_ref().expect("a frame");
                let words = config.words(frame.bytes.len() as u32);
                output.flying = Some(Self::word(&config, frame, words - output.left));
                output.left -= 1;
            }
            if pops {
                let frame = output.queue.pop_front().expect("a frame");
                output.left = config.words(frame.bytes.len() as u32);
                output.frame = Some(frame);
            }
        }
        let used: Vec<u32> = self.inputs.iter().map(|input| input.used).collect();
        self.move_word();
        for (output, (bytes, words)) in self.outputs.iter_mut().zip(released) {
            output.occupied -= bytes;
            output.held -= words;
        }
        for (port, used) in used.into_iter().enumerate() {
            self.judge(port, used);
            self.inputs[port].register = beats[port].clone();
        }
        self.now += 1;
        sent
    }

    /// The slot of this cycle.
    fn move_word(&mut self) {
        let config = self.config;
        let slot = (self.now % config.slots()) as usize;
        let Some(input) = self.inputs.get_mut(slot) else { return };
        let Some(frame) = input.queue.front() else { return };
        let bytes = frame.bytes.len() as u32;
        let (port, words) = (frame.port, config.words(bytes));
        let output = &mut self.outputs[port];
        if input.moved == 0 {
            if output.occupied + bytes > config.buffer_bytes()
                || output.held + words > config.output_words()
            {
                self.counts[port][Counter::Dropped as usize] += 1;
                input.used -= words;
                input.queue.pop_front();
                return;
            }
            output.occupied += bytes;
            output.held += words;
            output.queue.push_back(frame.clone());
        }
        input.moved += 1;
        input.used -= 1;
        if input.moved == words {
            input.queue.pop_front();
            input.moved = 0;
        }
    }

    /// The beat in the register of an input; `used` is that with which the cycle began.
    fn judge(&mut self, port: usize, used: u32) {
        let config = self.config;
        let input = &mut self.inputs[port];
        let Some(beat) = input.register.take() else { return };
        if input.bytes.is_empty() {
            let bytes = beat.data.to_le_bytes();
            let destination = bytes[..6].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
            input.entry = self.entries.get(&destination).copied();
        }
        let valid = if beat.last { (beat.keep.trailing_ones() as usize).max(1) } else { 8 };
        input.bytes.extend(&beat.data.to_le_bytes()[..valid]);
        let beats = input.bytes.len().div_ceil(8) as u32;
        let longest = config.words(config.frame_bytes());
        let complete = beat.last || beats.is_multiple_of(config.word_beats());
        if complete && beats.div_ceil(config.word_beats()) <= longest {
            if used == config.input_words() {
                input.full = true;
            } else {
                input.used += 1;
                input.written += 1;
            }
        }
        if !beat.last {
            return;
        }
        let bytes = std::mem::take(&mut input.bytes);
        let (full, written) = (std::mem::take(&mut input.full), std::mem::take(&mut input.written));
        let length = bytes.len();
        let malformed = beat.bad || length < LEAST_BYTES || length > config.frame_bytes() as usize;
        let counter = match input.entry {
            _ if malformed => Counter::Malformed,
            _ if full => Counter::Full,
            Some(to) if to != port => {
                input.queue.push_back(Frame { bytes, port: to });
                Counter::Received
            }
            _ => Counter::Unknown,
        };
        if counter != Counter::Received {
            input.used -= written;
        }
        self.counts[port][counter as usize] += 1;
    }
}

/// Runs a cycle of the hardware, and returns what it sends.
pub fn drive_and_read(
    block: &mut EthernetSwitch,
    inputs: &[(&str, u128)],
    data: &[u64],
) -> Vec<Sent> {
    drive(block, inputs);
    for (name, port) in block.ports() {
        if name == "rx_tdata" {
            port.drive(Bits::from_words(64 * data.len(), data));
        }
    }
    settle(block).expect("a switch that settles");
    let mut words = HashMap::new();
    for (name, port) in block.ports() {
        if name.starts_with("m_") && name != "m_tready" {
            words.insert(name, port.read().words());
        }
    }
    clock(block, false);
    let bits = |name: &str, at: usize, width: usize| {
        words[name].get(at * width / 64).map_or(0, |word| word >> (at * width % 64))
    };
    let of_port = |port: usize| {
        let (data, keep) = (bits("m_tdata", port, 64), bits("m_tkeep", port, 8) as u8);
        let last = bits("m_tlast", port, 1) & 1 == 1;
        if bits("m_tvalid", port, 1) & 1 == 1 {
            return Some((data, keep, last));
        }
        assert_eq!((data, keep, last), (0, 0, false));
        None
    };
    (0..data.len()).map(of_port).collect()
}
