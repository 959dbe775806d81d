//! Parser of names in the form of rust-hdl's macro: Rust text without spaces and `self.`, with `$`
//! for dots.

use crate::refusal::Reason;

/// Index arithmetic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Index {
    Number(i128),
    Path(Path),
    Add(Box<Index>, Box<Index>),
    Sub(Box<Index>, Box<Index>),
    Mul(Box<Index>, Box<Index>),
}

/// A field, an optional index, and the port if the field is a submodule or an interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    pub name: String,
    pub index: Option<Box<Index>>,
    pub port: Option<Box<Path>>,
}

impl Path {
    /// The names, with `_` between them, and the last component, which has the index of an array
    /// in an interface.
    pub fn flat(&self) -> (String, &Path) {
        match &self.port {
            Some(port) => {
                let (rest, last) = port.flat();
                (format!("{}_{rest}", self.name), last)
            }
            None => (self.name.clone(), self),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    whole: &'a str,
}

/// Parses `name`, `name[index]` or `child$port`, each optionally followed by `$next`, `$val()` and
/// `$index()`.
pub(super) fn parse(text: &str) -> Result<Path, Reason> {
    // The macro breaks long names over lines.
    let whole: String = text.split_whitespace().collect();
    let mut reader = Reader { rest: &whole, whole: &whole };
    let path = reader.path()?;
    if reader.rest.is_empty() {
        Ok(path)
    } else {
        reader.unknown()
    }
}

/// Whether a character can be part of a name.
fn is_inside(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl Reader<'_> {
    fn unknown<T>(&self) -> Result<T, Reason> {
        Err(Reason::UnknownName(self.whole.into()))
    }

    fn take(&mut self, token: &str) -> bool {
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Consumes `$next`, unless it begins a longer word: a port may be named `next_block`.
    fn take_next(&mut self) -> bool {
        let longer = |rest: &str| rest.starts_with(is_inside);
        let ends = self.rest.strip_prefix("$next").is_some_and(|rest| !longer(rest));
        ends && self.take("$next")
    }

    fn word(&mut self) -> Result<String, Reason> {
        let end = self.rest.find(|c| !is_inside(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.unknown();
        }
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(word.into())
    }

    fn path(&mut self) -> Result<Path, Reason> {
        let name = self.word()?;
        let mut index = None;
        if self.take("[") {
            index = Some(Box::new(self.sum()?));
            if !self.take("]") {
                return self.unknown();
            }
        }
        let mut port = None;
        loop {
            if self.take_next() || ["$val()", "$index()"].iter().any(|suffix| self.take(suffix)) {
                continue;
            }
            if port.is_some() || !self.take("$") {
                return Ok(Path { name, index, port });
            }
            port = Some(Box::new(self.path()?));
        }
    }

    fn sum(&mut self) -> Result<Index, Reason> {
        let mut left = self.product()?;
        loop {
            if self.take("+") {
                left = Index::Add(left.into(), self.product()?.into());
            } else if self.take("-") {
                left = Index::Sub(left.into(), self.product()?.into());
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Result<Index, Reason> {
        let mut left = self.factor()?;
        while self.take("*") {
            left = Index::Mul(left.into(), self.factor()?.into());
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Index, Reason> {
        if self.take("(") {
            let inner = self.sum()?;
            return if self.take(")") { Ok(inner) } else { self.unknown() };
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let word = self.word()?;
            let digits = word.trim_end_matches("usize").replace('_', "");
            return digits.parse().map(Index::Number).or_else(|_| self.unknown());
        }
        Ok(Index::Path(self.path()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_may_be_arithmetic_on_loop_variables() {
        let path = parse("marked[port*4+slot]$val()").unwrap();
        assert_eq!(path.name, "marked");
        let port = Index::Path(Path { name: "port".into(), index: None, port: None });
        let slot = Index::Path(Path { name: "slot".into(), index: None, port: None });
        let product = Index::Mul(port.into(), Index::Number(4).into());
        assert_eq!(path.index, Some(Index::Add(product.into(), slot.into()).into()));
    }

    #[test]
    fn an_index_may_be_a_signal_with_an_index_of_its_own() {
        let path = parse("head[select[i]$val()$index()]$next").unwrap();
        let Some(Index::Path(inner)) = path.index.map(|index| *index) else { panic!() };
        assert_eq!(inner.name, "select");
        assert!(inner.index.is_some());
    }

    #[test]
    fn a_port_of_a_submodule_has_an_index_of_its_own() {
        let path = parse("buffer[i]$queued[j]$next").unwrap();
        assert_eq!(path.name, "buffer");
        assert_eq!(path.port.map(|port| port.name), Some("queued".into()));
    }

    #[test]
    fn a_name_may_be_broken_over_lines() {
        assert_eq!(parse("head[select$val()\n$index()]"), parse("head[select$val()$index()]"));
    }

    #[test]
    fn what_is_not_a_name_is_refused() {
        for text in ["", "a$", "a[", "a[1", "a[i]b", "a[1}", "a-b"] {
            assert_eq!(parse(text), Err(Reason::UnknownName(text.into())), "{text}");
        }
    }
}
