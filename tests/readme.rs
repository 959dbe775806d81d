//! Every shell snippet of the documentation runs as printed.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Pages whose ```` ```sh ```` blocks are run in order, each page in a directory of its own.
const PAGES: [&str; 3] = ["README.md", "docs/tutorial.md", "docs/how-to/import-opensm.md"];

/// Returns the shell blocks of a page, each with the line number of its first command.
fn snippets(page: &str) -> Vec<(usize, String)> {
    let mut snippets = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in page.lines().enumerate() {
        match &mut open {
            None if line.trim() == "```sh" => open = Some((number + 2, String::new())),
            Some(_) if line.trim() == "```" => snippets.extend(open.take()),
            Some((_, text)) => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    snippets
}

/// Runs a snippet in `dir`. `make` only checks that the targets exist, since they run this test.
fn run(repository: &Path, dir: &Path, snippet: &str) -> Result<(), String> {
    let bin = Path::new(env!("CARGO_BIN_EXE_tailback")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([PathBuf::from(bin)].into_iter().chain(env::split_paths(&path)));
    let script = format!(
        "make() {{ command make -C '{}' --dry-run \"$@\" >/dev/null; }}\n{snippet}",
        repository.display()
    );
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &script])
        .current_dir(dir)
        .env("PATH", path.unwrap())
        .env("TAILBACK_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("models"))
        .env_remove("MAKEFLAGS")
        .env_remove("MAKELEVEL")
        .output()
        .unwrap();
    if output.status.success() {
        return Ok(());
    }
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    Err(format!("{}\n{snippet}\n{out}{err}", output.status))
}

/// Copies a directory recursively to a path that does not exist.
fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn every_snippet_runs_as_it_is_printed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    for page in PAGES {
        let dir = tempfile::tempdir().unwrap();
        copy(&repository.join("examples"), &dir.path().join("examples"));
        let snippets = snippets(&fs::read_to_string(repository.join(page)).unwrap());
        assert!(!snippets.is_empty(), "{page} has no snippet");
        for (line, snippet) in snippets {
            if let Err(problem) = run(repository, dir.path(), &snippet) {
                panic!("{page}:{line}: {problem}");
            }
        }
    }
}

#[test]
fn a_broken_snippet_is_noticed() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(run(repository, repository, "false\ntrue\n").is_err());
    assert!(run(repository, repository, "make no-such-target\n").is_err());
    assert!(run(repository, repository, "make test\n").is_ok());
    assert_eq!(snippets("a\n```sh\nx\ny\n```\n```text\nz\n```\n"), [(3, "x\ny\n".to_owned())]);
}
