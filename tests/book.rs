//! The book: its summary has every page, and every link leads somewhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    process::Command,
};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the pages below a directory, relative to the repository.
fn pages_in(directory: &str) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(repository().join(directory)).expect("directory") {
        let name = entry.expect("entry").file_name().into_string().expect("text");
        let path = format!("{directory}/{name}");
        if repository().join(&path).is_dir() {
            pages.extend(pages_in(&path));
        } else if name.ends_with(".md") {
            pages.push(path.into());
        }
    }
    pages
}

/// Returns the lines of a page outside its code blocks.
fn prose(text: &str) -> Vec<&str> {
    let mut is_code = false;
    let is_prose = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    };
    text.lines().filter(is_prose).collect()
}

/// Returns the targets of all links and images of a page. A link may continue on the next line.
fn links(text: &str) -> Vec<String> {
    let text = prose(text).join(" ");
    let ends = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    ends.map(str::to_owned).collect()
}

/// Returns the anchors of a page's headings, as GitHub and mdBook name them: lower case, blanks as `-`,
/// other punctuation omitted, and a number behind names that occurred before.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut counts = BTreeMap::new();
    let headings = prose(text).into_iter().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let name = anchor(line.trim_start_matches('#').trim());
            let count: &mut usize = counts.entry(name.clone()).or_default();
            *count += 1;
            if *count == 1 {
                name
            } else {
                format!("{name}-{}", *count - 1)
            }
        })
        .collect()
}

fn anchor(heading: &str) -> String {
    // A link in a heading contributes its text.
    let mut text = String::new();
    let mut rest = heading;
    while let Some((before, target)) = rest.split_once("](") {
        text += before;
        rest = target.split_once(')').map_or("", |(_, after)| after);
    }
    text += rest;
    let kept = |c: char| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    };
    text.to_lowercase().chars().filter_map(kept).collect()
}

/// Resolves `..` in a path without following symbolic links.
fn plain(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = resolved.pop(),
            Component::CurDir => {}
            part => resolved.push(part),
        }
    }
    resolved
}

/// Returns what is wrong with the link `link` of a page; none if it leads somewhere.
fn fault(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        _ => plain(&page.parent().expect("a directory").join(file)),
    };
    let fault = |why: &str| Some(format!("{}: {link}: {why}", page.display()));
    if !repository().join(&target).exists() {
        return fault("there is no such file");
    }
    if page.starts_with("docs") && !target.starts_with("docs") && !target.starts_with("examples") {
        return fault("the file is not in the book");
    }
    if heading.is_empty() {
        return None;
    }
    let text = fs::read_to_string(repository().join(&target)).expect("a page");
    if anchors(&text).contains(heading) {
        None
    } else {
        fault("there is no such heading")
    }
}

#[test]
fn every_link_of_the_book_and_the_readme_leads_to_a_file_and_a_heading() {
    let pages = pages_in("docs").into_iter().chain(["README.md".into(), "CHANGELOG.md".into()]);
    let mut faults = Vec::new();
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(repository().join(&page)).expect("page");
        let links = links(&text);
        count += links.len();
        faults.extend(links.iter().filter_map(|link| fault(&page, link)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count > 300, "{count}");
}

#[test]
fn a_link_that_leads_nowhere_is_noticed() {
    let page = Path::new("docs/reference/nic.md");
    for bad in ["none.md", "switch.md#none", "#none", "../../Cargo.toml", "../../none"] {
        assert!(fault(page, bad).is_some(), "{bad}");
    }
    for good in ["switch.md", "../tutorial.md", "https://example.org", "../README.md"] {
        assert_eq!(fault(page, good), None, "{good}");
    }
    assert_eq!(links("[a](b) and\n```\n[c](d)\n```\n![e](f#g)"), ["b", "f#g"]);
    let headings = "# A `b`: C\n## [x](y)_z\n## x_z\n```\n# no\n```\n";
    let expected = ["a-b-c", "x_z", "x_z-1"].map(str::to_owned);
    assert_eq!(anchors(headings), BTreeSet::from(expected));
}

#[test]
fn the_summary_has_each_page_once_under_the_title_of_the_page() {
    let summary = fs::read_to_string(repository().join("docs/SUMMARY.md")).expect("summary");
    let mut found = BTreeSet::new();
    for line in summary.lines().filter(|line| line.contains("](")) {
        let (title, path) = line.split_once("](").expect("a link");
        let title = title.split_once('[').expect("a title").1;
        let path = format!("docs/{}", path.trim_end_matches(')'));
        let page = fs::read_to_string(repository().join(&path)).expect("page");
        let heading = page.lines().find_map(|line| line.strip_prefix("# ")).expect("a heading");
        assert_eq!(title, heading.trim(), "{path}");
        assert!(found.insert(PathBuf::from(&path)), "{path} twice");
    }
    let mut pages: BTreeSet<PathBuf> = pages_in("docs").into_iter().collect();
    pages.remove(Path::new("docs/SUMMARY.md"));
    assert_eq!(found, pages);
}

/// Returns the values of an attribute in a page of HTML.
fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Returns the pages of HTML below a directory.
fn rendered(directory: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(directory).expect("directory") {
        let path = entry.expect("entry").path();
        if path.is_dir() {
            pages.extend(rendered(&path));
        } else if path.extension().is_some_and(|ending| ending == "html") {
            pages.push(path);
        }
    }
    pages
}

#[test]
fn every_link_of_the_rendered_book_leads_to_a_file_and_a_heading() {
    let installed = repository().join("build/mdbook/bin/mdbook").exists();
    if !installed && Command::new("mdbook").arg("--version").output().is_err() {
        eprintln!("not checked: `make book` installs mdBook");
        return;
    }
    let directory = tempfile::tempdir().expect("directory");
    let book = directory.path().join("book");
    let script = repository().join("scripts/book");
    let output = Command::new(script).arg(&book).output().expect("bash runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !told.contains("WARN"), "{told}");

    let mut count = 0;
    // The page for print repeats all others; the page for errors has links relative to the site.
    let is_page = |page: &&PathBuf| !page.ends_with("print.html") && !page.ends_with("404.html");
    for page in rendered(&book).iter().filter(is_page) {
        let html = fs::read_to_string(page).expect("page");
        let links = values(&html, "href").into_iter().chain(values(&html, "src"));
        for link in links.filter(|link| !link.contains("://") && !link.starts_with("data:")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                _ => plain(&page.parent().expect("a directory").join(file)),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let html = fs::read_to_string(&target).expect("page");
                assert!(values(&html, "id").contains(&heading), "{}: {link}", page.display());
            }
            count += 1;
        }
    }
    assert!(count > 1000, "{count}");
    assert!(fs::read_to_string(book.join("index.html")).expect("page").contains("picture.svg"));
}
