//! The modules of a link: traces of the specification, and equality of Verilog and kernel at every
//! size.

use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::link::flow_control::Lpcrc;
use tailback_hdl::link::{
    CreditCounter, CreditReceiver, CreditSender, FlowControlChecker, FlowControlTransmitter,
    LinkDelay, SlowLink, SlowLinkReceiver, SlowLinkSender,
};
use tailback_hdl::prelude::*;
use tailback_kernels::Kernel;
use tailback_spec::link::{credit_counter, delay, slow_link, Link};

/// Virtual lanes, blocks of a buffer, blocks of the longest packet, and cycles of the period:
/// minimum, maximum, and values between.
const LINKS: [[u32; 4]; 7] = [
    [1, 1, 1, 16],
    [2, 65_535, 257, 65_536],
    [3, 2047, 33, 48],
    [4, 2048, 33, 64],
    [5, 4095, 257, 16],
    [8, 4096, 33, 1000],
    [8, 65_535, 257, 16],
];

block! {
    /// A checker that receives the packets of a transmitter: random packets are never good.
    pub struct Wire(link: &Link) as "tailback_wire" {
        /// Virtual lanes.
        count virtual_lanes = link.virtual_lanes();
        /// High while the link is up.
        input active;
        /// Blocks sent, one count per virtual lane.
        input(link.virtual_lanes()) fctbs[12];
        /// Block count up to which credits are granted, one per virtual lane.
        input(link.virtual_lanes()) fccl[12];
        /// High when the transmitter's packet is accepted.
        input ready;
        /// High when the packet is good.
        output update;
        /// High when the packet is good, and from a link that is not yet active.
        output is_initial;
        /// High when the packet is bad.
        output bad;
        /// VL of the packet.
        output its_vl[4];
        /// FCTBS of the packet.
        output sent[12];
        /// FCCL of the packet.
        output limit[12];
        /// Transmitter under test.
        sub transmitter: FlowControlTransmitter = FlowControlTransmitter::new(link);
        /// Checker under test.
        sub judge: FlowControlChecker = FlowControlChecker::new(link);
    }
}

impl Logic for Wire {
    #[hdl_gen]
    fn update(&mut self) {
        self.transmitter.active.next = self.active.val();
        self.transmitter.ready.next = self.ready.val();
        for vl in 0..self.virtual_lanes.val() {
            self.transmitter.fctbs[vl].next = self.fctbs[vl].val();
            self.transmitter.fccl[vl].next = self.fccl[vl].val();
        }
        self.judge.valid.next = self.transmitter.valid.val();
        self.judge.packet.next = self.transmitter.packet.val();
        self.update.next = self.judge.update.val();
        self.is_initial.next = self.judge.is_initial.val();
        self.bad.next =
            self.judge.bad_crc.val() || self.judge.bad_op.val() || self.judge.bad_vl.val();
        self.its_vl.next = self.judge.vl.val();
        self.sent.next = self.judge.fctbs.val();
        self.limit.next = self.judge.fccl.val();
    }
}

fn link([virtual_lanes, buffer, packet, period]: [u32; 4]) -> Link {
    Link::new(virtual_lanes, buffer, packet, period).expect("a link that is possible")
}

fn counter(total: u32) -> CreditCounter {
    let config = credit_counter::CreditCounter::new(total).expect("credits that are possible");
    CreditCounter::new(&config)
}

fn counters() -> Vec<Box<dyn Kernel>> {
    let totals = [1, 2, 3, 8, 64, 255, 65_535];
    totals.into_iter().map(|total| Box::new(counter(total)) as Box<dyn Kernel>).collect()
}

fn link_delay([width_bytes, delay]: [u32; 2]) -> LinkDelay {
    LinkDelay::new(&delay::LinkDelay::new(width_bytes, delay).expect("a link that is possible"))
}

