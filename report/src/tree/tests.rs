//! Tests of the page of a congestion tree.

use super::{layout::Layout, lines, page, recording::base64, Place, Recording, Run, COLUMNS};
use tailback_model::fabric::{Engine, Snapshot, Snapshots};
use tailback_spec::scenario::Scenario;

const FIG_2: &str = include_str!("../../../examples/scenarios/infocom03-fig2.toml");

fn fabric(topology: &str) -> Scenario {
    let text = format!(
        "name = \"t\"\nconfiguration.preset = \"santos-2003\"\ntopology = {{ {topology} }}\n\
         patterns.p.kind = \"ring\"\nrun = {{ duration_ms = 1 }}\nmeasure = {{ from_ms = 0, to_ms = 1 }}\n"
    );
    Scenario::from_toml(&text, &[]).expect(topology)
}

fn apart(one: &Place, other: &Place) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}

/// Fabrics of all kinds of layouts.
const TOPOLOGIES: [&str; 8] = [
    "kind = \"fat-tree\", radix = 4",
    "kind = \"fat-tree\", radix = 36",
    "kind = \"fat-tree\", radix = 8, levels = 3",
    "kind = \"dumb-bell\", hosts_per_switch = 5, parallel_links = 2",
    "kind = \"ring\", switches = 5, hosts_per_switch = 2",
    "kind = \"ring\", switches = 3",
    "kind = \"torus\", dimensions = [4, 4], hosts_per_switch = 3",
    "kind = \"torus\", dimensions = [3, 3, 3]",
];

#[test]
fn nothing_covers_anything_in_any_layout_and_all_is_inside() {
    for topology in TOPOLOGIES {
        let layout = Layout::of(&fabric(topology));
        let all: Vec<&Place> = layout.switches.iter().chain(&layout.hosts).collect();
        for (number, one) in all.iter().enumerate() {
            assert!((0.0..=layout.width).contains(&one.x), "{topology}: {one:?}");
            assert!((0.0..=layout.height).contains(&one.y), "{topology}: {one:?}");
            for other in &all[..number] {
                assert!(apart(one, other) > 8.0, "{topology}: {one:?} {other:?}");
            }
        }
        for (number, one) in layout.switches.iter().enumerate() {
            let others = layout.switches[..number].iter().chain(&layout.hosts);
            let nearest = others.map(|other| apart(one, other)).fold(f64::INFINITY, f64::min);
            assert!(nearest > 30.0, "{topology}: {nearest}");
        }
    }
}

#[test]
fn trees_have_hosts_at_the_bottom_and_each_level_above_the_one_below() {
    let scenario = fabric(TOPOLOGIES[2]);
    let layout = Layout::of(&scenario);
    let height = |name: &str| {
        let of = scenario.switches.iter().zip(&layout.switches);
        let mut of = of.filter(|(switch, _)| switch.starts_with(name)).map(|(_, place)| place.y);
        let first = of.next().expect(name);
        assert!(of.all(|y| y == first), "{name}");
        first
    };
    let lowest = layout.hosts.iter().map(|place| place.y).fold(f64::INFINITY, f64::min);
    assert!(height("spine-") < height("mid-") && height("mid-") < height("leaf-"));
    assert!(height("leaf-") < lowest);
}

#[test]
fn a_torus_is_a_grid_whose_longest_links_are_arcs() {
    let scenario = fabric(TOPOLOGIES[6]);
    let layout = Layout::of(&scenario);
    assert_eq!(layout.arcs.iter().filter(|arc| **arc).count(), 8);
    assert_eq!(layout.switches[1].y, layout.switches[0].y);
    assert_eq!(layout.switches[4].x, layout.switches[0].x);
}

fn recorded(scenario: &Scenario) -> (Vec<Snapshot>, Recording) {
    let mut engine = Engine::new(scenario, Snapshots::new(scenario));
    let (mut all, mut recording) = (Vec::new(), Recording::default());
    for cycle in [5000, 60_000, 100_000] {
        engine.run_until(cycle);
        let blocks = engine.blocks_in_use();
        all.push(engine.sink_mut().take(cycle, blocks));
        recording.add(all.last().expect("snapshot"));
    }
    (all, recording)
}

#[test]
fn the_page_needs_no_network_and_has_the_data_of_all_instants() {
    let mut scenario = Scenario::from_toml(FIG_2, &[]).expect("valid");
    scenario.about = "</script><b>".into();
    scenario.switches[0] = "</script>".into();
    let (snapshots, recording) = recorded(&scenario);
    let run = Run { scenario: &scenario, engine: "engine: exact", command: "tailback" };
    let page = page(&run, &recording).expect("page");
    assert!(!page.contains("</script><b>") && page.matches("</script>").count() == 2);
    for remote in ["http://", "https://", "src=", "@import", "url("] {
        let uses = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!uses.contains(remote), "{remote}");
    }
    let from = page.find("application/json\">").expect("data") + "application/json\">".len();
    let end = from + page[from..].find("</script>").expect("end");
    let data: serde_json::Value = serde_json::from_str(&page[from..end]).expect("JSON");
    assert_eq!(data["times_ms"].as_array().map(Vec::len), Some(3));
    assert_eq!(data["links"].as_array().map(Vec::len), Some(scenario.links()));
    assert_eq!(data["nodes"][0]["name"], "</script>");
    // Numbers of one byte, of each link with a buffer.
    let blocks: Vec<u8> = snapshots
        .iter()
        .flat_map(|snapshot| snapshot.blocks.iter().flatten().map(|blocks| *blocks as u8))
        .collect();
    assert_eq!(data["blocks"], base64(&blocks));
    let with_buffer = data["links"]
        .as_array()
        .expect("links")
        .iter()
        .filter(|link| link["ends"][1].as_u64() < data["first_host"].as_u64());
    assert_eq!(with_buffer.count() * snapshots.len(), blocks.len());
}

#[test]
fn csv_has_a_line_for_each_link_and_host_with_all_columns() {
    let scenario = Scenario::from_toml(FIG_2, &[]).expect("valid");
    let (snapshots, _) = recorded(&scenario);
    let last = snapshots.last().expect("snapshot");
    let text = lines(&scenario, last);
    assert_eq!(text.lines().count(), scenario.links() + scenario.hosts.len());
    let columns = COLUMNS.split(',').count();
    assert!(text.lines().all(|line| line.split(',').count() == columns), "{text}");
    // Five local flows of 0.1 ms each fill their buffers at the root switch.
    let local = text.lines().find(|line| line.starts_with("0.8,link,local-1->B,"));
    let local: Vec<&str> = local.expect("line").split(',').collect();
    let capacity = scenario.config.input_buffer().lane_blocks() as f64;
    let share = local[3].parse::<f64>().expect("blocks") / capacity;
    assert!((share - local[4].parse::<f64>().expect("share")).abs() < 1e-4);
    assert!(share > 0.5, "{local:?}");
    assert!(text.contains("link,B->root-sink,,,,0."), "{text}");
}

#[test]
fn base64_is_that_of_the_rfc() {
    for (bytes, text) in
        [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
    {
        assert_eq!(base64(bytes.as_bytes()), text);
    }
}
