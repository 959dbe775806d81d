//! The search: NSGA-II proposes settings, the caller runs them.

use std::collections::HashMap;

use optimizer::{
    multi_objective::MultiObjectiveStudy,
    parameter::{IntParam, Parameter},
    sampler::nsga2::Nsga2Sampler,
    Direction, Trial,
};
use serde::Serialize;

use super::{Key, Measured, Objective, Settings, Space};

/// Parameters of a search for settings of congestion control.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Ranges of the settings.
    pub space: Space,
    /// Settings of the first run, with which all others are compared.
    pub guideline: Settings,
    /// Objectives; at least one.
    pub objectives: Vec<Objective>,
    /// Most runs.
    pub runs: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// A run of the scenario.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Run {
    /// Settings of the run.
    pub settings: Settings,
    /// Measurements of the run.
    pub measured: Measured,
    /// Whether no other run is at least as good in all objectives and better in one.
    pub on_front: bool,
}

/// The end of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Searched {
    /// All runs, in the order in which they were proposed; the first is that of the guideline.
    pub runs: Vec<Run>,
    /// Index of the best run: of those that are at least as good as the guideline in all objectives,
    /// the one that gains most, summed over the objectives as fractions of the guideline's values.
    pub best: usize,
}

impl Searched {
    /// Run with the settings of the guideline.
    pub fn guideline(&self) -> &Run {
        &self.runs[0]
    }

    /// The best run.
    pub fn best(&self) -> &Run {
        &self.runs[self.best]
    }
}

/// Runs that are proposed together.
const GENERATION: usize = 16;
/// Generations in a row without new settings, after which the search ends.
const PATIENCE: usize = 20;

/// Searches for settings. `run` measures a list of settings, each of which it gets once.
///
/// # Errors
///
/// As `run`, which ends the search.
pub fn search<E>(
    plan: &Plan,
    mut run: impl FnMut(&[Settings]) -> Result<Vec<Measured>, E>,
) -> Result<Searched, E> {
    let parameters: Vec<IntParam> =
        Key::ALL.iter().map(|key| parameter(&plan.space, *key)).collect();
    let sampler = Nsga2Sampler::builder().population_size(GENERATION).seed(plan.seed).build();
    let direction = |objective: &Objective| match objective.rises() {
        true => Direction::Maximize,
        false => Direction::Minimize,
    };
    let study =
        MultiObjectiveStudy::with_sampler(plan.objectives.iter().map(direction).collect(), sampler);
    let mut known: HashMap<Settings, Measured> = HashMap::new();
    let mut order = vec![plan.guideline];
    known.insert(plan.guideline, run(&order)?[0]);
    let mut idle = 0;
    while order.len() < plan.runs && idle < PATIENCE {
        let mut trials: Vec<(Trial, Settings)> = (0..GENERATION)
            .map(|_| {
                let mut trial = study.ask();
                let settings = propose(&parameters, &mut trial, &plan.space);
                (trial, settings)
            })
            .collect();
        let mut new: Vec<Settings> = Vec::new();
        for (_, settings) in &trials {
            let room = order.len() + new.len() < plan.runs;
            if room && !known.contains_key(settings) && !new.contains(settings) {
                new.push(*settings);
            }
        }
        idle = if new.is_empty() { idle + 1 } else { 0 };
        if !new.is_empty() {
            known.extend(new.iter().copied().zip(run(&new)?));
            order.extend(new);
        }
        for (trial, settings) in trials.drain(..) {
            let values = known.get(&settings).map(|measured| values(plan, measured));
            // A value for each objective never is an error.
            let _ = study.tell(trial, values.ok_or("not run"));
        }
    }
    let measured: Vec<Measured> = order.iter().map(|settings| known[settings]).collect();
    Ok(judge(plan, &order, &measured))
}

/// A register as a parameter; wide ranges are sought by their logarithm.
fn parameter(space: &Space, key: Key) -> IntParam {
    const WIDE: u32 = 8;
    let range = space.range(key);
    let (low, high) = (*range.start(), *range.end());
    let parameter = IntParam::new(low.into(), high.into()).name(key.name());
    match low > 0 && high / low >= WIDE {
        true => parameter.log_scale(),
        false => parameter,
    }
}

/// Settings that the sampler proposes.
fn propose(parameters: &[IntParam], trial: &mut Trial, space: &Space) -> Settings {
    let mut values = Key::ALL.map(|key| *space.range(key).start());
    for (value, parameter) in values.iter_mut().zip(parameters) {
        if let Ok(proposed) = parameter.suggest(trial) {
            *value = proposed as u32;
        }
    }
    space.clamp(Settings(values))
}

