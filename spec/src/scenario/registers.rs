//! Settings that software writes to switches and NICs: the attributes of IBA annex A10.

use super::builder::Builder;
use crate::{
    config::{relate::value, Kind, MarkedBy},
    nic::{congestion_table::CctEntry, Nic, Response},
    switch::{detector::WEIGHTS, head_of_queue::RESET_CODE},
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Table of the settings.
const TABLE: &str = "registers";

/// Ports that mark victims of congestion as well as roots.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VictimMask {
    /// No ports.
    #[default]
    None,
    /// Ports to hosts, since a port to a slow host is not a victim.
    Hosts,
    /// All ports.
    All,
}

/// Published congestion control tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CctTable {
    /// Gap of i²·7/1062 us, literally from the text of Gran'10 §VII-B.
    Gran,
    /// Gap of i²·7/106² us, as `gran` may have been intended.
    GranSquared,
    /// Gap of i²·7/952 us, the vendor's default, literally from the text of Gran'10 §VII-B.
    Vendor,
    /// Gap of i²·7/95² us, as `vendor` may have been intended.
    VendorSquared,
    /// Gaps that rise linearly from 0 to `table_most` packet times (Pfister'05 §V).
    Linear,
    /// Table `mellanox_default`, in use with OpenSM.
    MellanoxDefault,
    /// Table `mellanox_llnl`, in use with OpenSM.
    MellanoxLlnl,
    /// Table `simula_optimal`, in use with OpenSM.
    SimulaOptimal,
    /// Table `simula_llnl`, in use with OpenSM.
    SimulaLlnl,
}

/// `[registers]`
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct RegistersSection {
    /// Weight of the threshold of each detector: 0 never marks, 1 is the loosest, 15 the most
    /// aggressive. 0 to 15; 15 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = WEIGHTS - 1))]
    threshold: Option<u8>,
    /// Shorter packets are never marked. 0 to 255 blocks; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = u8::MAX), extend("x-unit" = "blocks"))]
    packet_size: Option<u8>,
    /// Eligible packets between two that are marked. 0 to 65535 packets; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 0, max = u16::MAX), extend("x-unit" = "packets"))]
    marking_rate: Option<u16>,
    /// Ports that mark victims of congestion as well as roots; `none` if the key is absent.
    #[serde(default)]
    #[schemars(with = "VictimMask")]
    victim_mask: Option<VictimMask>,
    /// Code of the Head-of-Queue Life limit of each output port (HOQLife of PortInfo): a packet that
    /// has waited for credits for this time is dropped. 0 to 31: 4.096 us times two to the power of the
    /// code, and no limit from 20 on; 31 if the key is absent. The engine does not implement the limit;
    /// run the twin.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = RESET_CODE))]
    hoq_life: Option<u8>,
    /// Increase of the CCTI with each BECN. 0 to 255; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = u8::MAX))]
    ccti_increase: Option<u8>,
    /// Upper limit of the CCTI. 0 to 1023; the last index of the table if the key is absent.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 0, max = *Nic::CCT_ENTRIES.last().unwrap_or(&1) - 1))]
    ccti_limit: Option<u16>,
    /// Lower limit of the CCTI. 0 to 255; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = u8::MAX))]
    ccti_min: Option<u8>,
    /// Period after which each CCTI decreases by one, in units of 1.024 us; 0 disables the decrease. 0
    /// to 65535; 150 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 0, max = u16::MAX), extend("x-unit" = "1.024 us"))]
    ccti_timer: Option<u16>,
    /// Congestion control table; `gran` if the key is absent.
    #[serde(default)]
    #[schemars(with = "CctTable")]
    table: Option<CctTable>,
    /// Longest gap of the table `linear`. 1 to 16383 packet times. Required with that table, and allowed
    /// only with that table.
    #[serde(default)]
    #[schemars(
        with = "u16",
        range(min = 1, max = CctEntry::MOST_MULTIPLIER),
        extend("x-unit" = "packet times")
    )]
    table_most: Option<u16>,
}

