//! Scanner for Verilog text: the modules, and the names that each of them may instantiate.

use std::collections::BTreeSet;

/// A module definition in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Definition {
    /// Name of the module.
    pub name: String,
    /// Identifiers in a position where the name of an instantiated module is expected.
    pub instantiates: BTreeSet<String>,
}

/// All modules of a preprocessed text, in order.
pub(super) fn definitions(text: &str) -> Vec<Definition> {
    let tokens: Vec<Token> = Tokens { rest: text }.collect();
    let mut found: Vec<Definition> = Vec::new();
    let mut inside = false;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            Token::Word("module" | "macromodule") if !inside => {
                let lifetime = matches!(tokens.get(at), Some(Token::Word("automatic" | "static")));
                at += usize::from(lifetime);
                if let Some(Token::Word(name) | Token::Escaped(name)) = tokens.get(at) {
                    found.push(Definition { name: (*name).into(), instantiates: BTreeSet::new() });
                    inside = true;
                    at += 1;
                }
            }
            Token::Word("endmodule") => inside = false,
            Token::Word(name) | Token::Escaped(name) if inside => {
                let instance = matches!(
                    tokens.get(at),
                    Some(Token::Word(_) | Token::Escaped(_) | Token::Symbol('#'))
                );
                if let (true, Some(module)) = (instance, found.last_mut()) {
                    module.instantiates.insert((*name).into());
                }
            }
            _ => {}
        }
    }
    found
}

/// A token, as far as needed to distinguish modules and instances from other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    /// A keyword or a plain identifier.
    Word(&'a str),
    /// An escaped identifier, without its backslash.
    Escaped(&'a str),
    /// Any other character.
    Symbol(char),
}

/// Tokens of a text, without comments, strings, attributes and compiler directives.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Consumes all characters up to the first one that does not match.
    fn take_while(&mut self, matches: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !matches(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Skips everything up to and including `end`, or the rest of the text if `end` does not occur.
    fn skip_past(&mut self, end: &str) {
        self.rest = self.rest.find(end).map_or("", |at| &self.rest[at + end.len()..]);
    }

    /// Skips a string, whose opening quote has been consumed.
    fn skip_string(&mut self) {
        let mut escaped = false;
        let end = self.rest.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        self.rest = end.map_or("", |at| &self.rest[at + 1..]);
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.rest;
            let first = rest.chars().next()?;
            if rest.starts_with("//") || first == '`' {
                self.skip_past("\n");
            } else if rest.starts_with("/*") {
                self.skip_past("*/");
            } else if rest.starts_with("(*") && !rest[2..].trim_start().starts_with(')') {
                self.skip_past("*)");
            } else if first.is_ascii_alphabetic() || first == '_' {
                return Some(Token::Word(self.take_while(is_word)));
            } else if first == '\\' {
                self.rest = &rest[1..];
                return Some(Token::Escaped(self.take_while(|c| !c.is_whitespace())));
            } else if first.is_ascii_digit() || first == '\'' {
                // A number: its base and digits are not identifiers.
                self.take_while(|c| is_word(c) || c == '\'');
                return Some(Token::Symbol('0'));
            } else {
                self.rest = &rest[first.len_utf8()..];
                match first {
                    '"' => self.skip_string(),
                    _ if first.is_whitespace() => {}
                    _ => return Some(Token::Symbol(first)),
                }
            }
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        definitions(text).into_iter().map(|module| module.name).collect()
    }

    #[test]
    fn modules_are_found_beside_comments_strings_attributes_and_directives() {
        let text = "`timescale 1ns / 1ps // module a;\n/* module b; endmodule */\n\
                    (* keep, module = \"c\" *) module automatic d(input [3:0] x);\n\
                    initial $display(\"module \\\" e;\");\nalways @(*) begin end\nendmodule\n\
                    macromodule \\f+1 ;\nendmodule";
        assert_eq!(names(text), ["d", "f+1"]);
    }

    #[test]
    fn an_instance_is_a_name_before_a_name_or_parameters() {
        let text = "module top(input clock);\nwire [1:0] child_like = 2'b01;\n\
                    child u_child(.clock(clock));\n\\odd+one  u_odd(.a(other));\n\
                    sized #(.N(3)) u_sized(clock);\nendmodule";
        let module = &definitions(text)[0];
        for name in ["child", "odd+one", "sized"] {
            assert!(module.instantiates.contains(name), "{name}: {module:?}");
        }
        for name in ["child_like", "other", "clock", "b01"] {
            assert!(!module.instantiates.contains(name), "{name}: {module:?}");
        }
    }

    #[test]
    fn a_text_that_ends_early_ends_the_scan() {
        for text in ["/* no end", "\"no end", "(* no end", "module", "module \\", "`define"] {
            assert_eq!(names(text).len(), usize::from(text == "module \\"), "{text}");
        }
    }
}
