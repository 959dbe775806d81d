//! A sender that obeys the credits, a receiver, and a link that loses, repeats and corrupts
//! flow-control packets, and loses data packets: no buffer ever overflows, and the link recovers.

use proptest::prelude::*;
use std::collections::VecDeque;
use tailback_spec::{link::Link, Lanes};

use crate::link::{
    credit_receiver::{CreditReceiver, CreditReceiverInputs},
    credit_sender::{CreditSender, CreditSenderInputs},
    flow_control::{
        FlowControlChecker, FlowControlCheckerInputs, FlowControlCheckerOutputs,
        FlowControlTransmitter, FlowControlTransmitterInputs,
    },
};
use crate::Golden;

const VIRTUAL_LANES: usize = 2;
const PACKET_BLOCKS: u32 = 5;
const PERIOD: usize = 32;
/// Cycles from one end of the link to the other.
const FLIGHT: usize = 7;
/// Cycles in which a link without faults recovers from any error: a slot of each VL in both
/// directions, each behind a data packet, and the flights.
const RECOVERY: usize = 4 * (PERIOD + FLIGHT + PACKET_BLOCKS as usize);

/// Contents of a beat of the link.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Beat {
    Idle,
    Block { vl: usize },
    FlowControl(u64),
}

/// Fate of a flow-control or data packet.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    Arrives,
    IsLost,
    IsRepeated,
    IsCorrupted { bit: u32 },
}

/// Random stimulus of a cycle.
#[derive(Debug, Clone, Copy)]
struct Chance {
    /// Data packet that is sent next: VL and blocks, if there is one.
    packet: Option<(usize, u32)>,
    /// Fates of packets that start: data and flow control forth, flow control back.
    fates: [Fate; 3],
    /// A block leaves the receiver's buffer.
    drain: Option<usize>,
}

/// Both ends and the beats on their way.
struct Connection {
    buffer: u32,
    sender: CreditSender,
    receiver: CreditReceiver,
    forth: FlowControlTransmitter,
    back: FlowControlTransmitter,
    checker: FlowControlChecker,
    /// Packet that requested credits in the cycle before: VL and blocks.
    asked: Option<(usize, u32)>,
    /// Whether a packet started in the cycle before, whose blocks the sender's outputs do not
    /// include yet.
    started: bool,
    /// Blocks of the data packet in transmission, and its VL.
    sending: Option<(usize, u32)>,
    /// Whether the data packet in transmission arrives.
    arrives: bool,
    /// Flow-control packet to be repeated, in each direction.
    again: [Option<u64>; 2],
    flight_forth: VecDeque<Beat>,
    flight_back: VecDeque<Beat>,
    held: [u32; VIRTUAL_LANES],
    delivered: [u32; VIRTUAL_LANES],
}

impl Connection {
    fn new(buffer: u32) -> Self {
        let link = Link::new(VIRTUAL_LANES as u32, buffer, PACKET_BLOCKS, PERIOD as u32).unwrap();
        let flight: VecDeque<_> = std::iter::repeat_n(Beat::Idle, FLIGHT).collect();
        Connection {
            buffer,
            sender: CreditSender::new(&link),
            receiver: CreditReceiver::new(&link),
            forth: FlowControlTransmitter::new(&link),
            back: FlowControlTransmitter::new(&link),
            checker: FlowControlChecker::new(&link),
            asked: None,
            started: false,
            sending: None,
            arrives: true,
            again: [None; 2],
            flight_forth: flight.clone(),
            flight_back: flight,
            held: [0; VIRTUAL_LANES],
            delivered: [0; VIRTUAL_LANES],
        }
    }

    fn check(&mut self, beat: Beat) -> FlowControlCheckerOutputs {
        let inputs = match beat {
            Beat::FlowControl(packet) => FlowControlCheckerInputs { valid: true, packet },
            Beat::Idle | Beat::Block { .. } => FlowControlCheckerInputs::default(),
        };
        self.checker.cycle(&inputs)
    }

