//! Open models by handle.

use crate::{error::Error, model::Model};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

struct Open {
    models: BTreeMap<i32, Arc<Mutex<Model>>>,
    /// Handle of the model that was opened last. No handle is used twice.
    last: i32,
}

static OPEN: Mutex<Open> = Mutex::new(Open { models: BTreeMap::new(), last: 0 });

fn open() -> MutexGuard<'static, Open> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a model and returns its handle.
///
/// # Errors
///
/// If all handles have been used.
pub fn add(model: Model) -> Result<i32, Error> {
    let mut open = open();
    let all = || Error::Argument("all handles have been used".into());
    open.last = open.last.checked_add(1).ok_or_else(all)?;
    let handle = open.last;
    open.models.insert(handle, Arc::new(Mutex::new(model)));
    Ok(handle)
}

/// Removes a model.
///
/// # Errors
///
/// If there is none with this handle.
pub fn remove(handle: i32) -> Result<(), Error> {
    open().models.remove(&handle).map(drop).ok_or(Error::Handle(handle))
}

/// Calls `body` with a model.
///
/// # Errors
///
/// If there is none with this handle, or `body` fails.
pub fn with<T>(handle: i32, body: impl FnOnce(&mut Model) -> Result<T, Error>) -> Result<T, Error> {
    let model = open().models.get(&handle).cloned().ok_or(Error::Handle(handle))?;
    let mut model = model.lock().unwrap_or_else(PoisonError::into_inner);
    body(&mut model)
}
