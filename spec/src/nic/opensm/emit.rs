//! Writer: from settings to a file.

use super::{key, Entry, Settings, Throttled};
use std::fmt;

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shift, self.multiplier)
    }
}

/// All keys, except those of service levels whose settings are all 0, as OpenSM writes them.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { enabled, key, outstanding_mads, switch, adapter, table } = self;
        writeln!(f, "{} {}", key::ENABLED, if *enabled { "TRUE" } else { "FALSE" })?;
        writeln!(f, "{} {key:#018x}", key::KEY)?;
        writeln!(f, "{} {outstanding_mads}", key::OUTSTANDING_MADS)?;
        writeln!(f, "{} {:#x}", key::SWITCH_CONTROL_MAP, switch.control_map.get())?;
        writeln!(f, "{} 0x{}", key::VICTIM_MASK, switch.victim_mask.to_hex())?;
        writeln!(f, "{} 0x{}", key::CREDIT_MASK, switch.credit_mask.to_hex())?;
        writeln!(f, "{} {:#x}", key::THRESHOLD, switch.threshold.get())?;
        writeln!(f, "{} {}", key::PACKET_SIZE, switch.packet_size)?;
        writeln!(f, "{} {:#x}", key::STARVATION_THRESHOLD, switch.starvation_threshold.get())?;
        writeln!(f, "{} {}", key::RETURN_DELAY, switch.return_delay)?;
        writeln!(f, "{} {}", key::MARKING_RATE, switch.marking_rate)?;
        let port_control = u32::from(adapter.throttled == Throttled::Sl);
        writeln!(f, "{} {port_control:#06x}", key::PORT_CONTROL)?;
        writeln!(f, "{} {:#06x}", key::CONTROL_MAP, adapter.control_map.get())?;
        for (sl, level) in adapter.levels.iter().enumerate() {
            if *level != Default::default() {
                writeln!(f, "{} {sl} {}", key::TIMER, level.timer)?;
                writeln!(f, "{} {sl} {}", key::INCREASE, level.increase)?;
                writeln!(f, "{} {sl} {}", key::TRIGGER, level.trigger)?;
                writeln!(f, "{} {sl} {}", key::MIN, level.min)?;
            }
        }
        let entries: Vec<_> = table.iter().map(Entry::to_string).collect();
        let entries = if table.is_empty() { "(null)".into() } else { entries.join(",") };
        writeln!(f, "{} {entries}", key::TABLE)
    }
}
