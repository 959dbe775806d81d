//! Values between Python and TOML.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyDict, PyList, PyString, PyTuple},
};
use tailback_spec::config::Override;
use toml::{Table, Value};

/// Most dicts and lists inside each other.
const DEEPEST: usize = 32;

/// The TOML value of a Python value with this dotted key.
fn value(key: &str, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth == DEEPEST {
        let text = format!("{key} has more than {DEEPEST} dicts and lists inside each other");
        return Err(PyValueError::new_err(text));
    }
    if let Ok(boolean) = object.cast::<PyBool>() {
        return Ok(Value::Boolean(boolean.is_true()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::String(text.to_str()?.to_owned()));
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        return table(key, dict, depth + 1).map(Value::Table);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let items = object.try_iter()?.map(|item| value(key, &item?, depth + 1));
        return items.collect::<PyResult<_>>().map(Value::Array);
    }
    if object.hasattr("__index__")? {
        let number = object.extract::<i64>().map_err(|_| {
            PyValueError::new_err(format!("{key} is {object}, beyond a signed number of 64 bits"))
        })?;
        return Ok(Value::Integer(number));
    }
    if object.hasattr("__float__")? {
        return object.extract().map(Value::Float);
    }
    if object.hasattr("__fspath__")? {
        return value(key, &object.call_method0("__fspath__")?, depth + 1);
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!("{key} is of type {kind}, which TOML does not have")))
}

/// The TOML table of a dict with this dotted key.
fn table(key: &str, dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Table> {
    let entry = |(name, object): (Bound<PyAny>, Bound<PyAny>)| {
        let name = self::name(&name)?;
        let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
        Ok((name, value(&key, &object, depth)?))
    };
    dict.iter().map(entry).collect()
}

fn name(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = object
        .cast::<PyString>()
        .map_err(|_| PyTypeError::new_err(format!("the key {object} is not a str")))?;
    Ok(text.to_str()?.to_owned())
}

/// TOML with the content of a dict.
pub fn text(dict: &Bound<'_, PyDict>) -> PyResult<String> {
    let table = table("", dict, 0)?;
    toml::to_string(&table).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Overrides by dotted key; a dict contains those of the keys below its own.
pub fn overrides(dict: &Bound<'_, PyDict>) -> PyResult<Vec<Override>> {
    let mut found = Vec::new();
    for (name, value) in table("", dict, 0)? {
        add(name, value, &mut found)?;
    }
    Ok(found)
}

fn add(key: String, value: Value, found: &mut Vec<Override>) -> PyResult<()> {
    if let Value::Table(table) = value {
        let below = |(name, value)| add(format!("{key}.{name}"), value, found);
        return table.into_iter().try_for_each(below);
    }
    if key.contains('=') {
        return Err(PyValueError::new_err(format!("`{key}` is not a key")));
    }
    let one: Result<Override, String> = format!("{key}={value}").parse();
    found.push(one.map_err(PyValueError::new_err)?);
    Ok(())
}

/// The Python value of an override.
pub fn python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let parsed = toml::from_str::<Table>(&format!("value = {text}"));
    match parsed.ok().and_then(|mut table| table.remove("value")) {
        Some(value) => object(py, value),
        None => Ok(text.into_pyobject(py)?.into_any()),
    }
}

fn object(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    Ok(match value {
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Integer(number) => number.into_pyobject(py)?.into_any(),
        Value::Float(number) => number.into_pyobject(py)?.into_any(),
        Value::Boolean(boolean) => boolean.into_pyobject(py)?.to_owned().into_any(),
        Value::Datetime(time) => time.to_string().into_pyobject(py)?.into_any(),
        Value::Array(items) => {
            let items = items.into_iter().map(|item| object(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Value::Table(table) => {
            let dict = PyDict::new(py);
            for (name, value) in table {
                dict.set_item(name, object(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
