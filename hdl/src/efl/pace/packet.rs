//! The pace of a packet.

use super::{
    LimiterCode, PaceEntries, PaceFactor, PaceInterval, PaceState, SettingInterval, CARRY_BITS,
    EXPONENT_BITS, GROUP_BITS, INTERVAL_BITS, MANTISSA_BITS, PLACES, PROBE_BITS, PRODUCT_BITS,
    SENT_BITS, SIZE_BITS, STATE_BITS,
};
use crate::prelude::*;
use tailback_spec::efl::pace::{State, WORD_BITS};
use tailback_spec::efl::Efl;
use tailback_spec::nic::response::IPD_BITS;

block! {
    /// Computes the interval that the rate limiter keeps after a packet, from the pace of its flow
    /// and its size.
    ///
    /// A flow keeps the fraction of a cycle by which its packets were sent too early, its carry. The
    /// intervals at the paces of the settings are computed while the entry of the flow is read.
    /// Results are valid four cycles after the request; requests are at least four cycles apart.
    pub struct PacketPace(efl: &Efl) as "tailback_efl_pace" {
        /// Fraction bits of an interval.
        count fraction = CARRY_BITS;
        /// State of delay probing.
        count waiting = State::Wait as usize;

        /// A group begins with bandwidth probing.
        input set_probes;
        /// Packets that are sent before the rate is known are delay probes.
        input set_delays;
        /// Packets of bandwidth probing.
        input set_probe_packets[PROBE_BITS];
        /// Mantissa of the pace of R_0.
        input initial_mantissa[MANTISSA_BITS];
        /// Exponent of the pace of R_0.
        input initial_exponent[EXPONENT_BITS];
        /// Mantissa of the pace of R_MIN.
        input minimum_mantissa[MANTISSA_BITS];
        /// Exponent of the pace of R_MIN.
        input minimum_exponent[EXPONENT_BITS];
        /// Mantissa of the pace of the line.
        input maximum_mantissa[MANTISSA_BITS];
        /// Exponent of the pace of the line.
        input maximum_exponent[EXPONENT_BITS];
        /// The pace of a flow has changed.
        input paced;
        /// Flow of `paced`.
        input paced_flow[efl.flow_bits()];
        /// Group of packets to which the pace belongs.
        input paced_group[GROUP_BITS];
        /// The rate is known.
        input paced_known;
        /// A loss ended probing.
        input paced_void;
        /// Mantissa of the pace.
        input paced_mantissa[MANTISSA_BITS];
        /// Exponent of the pace.
        input paced_exponent[EXPONENT_BITS];
        /// A flow starts a packet.
        input request;
        /// Flow of `request`.
        input request_flow[efl.flow_bits()];
        /// Group of the packet.
        input request_group[GROUP_BITS];
        /// Packets of the group before this one.
        input request_sent[SENT_BITS];
        /// Bytes of the packet on the line.
        input request_size[SIZE_BITS];
        /// Memories are being cleared.
        output sweeping;
        /// Words of the start at the limiter; 0 before the first request.
        output words[WORD_BITS as usize];
        /// IPD of the start at the limiter.
        output ipd[IPD_BITS];
        /// The packet is a delay probe.
        output_reg probe;
        /// State of the flow.
        output_reg state[STATE_BITS];

        /// Interval of the packet, if it is below the highest one.
        local interval[INTERVAL_BITS];
        /// Interval and carry, with a bit above them.
        local sum[INTERVAL_BITS + 1];
        /// Carry that is stored.
        local new_carry[CARRY_BITS];
        /// Carry after the highest interval, which is a cycle less 2^-8.
        local less_carry[CARRY_BITS];

        /// A request was accepted one cycle before.
        reg requested;
        /// Flow of the last request.
        reg flow[efl.flow_bits()];
        /// Group of the packet of the cycle before.
        reg group[GROUP_BITS];
        /// Size of the packet of the cycle before.
        reg size[SIZE_BITS];
        /// The packet of the cycle before is among those of bandwidth probing.
        reg is_early;
        /// Setting `probes` of the cycle before.
        reg probes;
        /// Setting `delays` of the cycle before.
        reg delays;

        /// A request was accepted two cycles before.
        reg selects;
        /// Group of the packet of two cycles before.
        reg select_group[GROUP_BITS];
        /// Size of the packet of two cycles before.
        reg select_size[SIZE_BITS];
        /// The packet of two cycles before is among those of bandwidth probing.
        reg select_early;
        /// Setting `probes` of two cycles before.
        reg select_probes;
        /// Setting `delays` of two cycles before.
        reg select_delays;

        /// A request was accepted three cycles before.
        reg adds;
        /// Product for the entry of the flow.
        reg product[PRODUCT_BITS];
        /// Shift of the product.
        reg places[PLACES];
        /// Carry of the flow.
        reg carry[CARRY_BITS];
        /// State of the flow.
        reg add_state[STATE_BITS];
        /// The interval is that of the entry.
        reg uses_entry;
        /// The interval is that of R_0.
        reg uses_initial;
        /// The interval is that of the line.
        reg uses_maximum;
        /// Setting `delays` of three cycles before.
        reg add_delays;

        /// A request was accepted four cycles before.
        reg stores;
        /// A request was accepted before.
        reg valid;
        /// Interval and carry, with a bit above them.
        reg total[INTERVAL_BITS + 1];
        /// The interval is the highest one.
        reg exceeds;
        /// Carry before the last request.
        reg old_carry[CARRY_BITS];

        /// Entries of the flows.
        sub entries: PaceEntries = PaceEntries::new(efl);
        /// Interval at R_0.
        sub of_initial: SettingInterval = SettingInterval::new();
        /// Interval at R_MIN.
        sub of_minimum: SettingInterval = SettingInterval::new();
        /// Interval at the rate of the line.
        sub of_maximum: SettingInterval = SettingInterval::new();
        /// State of the flow.
        sub selection: PaceState = PaceState::new();
        /// The size as a factor for the entry's pace.
        sub scaled: PaceFactor = PaceFactor::new();
        /// The product, shifted.
        sub shift: PaceInterval = PaceInterval::new();
        /// Results for the limiter.
        sub code: LimiterCode = LimiterCode::new();
        /// Carry of each flow.
        memory(efl.flows()) carries[CARRY_BITS];
    }
    connect {
        entries: paced, paced_flow, paced_group, paced_known, paced_void, paced_mantissa,
            paced_exponent, reads = request, flow = request_flow, sweeping;
        of_initial: mantissa = initial_mantissa, exponent = initial_exponent, size = request_size;
        of_minimum: mantissa = minimum_mantissa, exponent = minimum_exponent, size = request_size;
        of_maximum: mantissa = maximum_mantissa, exponent = maximum_exponent, size = request_size;
        entries, selection: group = entry_group, known = entry_known, is_void = entry_void;
        selection: group = select_group, is_early = select_early, probes = select_probes;
        entries, scaled: exponent;
        scaled: size = select_size;
        shift: product, places;
        code: exceeds, valid, words, ipd;
        carries: read = requested, read_address = flow;
    }
}

