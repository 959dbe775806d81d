//! The entries of the flows.

use super::{EXPONENT_BITS, EXPONENT_OFFSET, GROUP_BITS, MANTISSA_BITS, OFFSET_BITS};
use crate::prelude::*;
use tailback_spec::efl::Efl;

/// Bits of an entry.
const ENTRY_BITS: usize = MANTISSA_BITS + OFFSET_BITS + GROUP_BITS + 2;
/// Lowest bit of the exponent in an entry.
const EXPONENT_AT: usize = MANTISSA_BITS;
/// Lowest bit of the group in an entry.
const GROUP_AT: usize = EXPONENT_AT + OFFSET_BITS;
/// Bit of an entry: the rate is known.
const KNOWN_AT: usize = GROUP_AT + GROUP_BITS;
/// Bit of an entry: a loss ended probing.
const VOID_AT: usize = KNOWN_AT + 1;

block! {
    /// Holds the pace of each flow, with the group of packets to which it belongs.
    ///
    /// A pace is stored in the cycle after it is reported. What is read in that cycle is forwarded;
    /// each of the two sources is 0 while the other one is used.
    pub struct PaceEntries(efl: &Efl) as "tailback_efl_pace_entries" {
        /// Number of the last flow.
        count last_flow = efl.flows() - 1;
        /// Offset of an exponent.
        count offset = EXPONENT_OFFSET;
        /// Lowest bit of the exponent in an entry.
        count exponent_at = EXPONENT_AT;
        /// Lowest bit of the group in an entry.
        count group_at = GROUP_AT;
        /// Bit of an entry: the rate is known.
        count known_at = KNOWN_AT;
        /// Bit of an entry: a loss ended probing.
        count void_at = VOID_AT;

        /// The pace of a flow has changed.
        input paced;
        /// Flow of `paced`.
        input paced_flow[efl.flow_bits()];
        /// Group of the entry.
        input paced_group[GROUP_BITS];
        /// The rate is known.
        input paced_known;
        /// A loss ended probing.
        input paced_void;
        /// Mantissa of the pace.
        input paced_mantissa[MANTISSA_BITS];
        /// Exponent of the pace.
        input paced_exponent[EXPONENT_BITS];
        /// An entry is read.
        input reads;
        /// Flow of that entry.
        input flow[efl.flow_bits()];
        /// High while all entries are cleared.
        output_reg sweeping = true;
        /// Flow that is cleared while `sweeping` is high.
        output_reg write_flow[efl.flow_bits()];
        /// Group of the entry that was read two cycles before.
        output group[GROUP_BITS];
        /// Its rate is known.
        output known;
        /// A loss ended its probing.
        output is_void;
        /// Mantissa of its pace.
        output mantissa[MANTISSA_BITS];
        /// Exponent of its pace, plus 3.
        output exponent[OFFSET_BITS];

        /// The last flow is being cleared.
        local sweep_ends;
        /// The entry that is read is being written.
        local meets;
        /// Exponent with its offset.
        local sum[OFFSET_BITS];
        /// Entry of the pace that is reported.
        local reported[ENTRY_BITS];
        /// An entry is written.
        reg writes = true;
        /// The entry that is written.
        reg write_entry[ENTRY_BITS];
        /// Entry that was written while it was read; 0 if none was.
        reg forwarded[ENTRY_BITS];
        /// Entry that was read.
        reg entry[ENTRY_BITS];
        /// Entry of each flow.
        cleared_memory(efl.flows()) paces[ENTRY_BITS];
    }
    connect {
        paces: write = writes, write_address = write_flow, write_data = write_entry,
            read_address = flow;
    }
}

impl Logic for PaceEntries {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.paced_exponent.val();
        self.sum.next = self.sum.val() + self.offset.val();
        self.reported.next = self.paced_group.val();
        self.reported.next = self.reported.val() << self.group_at.val();
        self.reported.next = self.reported.val() | self.paced_mantissa.val();
        self.reported.next = self
            .reported
            .val()
            .replace_bit(self.known_at.val(), self.paced_known.val())
            .replace_bit(self.void_at.val(), self.paced_void.val());
        for at in 0..7 {
            self.reported.next = self
                .reported
                .val()
                .replace_bit(self.exponent_at.val() + at, self.sum.val().get_bit(at));
        }

        self.sweep_ends.next = self.write_flow.val() == self.last_flow.val();
        self.writes.next = self.paced.val();
        self.write_flow.next = self.paced_flow.val();
        self.write_entry.next = self.reported.val();
        if self.sweeping.val() {
            self.sweeping.next = !self.sweep_ends.val();
            self.writes.next = !self.sweep_ends.val();
            self.write_flow.next = self.write_flow.val() + 1;
            self.write_entry.next = 0.into();
        }

        self.meets.next = self.writes.val() && self.flow.val() == self.write_flow.val();
        self.paces.read.next = self.reads.val() && !self.meets.val();
        self.forwarded.next = 0.into();
        if self.meets.val() {
            self.forwarded.next = self.write_entry.val();
        }
        self.entry.next = self.paces.read_data.val() | self.forwarded.val();

        self.mantissa.next = self.entry.val() >> 0;
        self.exponent.next = self.entry.val() >> self.exponent_at.val();
        self.group.next = self.entry.val() >> self.group_at.val();
        self.known.next = self.entry.val().get_bit(self.known_at.val());
        self.is_void.next = self.entry.val().get_bit(self.void_at.val());
    }
}
