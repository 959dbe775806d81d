//! Functions for programs in C.

use crate::{
    error::{guarded, message, Error, TAILBACK_OK},
    handles,
    model::Model,
    text::text,
};
use std::{ffi::c_char, ptr, slice};
use tailback_spec::Direction;

/// A port of a golden model: `lanes` values of `width` bits, with lane 0 in the least significant
/// bits.
#[repr(C)]
pub struct TailbackPort {
    /// Name in the Verilog; valid until the model is closed.
    pub name: *const c_char,
    /// Number of values.
    pub lanes: u32,
    /// Bits of a value.
    pub width: u32,
    /// 1 for an input, 0 for an output.
    pub is_input: i32,
}

/// Opens the golden model of a module, after reset: `block` as on Tailback's command line, `config`
/// the path of a configuration. Each line of `overrides` replaces a value of it, as
/// `marking.policy=naive`; NULL replaces none. Returns a handle above 0, or a negative code.
///
/// # Safety
///
/// Each pointer is NULL, or points to text that ends with a zero byte.
#[no_mangle]
pub unsafe extern "C" fn tailback_open(
    block: *const c_char,
    config: *const c_char,
    overrides: *const c_char,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller guarantees it for each of them.
        let (block, config) = unsafe { (text("block", block)?, text("config", config)?) };
        let overrides = match overrides.is_null() {
            true => "",
            // SAFETY: the caller guarantees it.
            false => unsafe { text("overrides", overrides)? },
        };
        handles::add(Model::new(block, config, overrides)?)
    })
}

/// Closes a model. Its handle is not used again.
#[no_mangle]
pub extern "C" fn tailback_close(model: i32) -> i32 {
    guarded(|| handles::remove(model).map(|()| TAILBACK_OK))
}

/// The reason of the last failure or difference in this thread, in words. Valid until the next
/// call.
#[no_mangle]
pub extern "C" fn tailback_message() -> *const c_char {
    message()
}

/// Number of ports of a model, or a negative code. `clock` and `reset` do not count.
#[no_mangle]
pub extern "C" fn tailback_ports(model: i32) -> i32 {
    guarded(|| handles::with(model, |model| Ok(model.ports().len() as i32)))
}

/// Describes a port, from 0 on: inputs, then outputs.
///
/// # Safety
///
/// `port` is NULL, or points to a `TailbackPort`.
#[no_mangle]
pub unsafe extern "C" fn tailback_port(model: i32, index: i32, port: *mut TailbackPort) -> i32 {
    guarded(|| {
        handles::with(model, |model| {
            let place = usize::try_from(index).ok().and_then(|index| model.ports().get(index));
            let place = place.ok_or_else(|| Error::Name(format!("there is no port {index}")))?;
            if port.is_null() {
                return Err(Error::Argument("`port` is NULL".into()));
            }
            let described = TailbackPort {
                name: place.name.as_ptr(),
                lanes: place.port.lanes as u32,
                width: place.port.width as u32,
                is_input: i32::from(place.port.direction == Direction::Input),
            };
            // SAFETY: not null; the caller guarantees the rest.
            unsafe { ptr::write(port, described) };
            Ok(TAILBACK_OK)
        })
    })
}

/// Sets an input of the cycles from now on: `count` words of 64 bits, least significant first, as
/// many as the port needs. Inputs that are not set are 0.
///
/// # Safety
///
/// `port` is NULL, or points to text that ends with a zero byte; `words` is NULL, or points to
/// `count` words.
#[no_mangle]
pub unsafe extern "C" fn tailback_set(
    model: i32,
    port: *const c_char,
    words: *const u64,
    count: usize,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller guarantees it.
        let name = unsafe { text("port", port)? };
        handles::with(model, |model| {
            let (_, image) = model.input(name)?;
            check(name, words, count, image.len())?;
            // SAFETY: not null, and the caller guarantees `count` words.
            image.copy_from_slice(unsafe { slice::from_raw_parts(words, count) });
            Ok(TAILBACK_OK)
        })
    })
}

/// Reads an output of the last cycle: `count` words of 64 bits, least significant first, as many
/// as the port needs.
///
/// # Safety
///
/// `port` is NULL, or points to text that ends with a zero byte; `words` is NULL, or points to
/// `count` words.
#[no_mangle]
pub unsafe extern "C" fn tailback_get(
    model: i32,
    port: *const c_char,
    words: *mut u64,
    count: usize,
) -> i32 {
    guarded(|| {
        // SAFETY: the caller guarantees it.
        let name = unsafe { text("port", port)? };
        handles::with(model, |model| {
            let (_, image) = model.output(name)?;
            check(name, words, count, image.len())?;
            // SAFETY: not null, and the caller guarantees `count` words.
            unsafe { slice::from_raw_parts_mut(words, count) }.copy_from_slice(image);
            Ok(TAILBACK_OK)
        })
    })
}

fn check(name: &str, words: *const u64, count: usize, needed: usize) -> Result<(), Error> {
    if words.is_null() {
        return Err(Error::Argument("`words` is NULL".into()));
    }
    match count == needed {
        true => Ok(()),
        false => Err(Error::Bits(format!("`{name}` has {needed} words, but {count} are given"))),
    }
}

/// Runs one clock cycle: computes the outputs that belong to the inputs, and then applies the
/// clock edge.
#[no_mangle]
pub extern "C" fn tailback_cycle(model: i32) -> i32 {
    guarded(|| handles::with(model, |model| model.cycle().map(|()| TAILBACK_OK)))
}

/// Applies a clock edge with `reset`, in place of the edge of the cycle before.
#[no_mangle]
pub extern "C" fn tailback_reset(model: i32) -> i32 {
    guarded(|| {
        handles::with(model, |model| {
            model.reset();
            Ok(TAILBACK_OK)
        })
    })
}
