//! Parts of a page that are generated, between two markers.
//!
//! The first marker says with what:
//!
//! ```text
//! <!-- KIND: WORDS -->
//! <!-- end of KIND -->
//! ```

use std::{env, fs, path::Path};

/// Environment variable that selects writing instead of comparing.
const UPDATE: &str = "TAILBACK_UPDATE_DOCS";

/// Replaces what is between the markers of a page: `make` returns it for the words of a marker.
pub fn replaced(page: &str, kind: &str, mut make: impl FnMut(&str) -> String) -> String {
    let (begin, end) = (format!("<!-- {kind}: "), format!("<!-- end of {kind} -->\n"));
    /// End of the first marker.
    const BEGIN_ENDS: &str = " -->\n";
    let (mut text, mut rest) = (String::new(), page);
    while let Some((before, after)) = rest.split_once(&begin) {
        let (words, after) = after.split_once(BEGIN_ENDS).expect("a marker ends with ` -->`");
        let (_, after) = after.split_once(&end).expect("a part ends with a marker");
        text += &format!("{before}{begin}{words}{BEGIN_ENDS}{}{end}", make(words));
        rest = after;
    }
    text + rest
}

/// Checks that a page is what was generated or, with `TAILBACK_UPDATE_DOCS=1`, writes it.
///
/// # Panics
///
/// If it is not; the message names `test`, which writes the page.
pub fn check(path: &Path, page: &str, current: &str, test: &str) {
    if env::var_os(UPDATE).is_some_and(|value| value == "1") {
        fs::write(path, current).expect("the page is writable");
        return;
    }
    let path = path.display();
    let hint = format!("run `{UPDATE}=1 cargo test --test {test}`");
    assert!(current == page, "{path} is not current: {hint}");
}
