//! What software sets in switches and NICs: the attributes of IBA annex A10.

use super::{build::Builder, network::Scenario};
use crate::{
    config::{relate::value, Kind, MarkedBy},
    nic::{
        congestion_table::{
            presets::{self, InUse, Packets},
            CctEntry,
        },
        Nic, Response,
    },
    switch::{detector::WEIGHTS, head_of_queue::RESET_CODE},
};
use schemars::JsonSchema;
use serde::Deserialize;

/// The table of the settings.
const TABLE: &str = "registers";

/// Which ports mark victims of congestion, too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VictimMask {
    /// None.
    #[default]
    None,
    /// Those to hosts: a host that is too slow is no victim.
    Hosts,
    /// All.
    All,
}

/// A congestion control table that was published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CctTable {
    /// A gap of i²·7/1062 us, as the text of Gran'10 §VII-B reads.
    Gran,
    /// A gap of i²·7/106² us, as that may have been meant.
    GranSquared,
    /// A gap of i²·7/952 us, the vendor's default as the text of Gran'10 §VII-B reads.
    Vendor,
    /// A gap of i²·7/95² us, as that may have been meant.
    VendorSquared,
    /// Gaps that rise linearly from 0 to `table_most` packet times (Pfister'05 §V).
    Linear,
    /// In use with OpenSM.
    MellanoxDefault,
    /// In use with OpenSM.
    MellanoxLlnl,
    /// In use with OpenSM.
    SimulaOptimal,
    /// In use with OpenSM.
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
    /// Which ports mark victims of congestion, too; `none` if the key is absent.
    #[serde(default)]
    #[schemars(with = "VictimMask")]
    victim_mask: Option<VictimMask>,
    /// Code of the Head-of-Queue Life limit of each output port (HOQLife of PortInfo): a packet that
    /// has waited for so long for credits is dropped. 0 to 31: 4.096 us times two to this power, from 20
    /// on for ever; 31 if the key is absent. The engine has no such limit: run the twin.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = RESET_CODE))]
    hoq_life: Option<u8>,
    /// By how much a BECN raises the CCTI. 0 to 255; 1 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = u8::MAX))]
    ccti_increase: Option<u8>,
    /// The CCTI is never above it. 0 to 1023; the last index of the table if the key is absent.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 0, max = *Nic::CCT_ENTRIES.last().unwrap_or(&1) - 1))]
    ccti_limit: Option<u16>,
    /// The CCTI is never below it. 0 to 255; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "u8", range(min = 0, max = u8::MAX))]
    ccti_min: Option<u8>,
    /// Time after which each CCTI falls by one, in units of 1.024 us; 0 is never. 0 to 65535; 150
    /// if the key is absent.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 0, max = u16::MAX), extend("x-unit" = "1.024 us"))]
    ccti_timer: Option<u16>,
    /// The congestion control table; `gran` if the key is absent.
    #[serde(default)]
    #[schemars(with = "CctTable")]
    table: Option<CctTable>,
    /// The longest gap of the table `linear`, and only of that. 1 to 16383 packet times.
    #[serde(default)]
    #[schemars(
        with = "u16",
        range(min = 1, max = CctEntry::MOST_MULTIPLIER),
        extend("x-unit" = "packet times")
    )]
    table_most: Option<u16>,
}

/// What software sets in switches and NICs; the same in all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Registers {
    /// Weight of the threshold: 0 to 15.
    pub threshold: usize,
    /// Blocks of the shortest packet that is marked.
    pub packet_size: u32,
    /// Eligible packets between two that are marked.
    pub marking_rate: u32,
    /// Which ports mark victims, too.
    pub victim_mask: VictimMask,
    /// Code of the Head-of-Queue Life limit of each output port.
    pub hoq_life: u32,
    /// By how much a BECN raises the CCTI.
    pub ccti_increase: u32,
    /// The CCTI is never above it.
    pub ccti_limit: u32,
    /// The CCTI is never below it.
    pub ccti_min: u32,
    /// Units of 1.024 µs after which each CCTI falls by one.
    pub ccti_timer: u64,
    /// The congestion control table.
    pub table: CctTable,
    /// The longest gap of [`CctTable::Linear`] in packet times.
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
                let message = format!("{what} do nothing before software has set them up");
                let help = "add [registers] with the settings, or set \
                    run.congestion_control = false";
                build.problem(Kind::Missing, key, message, "needs [registers]", help);
            }
        }
        return None;
    }
    let limited = build.document.entry("registers.hoq_life").is_some();
    if !by_table && !by_detector && !limited {
        let message = "nothing has registers that [registers] could set".into();
        let help = "set `nic.response = \"cct\"` or `marking.by = \"detector\"` in \
            [configuration], or remove the table";
        build.problem(Kind::Superfluous, TABLE, message, "without meaning", help);
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
            let message = format!("{key} has no meaning with this table");
            build.problem(Kind::Superfluous, key, message, "without meaning", "remove it");
        }
        _ => {}
    }
    let last = build.config.nic().cct_entries() as u32 - 1;
    let limit = section.ccti_limit.map_or(last, u32::from);
    if limit > last {
        let key = "registers.ccti_limit";
        let message = format!("{key} is {limit}, but the last index of the table is {last}");
        let help = "make `nic.cct_entries` of the configuration larger";
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

impl Scenario {
    /// The congestion control table of a host; its times become packet times of the host's link.
    pub fn congestion_table(&self, registers: &Registers, host: usize) -> Vec<CctEntry> {
        const GRAN_BASE: u32 = 106;
        const VENDOR_BASE: u32 = 95;
        const BITS_PER_BYTE: u128 = 8;
        let entries = self.config.nic().cct_entries();
        let bytes = self.packet_beats() * self.config.port().width_bytes() as u64;
        let bits = u128::from(bytes) * BITS_PER_BYTE;
        let hertz = u128::from(self.config.clock().frequency_hz());
        let bits_per_s = (bits * hertz / u128::from(self.hosts[host].packet_cycles)) as u64;
        let packets = Packets { bytes: bytes as u32, bits_per_s };
        let squared = |divisor| presets::squared(divisor, packets, entries);
        let in_use = |name: &str| {
            let found: Option<&InUse> = presets::IN_USE.iter().find(|table| table.name == name);
            found.map(|table| table.entries(entries)).unwrap_or_default()
        };
        match registers.table {
            CctTable::Gran => squared(presets::GRAN),
            CctTable::GranSquared => squared(GRAN_BASE.pow(2)),
            CctTable::Vendor => squared(presets::VENDOR),
            CctTable::VendorSquared => squared(VENDOR_BASE.pow(2)),
            CctTable::Linear => presets::linear(registers.table_most, entries),
            CctTable::MellanoxDefault => in_use("mellanox_default"),
            CctTable::MellanoxLlnl => in_use("mellanox_llnl"),
            CctTable::SimulaOptimal => in_use("simula_optimal"),
            CctTable::SimulaLlnl => in_use("simula_llnl"),
        }
    }
}
