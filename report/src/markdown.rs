//! The verdicts as a page for the book.

use crate::judge::{JudgedPaper, Verdict};
use std::fmt::Write;

/// How many rows of each verdict there are.
pub fn counts(papers: &[JudgedPaper]) -> [(Verdict, usize); 3] {
    [Verdict::Met, Verdict::NotMet, Verdict::NotRun].map(|verdict| {
        let rows = papers.iter().flat_map(|paper| &paper.rows);
        (verdict, rows.filter(|row| row.verdict == verdict).count())
    })
}

/// The page.
pub fn page(papers: &[JudgedPaper]) -> String {
    let mut text = String::from(
        "# Reproduction\n\n\
        What the papers say, and what comes out here. This page is made by\n\
        `tailback report --markdown docs/reproduction.md`; the scenarios are in `examples/scenarios/`.\n\n",
    );
    let [met, not_met, not_run] = counts(papers).map(|(_, count)| count);
    // Writing to a string does not fail.
    let _ = writeln!(text, "{met} rows are met, {not_met} are not met, {not_run} are not run.");
    for paper in papers {
        let _ = write!(
            text,
            "\n## {}\n\n\
            | | place | statement | paper | ours | tolerance | verdict | scenario | seed |\n\
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
