//! The transmit path: frames and their order after losses, timing, lint, and equality of Verilog and
//! kernel.

use super::endpoints::{endpoint, Size, SIZES};
use std::collections::{HashMap, VecDeque};
use tailback_harness::blocks::{alike_if, clean, cycle, reset};
use tailback_hdl::efl::transmit::{
    TransmitAcks, TransmitAdmission, TransmitFramer, TransmitHeader, TransmitSends,
};
use tailback_hdl::efl::EflTransmit;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::efl::receive::{data, Expected, Order};
use tailback_spec::efl::transmit::ACK_PHASE;
use tailback_spec::wire::efl::{Content, Repr};

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| Box::new(EflTransmit::new(&endpoint(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    let sizes = &SIZES[..4];
    let kernels =
        sizes.iter().map(|size| Box::new(EflTransmit::new(&endpoint(*size))) as _).collect();
    alike_if(kernels, |design, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        // Few flows, so that their packets are acknowledged and sent again; numbers are small.
        "s_tid" | "grant_flow" | "ack_flow" | "lost_flow" | "reply_flow" => {
            value[0] %= SIZES[design].0.min(3);
        }
        "s_tlast" => value[0] |= u32::from(cycle % 8 > 2),
        "s_tkeep" => value[0] |= u32::from(cycle % 4 > 0),
        "ack_sequence" => value[0] %= 4 + cycle as u32 / 50,
        "grant" | "doorbell_ready" | "start_ready" | "m_tready" => {
            value[0] |= u32::from(cycle % 4 > 0);
        }
        "lost" => value[0] &= u32::from(cycle % 64 == 0),
        _ => (),
    });
}

#[test]
fn transmit_text() {
    let efl = endpoint(SIZES[1]);
    reviewed!("admission", &TransmitAdmission::new(&efl));
    reviewed!("acks", &TransmitAcks::new(&efl));
    reviewed!("sends", &TransmitSends::new(&efl));
    reviewed!("header", &TransmitHeader::new());
    reviewed!("framer", &TransmitFramer::new(&efl));
}

/// A flow: packets of the host, and what the receiver expects of them.
#[derive(Default)]
struct Flow {
    packets: Vec<Vec<u8>>,
    credits: u128,
    expected: Expected,
    granted: bool,
    ready: bool,
    since: usize,
}

/// Number whose first byte is the most significant one of 48 bits.
fn address(bytes: [u8; 6]) -> u128 {
    bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn run(size: Size, seed: u64, losses: usize) {
    const STALLED: usize = 600;
    let efl = endpoint(size);
    let mut random = Random::new(seed);
    let mut block = reset(EflTransmit::new(&efl));
    let mut flows: HashMap<usize, Flow> = HashMap::new();
    for flow in 0..efl.flows().min(3) {
        let credits = u128::from(efl.window()) - 1;
        flows.insert(flow, Flow { credits, ..Flow::default() });
    }
    let mut acks: VecDeque<(usize, u32, bool, usize)> = VecDeque::new();
    let mut grants: VecDeque<usize> = VecDeque::new();
    let (mut packet, mut at, mut tid) = (Vec::new(), 0, 0);
    let mut frame: Vec<u8> = Vec::new();
    let (mut delivered, mut again) = (0, 0);
    let mut peers = [[0_usize; 4]; 2];
    for now in 0..12_000 {
        let sweeping = now < efl.flows().div_ceil(8) * 8;
        let mut inputs = vec![
            ("now", now as u128 & 0xFF_FFFF),
            ("set_address", address([2, 0, 0, 0, 0, 9])),
            ("set_probe_packets", 20),
            ("doorbell_ready", u128::from(random.below(4) == 0)),
            ("start_ready", u128::from(random.below(4) == 0)),
            ("words", 24),
            ("data_peer_address", address([2, 0, 0, 0, 1, peers[0][3] as u8])),
            ("data_peer_label", peers[0][3] as u128 + 0x100),
            ("reply_peer_address", address([2, 0, 0, 0, 2, peers[1][3] as u8])),
            ("reply_peer_label", peers[1][3] as u128 + 0x200),
        ];
        let ready = random.below(8) > 0;
        inputs.push(("m_tready", ready.into()));
        if random.below(40) == 0 && !sweeping {
            inputs.extend([
                ("reply", 1),
                ("reply_flow", random.below(efl.flows().min(3)) as u128),
                ("reply_sequence", 0x123456),
                ("reply_stamp", 0x654321),
                ("reply_gap", 1),
            ]);
        }
        if let Some(flow) = grants.front() {
            inputs.extend([("grant", 1), ("grant_flow", *flow as u128)]);
        }
        let acked = acks.front().copied().filter(|(.., due)| *due <= now);
        if let Some((flow, number, gap, _)) = acked {
            inputs.extend([
                ("ack", 1),
                ("ack_flow", flow as u128),
                ("ack_sequence", number.into()),
                ("ack_gap", gap.into()),
                ("ack_rtt", 77),
            ]);
        }
        if now % 8 == 0 {
            let loss = flows
                .iter()
                .find(|(_, flow)| {
                    now > flow.since + STALLED
                        && (flow.expected.sequence as usize) < flow.packets.len()
                })
                .map(|(flow, _)| *flow);
            if let Some(flow) = loss {
                inputs.extend([("lost", 1), ("lost_flow", flow as u128)]);
                flows.get_mut(&flow).expect("a flow").since = now;
            }
        }
        if at >= packet.len() && !sweeping && random.below(10) == 0 {
            tid = random.below(flows.len());
            if flows[&tid].credits > 0 {
                let most = efl.payload_bytes() as usize;
                let bytes = [1 + random.below(36), 1 + random.below(most), most][random.below(3)];
                packet = (0..bytes.min(most)).map(|_| random.below(256) as u8).collect();
                at = 0;
            }
        }
        let offers = at < packet.len() && random.below(5) > 0;
        let end = packet.len().min(at + 8);
        if offers {
            let mut beat = [0xEE_u8; 8];
            beat[..end - at].copy_from_slice(&packet[at..end]);
            inputs.extend([
                ("s_tvalid", 1),
                ("s_tdata", u64::from_le_bytes(beat).into()),
                ("s_tkeep", (1 << (end - at)) - 1),
                ("s_tlast", (end == packet.len()).into()),
                ("s_tid", tid as u128),
            ]);
        }
        let outputs = [
            "s_tready",
            "host_drops",
            "credit",
            "credit_flow",
            "credit_count",
            "doorbell",
            "doorbell_flow",
            "start",
            "start_flow",
            "start_words",
            "start_more",
            "grant_ready",
            "ack_take",
            "acks_bad",
            "m_tvalid",
            "m_tdata",
            "m_tkeep",
            "m_tlast",
            "data_peer_flow",
            "reply_peer_flow",
            "sweeping",
            "sent_again",
        ];
        let [taken, drops, credit, credit_flow, count, bell, bell_flow, start, start_flow, words, more, grant_ready, ack_take, bad, valid, beat, keep, last, data_peer, reply_peer, swept, repeated] =
            cycle(&mut block, &inputs, outputs);
        again += repeated;
        assert_eq!((drops, bad, swept), (0, 0, sweeping.into()), "{size:?} {now}");
        let is = |name: &str| inputs.iter().any(|(input, value)| *input == name && *value == 1);
        for (peer, flow) in peers.iter_mut().zip([data_peer, reply_peer]) {
            peer.rotate_right(1);
            peer[0] = flow as usize;
            // In the next cycle, element 3 is the flow of three cycles before.
            peer[3] = peer[2];
        }
        if offers && taken == 1 {
            at = end;
            if at == packet.len() {
                let flow = flows.get_mut(&tid).expect("a flow");
                if flow.packets.len() == flow.expected.sequence as usize {
                    flow.since = now;
                }
                flow.packets.push(packet.clone());
                flow.credits -= 1;
            }
        }
        if credit == 1 {
            flows.get_mut(&(credit_flow as usize)).expect("a flow").credits += count;
        }
        if is("grant") && grant_ready == 1 {
            grants.pop_front();
        }
        // The limiter grants a flow once, and again after its start.
        let mut wakes = |flows: &mut HashMap<usize, Flow>, number: usize| {
            let flow = flows.get_mut(&number).expect("a flow");
            if !flow.granted {
                (flow.granted, flow.ready) = (true, false);
                grants.push_back(number);
            }
        };
        if bell == 1 && is("doorbell_ready") {
            flows.get_mut(&(bell_flow as usize)).expect("a flow").ready = true;
            wakes(&mut flows, bell_flow as usize);
        }
        if start == 1 && is("start_ready") {
            let flow = flows.get_mut(&(start_flow as usize)).expect("a flow");
            assert!(flow.granted && (words == 24 || (words, more) == (0, 0)));
            flow.granted = false;
            flow.ready |= more == 1;
            if flow.ready {
                wakes(&mut flows, start_flow as usize);
            }
        }
        if ack_take == 1 && acked.is_some() {
            assert_eq!(now % 8, ACK_PHASE as usize);
            acks.pop_front();
        }
        if valid == 0 || !ready {
            continue;
        }
        let bytes = (beat as u64).to_le_bytes();
        let valid_bytes = keep.trailing_ones() as usize;
        assert!(valid_bytes == 8 || last == 1);
        assert!(bytes[valid_bytes..].iter().all(|byte| *byte == 0));
        frame.extend(&bytes[..valid_bytes]);
        if last == 0 {
            continue;
        }
        let repr = Repr::parse(&frame, efl.ether_type()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(repr.source, [2, 0, 0, 0, 0, 9]);
        if let Content::Data { payload_bytes, .. } = repr.content {
            let label = usize::from(repr.label) - 0x100;
            assert_eq!(repr.destination, [2, 0, 0, 0, 1, label as u8]);
            let flow = flows.get_mut(&label).expect("a flow");
            let number = repr.sequence.get();
            let sent = &flow.packets[number as usize];
            assert_eq!(usize::from(payload_bytes), sent.len());
            // A packet that is acknowledged may be overwritten while its frame is sent.
            if number >= flow.expected.sequence {
                assert_eq!(frame, repr.emit(sent), "{size:?} {now} {label} {number}");
            }
            if losses == 0 || random.below(losses) > 0 {
                let (order, next, replies) = data(flow.expected, number, true, 1);
                flow.expected = next;
                flow.since = now;
                delivered += usize::from(order == Order::Next);
                if replies {
                    acks.push_back((label, next.sequence, order == Order::Gap, now + 100));
                }
            }
        } else {
            assert_eq!(repr.sequence.get(), 0x123456);
            assert_eq!(frame, repr.emit(&[]));
        }
        frame.clear();
    }
    assert!(delivered > 40, "{size:?} {delivered}");
    assert!(losses == 0 || again > 0, "{size:?} {again}");
}

#[test]
fn packets_arrive_in_order_without_losses() {
    SIZES.into_iter().for_each(|size| run(size, 1, 0));
}

#[test]
fn packets_are_sent_again_after_losses() {
    SIZES.into_iter().skip(1).take(2).for_each(|size| run(size, 2, 10));
}
