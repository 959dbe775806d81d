//! The header is that of the library, and a program in C can use it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_header_declares_the_functions_of_the_library() {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).expect("settings");
    let mut expected = Vec::new();
    let builder = cbindgen::Builder::new().with_config(config);
    let sources = ["src/error.rs", "src/c.rs", "src/dpi.rs"];
    let builder = sources.iter().fold(builder, |builder, file| builder.with_src(root().join(file)));
    builder.generate().expect("bindings").write(&mut expected);
    let expected = String::from_utf8(expected).expect("text");
    let file = root().join("include/tailback.h");
    if env::var_os("TAILBACK_UPDATE_HEADER").is_some() {
        fs::write(&file, &expected).expect("written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(found, expected, "TAILBACK_UPDATE_HEADER=1 writes the header");
}

/// Directory of this test, and of the library that was built for it.
fn directory_of_test() -> PathBuf {
    let test = env::current_exe().expect("a path");
    test.parent().expect("a directory").to_owned()
}

#[test]
fn a_program_in_c_steps_a_model_and_gets_codes_for_all_misuse() {
    let directory = tempfile::tempdir().expect("directory");
    let program = directory.path().join("misuse");
    let output = Command::new("cc")
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .arg(root().join("tests/misuse.c"))
        .arg("-I")
        .arg(root().join("include"))
        .arg(directory_of_test().join("libtailback_c.a"))
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("a C compiler");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let config = root().join("../examples/santos-2003-8port.toml");
    let output = Command::new(program).arg(config).output().expect("runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let (text, errors) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{:?}\n{text}{errors}", output.status);
    assert_eq!(errors, "");
}