/// Links without a ring, and with rings of one word, of a power of two, and between.
fn link_delays() -> Vec<Box<dyn Kernel>> {
    let sizes = [[8, 1], [64, 1], [8, 2], [16, 3], [8, 9], [64, 100]];
    sizes.into_iter().map(|size| Box::new(link_delay(size)) as Box<dyn Kernel>).collect()
}

fn slow_end([width_bytes, longest_beats]: [u32; 2]) -> slow_link::SlowLinkEnd {
    slow_link::SlowLinkEnd::new(width_bytes, longest_beats).expect("an end that is possible")
}

/// Ends of slow links with the shortest and the longest packets, and whole links.
fn slow_links() -> Vec<Box<dyn Kernel>> {
    let sizes = [[8, 2], [8, 1024], [16, 9], [32, 65], [64, 2], [64, 129]].map(slow_end);
    let mut all: Vec<Box<dyn Kernel>> = Vec::new();
    for end in sizes {
        all.push(Box::new(SlowLinkSender::new(&end)));
        all.push(Box::new(SlowLinkReceiver::new(&end)));
    }
    let link = slow_link::SlowLink::new(slow_end([8, 40]), 5).expect("a link that is possible");
    all.push(Box::new(SlowLink::new(&link)));
    all
}

fn every_link() -> Vec<Box<dyn Kernel>> {
    let mut all: Vec<Box<dyn Kernel>> = Vec::new();
    for link in LINKS.map(link) {
        all.push(Box::new(CreditSender::new(&link)));
        all.push(Box::new(CreditReceiver::new(&link)));
        all.push(Box::new(FlowControlChecker::new(&link)));
        all.push(Box::new(FlowControlTransmitter::new(&link)));
    }
    all
}

#[test]
fn no_tool_complains_of_any_size() {
    let delays = link_delays().into_iter().chain(slow_links());
    clean(counters().into_iter().chain(delays).chain(every_link()).collect());
}

#[test]
fn the_verilog_is_the_kernel() {
    let wires = LINKS.map(link).into_iter().map(|link| Box::new(Wire::new(&link)) as _);
    let delays = link_delays().into_iter().chain(slow_links());
    alike(counters().into_iter().chain(delays).chain(every_link()).chain(wires).collect());
}

#[test]
fn link_delay_text() {
    reviewed!("link_delay", &link_delay([8, 5]));
}

#[test]
fn slow_link_text() {
    let link = slow_link::SlowLink::new(slow_end([8, 9]), 5).expect("a link that is possible");
    reviewed!("slow_link", &SlowLink::new(&link));
}

#[test]
fn slow_link_sender_text() {
    reviewed!("slow_link_sender", &SlowLinkSender::new(&slow_end([8, 9])));
}

#[test]
fn slow_link_receiver_text() {
    reviewed!("slow_link_receiver", &SlowLinkReceiver::new(&slow_end([8, 9])));
}

#[test]
fn credit_counter_text() {
    reviewed!("credit_counter", &counter(8));
}

#[test]
fn credit_sender_text() {
    reviewed!("credit_sender", &CreditSender::new(&link([2, 128, 33, 64])));
}

#[test]
fn credit_receiver_text() {
    reviewed!("credit_receiver", &CreditReceiver::new(&link([2, 5000, 33, 64])));
}

#[test]
fn flow_control_checker_text() {
    reviewed!("flow_control_checker", &FlowControlChecker::new(&link([2, 128, 33, 64])));
}

#[test]
fn flow_control_transmitter_text() {
    reviewed!("flow_control_transmitter", &FlowControlTransmitter::new(&link([4, 128, 33, 64])));
}