impl Logic for PacketPace {
    #[hdl_gen]
    fn update(&mut self) {
        self.requested.next = self.request.val();
        if self.request.val() {
            self.flow.next = self.request_flow.val();
        }
        self.group.next = self.request_group.val();
        self.size.next = self.request_size.val();
        self.is_early.next = self.request_sent.val() < self.set_probe_packets.val();
        self.probes.next = self.set_probes.val();
        self.delays.next = self.set_delays.val();

        self.selects.next = self.requested.val();
        self.select_group.next = self.group.val();
        self.select_size.next = self.size.val();
        self.select_early.next = self.is_early.val();
        self.select_probes.next = self.probes.val();
        self.select_delays.next = self.delays.val();

        comment!("Two cycles after the request: the entry is known, and those of the settings are multiplied.");
        self.adds.next = self.selects.val();
        self.product.next = self.entries.mantissa.val() * self.scaled.factor.val();
        self.places.next = self.scaled.places.val();
        self.carry.next = self.carries.read_data.val();
        self.add_state.next = self.selection.state.val();
        self.uses_entry.next = self.selection.uses_entry.val();
        self.uses_initial.next = self.selection.uses_initial.val();
        self.uses_maximum.next = self.selection.uses_maximum.val();
        self.add_delays.next = self.select_delays.val();

        comment!("Three cycles after the request: one of the intervals, and the carry.");
        self.interval.next = self.of_minimum.interval.val();
        if self.uses_entry.val() {
            self.interval.next = self.shift.interval.val();
        } else if self.uses_initial.val() {
            self.interval.next = self.of_initial.interval.val();
        } else if self.uses_maximum.val() {
            self.interval.next = self.of_maximum.interval.val();
        }
        self.sum.next = self.interval.val();
        self.sum.next = self.sum.val() + self.carry.val();
        self.stores.next = self.adds.val();
        if self.adds.val() {
            self.valid.next = true;
            self.total.next = self.sum.val();
            self.exceeds.next = self.uses_entry.val() && self.shift.exceeds.val();
            self.old_carry.next = self.carry.val();
            self.state.next = self.add_state.val();
            self.probe.next = self.add_delays.val() && self.add_state.val() == self.waiting.val();
        }

        comment!(
            "Four cycles after the request: the carry is stored, before the next one is read."
        );
        self.code.cycles.next = self.total.val() >> self.fraction.val();
        self.less_carry.next = self.old_carry.val() - 1;
        self.new_carry.next = self.total.val() >> 0;
        if self.exceeds.val() {
            self.new_carry.next = self.less_carry.val();
        }
        self.carries.write.next = self.stores.val() || self.entries.sweeping.val();
        self.carries.write_address.next = self.flow.val();
        self.carries.write_data.next = self.new_carry.val();
        if self.entries.sweeping.val() {
            self.carries.write_address.next = self.entries.write_flow.val();
            self.carries.write_data.next = 0.into();
        }
    }
}
