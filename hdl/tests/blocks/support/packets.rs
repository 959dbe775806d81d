//! Legal traffic for an input buffer, checked against its specification.

use super::stored::{Beat, Buffer, Inputs};
use tailback_harness::blocks::drive;
use tailback_harness::words;
use tailback_hdl::{clock, settle, Bits, Hardware};
use tailback_kernels::generator::random::Random;
use tailback_spec::switch::input_buffer::InputBuffer;

/// Cycles from one reset to the next.
const LIFE: usize = 900;
/// Cycles after which the traffic changes its character.
const TEMPER: usize = 60;
/// Probabilities in percent: of a beat, a start, a pause, a roomy output, and the favourite queue.
const CHANCES: [usize; 5] = [0, 20, 60, 95, 100];

/// Character of the traffic at the moment.
struct Temper {
    write: usize,
    read: usize,
    pause: usize,
    roomy: usize,
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
            roomy: *random.pick(&CHANCES[2..]),
            favourite: random.below(config.queues()),
            favour: *random.pick(&CHANCES),
            longest: *random.pick(&[
                1,
                longest.min(5),
                longest.min(config.block_words() + 1),
                longest,
            ]),
        }
    }

    /// Draws the beat of the next cycle, if one is legal. `open` is the beat before, and the number
    /// of its packet's beats to come.
    fn beat(
        &self,
        config: &InputBuffer,
        buffer: &Buffer,
        open: Option<(Beat, usize)>,
        random: &mut Random,
    ) -> Option<(Beat, usize)> {
        if !random.percent(self.write) {
            return None;
        }
        let word = random.number(config.word_bits());
        let begun = open.filter(|(_, left)| *left > 0);
        let (beat, left) = match begun {
            Some((beat, left)) => (Beat { first: false, word, ..beat }, left - 1),
            None => {
                let favoured = random.percent(self.favour);
                let queue = if favoured { self.favourite } else { random.below(config.queues()) };
                let beats = random.between(1, self.longest);
                let blocks = beats.div_ceil(config.block_words());
                // A packet begins only if credits cover all of it.
                if blocks > buffer.free[queue % config.lanes()] {
                    return None;
                }
                let length = if random.percent(30) { random.between(1, beats) } else { beats };
                let bad = length < beats || random.percent(30);
                let beat = Beat { queue, first: true, last: false, bad, word, beats, blocks };
                (beat, length - 1)
            }
        };
        Some((Beat { last: left == 0, ..beat }, left))
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
    // The beat of the next cycle; the beat before, with the number of beats to come; and the
    // beats of its packet before it.
    let (mut next, mut open, mut written): (Option<Beat>, Option<(Beat, usize)>, usize) =
        (None, None, 0);
    for cycle in 0..cycles {
        if cycle % TEMPER == 0 {
            temper = Temper::new(config, &mut random);
        }
        let write = next.take();
        if let Some((beat, left)) = temper.beat(config, &buffer, open, &mut random) {
            (next, open) = (Some(beat), Some((beat, left)));
            written = if beat.first { 0 } else { written + 1 };
        }
        let takes = next.filter(|_| written.is_multiple_of(config.block_words()));
        let mut inputs = Inputs {
            write,
            take: takes.map(|beat| beat.queue % config.lanes()),
            read: None,
            pause: random.percent(temper.pause),
            roomy: random.percent(temper.roomy),
        };
        let known: Vec<usize> =
            (0..config.queues()).filter(|queue| buffer.known(*queue).is_some()).collect();
        if buffer.may_start(&inputs) && !known.is_empty() && random.percent(temper.read) {
            inputs.read = Some(*random.pick(&known));
        }
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
            true => (buffer, next, open) = (Buffer::new(config), None, None),
            false => buffer.step(config, &inputs),
        }
    }
    all
}

/// Returns the inputs of a module as words of a stimulus: its ports up to `roomy`.
fn input_words(hardware: &mut dyn Hardware) -> Vec<u32> {
    let mut all = Vec::new();
    for (name, port) in hardware.ports() {
        let value = port.read();
        let halves = value.words().into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
        all.extend(halves.take(words(value.width())));
        if name == "roomy" {
            break;
        }
    }
    all
}
