//! Tests of the page, also as rendered by a browser.

use super::*;
use crate::{
    figures,
    judge::tests::{JUDGED, SHOWN},
    results::SOURCES,
};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

static PAGE: LazyLock<(Vec<Figure>, Vec<Svg>, String)> = LazyLock::new(|| {
    let (results, papers) = &*SHOWN;
    let figures = figures::all(results);
    let svgs = svgs(&figures).expect("plots");
    let html = page(&figures, &svgs, papers, results).expect("page");
    (figures, svgs, html)
});

/// Returns the text between each pair of marks.
fn between<'t>(text: &'t str, open: &'t str, close: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split(close).next())
}

fn plain(html: &str) -> String {
    let mut text = html.to_owned();
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#x2f;", "/")]
    {
        text = text.replace(entity, character);
    }
    text.replace("&amp;", "&")
}

/// Returns the paper's value, the measured value, tolerance and verdict of each row, wherever the row
/// is on the page.
fn numbers(html: &str) -> Vec<(String, [String; 4])> {
    let row = |row: &str| {
        let id = row.split('"').next().expect("id").to_owned();
        let cell = |name: &str| {
            let cell = row.split(&format!("data-is=\"{name}\"")).nth(1).expect(name);
            let text = cell.split_once('>').expect("cell").1;
            plain(text.split("</td>").next().expect("end"))
        };
        (id, ["paper", "ours", "tolerance", "verdict"].map(cell))
    };
    between(html, "<tr data-row=\"", "</tr>").map(row).collect()
}

#[test]
fn each_figure_of_the_scenarios_is_on_the_page() {
    let (figures, svgs, html) = &*PAGE;
    for source in SOURCES {
        let shown = figures.iter().any(|figure| figure.scenarios.contains(&source.name));
        assert!(shown, "{}", source.name);
    }
    for figure in figures {
        assert!(html.contains(&format!("<section id=\"{}\"", figure.name)), "{}", figure.name);
    }
    assert!(html.contains("<section id=\"infocom03-fig5\""));
    assert_eq!(html.matches("<svg ").count(), svgs.len());
    // Some curves of shortened runs have a single point.
    for figure in figures::all(&JUDGED.0) {
        for plot in &figure.plots {
            assert!(plot.curves.iter().all(|curve| curve.points.len() > 1), "{}", figure.title);
        }
    }
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_book() {
    let (figures, _, html) = &*PAGE;
    let book = markdown::page(&SHOWN.1, &[]);
    let rows = book.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [id, _, _, paper, ours, tolerance, verdict, ..] = cells[..] else { return None };
        let id = id.strip_prefix("| ")?.to_owned();
        Some((id, [paper, ours, tolerance, verdict.trim_matches('*')].map(str::to_owned)))
    });
    let rows: BTreeMap<String, [String; 4]> = rows.collect();
    assert_eq!(rows.len(), SHOWN.1.iter().map(|paper| paper.rows.len()).sum::<usize>());
    let shown = numbers(html);
    // All rows are at the end, and those of a figure also beside it.
    let beside: usize = figures.iter().map(|figure| figure.rows.len()).sum();
    assert_eq!(shown.len(), rows.len() + beside);
    for (id, numbers) in shown {
        assert_eq!(rows.get(&id), Some(&numbers), "{id}");
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let html = &PAGE.2;
    let addresses = html.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "url(", "@import", "<script", "file:"] {
        assert!(!addresses.contains(outside), "{outside}");
    }
    for link in between(html, "href=\"", "\"") {
        let inside =
            link.strip_prefix('#').is_some_and(|id| html.contains(&format!("id=\"{id}\"")));
        assert!(inside || link == "data:,", "{link}");
    }
}

#[test]
fn a_plot_stands_alone_with_its_colours() {
    for svg in &PAGE.1 {
        let alone = svg.alone();
        assert!(alone.starts_with("<svg ") && alone.contains("<style>"), "{}", svg.file);
        assert!(alone.contains("prefers-color-scheme: dark"), "{}", svg.file);
        // Every colour of a curve has a counterpart for dark mode.
        for colour in between(&svg.element, "stroke=\"#", "\"") {
            assert!(STYLE.contains(colour), "{}: {colour}", svg.file);
        }
    }
}

/// Finds a browser that can be driven, if the machine has one.
fn browser() -> Option<PathBuf> {
    const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let paths: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let places = NAMES.iter().flat_map(|name| paths.iter().map(move |path| path.join(name)));
    places.into_iter().find(|place| place.is_file())
}

/// Returns the document as rendered by the browser, and its console output.
fn rendered(browser: &Path, directory: &Path, html: &str) -> (String, String) {
    let file = directory.join("page.html");
    fs::write(&file, html).expect("file");
    let output = Command::new(browser)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr"])
        // The browser has no network.
        .args(["--host-resolver-rules=MAP * ~NOTFOUND", "--no-first-run", "--dump-dom"])
        .arg(format!("--user-data-dir={}", directory.join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    let [document, log] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let console: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    (document, console.join("\n"))
}

#[test]
fn a_browser_shows_the_page_without_a_complaint() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no Chromium on this machine");
        return;
    };
    let directory = tempfile::tempdir().expect("directory");
    let (figures, svgs, html) = &*PAGE;
    let (document, console) = rendered(&browser, directory.path(), html);
    assert_eq!(console, "");
    for figure in figures {
        assert!(document.contains(&format!("<section id=\"{}\"", figure.name)), "{}", figure.name);
    }
    assert_eq!(document.matches("<svg ").count(), svgs.len());
    assert_eq!(document.matches("</svg>").count(), svgs.len());
    let rows = |html: &str| html.matches("<tr data-row=").count();
    assert_eq!(rows(&document), rows(html));
    // The test would notice a console error.
    let broken = html.replace("</body>", "<script>nothing.there()</script></body>");
    let (_, console) = rendered(&browser, directory.path(), &broken);
    assert!(console.contains("nothing is not defined"), "{console}");
}
