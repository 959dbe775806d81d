//! The endpoint: all modules of EFL between host and MAC (Shimonishi'07).

mod clock;
mod happened;
mod limiter;
mod queue;

pub use clock::{EflClock, EflTickRest};
pub use happened::EflHappened;
pub use limiter::EflLimiter;
pub use queue::EflEventQueue;

use super::fcs::{FcsAppend, FcsCheck};
use super::loss::LossDetector;
use super::pace::PacketPace;
use super::rate::RateController;
use super::{EflReceive, EflRegisters, EflTransmit};
use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::registers::ADDRESS_BITS;
use tailback_spec::efl::{Efl, WIDTH_BITS};

/// Bits of a flow, and of a number of credits, in a message to the host.
const HALF: usize = 16;
/// Cycles from a packet that is sent to the cycle in which the state of its flow is known.
const STATE_CYCLES: usize = 7;

block! {
    /// Endpoint of EFL: sends payloads of the host as packets that are repeated until they are
    /// acknowledged, at rates that follow the round-trip times of the flows, and gives the host the
    /// payloads received, in order.
    ///
    /// Packets are transferred over AXI4-Stream, with the flow in `tid`; frames from the MAC cannot
    /// be stalled. Software accesses the registers over AXI4-Lite.
    pub struct EflEndpoint(efl: &Efl) as "tailback_efl_endpoint" {
        /// The endpoint makes and checks the FCS; else the MAC does.
        choice has_fcs = efl.has_fcs();
        /// Bits of a number of credits in a message to the host.
        count credit_bits = HALF;
        /// Cycles from a packet that is sent to the cycle in which the state of its flow is known.
        count state_cycles = STATE_CYCLES;

        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Memories have been cleared after reset: the endpoint can be used.
        output ready;
        /// Payloads to be sent; `tid` is the flow.
        slave s_axis_host: AxiStream(
            StreamSignals::packets(WIDTH_BITS).stallable().id(efl.flow_bits())
        );
        /// Payloads received, in order; `tid` is the flow.
        master m_axis_host: AxiStream(
            StreamSignals::packets(WIDTH_BITS).stallable().id(efl.flow_bits())
        );
        /// Credits for packets of a flow: the flow in bits 31 to 16, the number in bits 15 to 0.
        master m_axis_credit: AxiStream(StreamSignals::messages(2 * HALF));
        /// Frames from the MAC; `tuser` is high if the frame is bad, valid with `tlast`.
        slave s_axis_mac: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// Frames for the MAC.
        master m_axis_mac: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());

        /// Flow and number of the credits.
        local credits[2 * HALF];
        /// Element n: a packet was sent n + 1 cycles ago.
        reg(STATE_CYCLES) sent_before;
        /// Flow of the packet sent last.
        reg state_flow[efl.flow_bits()];

        /// Time.
        sub ticker: EflClock = EflClock::new(efl);
        /// Packets of the host, and ACKs to be sent.
        sub transmit: EflTransmit = EflTransmit::new(efl);
        /// Received frames.
        sub receive: EflReceive = EflReceive::new(efl);
        /// Losses.
        sub loss: LossDetector = LossDetector::new(efl);
        /// Events for the rate controller.
        sub events: EflEventQueue = EflEventQueue::new(efl);
        /// Rates of flows.
        sub rate: RateController = RateController::new(efl);
        /// Intervals of packets.
        sub pace: PacketPace = PacketPace::new(efl);
        /// Rate limiter.
        sub limiter: EflLimiter = EflLimiter::new(efl);
        /// Registers.
        sub registers: EflRegisters = EflRegisters::new(efl);
        /// Events for the counters.
        sub counted: EflHappened = EflHappened::new();
        /// Check of the FCS.
        optional(efl.has_fcs()) check: FcsCheck = FcsCheck::new();
        /// Generation of the FCS.
        optional(efl.has_fcs()) append: FcsAppend = FcsAppend::new();
    }
    connect {
        ticker, transmit: now;
        ticker, receive: now;
        ticker, loss: now;
        transmit: s = s_axis_host;
        transmit, loss: acked_flow = ack_flow, acknowledged, acked_rtt = ack_rtt,
            acked_left = ack_left, duplicate, sent, sent_flow;
        transmit, events: event_valid = put, event_flow = put_flow, event_group = put_group,
            event_loss = put_loss, event_covered = put_covered, event_probe = put_probe,
            event_rtt = put_rtt, event_time = put_time, event_bytes = put_bytes;
        transmit, pace: request, request_flow, request_group, request_sent, request_size;
        transmit, limiter: doorbell, doorbell_flow, start, start_flow, start_words, start_more,
            delay, grant_ready;
        transmit, registers: data_peer_flow, reply_peer_flow, sent, sent_flow, sent_again,
            acknowledged, acked_flow, acked_left;
        transmit, receive: ack_take, reply_take;
        transmit, counted: sent, sent_again, replied, acknowledged, duplicate, acks_old, acks_bad,
            host_drops;
        receive: m = m_axis_host;
        receive, transmit: ack, ack_flow, ack_sequence, ack_gap, ack_probe, ack_rtt, ack_time,
            reply, reply_flow, reply_sequence, reply_stamp, reply_probe, reply_gap;
        receive, registers: peer_flow, accepted, accepted_flow;
        receive, counted: accepted, duplicates, gaps, acks, replies_lost, drops;
        loss, transmit: lost, lost_flow;
        loss, registers: lost, lost_flow, lost_late;
        loss, counted: lost, lost_late;
        events, rate: event_valid, event_flow, event_group, event_loss, event_covered, event_probe,
            event_rtt, event_time, event_bytes;
        events, counted: lost = event_lost;
        rate, events: event_ready;
        rate, pace: initial_mantissa, initial_exponent, minimum_mantissa, minimum_exponent,
            maximum_mantissa, maximum_exponent, paced, paced_flow, paced_group, paced_known,
            paced_void, paced_mantissa, paced_exponent;
        rate, registers: updated, updated_flow, updated_rate, updated_rtt, updated_rtt_min,
            updated_rtt_predicted;
        rate, counted: below;
        pace, transmit: words, ipd, probe;
        pace, registers: state;
        limiter, transmit: doorbell_ready, start_ready, grant, grant_flow;
        registers: s_axil, ready, state_flow;
        registers, transmit: set_address, set_probe_packets, data_peer_address, data_peer_label,
            reply_peer_address, reply_peer_label;
        registers, receive: set_address, peer_valid, peer_address;
        registers, loss: set_rto_min;
        registers, rate: set_probes, set_delays, set_predicts, set_alpha, set_beta,
            set_probe_alpha, set_probe_beta, set_initial, set_minimum, set_maximum, set_rtt_min;
        registers, pace: set_probes, set_delays, set_probe_packets;
        counted, registers: happened;
        check: rx = s_axis_mac;
        check, receive: m = rx;
        check, counted: wrong;
        transmit, append: m = s;
        append: m = m_axis_mac;
    }
}