#[test]
fn a_credit_that_comes_back_can_be_taken_in_the_cycle_after() {
    let mut block = reset(counter(2));
    let outputs = ["available", "full", "credits"];
    let steps = [
        ((1, 0), [1, 1, 2]),
        ((1, 0), [1, 0, 1]),
        // A take without a credit has no effect.
        ((1, 0), [0, 0, 0]),
        // A take and a give in the same cycle leave the count unchanged.
        ((1, 1), [0, 0, 0]),
        ((0, 1), [0, 0, 0]),
        ((0, 1), [1, 0, 1]),
        // A give without a debt has no effect.
        ((0, 1), [1, 1, 2]),
        ((1, 1), [1, 1, 2]),
        ((0, 0), [1, 1, 2]),
    ];
    for (step, ((take, give), expected)) in steps.into_iter().enumerate() {
        let inputs = [("take", take), ("give", give)];
        assert_eq!(cycle(&mut block, &inputs, outputs), expected, "step {step}");
    }
}

#[test]
fn a_sender_waits_for_credits_and_for_the_first_word_of_the_receiver() {
    let mut block = reset(CreditSender::new(&link([2, 128, 33, 64])));
    let outputs = ["may_send", "may_send_one", "initialised", "fctbs"];
    // Elements from the left: VL 1, VL 0. Both request to send 3 blocks.
    let blocks = ("blocks", 3 << 7 | 3);
    let update = |vl, fccl| [blocks, ("update", 1), ("update_vl", vl), ("update_fccl", fccl)];
    let send = |vl, count| [blocks, ("send", 1), ("send_vl", vl), ("send_blocks", count)];
    // Before the first packet of the receiver, not even a packet of 0 blocks has credit.
    assert_eq!(cycle(&mut block, &[], outputs), [0b00, 0b00, 0b00, 0]);
    assert_eq!(cycle(&mut block, &update(1, 3), outputs), [0b00, 0b00, 0b00, 0]);
    // An update is in the counters in the next cycle, and in `may_send` in the one after.
    assert_eq!(cycle(&mut block, &update(0, 2), outputs), [0b00, 0b00, 0b10, 0]);
    // VL 0 has credits for only two blocks; VL15 counts nothing.
    assert_eq!(cycle(&mut block, &send(15, 5), outputs), [0b10, 0b10, 0b11, 0]);
    assert_eq!(cycle(&mut block, &send(1, 3), outputs), [0b10, 0b11, 0b11, 0]);
    // The packet of VL 1 that begins is not included yet.
    assert_eq!(cycle(&mut block, &update(0, 2048), outputs), [0b10, 0b11, 0b11, 3 << 12]);
    assert_eq!(cycle(&mut block, &update(0, 2052), outputs), [0b00, 0b01, 0b11, 3 << 12]);
    // 2045 blocks beyond the packet are credit; 2049 are not, nor 2051 beyond one block.
    assert_eq!(cycle(&mut block, &update(0, 2049), outputs), [0b01, 0b01, 0b11, 3 << 12]);
    assert_eq!(cycle(&mut block, &update(0, 2050), outputs), [0b00, 0b00, 0b11, 3 << 12]);
    // 2048 blocks beyond one block are credit; 2049 are not.
    assert_eq!(cycle(&mut block, &[blocks], outputs), [0b01, 0b01, 0b11, 3 << 12]);
    assert_eq!(cycle(&mut block, &[blocks], outputs), [0b01, 0b00, 0b11, 3 << 12]);
}

#[test]
fn a_sender_counts_modulo_4096() {
    let mut block = reset(CreditSender::new(&link([1, 4000, 33, 64])));
    let send = [("send", 1), ("send_blocks", 33)];
    for _ in 0..125 {
        cycle(&mut block, &send, []);
    }
    // 125 * 33 = 4125; a limit of 60 is 31 blocks away.
    let update = [("update", 1), ("update_fccl", 60)];
    assert_eq!(cycle(&mut block, &update, ["fctbs"]), [29]);
    cycle(&mut block, &[("blocks", 31)], []);
    assert_eq!(cycle(&mut block, &[("blocks", 32)], ["may_send"]), [1]);
    assert_eq!(cycle(&mut block, &[], ["may_send"]), [0]);
}

