//! Random configurations, and settings of registers.

use proptest::{option, prelude::*, sample::select};

/// Lengths of packets in bytes: the longest one, and that of data packets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub most: usize,
    pub bytes: usize,
}

/// Lengths of packets, down to the shortest ones.
pub(super) fn sizes() -> impl Strategy<Value = Sizes> {
    const LEAST: usize = 64;
    const WORD: usize = 4;
    let most = prop_oneof![LEAST..140_usize, 140..600_usize];
    (most, prop_oneof![Just(0_usize), 0..200_usize, 0..600_usize]).prop_map(|(most, less)| {
        let most = most / WORD * WORD;
        let bytes = most.saturating_sub(less).max(LEAST);
        Sizes { most, bytes }
    })
}

/// Lines of `[registers]` for detectors.
fn registers() -> impl Strategy<Value = String> {
    let threshold = prop_oneof![Just(15_u32), 0..=15_u32];
    let packet_size = prop_oneof![Just(0_u32), 0..=5_u32];
    let marking_rate = prop_oneof![Just(0_u32), 0..=4_u32];
    let victim_mask = select(vec!["none", "hosts", "all"]);
    (threshold, packet_size, marking_rate, victim_mask).prop_map(
        |(threshold, packet_size, marking_rate, victim_mask)| {
            format!(
                "threshold = {threshold}\npacket_size = {packet_size}\n\
                marking_rate = {marking_rate}\nvictim_mask = \"{victim_mask}\""
            )
        },
    )
}

/// How packets are marked: lines of `[configuration]` and of `[registers]`.
fn marking() -> impl Strategy<Value = (String, Option<String>)> {
    let policy = prop_oneof![
        Just("marking.policy = \"input-triggered\"".to_owned()),
        Just("marking.policy = \"naive\"".to_owned()),
        (1..4_u32, select(vec!["above", "crossing"])).prop_map(|(threshold, trigger)| format!(
            "marking.policy = \"input-output-triggered\"\n\
            marking.output_threshold = {threshold}\nmarking.output_trigger = \"{trigger}\""
        )),
    ];
    let detector = "marking.by = \"detector\"";
    prop_oneof![
        3 => policy.prop_map(|policy| (policy, None)),
        1 => registers().prop_map(move |registers| (detector.to_owned(), Some(registers))),
    ]
}

/// Lines of `[configuration]` that set the allocator.
pub(super) fn allocator() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => (0..6_u32).prop_map(|bypasses| format!("allocator.bypasses = {bypasses}")),
        1 => Just("allocator.kind = \"round-robin\"".to_owned()),
    ]
}

/// Virtual lanes. Packets use one of them; all have flow-control packets.
fn lanes() -> impl Strategy<Value = u32> {
    prop_oneof![Just(1_u32), 2..=8_u32]
}

fn width_bits() -> impl Strategy<Value = u32> {
    prop_oneof![Just(64_u32), select(vec![128_u32, 256, 512])]
}

/// Lines of `[registers]` for congestion control tables.
fn table() -> impl Strategy<Value = String> {
    let table = prop_oneof![
        (1..50_u32).prop_map(|most| format!("table = \"linear\"\ntable_most = {most}")),
        select(vec!["gran", "vendor-squared", "simula-optimal"])
            .prop_map(|name| format!("table = \"{name}\"")),
    ];
    let limit = option::of(0..128_u32);
    (0..6_u32, limit, 0..3_u32, 0..10_u32, table).prop_map(
        |(increase, limit, min, timer, table)| {
            let limit = limit.map(|limit| format!("ccti_limit = {limit}\n")).unwrap_or_default();
            format!(
                "ccti_increase = {increase}\nccti_min = {min}\nccti_timer = {timer}\n{limit}{table}"
            )
        },
    )
}

/// How flows respond to marks: lines of `[configuration]` and of `[registers]`.
fn nic() -> impl Strategy<Value = (String, Option<String>)> {
    let function = (select(vec!["lipd", "fimd", "aimd"]), select(vec!["keep", "reset"]));
    let function = function.prop_map(|(response, after_idle)| {
        (format!("nic.response = \"{response}\"\nnic.after_idle = \"{after_idle}\""), None)
    });
    let table = (select(vec!["qp", "sl"]), table()).prop_map(|(throttled, registers)| {
        (format!("nic.response = \"cct\"\nnic.throttled = \"{throttled}\""), Some(registers))
    });
    prop_oneof![2 => function, 1 => table]
}

/// Lines of `[configuration]`, all but the allocator and the numbers of ports and of bytes, and of `[registers]`, if
/// they are needed.
#[derive(Debug, Clone)]
pub(super) struct Configuration {
    pub lines: String,
    pub registers: Option<String>,
}

pub(super) fn configuration() -> impl Strategy<Value = Configuration> {
    let reading = select(vec!["arbitrated", "waiting", "received"]);
    let period = option::of(16..2000_u32);
    let entries = select(vec![64_u32, 512]);
    let sizes = (2..5_u32, lanes(), width_bits());
    (marking(), sizes, reading, nic(), period, entries).prop_map(
        |((marking, detectors), sizes, reading, (nic, table), period, entries)| {
            let period = period.map(|period| format!("flow_control.period_cycles = {period}"));
            let (packets, lanes, width) = sizes;
            let lines = format!(
                "switch.packets_per_input = {packets}\nswitch.virtual_lanes = {lanes}\n\
                datapath.width_bits = {width}\nswitch.forwarding_entries = {entries}\n\
                {marking}\ninput_buffer.reading = \"{reading}\"\n{nic}\n{}",
                period.unwrap_or_default()
            );
            let all: Vec<String> = detectors.into_iter().chain(table).collect();
            Configuration { lines, registers: (!all.is_empty()).then(|| all.join("\n")) }
        },
    )
}
