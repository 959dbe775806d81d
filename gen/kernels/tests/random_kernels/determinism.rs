//! Determinism: equal input gives equal bytes, in every process.

use crate::written::KERNELS;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use tailback_gen::verilog;
use tailback_hdl::switch::marking::{CountingMarking, NaiveMarking};
use tailback_spec::switch::marking::{Marking, Policy};

/// Environment variable of the second process, which prints its digest.
const CHILD: &str = "TAILBACK_DETERMINISM_CHILD";
/// Prefix of the digest in the output.
const MARK: &str = "digest=";

/// Returns a digest of all generated output (`DefaultHasher::new` has fixed keys).
fn digest() -> String {
    let mut hasher = DefaultHasher::new();
    let config = Marking::new(Policy::InputTriggered, 12, 4, None).expect("a configuration");
    let design = verilog(&CountingMarking::new(&config), "A test.").expect("a design");
    design.modules[0].text.hash(&mut hasher);
    let config = Marking::new(Policy::Naive, 12, 4, None).expect("a configuration");
    let design = verilog(&NaiveMarking::new(&config), "A test.").expect("a design");
    design.modules[0].text.hash(&mut hasher);
    for make in KERNELS {
        match verilog(make().hardware(), "A test.") {
            Ok(design) => design.modules[0].text.hash(&mut hasher),
            Err(refusal) => refusal.to_string().hash(&mut hasher),
        }
    }
    format!("{MARK}{:016x}", hasher.finish())
}

#[test]
fn two_runs_and_two_processes_write_the_same_bytes() {
    let here = digest();
    if std::env::var_os(CHILD).is_some() {
        println!("{here}");
        return;
    }
    assert_eq!(here, digest());
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--nocapture",
            "--exact",
            "determinism::two_runs_and_two_processes_write_the_same_bytes",
        ])
        .env(CHILD, "1")
        .output()
        .expect("a second process");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(&here), "{here} here, and there\n{said}");
}
