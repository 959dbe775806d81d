//! `tailback check`: validates a configuration or a scenario, and shows the derived values.

mod links;
mod package;
mod scenario;

use crate::{
    config_file::ConfigFile,
    failure::Failure,
    output::{Output, Report, Verdict},
    scenario_file::ScenarioFile,
};
use links::Reached;
use serde::Serialize;
use tailback_spec::{
    config::Allocator,
    nic::{AfterIdle, Nic, Response, Throttled},
    Config,
};

/// Check a configuration or scenario and show derived values, or verify a directory of `gen`.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    /// Read the file as a scenario; without this option, its tables decide.
    #[arg(long)]
    scenario: bool,
}

/// A configuration with its derived values.
#[derive(Debug, Serialize)]
struct Checked {
    configuration: Config,
    derived: Derived,
    /// Warnings about settings that are legal but bad.
    warnings: Vec<String>,
}

/// Values derived from a configuration.
#[derive(Debug, Serialize)]
struct Derived {
    clock_period_ns: f64,
    link_gbit_per_s: f64,
    longest_packet_cycles: usize,
    input_buffer_bytes: usize,
    capacity_packets: usize,
    counter_bits: usize,
    virtual_lanes: usize,
    longest_packet_blocks: usize,
    virtual_lane_blocks: usize,
    allocator: Allocator,
    #[serde(skip_serializing_if = "Option::is_none")]
    fifo: Option<FifoFacts>,
    flow_control_period_cycles: usize,
    credit_counter_credits: u32,
    link_reached: Reached,
    nic: NicFacts,
}

/// Derived values of a FIFO allocator.
#[derive(Debug, Serialize)]
struct FifoFacts {
    queue_packets: usize,
    bypasses: u32,
}

/// Derived values of the NIC.
#[derive(Debug, Serialize)]
struct NicFacts {
    flows: usize,
    window_packets: u32,
    response: Response,
    #[serde(skip_serializing_if = "Option::is_none")]
    after_idle: Option<AfterIdle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Table>,
    /// Longest packets of each VL in the receive buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    receive_packets: Option<u32>,
    longest_packet_words: u32,
}

/// Derived values of a NIC with a congestion control table.
#[derive(Debug, Serialize)]
struct Table {
    entries: usize,
    throttled: Throttled,
}

impl NicFacts {
    fn of(nic: &Nic) -> Self {
        let has_table = nic.response() == Response::Cct;
        NicFacts {
            flows: nic.flows(),
            window_packets: nic.window(),
            response: nic.response(),
            after_idle: (!has_table).then(|| nic.after_idle()),
            table: has_table
                .then(|| Table { entries: nic.cct_entries(), throttled: nic.throttled() }),
            receive_packets: nic.receive_packets(),
            longest_packet_words: nic.packet_words(),
        }
    }

    fn rows(&self) -> Vec<[String; 3]> {
        let row = |what: &str, value: String, unit: &str| [what.into(), value, unit.into()];
        let mut rows = vec![
            row("flows of the NIC", self.flows.to_string(), "flows"),
            row("window of a flow", self.window_packets.to_string(), "packets"),
            row("response to marks", name(&self.response), ""),
        ];
        rows.extend(self.after_idle.iter().map(|after| row("rate after idling", name(after), "")));
        if let Some(table) = &self.table {
            rows.push(row("congestion control table", table.entries.to_string(), "entries"));
            rows.push(row("an index for each", name(&table.throttled), ""));
        }
        let buffered = self.receive_packets.iter();
        rows.extend(
            buffered.map(|it| row("receive buffer for each VL", it.to_string(), "packets")),
        );
        rows
    }
}

