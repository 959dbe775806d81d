//! The receive path: verdicts, order of payloads, lint, and equality of Verilog and kernel.

use super::endpoints::{endpoint, Size, SIZES};
use std::collections::{HashMap, VecDeque};
use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::efl::receive::{ReceiveBuffer, ReceiveOrder, ReceiveVerdict, ReceiveWriter};
use tailback_hdl::efl::EflReceive;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::receive::{buffer_beats, data, Cause, Expected, Order};
use tailback_spec::efl::Efl;
use tailback_spec::wire::efl::{Address, Content, Error, Repr};
use tailback_spec::wire::Number;

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| Box::new(EflReceive::new(&endpoint(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike_if(every_size(), |design, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        "rx_tvalid" => value[0] &= u32::from(cycle > SIZES[design].0 as usize),
        "rx_tlast" => value[0] &= u32::from(cycle % 16 > 12),
        _ => (),
    });
}

#[test]
fn receive_text() {
    let efl = endpoint(SIZES[1]);
    reviewed!("order", &ReceiveOrder::new(&efl));
    reviewed!("verdict", &ReceiveVerdict::new());
    reviewed!("writer", &ReceiveWriter::new(&efl));
    reviewed!("buffer", &ReceiveBuffer::new(&efl));
}

const OWN: Address = [2, 0, 0, 0, 0, 1];
const PEER: Address = [2, 0, 0, 0, 0, 2];

fn number(address: Address) -> u128 {
    address.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

/// A frame on its way, and what the module is to report of it.
struct Expectation {
    drops: u128,
    accepted: bool,
    others: [u128; 3],
}

/// Flows and payloads as they should be.
struct Reference {
    efl: Efl,
    states: HashMap<u16, Expected>,
    payloads: VecDeque<(u16, Vec<u8>)>,
    replies: VecDeque<(u16, u32, u32, bool, bool)>,
    acks: VecDeque<(u16, u32, bool, bool)>,
}

impl Reference {
    /// Judges a frame for which there is always space, at time 0.
    fn judge(&mut self, frame: &[u8], bad: bool) -> Expectation {
        let dropped = |cause: Cause| Expectation {
            drops: 1 << cause as u32,
            accepted: false,
            others: [0; 3],
        };
        if bad {
            return dropped(Cause::Bad);
        }
        let ether_type = self.efl.ether_type();
        let repr = match Repr::parse(frame, ether_type) {
            Err(Error::Truncated(_)) => return dropped(Cause::Short),
            Err(Error::EtherType { .. }) => return dropped(Cause::Type),
            Err(_) => None,
            Ok(repr) => Some(repr),
        };
        let label = u16::from_be_bytes([frame[15], frame[16]]);
        if frame[..6] != OWN {
            return dropped(Cause::Other);
        }
        if usize::from(label) >= self.efl.flows() || frame[6..12] != PEER {
            return dropped(Cause::Unknown);
        }
        let Some(repr) = repr else { return dropped(Cause::Length) };
        let (sequence, stamp) = (repr.sequence.get(), repr.stamp.get());
        let (probe, last, length) = match repr.content {
            Content::Ack { probe, gap } => {
                if 0_u32.wrapping_sub(stamp) & 0xFF_FFFF >= 1 << 23 {
                    return dropped(Cause::Future);
                }
                self.acks.push_back((label, sequence, gap, probe));
                return Expectation { drops: 0, accepted: false, others: [0, 0, 1] };
            }
            Content::Data { probe, last, payload_bytes } => (probe, last, payload_bytes),
        };
        if u32::from(length) > self.efl.payload_bytes() {
            return dropped(Cause::Length);
        }
        let state = self.states.entry(label).or_default();
        let (order, next, replies) = data(*state, sequence, probe || last, self.efl.ack_every());
        *state = next;
        if replies {
            let (probe, gap) = (probe && order == Order::Next, order == Order::Gap);
            self.replies.push_back((label, next.sequence, stamp, probe, gap));
        }
        let others = [order == Order::Duplicate, order == Order::Gap, false].map(u128::from);
        if order == Order::Next {
            let bytes = frame[23..23 + usize::from(length)].to_vec();
            self.payloads.push_back((label, bytes));
        }
        let drops = if order == Order::Beyond { 1 << Cause::Beyond as u32 } else { 0 };
        Expectation { drops, accepted: order == Order::Next, others }
    }

    /// A random frame, most of them good.
    fn frame(&self, random: &mut Random) -> Vec<u8> {
        let mut below = |bound: u64| random.below(bound as usize) as u64;
        let flows = self.efl.flows() as u64;
        let label = if below(20) == 0 { below(1 << 16) } else { below(flows.min(3)) } as u16;
        let state = self.states.get(&label).copied().unwrap_or_default();
        let away = match below(12) {
            0 => below(1 << 24) as u32,
            1 => 1 + below(3) as u32,
            2 => 0_u32.wrapping_sub(1 + below(3) as u32),
            3 => [8191, 8192, 0xFF_E000, 0xFF_DFFF][below(4) as usize],
            _ => 0,
        };
        let most = u64::from(self.efl.payload_bytes());
        let length = match below(4) {
            0 => 1 + below(36),
            1 => 1 + below((most + 20).min(1491)),
            2 => most,
            _ => 37 + below(most.min(60) - 36),
        };
        let content = match below(4) {
            0 => Content::Ack { probe: below(2) == 0, gap: below(2) == 0 },
            _ => Content::Data {
                probe: below(4) == 0,
                last: below(4) == 0,
                payload_bytes: length as u16,
            },
        };
        let repr = Repr {
            destination: OWN,
            source: PEER,
            ether_type: self.efl.ether_type(),
            label,
            sequence: Number::low(state.sequence.wrapping_add(away)),
            stamp: Number::low(0_u32.wrapping_sub(below(1 << 10) as u32)),
            content,
        };
        let payload: Vec<u8> = (0..length).map(|_| below(256) as u8).collect();
        let mut frame = repr.emit(&payload);
        match below(20) {
            0 => frame.truncate(1 + below(59) as usize),
            1 => frame[below(14) as usize] ^= 1 << below(8),
            2 => frame[59] = below(64) as u8,
            3 => frame.extend([7; 3]),
            4 => frame[20] ^= 0x80,
            // Bytes behind a padded payload need not be 0.
            5 | 6 if length < 36 => frame[58] = 0xAA,
            _ => (),
        }
        frame
    }
}

fn run(size: Size, seed: u64) {
    let efl = endpoint(size);
    let mut random = Random::new(seed);
    let mut block = reset(EflReceive::new(&efl));
    while cycle(&mut block, &[], ["sweeping"]) == [1] {}
    let mut reference = Reference {
        efl,
        states: HashMap::new(),
        payloads: VecDeque::new(),
        replies: VecDeque::new(),
        acks: VecDeque::new(),
    };
    let mut due: VecDeque<(usize, Expectation)> = VecDeque::new();
    let (mut frame, mut at, mut bad) = (Vec::new(), 0, false);
    let mut got: Vec<u8> = Vec::new();
    let mut kept = 0;
    // Beats of payload that are not sent to the host yet; the space is never used up.
    let most = buffer_beats(&efl) as usize - 2 * efl.payload_beats() as usize;
    for now in 0..6000 {
        let mut inputs = vec![
            ("set_address", number(OWN)),
            ("peer_valid", 1),
            ("peer_address", number(PEER)),
            ("ack_take", 1),
            ("reply_take", 1),
        ];
        let waiting: usize =
            reference.payloads.iter().map(|(_, bytes)| bytes.len().div_ceil(8)).sum();
        let ready = waiting > most || random.below(3) > 0;
        inputs.push(("m_tready", u128::from(ready)));
        if at >= frame.len() && waiting <= most && random.below(4) > 0 {
            (frame, at, bad) = (reference.frame(&mut random), 0, random.below(30) == 0);
        }
        let sends = at < frame.len() && random.below(10) > 0;
        if sends {
            let end = frame.len().min(at + 8);
            let mut beat = [0_u8; 8];
            beat[..end - at].copy_from_slice(&frame[at..end]);
            let last = end == frame.len();
            inputs.extend([
                ("rx_tvalid", 1),
                ("rx_tdata", u64::from_le_bytes(beat).into()),
                ("rx_tkeep", (1 << (end - at)) - 1),
                ("rx_tlast", last.into()),
                ("rx_tuser", (last && bad).into()),
            ]);
            at = end;
        }
        let outputs = [
            "drops",
            "accepted",
            "duplicates",
            "gaps",
            "acks",
            "m_tvalid",
            "m_tdata",
            "m_tkeep",
            "m_tlast",
            "m_tid",
        ];
        let [drops, accepted, duplicates, gaps, acks, valid, beat, keep, last, id] =
            cycle(&mut block, &inputs, outputs);
        let expected = match due.front() {
            Some((when, _)) if *when == now => due.pop_front().expect("a frame").1,
            _ => Expectation { drops: 0, accepted: false, others: [0; 3] },
        };
        assert_eq!(
            (drops, accepted, [duplicates, gaps, acks]),
            (expected.drops, expected.accepted.into(), expected.others),
            "{size:?} {now}"
        );
        kept += accepted;
        if valid == 1 && ready {
            let bytes = (beat as u64).to_le_bytes();
            let count = keep.trailing_ones() as usize;
            assert!(keep == (1 << count) - 1 && bytes[count..].iter().all(|byte| *byte == 0));
            got.extend(&bytes[..count]);
            if last == 1 {
                let (flow, payload) = reference.payloads.pop_front().expect("a payload");
                assert_eq!((id, &got), (flow.into(), &payload), "{size:?} {now}");
                got.clear();
            }
        }
        // The last beat is in the register in the next cycle: reported four cycles from now.
        if sends && at == frame.len() {
            due.push_back((now + 4, reference.judge(&frame, bad)));
        }
    }
    assert!(kept > 30, "{kept}");
}

#[test]
fn frames_are_judged_and_payloads_arrive_in_order() {
    for (seed, size) in SIZES.into_iter().enumerate() {
        run(size, seed as u64);
    }
}

#[test]
fn a_payload_is_shown_three_cycles_after_its_frame_is_judged() {
    let efl = endpoint(SIZES[1]);
    let mut block = reset(EflReceive::new(&efl));
    while cycle(&mut block, &[], ["sweeping"]) == [1] {}
    let content = Content::Data { probe: false, last: true, payload_bytes: 4 };
    let repr = Repr {
        destination: OWN,
        source: PEER,
        ether_type: efl.ether_type(),
        label: 3,
        sequence: Number::low(0),
        stamp: Number::low(9),
        content,
    };
    let frame = repr.emit(&[1, 2, 3, 4]);
    let mut inputs = vec![];
    for (beat, bytes) in frame.chunks(8).enumerate() {
        let mut data = [0; 8];
        data[..bytes.len()].copy_from_slice(bytes);
        inputs =
            vec![("set_address", number(OWN)), ("peer_valid", 1), ("peer_address", number(PEER))];
        inputs.extend([
            ("now", 20),
            ("rx_tvalid", 1),
            ("rx_tdata", u64::from_le_bytes(data).into()),
            ("rx_tkeep", (1 << bytes.len()) - 1),
            ("rx_tlast", u128::from(beat == 7)),
        ]);
        cycle(&mut block, &inputs, []);
    }
    inputs.truncate(3);
    let outputs = ["accepted", "accepted_flow", "reply", "m_tvalid", "m_tdata", "m_tid"];
    // v, v + 1, v + 2
    for _ in 0..3 {
        assert_eq!(cycle(&mut block, &inputs, outputs), [0; 6]);
    }
    assert_eq!(cycle(&mut block, &inputs, outputs), [1, 3, 1, 0, 0, 0]);
    let reply =
        ["reply_flow", "reply_sequence", "reply_stamp", "reply_probe", "reply_gap", "m_tvalid"];
    assert_eq!(cycle(&mut block, &inputs, reply), [3, 1, 9, 0, 0, 0]);
    assert_eq!(cycle(&mut block, &inputs, outputs), [0, 0, 1, 1, 0x0403_0201, 3]);
}
