//! Tables of times: messages, messages that wait for others, and latency of packets.

use crate::columns::Columns;
use tailback_model::fabric::{Latencies, Latency, MessageTimes, Messages, SizeClass, Times};
use tailback_spec::scenario::{Scenario, Traffic};

const NS_PER_US: f64 = 1e3;

/// Messages, each with its times.
pub fn messages(scenario: &Scenario, messages: &Messages) -> Columns {
    let microseconds = |cycles| scenario.nanoseconds(cycles) / NS_PER_US;
    let bytes = |packets: u64| packets * scenario.payload_bytes as u64;
    let all = || messages.all();
    Columns::new()
        .text("flow", all().map(|message| scenario.flow_name(message.flow)).collect())
        .counts("payload_bytes", all().map(|message| bytes(message.packets)).collect())
        .numbers("alone_us", all().map(|message| microseconds(message.alone)).collect())
        .maybe_numbers("taken_us", all().map(|message| message.taken.map(microseconds)).collect())
        .maybe_numbers("slowdown", all().map(|message| message.slowdown()).collect())
}

/// Slowdown and completion times of messages by size.
pub fn sizes(scenario: &Scenario, messages: &Messages) -> Columns {
    let classes = messages.by_size(scenario);
    let values = |of: fn(&SizeClass) -> Option<f64>| classes.iter().map(of).collect();
    let counts = |of: fn(&SizeClass) -> usize| classes.iter().map(|it| of(it) as u64).collect();
    Columns::new()
        .text("sizes", classes.iter().map(|class| class.name.clone()).collect())
        .maybe_counts("up_to_bytes", classes.iter().map(|class| class.up_to_bytes).collect())
        .counts("messages", counts(|class| class.messages))
        .counts("complete", counts(|class| class.complete))
        .maybe_numbers("mean_slowdown", values(|class| class.slowdown.mean))
        .maybe_numbers("median_slowdown", values(|class| class.slowdown.median))
        .maybe_numbers("percentile_95_slowdown", values(|class| class.slowdown.percentile_95))
        .maybe_numbers("percentile_99_slowdown", values(|class| class.slowdown.percentile_99))
        .maybe_numbers("most_slowdown", values(|class| class.slowdown.most))
        .maybe_numbers("mean_us", values(|class| class.us.mean))
        .maybe_numbers("median_us", values(|class| class.us.median))
        .maybe_numbers("percentile_95_us", values(|class| class.us.percentile_95))
        .maybe_numbers("percentile_99_us", values(|class| class.us.percentile_99))
        .maybe_numbers("most_us", values(|class| class.us.most))
}

/// Messages that wait for others and were received in the interval of the averages, by flow.
pub fn exchanges(scenario: &Scenario, times: Option<&MessageTimes>) -> Columns {
    let bytes = |flow: usize| match &scenario.flows[flow].traffic {
        Traffic::Exchange(exchange) => exchange.bytes,
        _ => 0,
    };
    let flows = 0..scenario.flows.len();
    let all = || flows.clone().filter_map(|flow| Some((flow, times?.of(flow)?)));
    let microseconds = |cycles: f64| cycles * scenario.nanoseconds(1) / NS_PER_US;
    let some =
        |cycles: u64, times: &Times| (times.messages > 0).then(|| microseconds(cycles as f64));
    Columns::new()
        .text("flow", all().map(|(flow, _)| scenario.flow_name(flow)).collect())
        .counts("payload_bytes", all().map(|(flow, _)| bytes(flow)).collect())
        .counts("messages", all().map(|(_, times)| times.messages).collect())
        .maybe_numbers("least_us", all().map(|(_, times)| some(times.least, times)).collect())
        .maybe_numbers("mean_us", all().map(|(_, times)| times.mean().map(microseconds)).collect())
        .maybe_numbers("most_us", all().map(|(_, times)| some(times.most, times)).collect())
        .maybe_numbers(
            "interval_us",
            all().map(|(_, times)| times.interval().map(microseconds)).collect(),
        )
}

/// Latency of the packets received in the interval of the averages, by group of flows.
pub fn latencies(scenario: &Scenario, latencies: Option<&Latencies>) -> Columns {
    let groups: &[Latency] = latencies.map_or(&[], Latencies::groups);
    let names = scenario.groups.iter().take(groups.len()).cloned().collect();
    let at = |fraction: f64| {
        let cycles = groups.iter().map(|latency| latency.percentile(fraction));
        cycles.map(|cycles| cycles.map(|it| scenario.nanoseconds(it) / NS_PER_US)).collect()
    };
    Columns::new()
        .text("group", names)
        .maybe_numbers("least_us", at(0.0))
        .maybe_numbers("median_us", at(0.5))
        .maybe_numbers("percentile_95_us", at(0.95))
        .maybe_numbers("percentile_99_us", at(0.99))
        .maybe_numbers("most_us", at(1.0))
}
