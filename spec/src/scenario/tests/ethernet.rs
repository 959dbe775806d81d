//! Scenarios over Ethernet: what is read, and which errors bad input gets.

use super::*;

const FIG_10: &str = include_str!("../../../../examples/scenarios/shimonishi07-fig10.toml");

/// First problem with changes of the file: key, and a part of the message.
fn problem(changes: &[&str]) -> (String, String) {
    let overrides: Vec<_> = changes.iter().map(|text| text.parse().expect("override")).collect();
    match Scenario::from_toml(FIG_10, &overrides) {
        Ok(_) => panic!("{changes:?} is accepted"),
        Err(Problems(problems)) => (problems[0].key.clone(), problems[0].message.clone()),
    }
}

#[test]
fn groups_have_the_mean_of_the_file_and_packets_the_bytes_of_the_configuration() {
    let scenario = Scenario::from_toml(FIG_10, &[]).expect("valid");
    assert_eq!((scenario.transport, scenario.flows.len()), (Transport::Efl, 150));
    assert_eq!((scenario.packet_bytes, scenario.payload_bytes), (192, 192));
    assert_eq!(scenario.packet_beats(), 24);
    let Traffic::Groups { size: Size::Pareto { least, shape }, interval } =
        scenario.flows[0].traffic
    else {
        panic!("{:?}", scenario.flows[0].traffic)
    };
    // The mean is least * shape / (shape - 1); 10 ms are 1,562,500 cycles.
    assert!((least * shape / (shape - 1.0) - 100_000.0).abs() < 1e-6);
    assert_eq!(interval, 1_562_500.0);
}

#[test]
fn tcp_has_less_payload_in_a_frame_and_the_defaults_of_ns_2() {
    let set = ["run.transport=tcp", "run.packet_bytes=192"].map(|set| set.parse().expect("set"));
    let source = FIG_10.replace("payload_bytes = 192", "# payload_bytes");
    let scenario = Scenario::from_toml(&source, &set).expect("valid");
    assert_eq!(scenario.payload_bytes, 192 - 54);
    let Tcp { slow_start, initial_window, window, after_idle, .. } = scenario.tcp;
    assert!(slow_start && after_idle == TcpAfterIdle::Keep);
    assert_eq!((initial_window, window), (2, 8192));
    // 200 ms at 156.25 MHz.
    assert_eq!(scenario.tcp.rto_min, 31_250_000);
}

#[test]
fn bad_input_is_reported_with_its_key() {
    let cases: &[(&[&str], &str, &str)] = &[
        (&["run.transport=udp"], "run.transport", "cannot be"),
        (&["tcp.initial_window=0"], "tcp.initial_window", "0"),
        (&["hosts.source.lost_ppm=1000001"], "hosts.source.lost_ppm", "1000001"),
        (&["links.bottleneck.corrupted_ppm=-1"], "links.bottleneck.corrupted_ppm", "-1"),
        (&["flows.transfers.pareto_shape=1"], "flows.transfers.pareto_shape", "1"),
        (&["flows.transfers.traffic=greedy"], "flows.transfers.group_bytes", "not allowed"),
        (&["run.packet_bytes=100", "run.payload_bytes=101"], "run.payload_bytes", "only 100"),
        (&["run.packet_bytes=193"], "run.packet_bytes", "60 to 192"),
        (&["run.window=4"], "run.window", "not allowed"),
        (&["readings.nics=immediate"], "readings", "not allowed"),
        (&["hosts.sink.host_gbit_per_s=1"], "hosts.sink.host_gbit_per_s", "not allowed"),
        (&["hosts.source.count=2000"], "hosts.source.count", "2000"),
    ];
    for (changes, key, message) in cases {
        let (found, text) = problem(changes);
        assert!(found.starts_with(key), "{changes:?}: {found}: {text}");
        assert!(text.contains(message), "{changes:?}: {text}");
    }
}

#[test]
fn keys_of_ethernet_are_refused_with_infiniband() {
    let lines = [
        (
            "[hosts.local] ",
            "[hosts.other]\nswitch = \"B\"\nlost_ppm = 1\n[hosts.local] ",
            "lost_ppm",
        ),
        ("[run]", "[tcp]\nslow_start = false\n[run]", "tcp"),
        (
            "[flows.victim]",
            "[flows.groups]\nfrom = \"victim\"\nto = \"victim-sink\"\ntraffic = \"groups\"\n\
                group_bytes = 1\ninterval_us = 1\n[flows.victim]",
            "traffic",
        ),
    ];
    for (old, new, key) in lines {
        let source = FIG_2.replace(old, new);
        let Err(Problems(problems)) = Scenario::from_toml(&source, &[]) else {
            panic!("{key} is accepted");
        };
        assert!(problems[0].key.ends_with(key), "{problems:?}");
        assert!(matches!(problems[0].location, Location::Source(_)), "{problems:?}");
    }
}

#[test]
fn a_host_has_no_more_flows_than_its_endpoint() {
    let set = ["flows.transfers.to=single"].map(|set| set.parse().expect("set"));
    let source = FIG_10.replace("[links.", "[hosts.single]\nswitch = \"B\"\n[links.");
    let Err(Problems(problems)) = Scenario::from_toml(&source, &set) else {
        panic!("150 flows at one endpoint");
    };
    assert!(problems[0].message.contains("150 flows"), "{problems:?}");
    let more = [set[0].clone(), "configuration.efl.flows=150".parse().expect("set")];
    let more = [more.as_slice(), &["configuration.efl.window=256".parse().expect("set")]].concat();
    assert!(Scenario::from_toml(&source, &more).is_ok());
}