/// Returns a value as written in the configuration file.
fn name(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

impl Derived {
    fn of(config: &Config) -> Self {
        const BITS_PER_BYTE: usize = 8;
        const MBIT_PER_GBIT: f64 = 1e3;
        let (width_bits, switch) = (config.datapath().width_bits(), config.switch());
        Derived {
            clock_period_ns: config.clock().period_ns(),
            link_gbit_per_s: width_bits as f64 * config.clock().frequency_mhz() / MBIT_PER_GBIT,
            longest_packet_cycles: (switch.max_packet_bytes() * BITS_PER_BYTE).div_ceil(width_bits),
            input_buffer_bytes: switch.virtual_lanes()
                * switch.packets_per_input()
                * switch.max_packet_bytes(),
            capacity_packets: config.marking().capacity(),
            counter_bits: config.marking().counter_bits(),
            virtual_lanes: switch.virtual_lanes(),
            longest_packet_blocks: config.link().packet_blocks(),
            virtual_lane_blocks: config.link().buffer_blocks(),
            allocator: config.allocator(),
            fifo: match config.allocator() {
                Allocator::Fifo => Some(FifoFacts {
                    queue_packets: config.fifo().packets(),
                    bypasses: config.fifo().bypasses(),
                }),
                Allocator::RoundRobin => None,
            },
            flow_control_period_cycles: config.link().period_cycles(),
            credit_counter_credits: config.credit_counter().total(),
            link_reached: Reached::of(config),
            nic: NicFacts::of(&config.nic()),
        }
    }
}

impl Report for Checked {
    fn human(&self) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(comfy_table::presets::NOTHING);
        let derived = &self.derived;
        table.add_rows([
            ["clock period", &round(derived.clock_period_ns), "ns"],
            ["link", &round(derived.link_gbit_per_s), "Gbit/s"],
            ["longest packet", &derived.longest_packet_cycles.to_string(), "cycles"],
            ["input buffer", &derived.input_buffer_bytes.to_string(), "bytes"],
            ["capacity of the switch", &derived.capacity_packets.to_string(), "packets"],
            ["packet counter", &derived.counter_bits.to_string(), "bits"],
            ["virtual lanes", &derived.virtual_lanes.to_string(), ""],
            ["longest packet, with VCRC", &derived.longest_packet_blocks.to_string(), "blocks"],
            ["buffer of a virtual lane", &derived.virtual_lane_blocks.to_string(), "blocks"],
        ]);
        match &derived.fifo {
            Some(fifo) => table.add_rows([
                ["FIFO allocator's queue", &fifo.queue_packets.to_string(), "packets"],
                ["bypasses per packet", &fifo.bypasses.to_string(), "times"],
            ]),
            None => table.add_row(["round-robin allocator", "", ""]),
        };
        table.add_rows([
            ["flow-control period", &derived.flow_control_period_cycles.to_string(), "cycles"],
            ["credit counter", &derived.credit_counter_credits.to_string(), "credits"],
        ]);
        table.add_row(derived.link_reached.row());
        table.add_rows(derived.nic.rows());
        if let Some(values) = table.column_mut(1) {
            values.set_cell_alignment(comfy_table::CellAlignment::Right);
        }
        let warnings = self.warnings.iter().map(|warning| format!("warning: {warning}\n"));
        let warnings = warnings.collect::<String>();
        let table = table.trim_fmt();
        format!("{} is valid\n\n{table}\n{warnings}", self.configuration.name())
    }
}

/// Formats a value with three decimals at most.
fn round(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Runs `tailback check`.
///
/// # Errors
///
/// If the file or directory cannot be read, has problems or is not a package, or standard output
/// cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    if arguments.config.path().is_dir() {
        return package::run(arguments.config.path(), output);
    }
    let file = ScenarioFile::new(&arguments.config);
    if arguments.scenario || file.looks_like_one()? {
        return scenario::run(file, output);
    }
    let configuration = arguments.config.load()?;
    let derived = Derived::of(&configuration);
    let warnings = derived.link_reached.warning(&configuration).into_iter().collect();
    output.report(&Checked { configuration, derived, warnings })?;
    Ok(Verdict::Good)
}
