//! Text from C.

use crate::error::Error;
use std::ffi::{c_char, CStr};

/// The text of an argument.
///
/// # Errors
///
/// If the pointer is null, or the text is not UTF-8.
///
/// # Safety
///
/// The pointer is null, or points to text that ends with a zero byte and lives as long as `'a`.
pub unsafe fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Error> {
    if pointer.is_null() {
        return Err(Error::Argument(format!("`{name}` is NULL")));
    }
    // SAFETY: not null; the caller guarantees the rest.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Error::Argument(format!("`{name}` is not UTF-8")))
}
