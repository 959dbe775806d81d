//! Codes that functions return, and the reason in words.

use std::{
    cell::RefCell,
    ffi::{c_char, CString},
    panic::{self, AssertUnwindSafe},
    sync::Once,
};
use tailback_model::named::StepError;

/// Done; for a comparison: equal.
pub const TAILBACK_OK: i32 = 0;
/// Comparison: the values differ.
pub const TAILBACK_DIFFERS: i32 = 1;
/// An argument is NULL, no UTF-8, or out of range.
pub const TAILBACK_ARGUMENT: i32 = -1;
/// No open model has this handle.
pub const TAILBACK_HANDLE: i32 = -2;
/// The configuration cannot be read, or has problems.
pub const TAILBACK_CONFIG: i32 = -3;
/// No module or port has this name.
pub const TAILBACK_NAME: i32 = -4;
/// A value has another number of bits than its port, or bits that are neither 0 nor 1.
pub const TAILBACK_BITS: i32 = -5;
/// The golden model defines no behaviour for these inputs, or has not since its last reset.
pub const TAILBACK_UNDEFINED: i32 = -6;
/// An error of this library.
pub const TAILBACK_INTERNAL: i32 = -7;

/// Reason why a function failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{0}")]
    Argument(String),
    #[error("no open model has the handle {0}")]
    Handle(i32),
    #[error("{0}")]
    Config(String),
    #[error("{0}")]
    Name(String),
    #[error("{0}")]
    Bits(String),
    #[error(transparent)]
    Step(#[from] StepError),
}

impl Error {
    fn code(&self) -> i32 {
        match self {
            Error::Argument(_) => TAILBACK_ARGUMENT,
            Error::Handle(_) => TAILBACK_HANDLE,
            Error::Config(_) => TAILBACK_CONFIG,
            Error::Name(_) => TAILBACK_NAME,
            Error::Bits(_) | Error::Step(StepError::TooWide { .. }) => TAILBACK_BITS,
            Error::Step(StepError::Undefined { .. } | StepError::Lost { .. }) => TAILBACK_UNDEFINED,
            Error::Step(StepError::Length { .. }) => TAILBACK_INTERNAL,
        }
    }
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

/// Stores the message of this thread.
pub fn set_message(text: &str) {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    MESSAGE.with(|message| message.replace(text));
}

/// The message of this thread, which stays until the next call of a function that stores one.
pub fn message() -> *const c_char {
    MESSAGE.with(|message| message.borrow().as_ptr())
}

/// Runs the body of a function: an error becomes its code, a panic [`TAILBACK_INTERNAL`].
pub fn guarded(body: impl FnOnce() -> Result<i32, Error>) -> i32 {
    static SILENT: Once = Once::new();
    // The message of a panic is in that of the error.
    SILENT.call_once(|| panic::set_hook(Box::new(|_| {})));
    match panic::catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            set_message(&error.to_string());
            error.code()
        }
        Err(_) => {
            set_message("an error of the library tailback");
            TAILBACK_INTERNAL
        }
    }
}
