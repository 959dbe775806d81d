//! Golden models behind a C interface.
//!
//! A model is a positive handle. Every function checks its arguments and returns a negative code
//! for what it cannot do; [`tailback_message`] has the reason in words. No function panics.
//! `include/tailback.h` is made from these files; `sv/tailback_pkg.sv` imports the functions
//! `tailback_dpi_*` and others.

mod c;
mod dpi;
mod error;
mod handles;
mod model;
mod text;

pub use c::{
    tailback_close, tailback_cycle, tailback_get, tailback_message, tailback_open, tailback_port,
    tailback_ports, tailback_reset, tailback_set, TailbackPort,
};
pub use dpi::{tailback_dpi_check, tailback_dpi_get, tailback_dpi_set, TailbackLogic};
pub use error::{
    TAILBACK_ARGUMENT, TAILBACK_BITS, TAILBACK_CONFIG, TAILBACK_DIFFERS, TAILBACK_HANDLE,
    TAILBACK_INTERNAL, TAILBACK_NAME, TAILBACK_OK, TAILBACK_UNDEFINED,
};
