//! Identifiers of VHDL.

/// Returns a name as an identifier. A name that is no basic identifier becomes an extended one,
/// between backslashes, which tools match with the Verilog name without its backslashes (IEEE
/// 1076-1993, 13.3.2).
pub(super) fn identifier(name: &str) -> String {
    match is_basic(name) {
        true => name.into(),
        // A backslash in an extended identifier is doubled.
        false => format!("\\{}\\", name.replace('\\', "\\\\")),
    }
}

/// Whether a name is a basic identifier in lower case. Basic identifiers do not distinguish case, so a
/// name with capitals is none here: Verilog distinguishes case.
fn is_basic(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(allowed)
        && !name.ends_with('_')
        && !name.contains("__")
        && !RESERVED.split_whitespace().any(|word| word == name)
}

/// Reserved words of all revisions of VHDL (IEEE 1076-1993, 1076-2008 with those of PSL, and
/// 1076-2019).
const RESERVED: &str = "
abs access after alias all and architecture array assert assume assume_guarantee attribute begin block
body buffer bus case component configuration constant context cover default disconnect downto else
elsif end entity exit fairness file for force function generate generic group guarded if impure in
inertial inout is label library linkage literal loop map mod nand new next nor not null of on open or
others out package parameter port postponed private procedure process property protected pure range
record register reject release rem report restrict restrict_guarantee return rol ror select sequence
severity shared signal sla sll sra srl strong subtype then to transport type unaffected units until use
variable view vmode vpkg vprop vunit wait when while with xnor xor";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_vhdl_cannot_read_becomes_an_extended_identifier() {
        for name in ["clock", "s_axis_tdata", "x1"] {
            assert_eq!(identifier(name), name);
        }
        for name in ["signal", "out", "Ready", "_x", "x_", "a__b", "1a", "a$b"] {
            assert_eq!(identifier(name), format!("\\{name}\\"));
        }
        assert_eq!(identifier("a\\b"), "\\a\\\\b\\");
    }
}