#[test]
fn a_receiver_offers_what_is_free_and_at_most_2048_blocks() {
    let mut block = reset(CreditReceiver::new(&link([2, 5000, 33, 64])));
    let outputs = ["fccl", "abr"];
    let free = |count: u128| ("free", count << 13 | 100);
    let received = |vl, count| [free(count), ("received", 1), ("received_vl", vl)];
    assert_eq!(cycle(&mut block, &received(1, 5000), outputs), [2048 << 12 | 100, 0]);
    // A stored block raises ABR and takes free space: the limit stays.
    assert_eq!(cycle(&mut block, &received(1, 2048), outputs), [2049 << 12 | 100, 1 << 12]);
    assert_eq!(cycle(&mut block, &received(15, 2047), outputs), [2049 << 12 | 100, 2 << 12]);
    let update = [free(1000), ("update", 1), ("update_vl", 1), ("update_fctbs", 4000)];
    assert_eq!(cycle(&mut block, &update, outputs), [1002 << 12 | 100, 2 << 12]);
    // 4000 + 1000 is beyond 4096.
    assert_eq!(cycle(&mut block, &[free(1000)], outputs), [904 << 12 | 100, 4000 << 12]);
}

#[test]
fn an_update_wins_over_a_block_that_comes_with_it() {
    let mut block = reset(CreditReceiver::new(&link([1, 10, 1, 16])));
    let both = [("update", 1), ("update_fctbs", 7), ("received", 1)];
    cycle(&mut block, &both, []);
    assert_eq!(cycle(&mut block, &[], ["abr"]), [7]);
}

/// Computes the remainder by long division, and reverses each byte; shares no code with the kernel.
fn lpcrc(body: u32) -> u16 {
    let bits = body.to_be_bytes().into_iter().flat_map(|byte| (0..8).map(move |at| byte >> at & 1));
    // Initial ones in the remainder invert the first 16 bits.
    let mut dividend: Vec<u8> = bits.chain([0; 16]).collect();
    dividend[..16].iter_mut().for_each(|bit| *bit ^= 1);
    for at in 0..32 {
        if dividend[at] == 1 {
            [0, 4, 13, 15, 16].iter().for_each(|term| dividend[at + term] ^= 1);
        }
    }
    let sent = dividend[32..].iter().map(|bit| bit ^ 1).collect::<Vec<_>>();
    let byte = |eight: &[u8]| eight.iter().rev().fold(0, |all, bit| all << 1 | u16::from(*bit));
    byte(&sent[..8]) << 8 | byte(&sent[8..])
}

#[test]
fn the_lpcrc_is_the_remainder_of_a_long_division() {
    let mut block = Lpcrc::new();
    let mut body = 1u32;
    for step in 0..200 {
        let given = if step < 32 { 1 << step } else { body };
        let [found] = cycle(&mut block, &[("data", given.into())], ["lpcrc"]);
        assert_eq!(found as u16, lpcrc(given), "{given:08x}");
        body = body.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    }
}

/// Returns a packet with these fields.
fn packet(op: u32, fctbs: u32, vl: u32, fccl: u32) -> u128 {
    let body = op << 28 | fctbs << 16 | vl << 12 | fccl;
    u128::from(body) << 16 | u128::from(lpcrc(body))
}

