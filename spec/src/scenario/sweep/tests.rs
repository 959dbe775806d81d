//! The claims of the reader of sweeps.

use super::*;

const FIG_2: &str = include_str!("../../../../examples/scenarios/infocom03-fig2.toml");
const BUFFER: &str = "configuration.switch.packets_per_input";

fn sweep(lines: &str, overrides: &[&str]) -> Result<Sweep, Problems> {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    Sweep::from_toml(&format!("{FIG_2}\n{lines}"), &overrides)
}

#[test]
fn a_file_without_a_sweep_is_one_point() {
    let sweep = sweep("", &[]).expect("valid");
    assert!(sweep.is_single());
    assert_eq!(sweep.points[0].scenario, Scenario::from_toml(FIG_2, &[]).expect("valid"));
}

#[test]
fn the_points_are_the_product_of_lists_and_ranges() {
    let lines =
        "[sweep]\nconfiguration.switch.packets_per_input = { from = 2, to = 6, step = 2 }\n\
        run.seed = [7, 8]\n";
    let sweep = sweep(lines, &[]).expect("valid");
    assert_eq!(sweep.columns, [BUFFER, "run.seed"]);
    let values: Vec<_> = sweep.points.iter().map(|point| point.values.join(" ")).collect();
    assert_eq!(values, ["2 7", "2 8", "4 7", "4 8", "6 7", "6 8"]);
    let last = &sweep.points[5].scenario;
    assert_eq!((last.config.switch().packets_per_input(), last.seed), (6, 8));
}

#[test]
fn a_range_of_fractions_reaches_its_end() {
    let lines = "[sweep]\nmeasure.window_ms = { from = 0.1, to = 0.3, step = 0.1 }\n";
    let sweep = sweep(lines, &[]).expect("valid");
    let values: Vec<_> = sweep.points.iter().map(|point| point.values[0].as_str()).collect();
    assert_eq!(values, ["0.1", "0.2", "0.3"]);
}

#[test]
fn lists_that_go_together_are_one_axis_and_variants_another() {
    let lines = "[[sweep.together]]\nrun.duration_ms = [100, 200]\nmeasure.to_ms = [58, 158]\n\
        [sweep.variants.naive]\nconfiguration.marking.policy = \"naive\"\n\
        [sweep.variants.crowded]\nconfiguration.marking.policy = \"input-output-triggered\"\n\
        configuration.marking.output_threshold = 4\n";
    let sweep = sweep(lines, &[]).expect("valid");
    assert_eq!(sweep.columns, ["run.duration_ms", "measure.to_ms", "variant"]);
    assert_eq!(sweep.axes, [0, 2]);
    let values: Vec<_> = sweep.points.iter().map(|point| point.values.join(" ")).collect();
    assert_eq!(values, ["100 58 naive", "100 58 crowded", "200 158 naive", "200 158 crowded"]);
}

#[test]
fn a_key_that_is_set_is_not_swept() {
    let lines = "[sweep]\nrun.seed = [7, 8]\n";
    let one = sweep(lines, &["run.seed=9"]).expect("valid");
    assert!(one.is_single());
    assert_eq!(one.points[0].scenario.seed, 9);
    let three = sweep(lines, &["sweep.run.seed=[1, 2, 3]"]).expect("valid");
    assert_eq!(three.points.len(), 3);
}

#[test]
fn a_problem_of_a_point_is_shown_at_its_value_in_the_sweep() {
    let lines = "[sweep]\nconfiguration.switch.packets_per_input = [4, 0]\n";
    let Err(Problems(problems)) = sweep(lines, &[]) else { panic!("a buffer without a packet") };
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    let Location::Source(span) = &problem.location else { panic!("{problem:?}") };
    assert_eq!(&format!("{FIG_2}\n{lines}")[span.clone()], "0");
}
