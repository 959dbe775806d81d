//! Each cause traced by hand, and properties for every packet.

mod causes;
mod credits;
mod storing;

use super::*;
use crate::switch::packets::*;
use tailback_spec::wire::lrh::Next;

/// Outputs of an ingress for beats, one after the other: the report of each beat is that of the
/// cycle after, in which its look-up result is valid; the look-up request is that of its own cycle.
fn run(width: usize, beats: &[IngressInputs]) -> Vec<IngressOutputs> {
    pass(&mut Ingress::new(&port(width)), beats)
}

fn pass(ingress: &mut Ingress, beats: &[IngressInputs]) -> Vec<IngressOutputs> {
    let (mut answer, mut shown) = (idle(), Vec::new());
    for beat in beats.iter().chain([&idle()]) {
        let inputs = IngressInputs { known: answer.known, port: answer.port, ..beat.clone() };
        shown.push(ingress.cycle(&inputs));
        answer = beat.clone();
    }
    let told = shown[1..].iter().zip(&shown);
    told.map(|(told, asked)| IngressOutputs { destination: asked.destination, ..told.clone() })
        .collect()
}

/// Causes that are reported, with the beats that report them.
fn drops(outputs: &[IngressOutputs]) -> Vec<(usize, Cause)> {
    let each = outputs.iter().enumerate().flat_map(|(beat, outputs)| {
        let causes = Cause::ALL.into_iter().enumerate();
        causes.filter(|(at, _)| outputs.drops >> at & 1 != 0).map(move |(_, cause)| (beat, cause))
    });
    each.collect()
}

/// A packet that is stored, as its valid bytes, and whether it is bad.
fn stored(width: usize, outputs: &[IngressOutputs]) -> Option<(Vec<u8>, bool)> {
    let words: Vec<_> = outputs.iter().filter(|outputs| outputs.write).collect();
    let (first, last) = (words.first()?, words.last()?);
    let lanes = port(width).lanes() as u64;
    assert!(first.write_first && first.write_queue / lanes == OUTPUT);
    assert!(words[1..].iter().all(|word| !word.write_first && word.write_queue == 0));
    assert!(words[..words.len() - 1].iter().all(|word| !word.write_last && !word.write_bad));
    assert!(last.write_last, "a packet that is stored has an end");
    let bytes = words.iter().flat_map(|word| {
        let (keep, data) = word.write_word.split_last().expect("a word");
        beat::bytes(data)[..beat::counted(*keep)].to_vec()
    });
    Some((bytes.collect(), last.write_bad))
}

/// Virtual lane and blocks of the one beat with which a packet is accepted.
fn accepted(outputs: &[IngressOutputs]) -> Option<(u64, u64)> {
    let mut all = outputs.iter().filter(|outputs| outputs.accepted);
    let one = all.next().map(|outputs| (outputs.accepted_lane, outputs.accepted_blocks));
    assert_eq!(all.count(), 0, "it is accepted twice");
    one
}
