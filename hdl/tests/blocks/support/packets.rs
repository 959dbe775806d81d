//! Legal traffic for an input buffer, checked against its specification.

use super::stored::{Buffer, Inputs, Write};
use tailback_harness::blocks::drive;
use tailback_harness::words;
use tailback_hdl::{clock, settle, Bits, Hardware};
use tailback_kernels::generator::random::Random;
use tailback_spec::switch::input_buffer::InputBuffer;

/// Cycles from one reset to the next.
const LIFE: usize = 900;
/// Cycles after which the traffic changes its character.
const TEMPER: usize = 60;
/// Probabilities in percent: of a beat, of a start, of a pause, and of the favourite queue.
const CHANCES: [usize; 5] = [0, 20, 60, 95, 100];

/// Character of the traffic at the moment.
struct Temper {
    write: usize,
    read: usize,
    pause: usize,
    /// Queue of most packets.
    favourite: usize,
    favour: usize,
    /// Beats of the longest packet.
    longest: usize,
}

impl Temper {
    fn new(config: &InputBuffer, random: &mut Random) -> Temper {
        let longest = config.packet_blocks() * config.block_words();
        Temper {
            write: *random.pick(&CHANCES[1..]),
            read: *random.pick(&CHANCES),
            pause: *random.pick(&CHANCES[..3]),
            favourite: random.below(config.queues()),
            favour: *random.pick(&CHANCES),
            longest: *random.pick(&[1, longest.min(config.block_words() + 1), longest]),
        }
    }

    /// Draws the beat of the next cycle, if one is legal. `now` is the beat of this cycle.
    fn word(
        &self,
        config: &InputBuffer,
        buffer: &Buffer,
        now: Option<Write>,
        random: &mut Random,
    ) -> Option<Write> {
        if !random.percent(self.write) {
            return None;
        }
        let word = random.number(config.word_bits());
        let stored = buffer.packets.last();
        let stored = stored.map(|packet| (packet.queue, packet.words.len(), packet.length));
        let newest = now.map(|write| (write.queue, write.number + 1, write.length)).or(stored);
        if let Some((queue, number, length)) = newest.filter(|(_, number, length)| number < length)
        {
            return Some(Write { queue, number, word, length });
        }
        let favoured = random.percent(self.favour);
        let queue = if favoured { self.favourite } else { random.below(config.queues()) };
        let length = random.between(1, self.longest);
        // A packet begins only if credits cover all of it.
        let room = buffer.free[queue % config.lanes()] * config.block_words();
        (length <= room).then_some(Write { queue, number: 0, word, length })
    }
}

/// Whether the reset is active in a cycle.
pub fn resets(cycle: usize) -> bool {
    cycle % LIFE == LIFE - 1
}

/// Returns legal inputs for this number of cycles, each as the words of a stimulus without the
/// reset.
///
/// # Panics
///
/// If an output differs from the specification.
pub fn legal<H: Hardware>(
    hardware: &mut H,
    config: &InputBuffer,
    cycles: usize,
    seed: u64,
) -> Vec<Vec<u32>> {
    let mut random = Random::new(seed);
    let mut buffer = Buffer::new(config);
    let mut temper = Temper::new(config, &mut random);
    clock(hardware, true);
    let mut all = Vec::new();
    let mut started = false;
    let mut next = None;
    for cycle in 0..cycles {
        if cycle % TEMPER == 0 {
            temper = Temper::new(config, &mut random);
        }
        let write = next;
        next = temper.word(config, &buffer, write, &mut random).filter(|_| !resets(cycle));
        let taker = next.filter(|write| write.takes(config));
        let mut inputs = Inputs {
            write,
            bad: random.percent(30),
            take: taker.map(|write| write.queue % config.lanes()),
            read: None,
            pause: random.percent(temper.pause),
        };
        let waiting: Vec<usize> =
            (0..config.queues()).filter(|queue| !buffer.queues[*queue].is_empty()).collect();
        let may_start = buffer.sending.is_none() && !started;
        if may_start && !waiting.is_empty() && random.percent(temper.read) {
            inputs.read = Some(*random.pick(&waiting));
        }
        started = inputs.read.is_some();
        drive(hardware, &inputs.ports(config, &mut random));
        settle(hardware).expect("a block that settles");
        let expected = buffer.outputs(config, &inputs);
        for (name, port) in hardware.ports() {
            if let Some((_, lanes)) = expected.iter().find(|(output, _)| *output == name) {
                let value = port.read();
                let width = value.width() / lanes.len();
                for (lane, expected) in lanes.iter().enumerate() {
                    let found = (value.clone() >> (lane * width)).resize(width);
                    let expected = Bits::new(width, *expected);
                    assert_eq!(found, expected, "cycle {cycle}, `{name}[{lane}]` of {config:?}");
                }
            }
        }
        all.push(input_words(hardware));
        clock(hardware, resets(cycle));
        match resets(cycle) {
            true => buffer = Buffer::new(config),
            false => buffer.step(config, &inputs),
        }
    }
    all
}

/// Returns the inputs of a module as words of a stimulus: its ports up to `pause`.
fn input_words(hardware: &mut dyn Hardware) -> Vec<u32> {
    let mut all = Vec::new();
    for (name, port) in hardware.ports() {
        let value = port.read();
        let halves = value.words().into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
        all.extend(halves.take(words(value.width())));
        if name == "pause" {
            break;
        }
    }
    all
}
