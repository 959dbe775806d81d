//! Lines that are too long for a terminal.

use miette::{MietteError, MietteSpanContents, NamedSource, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;

/// Maximum length of a line that is shown completely, in characters.
const LONGEST: usize = 200;

/// Bytes shown on each side of the location in a longer line, at most.
const AROUND: usize = 40;

/// A source whose long lines are clipped around the location.
#[derive(Debug)]
pub struct Clipped {
    name: String,
    source: NamedSource<String>,
}

impl Clipped {
    pub fn new(name: &str, text: &str) -> Self {
        // Control characters must not reach the terminal; each is one byte, like its substitute.
        let obeyed = |c: char| c.is_ascii_control() && !c.is_ascii_whitespace();
        Clipped { name: name.into(), source: NamedSource::new(name, text.replace(obeyed, "?")) }
    }
}

impl SourceCode for Clipped {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = self.source.inner();
        let place = span.offset()..span.offset() + span.len();
        // Without context, only the line and column of the location are requested.
        let Some((line, part)) = window(text, place).filter(|_| before + after > 0) else {
            return self.source.read_span(span, before, after);
        };
        let number = text[..line].matches('\n').count();
        let column = text[line..part.start].chars().count();
        let (shown, length) = (part.start, part.len());
        let data = &text.as_bytes()[part];
        let span = (shown, length).into();
        let contents =
            MietteSpanContents::new_named(self.name.clone(), data, span, number, column, 1);
        Ok(Box::new(contents))
    }
}

/// Returns the start of a line that is too long, and the part of it to show.
fn window(text: &str, place: Range<usize>) -> Option<(usize, Range<usize>)> {
    let inside = text.get(place.clone())?;
    let start = text[..place.start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[place.end..].find('\n').map_or(text.len(), |newline| place.end + newline);
    if inside.contains('\n') || text[start..end].chars().count() <= LONGEST {
        return None;
    }
    let from = place.start.saturating_sub(AROUND).max(start);
    let to = (place.end + AROUND).min(end);
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let from = (from..=place.start).find(boundary)?;
    let to = (place.end..=to).rev().find(boundary)?;
    Some((start, from..to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_lines_are_cut_and_never_within_a_character() {
        let text = format!("short\n{}\nshort", "ü".repeat(LONGEST + 1));
        let whole = |at: usize| window(&text, at..at + 1);
        assert_eq!((whole(0), whole(text.len() - 1)), (None, None));
        let at = "short\n".len() + 100;
        assert_eq!(window(&text, at..at + 2), Some((6, at - AROUND..at + 2 + AROUND)));
        let odd = at + 2 * LONGEST - 100;
        assert_eq!(window(&text, odd..odd), Some((6, odd - AROUND..odd + 2)));
        assert_eq!(window(&text, 0..at), None);
        assert_eq!(window(&text, at + 1..at + 2), None, "not a location in the text");
    }
}
