//! Ports of golden models, and their values.

use crate::error::ModelError;
use num_bigint::BigUint;
use pyo3::{
    prelude::*,
    types::{PyInt, PyList, PySequence, PyString},
};
use tailback_model::named::last_word;
use tailback_spec::{self as spec, Direction};

/// A port of a module: `lanes` values of `width` bits, with lane 0 in the least significant bits.
#[pyclass(frozen, get_all, module = "tailback")]
pub struct Port {
    /// Name in the Verilog.
    name: String,
    /// `input` or `output`.
    direction: &'static str,
    /// Number of values.
    lanes: usize,
    /// Bits of a value.
    width: usize,
    /// Bits of the port.
    bits: usize,
    /// Description.
    doc: String,
}

impl From<&spec::Port> for Port {
    fn from(port: &spec::Port) -> Self {
        let direction = match port.direction {
            Direction::Input => "input",
            Direction::Output => "output",
        };
        let spec::Port { name, lanes, width, doc, .. } = port.clone();
        Port { name, direction, lanes, width, bits: port.bits(), doc }
    }
}

#[pymethods]
impl Port {
    fn __repr__(&self) -> String {
        let Port { name, direction, lanes, width, .. } = self;
        format!("<tailback.Port: {direction} {name}, {lanes} x {width} bits>")
    }
}

/// Whether values of a port are lists: those with several lanes of several bits each.
fn is_list(port: &spec::Port) -> bool {
    port.lanes > 1 && port.width > 1
}

/// Writes the value of a port into its image: one number for all bits, or a list of the lanes.
///
/// # Errors
///
/// If the value is neither, or does not fit.
pub fn store(port: &spec::Port, value: &Bound<'_, PyAny>, image: &mut [u64]) -> PyResult<()> {
    let is_sequence = value.cast::<PySequence>().is_ok() && !value.is_instance_of::<PyString>();
    if !is_sequence {
        let bits = number(port, value, port.bits())?;
        return fill(&bits, image);
    }
    let found = value.len()?;
    if found > port.lanes {
        let text = format!("`{}` has {} elements, but {found} are given", port.name, port.lanes);
        return Err(ModelError::new_err(text));
    }
    let mut all = BigUint::ZERO;
    for (lane, element) in value.try_iter()?.enumerate() {
        all |= number(port, &element?, port.width)? << (lane * port.width);
    }
    fill(&all, image)
}

/// A number of at most `bits` bits.
fn number(port: &spec::Port, value: &Bound<'_, PyAny>, bits: usize) -> PyResult<BigUint> {
    let name = &port.name;
    // Also a `bool`, or a number of another library.
    let whole = value.call_method0("__index__").map_err(|_| {
        ModelError::new_err(format!("the value of `{name}` is {value}, which is no whole number"))
    })?;
    let number: Option<BigUint> = whole.extract().ok();
    number.filter(|number| number.bits() <= bits as u64).ok_or_else(|| {
        let text = format!("the value of `{name}` is {value}, but must have 0 to {bits} bits");
        ModelError::new_err(text)
    })
}

fn fill(number: &BigUint, image: &mut [u64]) -> PyResult<()> {
    image.fill(0);
    for (word, digit) in image.iter_mut().zip(number.iter_u64_digits()) {
        *word = digit;
    }
    Ok(())
}

/// Reads the value of a port from its image: one number for all bits, or, unless `is_packed`, a
/// list of the lanes if they have several bits each.
pub fn load<'py>(
    py: Python<'py>,
    port: &spec::Port,
    image: &[u64],
    is_packed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if !is_list(port) || is_packed {
        return all_bits(py, port, image);
    }
    let all = bits_of(image);
    let mask = (BigUint::from(1_u8) << port.width) - 1_u8;
    let lane = |lane: usize| {
        let value: BigUint = (&all >> (lane * port.width)) & &mask;
        value.into_pyobject(py)
    };
    let lanes = (0..port.lanes).map(lane).collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(py, lanes)?.into_any())
}

fn all_bits<'py>(py: Python<'py>, port: &spec::Port, image: &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let number: Bound<'py, PyInt> = match image {
        [word] => (word & last_word(port)).into_pyobject(py)?,
        words => bits_of(words).into_pyobject(py)?,
    };
    Ok(number.into_any())
}

fn bits_of(words: &[u64]) -> BigUint {
    let halves = words.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]);
    BigUint::new(halves.collect())
}
