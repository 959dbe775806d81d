//! A flow of a host.

use super::{NEXT_BITS, PLACE_BITS, WORD};
use crate::prelude::*;
use tailback_spec::board::host::{address, BoardHost, HEADER_WORDS};

/// Bits of a cycle in which a packet may begin: a number that never wraps around.
const DUE_BITS: usize = NEXT_BITS + 1;

/// Word address of a register of the flow.
const fn place(address: u32) -> usize {
    (address / 4) as usize
}

block! {
    /// Registers of a flow, and its packets.
    pub struct HostFlow(config: &BoardHost) as "tailback_host_flow" {
        /// Words of a header.
        count header_words = HEADER_WORDS;
        /// Word address of the ICRC.
        count icrc_place = place(address::ICRC);
        /// Word address of the VCRC.
        count vcrc_place = place(address::VCRC);
        /// Word address of the index at the NIC.
        count number_place = place(address::NUMBER);
        /// Word address of the first cycle with packets.
        count start_place = place(address::START);
        /// Word address of the first cycle without packets.
        count stop_place = place(address::STOP);
        /// Word address of the cycles between two packets.
        count interval_place = place(address::INTERVAL);

        /// A register is written.
        input writes;
        /// Word address of the register.
        input place[PLACE_BITS];
        /// Data of the write.
        input data[WORD];
        /// Number of the next cycle.
        input coming[NEXT_BITS];
        /// The flow is granted.
        input grants;
        /// A packet begins.
        input begins;
        /// The grant is declined.
        input declines;
        /// The doorbell rings.
        input rings;
        /// Value of the register.
        output value[WORD];
        /// Words of LRH and BTH, with PSN 0.
        output_reg(HEADER_WORDS) header[WORD];
        /// ICRC of the packet with PSN 0.
        output_reg icrc[WORD];
        /// VCRC of the packet with PSN 0.
        output vcrc[WORD];
        /// Index at the NIC.
        output_reg number[config.flow_bits()];
        /// Packets that have begun.
        output_reg sent[WORD];
        /// The flow has a packet in the next cycle.
        output has;
        /// If a packet begins: another one is ready.
        output more;
        /// A grant waits to be used.
        output_reg granted;
        /// The doorbell should ring.
        output wants;

        /// Extended index at the NIC.
        local wide_number[WORD];
        /// Number of the next cycle.
        local now[DUE_BITS];
        /// Number of the next cycle, and with an interval.
        local after[DUE_BITS];
        /// First cycle in which the packet behind the next one may begin, by the interval.
        local following[DUE_BITS];
        /// The flow is between its first and its last cycle.
        local active;
        /// The interval is over.
        local late;
        /// There is an interval.
        local has_interval;
        /// First cycle with packets.
        reg start[WORD];
        /// First cycle without packets.
        reg stop[WORD];
        /// Cycles between two packets; 0: one after the other.
        reg interval[WORD];
        /// VCRC of the packet with PSN 0.
        reg vcrc_reg[16];
        /// A packet has begun since reset.
        reg started;
        /// First cycle in which a packet may begin.
        reg due[DUE_BITS];
        /// The NIC knows of a packet.
        reg known;
    }
}

impl Logic for HostFlow {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Registers");
        self.wide_number.next = self.number.val();
        self.vcrc.next = self.vcrc_reg.val();
        self.value.next = 0.into();
        for word in 0..self.header_words.val() {
            if self.place.val() == word {
                self.value.next = self.header[word].val();
                if self.writes.val() {
                    self.header[word].next = self.data.val();
                }
            }
        }
        if self.place.val() == self.icrc_place.val() {
            self.value.next = self.icrc.val();
            if self.writes.val() {
                self.icrc.next = self.data.val();
            }
        }
        if self.place.val() == self.vcrc_place.val() {
            self.value.next = self.vcrc.val();
            if self.writes.val() {
                self.vcrc_reg.next = self.data.val() >> 0;
            }
        }
        if self.place.val() == self.number_place.val() {
            self.value.next = self.wide_number.val();
            if self.writes.val() {
                self.number.next = self.data.val() >> 0;
            }
        }
        if self.place.val() == self.start_place.val() {
            self.value.next = self.start.val();
            if self.writes.val() {
                self.start.next = self.data.val();
            }
        }
        if self.place.val() == self.stop_place.val() {
            self.value.next = self.stop.val();
            if self.writes.val() {
                self.stop.next = self.data.val();
            }
        }
        if self.place.val() == self.interval_place.val() {
            self.value.next = self.interval.val();
            if self.writes.val() {
                self.interval.next = self.data.val();
            }
        }
        if self.place.val() == self.interval_place.val() + 1 {
            self.value.next = self.sent.val();
        }

        comment!("Packets");
        self.now.next = self.coming.val();
        self.after.next = self.interval.val();
        self.following.next = self.after.val() + self.due.val();
        self.after.next = self.after.val() + self.now.val();
        self.has_interval.next = self.interval.val() != 0;
        self.active.next =
            self.coming.val() >= self.start.val() && self.coming.val() < self.stop.val();
        self.has.next = self.active.val() && self.due.val() <= self.now.val();
        self.late.next = !self.has_interval.val() || self.now.val() >= self.following.val();
        self.more.next = self.active.val()
            && self.late.val()
            && (!self.has_interval.val() || self.started.val());
        if self.begins.val() {
            self.started.next = true;
            self.sent.next = self.sent.val() + 1;
            if !self.has_interval.val() {
                self.due.next = 0.into();
            } else if !self.started.val() {
                self.due.next = self.after.val();
            } else if self.late.val() {
                self.due.next = self.now.val();
            } else {
                self.due.next = self.following.val();
            }
        }

        comment!("Doorbell and grant");
        self.wants.next = !self.known.val()
            && !self.granted.val()
            && !self.grants.val()
            && self.has.val()
            && !self.begins.val();
        if self.begins.val() {
            self.known.next = self.more.val();
        } else if self.rings.val() {
            self.known.next = true;
        } else if self.grants.val() {
            self.known.next = false;
        }
        if self.begins.val() || self.declines.val() {
            self.granted.next = false;
        } else if self.grants.val() {
            self.granted.next = true;
        }
    }
}
