//! The records of the flows.

use super::{BYTES_BITS, GROUP_BITS, RATE_BITS, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::Efl;

/// Bits of a mark: a time, and a count of bytes.
const MARK_BITS: usize = TIME_BITS + BYTES_BITS;
/// Bits of a record.
const RECORD_BITS: usize = GROUP_BITS + 3 + RATE_BITS + 2 * MARK_BITS + 3 * TIME_BITS;
/// Lowest bit of the RTT in a record, above the predicted RTT.
const RTT_AT: usize = TIME_BITS;
/// Lowest bit of the least RTT.
const RTT_MIN_AT: usize = RTT_AT + TIME_BITS;
/// Lowest bit of the later mark: its bytes, and above them its time.
const NEW_AT: usize = RTT_MIN_AT + TIME_BITS;
/// Lowest bit of the earlier mark.
const OLD_AT: usize = NEW_AT + MARK_BITS;
/// Lowest bit of the rate.
const RATE_AT: usize = OLD_AT + MARK_BITS;
/// Lowest bit of the group.
const GROUP_AT: usize = RATE_AT + RATE_BITS;
/// Bit that is high if the rate is known.
const KNOWN_AT: usize = GROUP_AT + GROUP_BITS;
/// Bit that is high if there are marks.
const MARKED_AT: usize = KNOWN_AT + 1;
/// Bit that is high if a loss ended probing.
const VOID_AT: usize = KNOWN_AT + 2;

block! {
    /// Holds the record of each flow: its rate, and what its update needs.
    ///
    /// A record is valid two cycles after its read, until the next read.
    pub struct RateRecords(efl: &Efl) as "tailback_efl_rate_records" {
        /// Lowest bit of the RTT in a record.
        count rtt_at = RTT_AT;
        /// Lowest bit of the least RTT in a record.
        count rtt_min_at = RTT_MIN_AT;
        /// Lowest bit of the bytes of the later mark in a record.
        count new_at = NEW_AT;
        /// Lowest bit of its time.
        count new_time_at = NEW_AT + BYTES_BITS;
        /// Lowest bit of the bytes of the earlier mark in a record.
        count old_at = OLD_AT;
        /// Lowest bit of its time.
        count old_time_at = OLD_AT + BYTES_BITS;
        /// Lowest bit of the rate in a record.
        count rate_at = RATE_AT;
        /// Lowest bit of the group in a record.
        count group_at = GROUP_AT;
        /// Bit of a record: the rate is known.
        count known_at = KNOWN_AT;
        /// Bit of a record: there are marks.
        count marked_at = MARKED_AT;
        /// Bit of a record: a loss ended probing.
        count void_at = VOID_AT;
        /// Bits of a time.
        count time_bits = TIME_BITS;
        /// Bits of a count of bytes.
        count bytes_bits = BYTES_BITS;
        /// Bits of a rate.
        count rate_bits = RATE_BITS;

        /// Records are being cleared.
        input sweeping;
        /// A record is read.
        input reads;
        /// Flow of that record.
        input flow[efl.flow_bits()];
        /// A record is written, and is the new one from the next cycle on.
        input writes;
        /// Flow of that record.
        input new_flow[efl.flow_bits()];
        /// Group of the new record.
        input new_group[GROUP_BITS];
        /// The rate of the new record is known.
        input new_known;
        /// The new record has marks.
        input new_marked;
        /// A loss ended the probing of the new record.
        input new_void;
        /// Rate of the new record.
        input new_rate[RATE_BITS];
        /// Time of the new record's earlier mark.
        input new_old_time[TIME_BITS];
        /// Bytes of the new record's earlier mark.
        input new_old_bytes[BYTES_BITS];
        /// Time of the new record's later mark.
        input new_new_time[TIME_BITS];
        /// Bytes of the new record's later mark.
        input new_new_bytes[BYTES_BITS];
        /// RTT of the new record.
        input new_rtt[TIME_BITS];
        /// Least RTT of the new record.
        input new_rtt_min[TIME_BITS];
        /// Predicted RTT of the new record.
        input new_rtt_predicted[TIME_BITS];

        /// Group of the record that was read.
        output group[GROUP_BITS];
        /// Its rate is known.
        output known;
        /// It has marks.
        output marked;
        /// A loss ended its probing.
        output is_void;
        /// Its rate.
        output rate[RATE_BITS];
        /// Time of its earlier mark.
        output old_time[TIME_BITS];
        /// Bytes of its earlier mark.
        output old_bytes[BYTES_BITS];
        /// Time of its later mark.
        output new_time[TIME_BITS];
        /// Bytes of its later mark.
        output new_bytes[BYTES_BITS];
        /// Its RTT.
        output rtt[TIME_BITS];
        /// Its least RTT.
        output rtt_min[TIME_BITS];
        /// Its predicted RTT.
        output rtt_predicted[TIME_BITS];

        /// The new record.
        local new_record[RECORD_BITS];
        /// Record that was read.
        reg record[RECORD_BITS];
        /// Flow that is cleared, if it exists.
        reg swept[efl.flow_bits()];
        /// Record of each flow.
        memory(efl.flows()) entries[RECORD_BITS];
    }
    connect { entries: read = reads, read_address = flow; }
}

impl Logic for RateRecords {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_record.next = self.new_group.val();
        self.new_record.next =
            (self.new_record.val() << self.rate_bits.val()) | self.new_rate.val();
        self.new_record.next =
            (self.new_record.val() << self.time_bits.val()) | self.new_old_time.val();
        self.new_record.next =
            (self.new_record.val() << self.bytes_bits.val()) | self.new_old_bytes.val();
        self.new_record.next =
            (self.new_record.val() << self.time_bits.val()) | self.new_new_time.val();
        self.new_record.next =
            (self.new_record.val() << self.bytes_bits.val()) | self.new_new_bytes.val();
        self.new_record.next =
            (self.new_record.val() << self.time_bits.val()) | self.new_rtt_min.val();
        self.new_record.next = (self.new_record.val() << self.time_bits.val()) | self.new_rtt.val();
        self.new_record.next =
            (self.new_record.val() << self.time_bits.val()) | self.new_rtt_predicted.val();
        self.new_record.next =
            self.new_record.val().replace_bit(self.known_at.val(), self.new_known.val());
        self.new_record.next =
            self.new_record.val().replace_bit(self.marked_at.val(), self.new_marked.val());
        self.new_record.next =
            self.new_record.val().replace_bit(self.void_at.val(), self.new_void.val());

        self.swept.next = self.swept.val() + 1;
        self.entries.write.next = self.writes.val() || self.sweeping.val();
        self.entries.write_address.next = self.new_flow.val();
        self.entries.write_data.next = self.new_record.val();
        if self.sweeping.val() {
            self.entries.write_address.next = self.swept.val();
            self.entries.write_data.next = 0.into();
        }

        self.record.next = self.entries.read_data.val();
        self.rtt_predicted.next = self.record.val() >> 0;
        self.rtt.next = self.record.val() >> self.rtt_at.val();
        self.rtt_min.next = self.record.val() >> self.rtt_min_at.val();
        self.new_bytes.next = self.record.val() >> self.new_at.val();
        self.new_time.next = self.record.val() >> self.new_time_at.val();
        self.old_bytes.next = self.record.val() >> self.old_at.val();
        self.old_time.next = self.record.val() >> self.old_time_at.val();
        self.rate.next = self.record.val() >> self.rate_at.val();
        self.group.next = self.record.val() >> self.group_at.val();
        self.known.next = self.record.val().get_bit(self.known_at.val());
        self.marked.next = self.record.val().get_bit(self.marked_at.val());
        self.is_void.next = self.record.val().get_bit(self.void_at.val());
    }
}
