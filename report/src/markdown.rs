//! The verdicts as a page for the book.

use crate::{
    judge::{JudgedPaper, Verdict},
    results::words,
};
use std::fmt::Write;
use tailback_spec::config::Override;

/// Returns the number of rows of each verdict.
pub fn counts(papers: &[JudgedPaper]) -> [(Verdict, usize); 3] {
    [Verdict::Met, Verdict::NotMet, Verdict::NotRun].map(|verdict| {
        let rows = papers.iter().flat_map(|paper| &paper.rows);
        (verdict, rows.filter(|row| row.verdict == verdict).count())
    })
}

/// Note on the results of readings that are not implemented in hardware.
const OTHER: &str = "\
    Where hardware can run a scenario, packets move as in hardware, cycle by cycle. [A separate \
    page](reproduction-immediate.md)\ncontains the results with NICs, ACKs and flow-control packets that take no time.\n";

/// Returns the page; `replaced` lists the values that are replaced in all scenarios.
pub fn page(papers: &[JudgedPaper], replaced: &[Override]) -> String {
    let set = words(replaced);
    let (heading, file, other) = match set.as_str() {
        "" => (String::new(), "docs/reproduction.md", OTHER),
        set => (format!(", with `{}`", set.trim()), "FILE", ""),
    };
    let mut text = format!(
        "# Reproduction{heading}\n\n\
        Statements of the papers, and the results of Tailback. This page is written by\n\
        `tailback report{set} --markdown {file}`; the scenarios are in `examples/scenarios/`.\n{other}\n",
    );
    let [met, not_met, not_run] = counts(papers).map(|(_, count)| count);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{met} rows are met, {not_met} are not met, {not_run} are not run.");
    for paper in papers {
        let _ = write!(
            text,
            "\n## {}\n\n\
            | | section | statement | paper | result | tolerance | verdict | scenario | seed |\n\
            |---|---|---|---|---|---|---|---|---|\n",
            paper.title
        );
        for row in &paper.rows {
            let verdict = match row.verdict {
                Verdict::Met => row.verdict.text().to_owned(),
                _ => format!("**{}**", row.verdict.text()),
            };
            let remark = match row.remark.is_empty() {
                true => String::new(),
                false => format!(" ({})", row.remark),
            };
            let scenario = row.scenario.as_deref().unwrap_or_default();
            let seed = row.seed.map(|seed| seed.to_string()).unwrap_or_default();
            let statement = format!("{}{remark}", row.statement);
            let cells = [
                &row.id,
                &row.place,
                &statement,
                &row.expected,
                &row.ours,
                &row.tolerance,
                &verdict,
                scenario,
                &seed,
            ];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
    }
    text
}