fn values(plan: &Plan, measured: &Measured) -> Vec<f64> {
    plan.objectives.iter().map(|one| measured.get(*one).unwrap_or_default()).collect()
}

fn judge(plan: &Plan, order: &[Settings], measured: &[Measured]) -> Searched {
    let objectives = &plan.objectives;
    let surpassed = |run: &Measured| {
        measured
            .iter()
            .any(|other| other.at_least(run, objectives) && !run.at_least(other, objectives))
    };
    let run = |(settings, measured): (&Settings, &Measured)| Run {
        settings: *settings,
        measured: *measured,
        on_front: !surpassed(measured),
    };
    let runs: Vec<Run> = order.iter().zip(measured).map(run).collect();
    let base = runs[0].measured;
    let gain = |run: &Run| -> f64 {
        let one = |objective: &Objective| {
            let [own, its] = [run.measured, base].map(|of| of.get(*objective).unwrap_or_default());
            let sign = if objective.rises() { 1.0 } else { -1.0 };
            sign * (own - its) / its.abs().max(f64::MIN_POSITIVE.sqrt())
        };
        objectives.iter().map(one).sum()
    };
    let good = (0..runs.len()).filter(|run| runs[*run].measured.at_least(&base, objectives));
    // `max_by` returns the last of equal runs; in reverse order, that is the one proposed first.
    let best = good.rev().max_by(|a, b| gain(&runs[*a]).total_cmp(&gain(&runs[*b])));
    Searched { best: best.unwrap_or(0), runs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn plan(seed: u64) -> Plan {
        const SCENARIO: &str = include_str!("../../../examples/scenarios/pfister05-range.toml");
        let changes = ["topology.levels=2"].map(|text| text.parse().expect("change"));
        let scenario =
            tailback_spec::scenario::Scenario::from_toml(SCENARIO, &changes).expect("valid");
        let guideline = Settings([1, 0, 5, 10, 41]);
        Plan {
            space: Space::around(guideline, &scenario),
            guideline,
            objectives: vec![Objective::Cold, Objective::Hot],
            runs: 200,
            seed,
        }
    }

    /// A network whose other hosts receive most with long timers, and whose hot host with short ones.
    fn network(settings: &[Settings]) -> Result<Vec<Measured>, Infallible> {
        let one = |settings: &Settings| {
            let timer = f64::from(settings.get(Key::CctiTimer));
            let off = (f64::from(settings.get(Key::TableMost)) / 30.0).ln().abs();
            let cold = 1.0 - 1.0 / timer - off / 10.0;
            let hot = 1.0 - timer / 400.0 - off / 10.0;
            Measured { cold, hot, fairness: 1.0, oscillation: 0.0, recovery_ms: None }
        };
        Ok(settings.iter().map(one).collect())
    }

    fn found(plan: &Plan) -> Searched {
        search(plan, network).unwrap_or_else(|never| match never {})
    }

    #[test]
    fn the_best_run_is_as_good_as_the_guideline_and_better_in_one_objective() {
        for seed in 1..=5 {
            let found = found(&plan(seed));
            assert_eq!(found.runs.len(), 200);
            let (best, first) = (found.best().measured, found.guideline().measured);
            assert!(best.cold >= first.cold && best.hot >= first.hot, "{best:?}");
            assert!(best.cold + best.hot > first.cold + first.hot, "{best:?}");
            assert!(found.runs.iter().filter(|run| run.on_front).count() > 5);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_runs_in_the_same_order() {
        assert_eq!(found(&plan(7)), found(&plan(7)));
        assert_ne!(found(&plan(7)), found(&plan(8)));
    }

    #[test]
    fn no_settings_run_twice_and_a_small_space_ends_the_search() {
        let mut plan = plan(1);
        for key in Key::ALL {
            plan.space.set(key, 1..=1);
        }
        plan.space.set(Key::CctiTimer, 10..=12);
        let mut seen = Vec::new();
        let found = search(&plan, |settings| {
            seen.extend_from_slice(settings);
            network(settings)
        });
        let found = found.unwrap_or_else(|never| match never {});
        assert_eq!(found.runs.len(), 4, "three, and the guideline");
        assert_eq!(seen.len(), 4);
    }

    #[test]
    fn runs_that_another_one_surpasses_are_not_on_the_front() {
        let found = found(&plan(3));
        for run in &found.runs {
            let surpassed = found.runs.iter().any(|other| {
                let (own, its) = (run.measured, other.measured);
                its.cold >= own.cold
                    && its.hot >= own.hot
                    && (its.cold > own.cold || its.hot > own.hot)
            });
            assert_eq!(run.on_front, !surpassed);
        }
    }
}
