//! Packet marking in the switch: traces of the specification, and equality of Verilog and kernel at
//! every size.

use crate::support::switch::{every_size, port, small};
use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::{DetectorMarking, NaivePolicyMarking, PolicyMarking};
use tailback_kernels::Kernel;
use tailback_spec::switch::detector::Detector;
use tailback_spec::switch::detector_marking::DetectorMarking as DetectorConfig;
use tailback_spec::switch::marking::{OutputTrigger, Policy};
use tailback_spec::switch::policy_marking::PolicyMarking as PolicyConfig;
use tailback_spec::switch::port::Port;

fn kernels<K: Kernel + 'static>(
    ports: Vec<Port>,
    make: impl Fn(&Port) -> K,
) -> Vec<Box<dyn Kernel>> {
    ports.iter().map(|port| Box::new(make(port)) as Box<dyn Kernel>).collect()
}

fn counting(port: &Port) -> PolicyMarking {
    PolicyMarking::new(&PolicyConfig { port: *port, policy: Policy::InputTriggered })
}

fn output_triggered(port: &Port, output_trigger: OutputTrigger) -> PolicyMarking {
    let policy = Policy::InputOutputTriggered { output_threshold: 4, output_trigger };
    PolicyMarking::new(&PolicyConfig { port: *port, policy })
}

fn above(port: &Port) -> PolicyMarking {
    output_triggered(port, OutputTrigger::Above)
}

fn crossing(port: &Port) -> PolicyMarking {
    output_triggered(port, OutputTrigger::Crossing)
}

fn naive(port: &Port) -> NaivePolicyMarking {
    NaivePolicyMarking::new(&PolicyConfig { port: *port, policy: Policy::Naive })
}

fn detectors(port: &Port) -> DetectorMarking {
    let buffer = port.buffer();
    let detector = Detector::new(
        port.ports() as u32,
        port.virtual_lanes() as u32,
        buffer.lane_blocks() as u32,
        buffer.packet_blocks() as u32,
    );
    let detector = detector.expect("a detector that is possible");
    DetectorMarking::new(&DetectorConfig { port: *port, detector })
}

#[test]
fn no_tool_complains_of_any_size() {
    // The largest size takes the tools minutes.
    let sizes: Vec<Port> =
        every_size().into_iter().filter(|port| port.ports() * port.virtual_lanes() < 100).collect();
    clean(kernels(sizes.clone(), counting));
    clean(kernels(small(), above));
    clean(kernels(small(), crossing));
    clean(kernels(sizes, detectors));
    // The module has a counter for each pair of ports and VL.
    clean(kernels([small(), vec![port(12, 1, 5, 8)]].concat(), naive));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(kernels(small(), counting));
    alike(kernels(small(), above));
    alike(kernels(small(), crossing));
    alike(kernels(small(), naive));
    alike(kernels(small(), detectors));
}

/// Four ports with one data VL and VL15: queue 2 is VL 0 of output port 1, queue 3 its VL15. A
/// queue number has 3 bits.
fn four_ports() -> Port {
    port(4, 1, 5, 8)
}

/// Returns the same queue for all input ports.
fn all(queue: u128) -> u128 {
    (0..4).map(|input| queue << (3 * input)).sum()
}

/// Returns the number of marked packets among ten that output port 1 begins; `source` is their
/// input port, if the policy uses it.
fn marked<K: tailback_hdl::Hardware>(block: &mut K, source: Option<u128>) -> u128 {
    let mut inputs = vec![("transmit", 0b0010)];
    inputs.extend(source.map(|source| ("source", source << 2)));
    (0..10).map(|_| cycle(block, &inputs, ["mark"])[0] >> 1).sum()
}

#[test]
fn all_that_wait_for_an_output_are_marked_even_if_they_arrive_at_once() {
    let mut block = reset(counting(&four_ports()));
    cycle(&mut block, &[("enqueue", 0b1111), ("enqueue_queue", all(2))], []);
    cycle(&mut block, &[("enqueue", 0b0011), ("enqueue_queue", all(2))], []);
    cycle(&mut block, &[("enqueue", 0b0011), ("enqueue_queue", all(3))], []);
    (0..4).for_each(|_| {
        cycle(&mut block, &[], []);
    });
    cycle(&mut block, &[("dequeue", 0b0100), ("dequeue_queue", all(2))], []);
    // Queue 2 of input port 3, of 8 queues.
    cycle(&mut block, &[("trigger", 1 << (3 * 8 + 2))], []);
    // The trigger takes effect one cycle later.
    assert_eq!(cycle(&mut block, &[("transmit", 0b0010)], ["mark"]), [0]);
    assert_eq!(marked(&mut block, None), 5);
}

#[test]
fn above_the_threshold_each_packet_that_comes_marks_all_that_wait() {
    let of = |make: fn(&Port) -> PolicyMarking| {
        let mut block = reset(make(&four_ports()));
        // Six packets, with a threshold of four.
        for inputs in [0b1111, 0b0011] {
            cycle(&mut block, &[("enqueue", inputs), ("enqueue_queue", all(2))], []);
        }
        (0..8).for_each(|_| {
            cycle(&mut block, &[], []);
        });
        marked(&mut block, None)
    };
    assert_eq!((of(above), of(crossing)), (6, 5));
}

#[test]
fn only_packets_of_the_full_buffer_are_marked_by_the_naive_policy() {
    let mut block = reset(naive(&four_ports()));
    for _ in 0..3 {
        cycle(&mut block, &[("enqueue", 0b1010), ("enqueue_queue", all(2))], []);
    }
    cycle(&mut block, &[("dequeue", 0b1000), ("dequeue_queue", all(2))], []);
    cycle(&mut block, &[("trigger", 1 << (3 * 8 + 2))], []);
    cycle(&mut block, &[], []);
    assert_eq!(marked(&mut block, Some(1)), 0);
    assert_eq!(marked(&mut block, Some(3)), 2);
}

#[test]
fn blocks_wait_from_the_cycle_after_they_are_stored_until_they_leave() {
    let config = four_ports();
    let mut block = reset(detectors(&config));
    let bits = tailback_spec::parameter::bits_for(4 * 33);
    let occupancy = |block: &mut _, inputs: &[(&str, u128)]| {
        cycle(block, inputs, ["occupancy"])[0] >> bits & ((1 << bits) - 1)
    };
    let taken = [("taken", 0b1101), ("taken_queue", all(2))];
    let management = [("taken", 0b1101), ("taken_queue", all(3))];
    // A packet of virtual lane 0, and a management packet.
    let leaves = [("leaves", 0b0010)];
    let leaves_management = [("leaves", 0b0010), ("leaves_lane", 0b0010)];
    assert_eq!(occupancy(&mut block, &taken), 0);
    assert_eq!(occupancy(&mut block, &management), 0);
    assert_eq!(occupancy(&mut block, &leaves), 3);
    assert_eq!(occupancy(&mut block, &leaves_management), 2);
    assert_eq!(occupancy(&mut block, &[]), 2);
}
