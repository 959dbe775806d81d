//! A value of each flow.

use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// A value of each flow in block RAM, which is read in each cycle, and cleared after reset.
    pub struct FlowMemory(efl: &Efl, bits: usize) as "tailback_efl_flow_memory" {
        /// Memories are being cleared.
        input sweeping;
        /// Flow that is cleared.
        input sweep_flow[efl.flow_bits()];
        /// A value is written.
        input write;
        /// Flow of the value that is written.
        input write_flow[efl.flow_bits()];
        /// Value that is written.
        input new_value[bits];
        /// Flow whose value is read.
        input read_flow[efl.flow_bits()];
        /// Value of `read_flow` of the previous cycle.
        output value[bits];

        /// Value of each flow.
        memory(efl.flows()) flow_entries[bits];
    }
    connect {
        flow_entries: read_address = read_flow, read_data = value;
    }
}

impl Logic for FlowMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.flow_entries.read.next = true;
        self.flow_entries.write.next = self.write.val() || self.sweeping.val();
        self.flow_entries.write_address.next = self.write_flow.val();
        self.flow_entries.write_data.next = self.new_value.val();
        if self.sweeping.val() {
            self.flow_entries.write_address.next = self.sweep_flow.val();
            self.flow_entries.write_data.next = 0.into();
        }
    }
}
