//! The first two registers of every map.

use super::{Entry, Field, WORD_BITS};

/// Identification and version of a map: at address 0, four letters in ASCII; in the next register,
/// major and minor version. The major version changes when drivers must change, the minor version
/// when registers are added.
pub(super) fn entries(of: &str, identification: u32, version: (u32, u32)) -> [Entry; 2] {
    let letters = String::from_utf8_lossy(&identification.to_be_bytes()).into_owned();
    let value = format!("\"{letters}\" in ASCII.");
    [
        Entry::register(
            "identification",
            0,
            format!("Identification of {of} of Tailback."),
            vec![Field::constant("value", 0, WORD_BITS, identification, value)],
        ),
        Entry::register(
            "version",
            4,
            "Version of this register map.",
            vec![
                Field::constant("minor", 0, 16, version.1, "Changes when registers are added."),
                Field::constant("major", 16, 16, version.0, "Changes when drivers must change."),
            ],
        ),
    ]
}
