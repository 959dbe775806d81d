//! The outputs of a cycle.

use super::place::Place;
use super::{Access, NicRegisters, NicRegistersInputs, NicRegistersOutputs, Now, Qp, QP_MASK};
use crate::bits::is_set;
use tailback_spec::nic::Nic;
use tailback_spec::registers::WORD_BYTES;

impl NicRegisters {
    /// Drives all outputs of a cycle.
    pub(super) fn show(
        &self,
        inputs: &NicRegistersInputs,
        now: &Now,
        outputs: &mut NicRegistersOutputs,
    ) {
        let Access { address, data, .. } = self.access;
        (outputs.s_axil.awready, outputs.s_axil.wready) = (self.accepts_write, self.accepts_write);
        (outputs.s_axil.bvalid, outputs.s_axil.bresp) = (self.written.valid, self.written.response);
        outputs.s_axil.arready = self.accepts_read;
        (outputs.s_axil.rvalid, outputs.s_axil.rresp) = (self.read.valid, self.read.response);
        outputs.s_axil.rdata = self.read.data.into();

        outputs.ready = self.clearing == 0;
        (outputs.qp_base, outputs.control_map) = (self.qp_base.into(), self.control_map.into());
        let place = address / WORD_BYTES;
        let qp = Qp { valid: is_set(data.into(), 31), number: data & QP_MASK };
        outputs.qp_write = now.done && matches!(now.okay, Some(Place::Qp(_)));
        outputs.qp_write_flow = (place & (self.layout.flows.next_power_of_two().max(2) - 1)).into();
        (outputs.qp_write_valid, outputs.qp_write_number) = (qp.valid, qp.number.into());
        if self.layout.has_table {
            self.show_table(inputs, now, outputs);
        }
    }

    /// Drives the outputs to the congestion table.
    fn show_table(
        &self,
        inputs: &NicRegistersInputs,
        now: &Now,
        outputs: &mut NicRegistersOutputs,
    ) {
        const LEVELS: u32 = Nic::SERVICE_LEVELS as u32;
        let Access { address, data, .. } = self.access;
        let place = address / WORD_BYTES;
        let sl = u64::from(place.wrapping_sub(1) / 2 % LEVELS);
        let index = u64::from(place % self.layout.entries);
        outputs.limit = self.limit.into();
        outputs.set_valid = now.done && matches!(now.okay, Some(Place::Reaction | Place::Minimum));
        (outputs.set_sl, outputs.read_sl) = (sl, sl);
        let [timer, increase, trigger, min] =
            [data >> 16, data >> 8 & 0xFF, data & 0xFF, data >> 24].map(u64::from);
        if place % 2 == 1 {
            outputs.set_timer = timer;
            outputs.set_increase = increase;
            outputs.set_trigger = trigger;
            outputs.set_min = inputs.read_min;
        } else {
            outputs.set_timer = inputs.read_timer;
            outputs.set_increase = inputs.read_increase;
            outputs.set_trigger = inputs.read_trigger;
            outputs.set_min = min;
        }
        outputs.write = now.done && now.okay == Some(Place::Entry);
        (outputs.write_index, outputs.read_index) = (index, index);
        outputs.write_entry = (data & 0xFFFF).into();
        outputs.ask = now.asks;
        (outputs.ask_flow, outputs.ask_sl) = match self.layout.by_level {
            true => (0, (place % LEVELS).into()),
            false => (self.flows.selected.into(), self.flows.copy.level),
        };
    }
}