/// Settings that software writes to the registers, equal in all switches and NICs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registers {
    /// Weight of the threshold, 0 to 15.
    pub threshold: usize,
    /// Length of the shortest packet that is marked, in blocks.
    pub packet_size: u32,
    /// Eligible packets between two that are marked.
    pub marking_rate: u32,
    /// Ports that mark victims as well as roots.
    pub victim_mask: VictimMask,
    /// Code of the Head-of-Queue Life limit of each output port.
    pub hoq_life: u32,
    /// Increase of the CCTI with each BECN.
    pub ccti_increase: u32,
    /// Upper limit of the CCTI.
    pub ccti_limit: u32,
    /// Lower limit of the CCTI.
    pub ccti_min: u32,
    /// Period after which each CCTI decreases by one, in units of 1.024 µs.
    pub ccti_timer: u64,
    /// Congestion control table.
    pub table: CctTable,
    /// Longest gap of [`CctTable::Linear`] in packet times.
    pub table_most: u32,
}

/// CCTI_Timer of Gran'10 Table I.
const DEFAULT_TIMER: u16 = 150;

pub(super) fn registers(build: &mut Builder, congestion_control: bool) -> Option<Registers> {
    let by_table = build.config.nic().response() == Response::Cct;
    let by_detector = build.config.marked_by() == MarkedBy::Detector;
    let there = build.document.entry(TABLE).is_some();
    if !there {
        for (found, key, what) in [
            (by_table, "configuration.nic.response", "congestion control tables"),
            (by_detector, "configuration.marking.by", "congestion detectors"),
        ] {
            if found && congestion_control {
                let message = format!("{what} have no effect until software has set them up");
                let help = "add [registers] with the settings, or set \
                    run.congestion_control = false";
                build.problem(Kind::Missing, key, message, "needs [registers]", help);
            }
        }
        return None;
    }
    let limited = build.document.entry("registers.hoq_life").is_some();
    if !by_table && !by_detector && !limited {
        let message = "no module has registers that [registers] could set".into();
        let help = "set `nic.response = \"cct\"` or `marking.by = \"detector\"` in \
            [configuration], or remove the table";
        build.problem(Kind::Superfluous, TABLE, message, "not allowed", help);
    }
    let section: RegistersSection = value(build.document, TABLE)?;
    let table = section.table.unwrap_or(CctTable::Gran);
    let key = "registers.table_most";
    match (table == CctTable::Linear, section.table_most) {
        (true, None) => {
            let message = format!("the key `{key}` is missing");
            let help = "add `table_most` to [registers]";
            build.problem(Kind::Missing, "registers.table", message, "needs `table_most`", help);
        }
        (false, Some(_)) => {
            let message = format!("{key} is not allowed with this table");
            build.problem(Kind::Superfluous, key, message, "not allowed", "remove the key");
        }
        _ => {}
    }
    let last = build.config.nic().cct_entries() as u32 - 1;
    let limit = section.ccti_limit.map_or(last, u32::from);
    if limit > last {
        let key = "registers.ccti_limit";
        let message = format!("{key} is {limit}, but the last index of the table is {last}");
        let help = "increase `nic.cct_entries` of the configuration";
        build.problem(Kind::OutOfRange, key, message, "beyond the table", help);
    }
    Some(Registers {
        threshold: section.threshold.map_or(WEIGHTS - 1, usize::from),
        packet_size: section.packet_size.unwrap_or_default().into(),
        marking_rate: section.marking_rate.unwrap_or_default().into(),
        victim_mask: section.victim_mask.unwrap_or_default(),
        hoq_life: section.hoq_life.map_or(RESET_CODE, u32::from),
        ccti_increase: section.ccti_increase.unwrap_or(1).into(),
        ccti_limit: limit,
        ccti_min: section.ccti_min.unwrap_or_default().into(),
        ccti_timer: section.ccti_timer.unwrap_or(DEFAULT_TIMER).into(),
        table,
        table_most: section.table_most.unwrap_or(1).into(),
    })
}
