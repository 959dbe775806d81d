//! Long runs: without the interpreter's lock, with progress and Ctrl-C.

use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Time between two looks for Ctrl-C, at which the number of cycles of a step aims.
const STEP: Duration = Duration::from_millis(50);

/// Cycles of the first step; far less than that time in any fabric.
const FIRST: u64 = 1000;

/// Runs `advance` up to `cycles` in steps, each until a given cycle; it returns whether there is
/// more to do. `report` is called with the cycles that have been run, and all of them. Returns the
/// seconds that it took.
///
/// # Errors
///
/// If a signal handler or `report` raises an exception, such as `KeyboardInterrupt`.
pub fn drive(
    py: Python<'_>,
    cycles: u64,
    report: Option<&Bound<'_, PyAny>>,
    mut advance: impl FnMut(u64) -> bool + Send,
) -> PyResult<f64> {
    let (mut now, mut step) = (0, FIRST);
    let mut seconds = 0.0;
    while now < cycles {
        now = cycles.min(now.saturating_add(step));
        let start = Instant::now();
        let goes_on = py.detach(|| advance(now));
        let taken = start.elapsed();
        seconds += taken.as_secs_f64();
        py.check_signals()?;
        if let Some(report) = report {
            report.call1((now, cycles))?;
        }
        if !goes_on {
            break;
        }
        if taken < STEP / 2 {
            step = step.saturating_mul(2);
        } else if taken > STEP * 2 {
            step = (step / 2).max(1);
        }
    }
    Ok(seconds)
}
