//! FECN in packets, order of transmission, and reports.

mod marks;
mod order;

use super::*;
use crate::switch::ingress::{Ingress, IngressInputs};
use crate::switch::packets::*;
use tailback_spec::wire::lrh::Next;

/// Words of a packet as they are stored, whether it is good or not.
fn words(bytes: &[u8], width: usize) -> Vec<EgressInputs> {
    let mut ingress = Ingress::new(&port(width));
    let beats = on_the_link(bytes, width);
    // The ingress reports each beat in the cycle after it.
    let cycles = beats.iter().chain(beats.last());
    let way = |inputs: &IngressInputs| IngressInputs { known: true, ..inputs.clone() };
    let stored = cycles.map(|inputs| ingress.cycle(&way(inputs))).filter(|stored| stored.write);
    let word = |stored: crate::switch::ingress::IngressOutputs| EgressInputs {
        word_valid: true,
        word_first: stored.write_first,
        word_last: stored.write_last,
        word_bad: stored.write_bad,
        word: stored.write_word,
        tx_ready: true,
        ..Default::default()
    };
    stored.map(word).collect()
}

/// Words of a packet that is to be marked.
fn to_be_marked(bytes: &[u8], width: usize) -> Vec<EgressInputs> {
    let mut words = words(bytes, width);
    words[0].mark = true;
    words
}

/// No word arrives, and the link accepts beats.
fn ready() -> EgressInputs {
    EgressInputs { tx_ready: true, ..Default::default() }
}

/// No word arrives, and the link accepts nothing.
fn held_up() -> EgressInputs {
    EgressInputs::default()
}

fn flow_control(packet: u64) -> EgressInputs {
    EgressInputs { flow_control_valid: true, flow_control_packet: packet, ..ready() }
}

/// Bytes of the beats that the link accepts.
fn on_the_wire<'a>(outputs: impl IntoIterator<Item = &'a EgressOutputs>) -> Vec<u8> {
    let beats = outputs.into_iter().filter(|outputs| outputs.tx_valid);
    let bytes = beats.flat_map(|outputs| {
        beat::bytes(&outputs.tx_data)[..beat::counted(outputs.tx_keep)].to_vec()
    });
    bytes.collect()
}

/// Outputs of an egress for these inputs, and in the cycle after them.
fn run(width: usize, inputs: &[EgressInputs]) -> Vec<EgressOutputs> {
    let mut egress = Egress::new(&port(width));
    inputs.iter().chain([&ready()]).map(|inputs| egress.cycle(inputs)).collect()
}
