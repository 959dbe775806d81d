//! Settings of `[registers]` of a scenario in switches and NICs.

use super::{Fabric, Write};
use crate::{
    config::MarkedBy,
    registers::{self, Invalid, NoWrite, WORD_BITS},
    scenario::{Peer, Registers, VictimMask},
    switch::head_of_queue::RESET_CODE,
};

/// Service level of all packets.
const SERVICE_LEVEL: u32 = 0;

/// The map lacks a register; its own tests exclude this.
#[derive(Debug, thiserror::Error)]
enum Wrong {
    #[error(transparent)]
    Map(#[from] Invalid),
    #[error(transparent)]
    Write(#[from] NoWrite),
}

impl Fabric {
    /// Settings of a component, in the order in which they are written; empty if the scenario has
    /// none for it.
    pub(super) fn settings(&self, component: usize) -> Vec<Write> {
        let Some(registers) = &self.scenario.registers else { return Vec::new() };
        let by_detector = self.scenario.config.marked_by() == MarkedBy::Detector;
        let writes = match component.checked_sub(self.scenario.switches.len()) {
            None => self.of_switch(registers, component, by_detector),
            Some(host) if self.scenario.congestion_control && self.nic.has_table() => {
                self.of_nic(registers, host)
            }
            _ => Ok(Vec::new()),
        };
        let writes = writes.expect("the maps have all registers of annex A10");
        let plain = |write: registers::Write| Write { address: write.address, data: write.value };
        writes.into_iter().map(plain).collect()
    }

    fn of_switch(
        &self,
        registers: &Registers,
        switch: usize,
        by_detector: bool,
    ) -> Result<Vec<registers::Write>, Wrong> {
        let map = registers::switch::map(&self.scenario.config)?;
        let ports = self.scenario.ports(switch);
        let marks = |peer: &Peer| match registers.victim_mask {
            VictimMask::None => false,
            VictimMask::Hosts => matches!(peer, Peer::Host(_)),
            VictimMask::All => true,
        };
        let mut writes = Vec::new();
        if registers.hoq_life != RESET_CODE {
            for port in 0..ports.len() as u32 {
                let life = [("life", registers.hoq_life)];
                writes.push(map.write("ports.head_of_queue", &[port], &life)?);
            }
        }
        if !by_detector {
            return Ok(writes);
        }
        let words = ports.chunks(WORD_BITS as usize).zip(["victim_mask", "victim_mask_high"]);
        for (ports, register) in words {
            let bits = ports.iter().zip(0..).map(|(peer, at)| u32::from(marks(peer)) << at);
            writes.push(map.write(register, &[], &[("mask", bits.sum())])?);
        }
        let setting = [
            ("threshold", registers.threshold as u32),
            ("packet_size", registers.packet_size),
            ("marking_rate", registers.marking_rate),
        ];
        writes.push(map.write("congestion_setting", &[], &setting)?);
        Ok(writes)
    }

    /// Settings of a NIC; nothing is throttled until the last write.
    fn of_nic(&self, registers: &Registers, host: usize) -> Result<Vec<registers::Write>, Wrong> {
        const LEVEL: &str = "ca_congestion_setting.service_levels";
        let map = registers::nic::map(&self.scenario.config)?;
        let mut writes = Vec::new();
        for (entry, place) in self.scenario.congestion_table(registers, host).iter().zip(0..) {
            let fields =
                [("shift", entry.shift().into()), ("multiplier", entry.multiplier().into())];
            writes.push(map.write("cct", &[place], &fields)?);
        }
        let limit = [("limit", registers.ccti_limit)];
        writes.push(map.write("congestion_control_table", &[], &limit)?);
        let reaction =
            [("timer", registers.ccti_timer as u32), ("increase", registers.ccti_increase)];
        writes.push(map.write(&format!("{LEVEL}.reaction"), &[SERVICE_LEVEL], &reaction)?);
        let minimum = [("min", registers.ccti_min)];
        writes.push(map.write(&format!("{LEVEL}.minimum"), &[SERVICE_LEVEL], &minimum)?);
        let control = [("control_map", 1 << SERVICE_LEVEL)];
        writes.push(map.write("ca_congestion_setting.control", &[], &control)?);
        Ok(writes)
    }
}
