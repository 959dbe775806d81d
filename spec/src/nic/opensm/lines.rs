//! Lines and words, each with its position in the file.

use std::ops::Range;

/// A piece of the file without white space around it.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    pub text: &'a str,
    pub start: usize,
}

/// A line with a key and a value.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    pub key: Word<'a>,
    /// All text after the key; may be empty.
    pub value: Word<'a>,
}

impl<'a> Word<'a> {
    fn trimmed(text: &'a str, start: usize) -> Self {
        let behind = text.trim_start();
        Word { text: behind.trim_end(), start: start + text.len() - behind.len() }
    }

    /// Bytes of the file that the word occupies.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The piece of `self` that begins with byte `at`.
    fn from(&self, at: usize) -> Self {
        Word::trimmed(&self.text[at..], self.start + at)
    }

    /// The pieces before and after the first `separator`.
    pub fn split_once(&self, separator: impl Fn(char) -> bool + Copy) -> Option<(Self, Self)> {
        let (at, found) = self.text.char_indices().find(|(_, c)| separator(*c))?;
        let first = Word::trimmed(&self.text[..at], self.start);
        Some((first, self.from(at + found.len_utf8())))
    }

    /// The pieces between separators, at least one.
    pub fn split(self, separator: char) -> impl Iterator<Item = Word<'a>> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let this = rest?;
            match this.split_once(|c| c == separator) {
                Some((first, behind)) => {
                    rest = Some(behind);
                    Some(first)
                }
                None => rest.take(),
            }
        })
    }
}

/// Lines of a file, without empty lines and comments.
pub fn lines(source: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    source.split_inclusive('\n').filter_map(move |line| {
        let here = start;
        start += line.len();
        let text = line.split_once('#').map_or(line, |(text, _)| text);
        let word = Word::trimmed(text, here);
        let end = Word { text: "", start: word.span().end };
        let (key, value) = word.split_once(char::is_whitespace).unwrap_or((word, end));
        (!key.text.is_empty()).then_some(Line { key, value })
    })
}