impl Logic for EflEndpoint {
    #[hdl_gen]
    fn update(&mut self) {
        if !self.has_fcs.val() {
            self.receive.rx.tvalid.next = self.s_axis_mac.tvalid.val();
            self.receive.rx.tdata.next = self.s_axis_mac.tdata.val();
            self.receive.rx.tkeep.next = self.s_axis_mac.tkeep.val();
            self.receive.rx.tlast.next = self.s_axis_mac.tlast.val();
            self.receive.rx.tuser.next = self.s_axis_mac.tuser.val();
            self.counted.wrong.next = false;
            self.m_axis_mac.tvalid.next = self.transmit.m.tvalid.val();
            self.m_axis_mac.tdata.next = self.transmit.m.tdata.val();
            self.m_axis_mac.tkeep.next = self.transmit.m.tkeep.val();
            self.m_axis_mac.tlast.next = self.transmit.m.tlast.val();
            self.transmit.m.tready.next = self.m_axis_mac.tready.val();
        }
        self.counted.frame_sent.next = self.m_axis_mac.tvalid.val()
            && self.m_axis_mac.tready.val()
            && self.m_axis_mac.tlast.val();

        self.registers.sweeping.next = self.transmit.sweeping.val()
            || self.receive.sweeping.val()
            || self.loss.sweeping.val()
            || self.rate.sweeping.val()
            || self.pace.sweeping.val();

        self.m_axis_credit.tvalid.next = self.transmit.credit.val();
        self.credits.next = self.transmit.credit_flow.val();
        self.m_axis_credit.tdata.next =
            (self.credits.val() << self.credit_bits.val()) | self.transmit.credit_count.val();

        comment!("The state of a flow is known seven cycles after its packet is sent.");
        self.sent_before[0].next = self.transmit.sent.val();
        for step in 1..self.state_cycles.val() {
            self.sent_before[step].next = self.sent_before[step - 1].val();
        }
        if self.transmit.sent.val() {
            self.state_flow.next = self.transmit.sent_flow.val();
        }
        self.registers.state_write.next = self.sent_before[self.state_cycles.val() - 1].val();
    }
}
