//! From settings to configurations and registers.

use super::{Room, Settings};
use crate::{
    nic::{Nic, Throttled},
    problem::Override,
    register_map::{Map, NoWrite, Write, WORD_BITS},
};

impl Settings {
    /// Overrides of a configuration with which the NIC can have these settings, and the switch
    /// marks by them. The table has as many entries as `room`, or the fewest that suffice.
    pub fn configuration(&self, room: Room) -> Vec<Override> {
        let set = |key: &str, value: &str| Override { key: key.into(), value: value.into() };
        let least = Nic::CCT_ENTRIES.iter().map(|entries| *entries as usize);
        let least = least.into_iter().find(|entries| *entries >= self.table.len());
        let entries = match room.throttled {
            Some(_) => room.entries,
            None => least.unwrap_or(room.entries),
        };
        let throttled = match self.adapter.throttled {
            Throttled::Qp => "\"qp\"",
            Throttled::Sl => "\"sl\"",
        };
        let marked = self.switch.has_threshold() && self.switch.threshold.get() != 0;
        let marking = marked.then(|| set("marking.by", "\"detector\""));
        let nic = [
            set("nic.response", "\"cct\""),
            set("nic.cct_entries", &entries.to_string()),
            set("nic.throttled", throttled),
        ];
        marking.into_iter().chain(nic).collect()
    }

    /// Writes to the registers of a NIC with a congestion control table, in this order: nothing is
    /// throttled until the last one.
    ///
    /// # Errors
    ///
    /// If `map` has no congestion control table ([`NoWrite::Register`]), or one with fewer entries
    /// than the settings ([`NoWrite::Indices`]).
    pub fn nic_writes(&self, map: &Map) -> Result<Vec<Write>, NoWrite> {
        const CONTROL: &str = "ca_congestion_setting.control";
        const REACTION: &str = "ca_congestion_setting.service_levels.reaction";
        const MINIMUM: &str = "ca_congestion_setting.service_levels.minimum";
        let mut writes = vec![map.write(CONTROL, &[], &[("control_map", 0)])?];
        // Without a table there still is one entry, that of CCTI 0.
        let no_delay = [Default::default()];
        let table = if self.table.is_empty() { &no_delay[..] } else { &self.table };
        for (entry, place) in table.iter().zip(0..) {
            let fields = [("shift", entry.shift.get()), ("multiplier", entry.multiplier.get())];
            writes.push(map.write("cct", &[place], &fields)?);
        }
        let limit = [("limit", self.limit() as u32)];
        writes.push(map.write("congestion_control_table", &[], &limit)?);
        let levels = self.adapter.levels.iter().zip(0..);
        for (level, sl) in levels.filter(|(_, sl)| self.adapter.controls(*sl as usize)) {
            let reaction = [
                ("timer", level.timer.get()),
                ("increase", level.increase.get()),
                ("trigger", level.trigger.get()),
            ];
            writes.push(map.write(REACTION, &[sl], &reaction)?);
            writes.push(map.write(MINIMUM, &[sl], &[("min", level.min.get())])?);
        }
        let control_map = [("control_map", self.adapter.control_map.get())];
        writes.push(map.write(CONTROL, &[], &control_map)?);
        Ok(writes)
    }

    /// Writes to the registers of a switch with `ports` ports. InfiniBand's port 1 is the first
    /// port here: port 0 is the switch itself.
    ///
    /// # Errors
    ///
    /// If `map` is not that of a switch, or is that of a switch with too few ports for the victim
    /// mask: [`NoWrite::Register`] or [`NoWrite::Value`].
    pub fn switch_writes(&self, map: &Map, ports: usize) -> Result<Vec<Write>, NoWrite> {
        let switch = &self.switch;
        let mut writes = Vec::new();
        for (name, first) in [("victim_mask", 0), ("victim_mask_high", WORD_BITS as usize)] {
            if first >= ports {
                continue;
            }
            let here = (first..ports).take(WORD_BITS as usize);
            let bit = |port: usize| u32::from(switch.victim_mask.has(port + 1)) << (port - first);
            let mask = here.map(bit).fold(0, |mask, bit| mask | bit);
            let mask = if switch.has_victim_mask() { mask } else { 0 };
            writes.push(map.write(name, &[], &[("mask", mask)])?);
        }
        let counts = |counts: bool, value: u32| if counts { value } else { 0 };
        let setting = [
            ("threshold", counts(switch.has_threshold(), switch.threshold.get())),
            ("packet_size", counts(switch.has_threshold(), switch.packet_size.get())),
            ("marking_rate", counts(switch.has_marking_rate(), switch.marking_rate.get())),
        ];
        writes.push(map.write("congestion_setting", &[], &setting)?);
        Ok(writes)
    }

    /// Settings that have no effect, a sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if !self.enabled {
            remarks.push(
                "congestion_control is not TRUE: OpenSM would send none of these settings".into(),
            );
        }
        if self.switch.has_starvation() {
            remarks.push("credit starvation is not imported: no module implements it".into());
        }
        let outside: Vec<_> = (0..Nic::SERVICE_LEVELS)
            .filter(|sl| !self.adapter.controls(*sl))
            .filter(|sl| self.adapter.levels[*sl] != Default::default())
            .map(|sl| sl.to_string())
            .collect();
        if !outside.is_empty() {
            let outside = outside.join(", ");
            remarks.push(format!(
                "SL {outside}: the settings are not imported, since the control map excludes them"
            ));
        }
        remarks
    }
}
