//! Functions for SystemVerilog, which `sv/tailback_pkg.sv` imports. Vectors are those of DPI-C:
//! words of 32 bits with four states.

use crate::{
    error::{guarded, set_message, Error, TAILBACK_DIFFERS, TAILBACK_OK},
    handles,
    text::text,
};
use std::{ffi::c_char, slice};

/// 32 bits of a vector of type `logic`: `svLogicVecVal` of IEEE 1800.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TailbackLogic {
    /// Values of the bits.
    pub aval: u32,
    /// 1 for bits that are X or Z.
    pub bval: u32,
}

const WORD_BITS: usize = u32::BITS as usize;

/// The words of a vector.
///
/// # Errors
///
/// If the pointer is null, or the vector has another number of bits than the port.
///
/// # Safety
///
/// The pointer is null, or points to as many words as `bits` bits need.
unsafe fn vector<'a>(
    name: &str,
    value: *const TailbackLogic,
    bits: i32,
    needed: usize,
) -> Result<&'a [TailbackLogic], Error> {
    if value.is_null() {
        return Err(Error::Argument("`value` is NULL".into()));
    }
    if usize::try_from(bits) != Ok(needed) {
        let text = format!("`{name}` has {needed} bits, but {bits} are given");
        return Err(Error::Bits(text));
    }
    // SAFETY: not null, and the caller guarantees the words.
    Ok(unsafe { slice::from_raw_parts(value, needed.div_ceil(WORD_BITS)) })
}

/// Bits of word `index` of a vector with so many bits.
fn mask(bits: usize, index: usize) -> u32 {
    let rest = bits - index * WORD_BITS;
    if rest < WORD_BITS {
        (1 << rest) - 1
    } else {
        u32::MAX
    }
}

/// Word `index` of an image, in words of 32 bits.
fn half(image: &[u64], index: usize) -> u32 {
    (image[index / 2] >> (index % 2 * WORD_BITS)) as u32
}

/// Sets an input of the cycles from now on to the lowest `bits` bits of a vector.
///
/// # Safety
///
/// `port` is NULL, or points to text that ends with a zero byte; `value` is NULL, or points to a
/// vector of at least `bits` bits.
#[no_mangle]
pub unsafe extern "C" fn tailback_dpi_set(
    model: i32,
    port: *const c_char,
    bits: i32,
    value: *const TailbackLogic,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller guarantees it.
        let name = unsafe { text("port", port)? };
        handles::with(model, |model| {
            let (needed, image) = model.input(name)?;
            // SAFETY: the caller guarantees it.
            let words = unsafe { vector(name, value, bits, needed)? };
            let known =
                words.iter().enumerate().all(|(at, word)| word.bval & mask(needed, at) == 0);
            if !known {
                return Err(Error::Bits(format!("`{name}` has bits that are X or Z")));
            }
            image.fill(0);
            for (at, word) in words.iter().enumerate() {
                let bits = u64::from(word.aval & mask(needed, at));
                image[at / 2] |= bits << (at % 2 * WORD_BITS);
            }
            Ok(TAILBACK_OK)
        })
    })
}

/// Compares the lowest `bits` bits of a vector with an output of the last cycle. Bits that are X
/// or Z differ. Returns `TAILBACK_OK`, `TAILBACK_DIFFERS`, or a negative code.
///
/// # Safety
///
/// As `tailback_dpi_set`.
#[no_mangle]
pub unsafe extern "C" fn tailback_dpi_check(
    model: i32,
    port: *const c_char,
    bits: i32,
    value: *const TailbackLogic,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller guarantees it.
        let name = unsafe { text("port", port)? };
        handles::with(model, |model| {
            let (needed, image) = model.output(name)?;
            // SAFETY: the caller guarantees it.
            let words = unsafe { vector(name, value, bits, needed)? };
            let is_equal = |(at, word): (usize, &TailbackLogic)| {
                let mask = mask(needed, at);
                word.bval & mask == 0 && (word.aval ^ half(image, at)) & mask == 0
            };
            if words.iter().enumerate().all(is_equal) {
                return Ok(TAILBACK_OK);
            }
            let expected = (0..words.len()).rev().map(|at| format!("{:08x}", half(image, at)));
            let found = (0..words.len()).rev().map(|at| hexadecimal(words[at], mask(needed, at)));
            let [expected, found] = [expected.collect::<String>(), found.collect()];
            set_message(&format!("`{name}` is {found}, but the golden model has {expected}"));
            Ok(TAILBACK_DIFFERS)
        })
    })
}

/// A word in hexadecimal digits; `x` stands for four bits with an X or Z among them.
fn hexadecimal(word: TailbackLogic, mask: u32) -> String {
    let digit = |shift: u32| match (word.bval & mask) >> shift & 0xF {
        0 => format!("{:x}", (word.aval & mask) >> shift & 0xF),
        _ => "x".into(),
    };
    (0..u32::BITS).step_by(4).rev().map(digit).collect()
}

/// Reads an output of the last cycle into the lowest `bits` bits of a vector.
///
/// # Safety
///
/// As `tailback_dpi_set`.
#[no_mangle]
pub unsafe extern "C" fn tailback_dpi_get(
    model: i32,
    port: *const c_char,
    bits: i32,
    value: *mut TailbackLogic,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller guarantees it.
        let name = unsafe { text("port", port)? };
        handles::with(model, |model| {
            let (needed, image) = model.output(name)?;
            // SAFETY: the caller guarantees it.
            let count = unsafe { vector(name, value, bits, needed)? }.len();
            for at in 0..count {
                let word = TailbackLogic { aval: half(image, at), bval: 0 };
                // SAFETY: `vector` checked the pointer and the number of words.
                unsafe { value.add(at).write(word) };
            }
            Ok(TAILBACK_OK)
        })
    })
}