    /// Runs one cycle; returns whether a data packet has started.
    fn cycle(&mut self, chance: &Chance) -> bool {
        let [data_fate, forth_fate, back_fate] = chance.fates;
        let active = true;

        // The receiver: received beat, block that leaves the buffer, and flow control to the
        // sender.
        let beat = self.flight_forth.pop_front().unwrap_or(Beat::Idle);
        let told = self.check(beat);
        let free = Lanes::from_iter(self.held.map(|held| self.buffer - held));
        let mut inputs = CreditReceiverInputs {
            update: told.update,
            update_vl: told.vl,
            update_fctbs: told.fctbs,
            free,
            ..Default::default()
        };
        let drain = chance.drain.filter(|&vl| self.held[vl] > 0);
        if let Beat::Block { vl } = beat {
            (inputs.received, inputs.received_vl) = (true, vl as u64);
            assert!(self.held[vl] < self.buffer, "VL{vl} is overrun");
            self.held[vl] += 1;
            self.delivered[vl] += 1;
        }
        if let Some(vl) = drain {
            self.held[vl] -= 1;
        }
        let fccl = self.receiver.cycle(&inputs).fccl;
        let fctbs = Lanes::from_iter([0; VIRTUAL_LANES]);
        let ready = self.again[1].is_none();
        let shown = self.back.cycle(&FlowControlTransmitterInputs { active, fctbs, fccl, ready });
        let packet = self.again[1].take().or_else(|| {
            let packet = shown.valid.then_some(shown.packet);
            suffer(packet, back_fate, &mut self.again[1])
        });
        self.flight_back.push_back(packet.map_or(Beat::Idle, Beat::FlowControl));

        // The sender: received flow control, and transmitted beat. A packet that starts counts in
        // the same cycle, and flow control is sent between packets only, before the next one
        // starts.
        let beat = self.flight_back.pop_front().unwrap_or(Beat::Idle);
        let told = self.check(beat);
        let between = self.sending.is_none();
        let ready = between && self.again[0].is_none();
        let fctbs = self.sender.fctbs.clone();
        let fccl = Lanes::from_iter([0; VIRTUAL_LANES]);
        let shown = self.forth.cycle(&FlowControlTransmitterInputs { active, fctbs, fccl, ready });
        let mut inputs = CreditSenderInputs {
            update: told.update,
            update_vl: told.vl,
            update_fccl: told.fccl,
            ..Default::default()
        };
        inputs.blocks.extend([0; VIRTUAL_LANES]);
        if let Some((vl, blocks)) = chance.packet {
            inputs.blocks[vl] = blocks;
        }
        let may_send = self.sender.clone().cycle(&inputs).may_send;
        let free = between && !self.started && !shown.valid && self.again[0].is_none();
        let starts = self.asked.filter(|&(vl, _)| free && may_send >> vl & 1 == 1);
        (self.asked, self.started) = (chance.packet, starts.is_some());
        if let Some((vl, blocks)) = starts {
            (inputs.send, inputs.send_vl, inputs.send_blocks) = (true, vl as u64, blocks.into());
            self.sending = Some((vl, blocks));
            self.arrives = data_fate == Fate::Arrives;
        }
        self.sender.cycle(&inputs);

        let beat = if let Some((vl, blocks)) = self.sending {
            self.sending = (blocks > 1).then_some((vl, blocks - 1));
            if self.arrives {
                Beat::Block { vl }
            } else {
                Beat::Idle
            }
        } else {
            let packet = self.again[0].take().or_else(|| {
                let packet = shown.valid.then_some(shown.packet);
                suffer(packet, forth_fate, &mut self.again[0])
            });
            packet.map_or(Beat::Idle, Beat::FlowControl)
        };
        self.flight_forth.push_back(beat);
        starts.is_some()
    }

