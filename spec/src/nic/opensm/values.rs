//! Single values: each is read, or becomes a problem of its key.

use super::{
    key,
    lines::{Line, Word},
    Entry, PortMask,
};
use crate::{
    problem::{nearest, out_of_range, Allowed, Kind, Location, Problem},
    wire::Number,
};

/// A value that was read, or the problem with it.
pub type Read<T> = Result<T, Box<Problem>>;

/// A problem with the word `place` in the value of `key`.
pub fn problem(kind: Kind, key: &str, place: &Word, message: String) -> Problem {
    Problem::new(kind, key, Location::Source(place.span()), message).help(key::about(key))
}

/// The single word of a value.
///
/// # Errors
///
/// If another word follows ([`Kind::Syntax`]).
pub fn only<'a>(line: &Line<'a>) -> Read<Word<'a>> {
    one_word(line.key.text, line.value)
}

fn one_word<'a>(key: &str, value: Word<'a>) -> Read<Word<'a>> {
    match value.split_once(char::is_whitespace) {
        None => Ok(value),
        Some((first, rest)) => {
            let (first, text) = (first.text.escape_debug(), rest.text.escape_debug());
            let message = format!("{key} has the value {first}, but `{text}` follows");
            Err(Box::new(problem(Kind::Syntax, key, &rest, message).label("extra value")))
        }
    }
}

/// TRUE or FALSE.
///
/// # Errors
///
/// If the value is neither `TRUE` nor `FALSE`, or more than one word.
pub fn flag(line: &Line) -> Read<bool> {
    let word = only(line)?;
    match word.text {
        "TRUE" => Ok(true),
        "FALSE" => Ok(false),
        other => {
            let values = ["TRUE", "FALSE"];
            let key = line.key.text;
            let suggestion = nearest(other, values).map(|near| near.to_uppercase());
            let suggestion = suggestion.or_else(|| {
                values.iter().find(|value| value.eq_ignore_ascii_case(other)).map(|v| (*v).into())
            });
            let message = format!("{key} cannot be `{}`", other.escape_debug());
            let allowed =
                Allowed::OneOf { values: values.map(str::to_owned).into(), unit: String::new() };
            let problem = problem(Kind::NotOneOf, key, &word, message).label("unknown");
            Err(Box::new(problem.suggest(suggestion).allowed(allowed)))
        }
    }
}

/// A number up to `most`, named `what` in messages.
fn whole(key: &str, what: &str, word: &Word, most: u64, unit: &str) -> Read<u64> {
    // The range is shown to the user; the check below is exact.
    let allowed = Allowed::range(0.0, most as f64, unit);
    match c_number(word.text) {
        Some(Some(number)) if number <= most => Ok(number),
        Some(_) => {
            let mut problem = out_of_range(Kind::OutOfRange, what, word.text, allowed);
            problem.key = key.into();
            problem.location = Location::Source(word.span());
            Err(Box::new(problem.help(key::about(key))))
        }
        None => {
            let message =
                format!("{what} must be a whole number, not `{}`", word.text.escape_debug());
            let label = format!("must be a whole number, {allowed}");
            let problem = problem(Kind::WrongType, key, word, message);
            Err(Box::new(problem.label(label).allowed(allowed)))
        }
    }
}

/// A number of 64 bits, too wide for an exact range in messages.
///
/// # Errors
///
/// If the value is not a whole number of 64 bits, or more than one word.
pub fn wide(line: &Line) -> Read<u64> {
    let (key, word) = (line.key.text, only(line)?);
    match c_number(word.text) {
        Some(Some(number)) => Ok(number),
        _ => {
            let text = word.text.escape_debug();
            let message = format!("{key} must be a number of 64 bits, not `{text}`");
            Err(Box::new(
                problem(Kind::OutOfRange, key, &word, message).label("not a number of 64 bits"),
            ))
        }
    }
}

/// A number as C reads it: hexadecimal after `0x`, octal after `0`, else decimal. The inner `None`
/// stands for a number that is negative or exceeds 64 bits.
fn c_number(text: &str) -> Option<Option<u64>> {
    const HEXADECIMAL: u32 = 16;
    const OCTAL: u32 = 8;
    const DECIMAL: u32 = 10;
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => (HEXADECIMAL, digits),
        None if digits.len() > 1 && digits.starts_with('0') => (OCTAL, &digits[1..]),
        None => (DECIMAL, digits),
    };
    let good = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    good.then(|| u64::from_str_radix(digits, radix).ok().filter(|_| !negative))
}

/// The only value of a line, a number of `BITS` bits.
///
/// # Errors
///
/// If the value is not a whole number of `BITS` bits, or more than one word.
pub fn number<const BITS: u32>(line: &Line, unit: &str) -> Read<Number<BITS>> {
    bits(line.key.text, line.key.text, &only(line)?, unit)
}

/// A number of `BITS` bits, named `what` in messages.
///
/// # Errors
///
/// If `word` is not a whole number ([`Kind::WrongType`]), or is negative or needs more than `BITS`
/// bits ([`Kind::OutOfRange`]).
pub fn bits<const BITS: u32>(key: &str, what: &str, word: &Word, unit: &str) -> Read<Number<BITS>> {
    let most = Number::<BITS>::MAX.get();
    whole(key, what, word, most.into(), unit).map(|number| Number::low(number as u32))
}

/// A bit for each port.
///
/// # Errors
///
/// If the value is not 1 to 64 hexadecimal digits, or more than one word.
pub fn mask(line: &Line) -> Read<PortMask> {
    let word = only(line)?;
    let digits = word.text.strip_prefix("0x").or(word.text.strip_prefix("0X"));
    PortMask::from_hex(digits.unwrap_or(word.text)).ok_or_else(|| {
        let key = line.key.text;
        let (most, text) = (PortMask::DIGITS, word.text.escape_debug());
        let message = format!("{key} must be 1 to {most} hexadecimal digits, not `{text}`");
        let label = format!("must be 1 to {most} hexadecimal digits");
        Box::new(problem(Kind::WrongType, key, &word, message).label(label))
    })
}

/// `shift:multiplier`; `of` names in messages what they belong to.
///
/// # Errors
///
/// If `word` has no colon, or a number beside the colon is not a whole number of as many bits as
/// its field.
pub fn entry(key: &str, of: &str, word: &Word) -> Read<Entry> {
    let Some((shift, multiplier)) = word.split_once(|c| c == ':') else {
        let message = format!("{of} must be shift:multiplier, not `{}`", word.text.escape_debug());
        return Err(Box::new(
            problem(Kind::WrongType, key, word, message).label("must be shift:multiplier"),
        ));
    };
    Ok(Entry {
        shift: bits(key, &format!("the shift of {of}"), &shift, "bits")?,
        multiplier: bits(key, &format!("the multiplier of {of}"), &multiplier, "")?,
    })
}

/// A service level, and the word that follows it.
///
/// # Errors
///
/// If the line has only one number, the SL is not 0 to 15, or more than one word follows it.
pub fn level<'a>(line: &Line<'a>) -> Read<(usize, Word<'a>)> {
    let key = line.key.text;
    let Some((level, value)) = line.value.split_once(char::is_whitespace) else {
        let message = format!("{key} needs an SL and a value");
        let problem = problem(Kind::Missing, key, &line.value, message);
        return Err(Box::new(problem.label("only one number")));
    };
    let level: Number<4> = bits(key, &format!("the SL of {key}"), &level, "")?;
    Ok((level.get() as usize, one_word(key, value)?))
}