#[test]
fn a_checker_has_one_verdict_for_each_packet() {
    let mut block = FlowControlChecker::new(&link([2, 128, 33, 64]));
    let outputs = ["update", "is_initial", "bad_crc", "bad_op", "bad_vl"];
    let mut verdict =
        |valid, packet| cycle(&mut block, &[("valid", valid), ("packet", packet)], outputs);
    assert_eq!(verdict(1, packet(0, 1, 1, 2)), [1, 0, 0, 0, 0]);
    assert_eq!(verdict(1, packet(1, 4095, 0, 4095)), [1, 1, 0, 0, 0]);
    assert_eq!(verdict(1, packet(2, 1, 15, 2)), [0, 0, 0, 1, 0]);
    assert_eq!(verdict(1, packet(1, 1, 15, 2)), [0, 0, 0, 0, 1]);
    assert_eq!(verdict(1, packet(0, 1, 2, 2)), [0, 0, 0, 0, 1]);
    for at in 0..48 {
        assert_eq!(verdict(1, packet(0, 1, 1, 2) ^ 1 << at), [0, 0, 1, 0, 0], "bit {at}");
    }
    assert_eq!(verdict(0, packet(0, 1, 1, 2)), [0; 5]);
    let fields = ["fctbs", "vl", "fccl"];
    let given = [("packet", packet(3, 0xABC, 5, 0x123))];
    assert_eq!(cycle(&mut block, &given, fields), [0xABC, 5, 0x123]);
}

/// Cycles from the slot of one VL to the slot of the next.
const TURN: usize = 16;

#[test]
fn a_transmitter_tells_news_at_once_and_the_rest_in_turn() {
    let mut block = reset(FlowControlTransmitter::new(&link([2, 128, 33, 2 * TURN as u32])));
    let outputs = ["valid", "packet"];
    // Elements from the left: VL 1, VL 0.
    let inputs = |active, ready, news: u128| {
        let fccl = ("fccl", news << 12 | 30);
        [("active", active), ("ready", ready), ("fctbs", 7 << 12 | 5), fccl]
    };
    let mut step = |active, ready, news| cycle(&mut block, &inputs(active, ready, news), outputs);
    // Both VLs have sent nothing since reset: VL 0 is first, and its packet is held until accepted.
    assert_eq!(step(0, 0, 40), [0, 0]);
    assert_eq!(step(0, 0, 40), [1, packet(1, 5, 0, 30)]);
    assert_eq!(step(0, 1, 40), [1, packet(1, 5, 0, 30)]);
    assert_eq!(step(0, 1, 40), [1, packet(1, 7, 1, 40)]);
    // No packet is due.
    assert_eq!(step(0, 1, 40), [0, 0]);
    // A new limit is sent one cycle later; the counters are those of the cycle in which the packet
    // is built.
    assert_eq!(step(0, 1, 41), [0, 0]);
    assert_eq!(step(0, 1, 41), [1, packet(1, 7, 1, 41)]);
    // The link becomes active: both VLs send a packet, starting after the last VL.
    assert_eq!(step(1, 1, 41), [0, 0]);
    assert_eq!(step(1, 1, 41), [1, packet(0, 5, 0, 30)]);
    assert_eq!(step(1, 1, 41), [1, packet(0, 7, 1, 41)]);
    // The slot of VL 0 is in cycle 15 and that of VL 1 in cycle 31, each two cycles before its
    // packet is valid.
    for now in 10..60 {
        let expected = match now {
            17 | 49 => [1, packet(0, 5, 0, 30)],
            33 => [1, packet(0, 7, 1, 41)],
            _ => [0, 0],
        };
        assert_eq!(step(1, 1, 41), expected, "cycle {now}");
    }
}

#[test]
fn a_turn_that_comes_as_the_packet_is_built_is_not_lost() {
    let mut block = reset(FlowControlTransmitter::new(&link([1, 128, 33, TURN as u32])));
    let mut sent = Vec::new();
    for now in 0..40 {
        // A new limit in the cycle of the first slot.
        let fccl = if now < TURN - 1 { 3 } else { 4 };
        let inputs = [("active", 1), ("ready", 1), ("fccl", fccl)];
        let [valid] = cycle(&mut block, &inputs, ["valid"]);
        sent.extend((valid == 1).then_some(now));
    }
    assert_eq!(sent, [1, TURN, TURN + 1, 2 * TURN + 1]);
}