    /// Packets that a link without faults transfers on `vl`, if the receiver drains it.
    fn packets_on(&mut self, vl: usize, cycles: usize) -> usize {
        let packet = Some((vl, PACKET_BLOCKS));
        let chance = Chance { packet, fates: [Fate::Arrives; 3], drain: Some(vl) };
        (0..cycles).filter(|_| self.cycle(&chance)).count()
    }

    /// Lets everything that is on its way arrive, and empties the buffers.
    fn recover(&mut self) {
        for cycle in 0..RECOVERY + VIRTUAL_LANES * self.buffer as usize {
            let drain = Some(cycle % VIRTUAL_LANES);
            self.cycle(&Chance { packet: None, fates: [Fate::Arrives; 3], drain });
        }
    }
}

/// Packet that is on the link in place of `packet`, according to its fate.
fn suffer(packet: Option<u64>, fate: Fate, again: &mut Option<u64>) -> Option<u64> {
    match fate {
        Fate::Arrives => packet,
        Fate::IsLost => None,
        Fate::IsRepeated => {
            *again = packet;
            packet
        }
        Fate::IsCorrupted { bit } => packet.map(|packet| packet ^ 1 << bit),
    }
}

fn any_fate(fault: u32) -> impl Strategy<Value = Fate> {
    prop_oneof![
        6 => Just(Fate::Arrives),
        fault => Just(Fate::IsLost),
        fault => Just(Fate::IsRepeated),
        fault => (0..48u32).prop_map(|bit| Fate::IsCorrupted { bit }),
    ]
}

fn any_chance() -> impl Strategy<Value = Chance> {
    let packet = prop::option::weighted(0.8, (0..VIRTUAL_LANES, 1..=PACKET_BLOCKS));
    let data = prop_oneof![20 => Just(Fate::Arrives), 1 => Just(Fate::IsLost)];
    let drain = prop::option::weighted(0.4, 0..VIRTUAL_LANES);
    (packet, data, any_fate(2), any_fate(2), drain).prop_map(
        |(packet, data, forth, back, drain)| Chance { packet, fates: [data, forth, back], drain },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_buffer_is_never_overrun_and_the_link_recovers(
        buffer in PACKET_BLOCKS..40,
        chances in prop::collection::vec(any_chance(), 1..600),
    ) {
        let mut connection = Connection::new(buffer);
        for chance in &chances {
            connection.cycle(chance);
        }
        connection.recover();
        prop_assert_eq!(connection.held, [0; VIRTUAL_LANES]);
        // All credits are back: packets of a whole buffer may be sent without a packet from the
        // receiver.
        for vl in 0..VIRTUAL_LANES {
            let blocks = connection.sender.fccl[vl] + 4096 - connection.sender.fctbs[vl];
            prop_assert_eq!(blocks % 4096, buffer, "credits of VL{}", vl);
        }
    }
}

#[test]
fn a_link_without_faults_fills_and_counters_wrap_around() {
    const BUFFER: u32 = 64;
    let mut connection = Connection::new(BUFFER);
    connection.recover();
    for vl in 0..VIRTUAL_LANES {
        let cycles = 3 * 4096;
        let blocks = connection.packets_on(vl, cycles) * PACKET_BLOCKS as usize;
        // In addition to the packets, there are only two flow-control packets in each period.
        assert!(blocks > cycles * 9 / 10, "VL{vl}: {blocks} blocks in {cycles} cycles");
        connection.recover();
        assert_eq!(connection.delivered[vl] as usize, blocks);
    }
}

#[test]
fn without_a_flow_control_packet_no_more_goes_than_the_buffer_holds() {
    let mut connection = Connection::new(33);
    connection.recover();
    let packet = Some((0, PACKET_BLOCKS));
    let fates = [Fate::Arrives, Fate::IsLost, Fate::IsLost];
    let sent = (0..1000).filter(|_| connection.cycle(&Chance { packet, fates, drain: Some(0) }));
    assert_eq!(sent.count() as u32, 33 / PACKET_BLOCKS);
    assert!(connection.packets_on(0, RECOVERY) > 0);
}
