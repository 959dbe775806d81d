//! Golden models that are stepped cycle by cycle.

use crate::{
    error::ModelError,
    port::{self, Port},
    source::Source,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyString},
};
use std::{
    collections::HashMap,
    ops::Range,
    sync::{Mutex, PoisonError},
};
use tailback_model::named::{self, Stepper};
use tailback_spec::{self as spec, config::nearest, Direction, PortTable};

/// A port, with the words of the image that it fills.
struct Place {
    port: spec::Port,
    name: Py<PyString>,
    words: Range<usize>,
}

/// The golden model of a module, with the ports of its Verilog.
#[pyclass(module = "tailback", subclass)]
pub struct Model {
    /// Python objects are shared between threads.
    stepper: Mutex<Stepper>,
    table: PortTable,
    block: String,
    inputs: Vec<Place>,
    outputs: Vec<Place>,
    by_name: HashMap<String, usize>,
    input_image: Vec<u64>,
    output_image: Vec<u64>,
}

fn places(py: Python<'_>, stepper: &Stepper, direction: Direction) -> Vec<Place> {
    let mut next = 0;
    let place = |port: &spec::Port| {
        let words = next..next + port.words();
        next = words.end;
        Place { port: port.clone(), name: PyString::new(py, &port.name).unbind(), words }
    };
    stepper.ports().of(direction).map(place).collect()
}

#[pymethods]
impl Model {
    /// The golden model `block` of a configuration: a path to a TOML file, or a dict.
    #[new]
    #[pyo3(signature = (block, config, overrides=None))]
    fn new(
        py: Python<'_>,
        block: &str,
        config: &Bound<'_, PyAny>,
        overrides: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let config = Source::new(config, overrides)?.config(py)?;
        let stepper = Stepper::new(block, &config).ok_or_else(|| {
            let guess = nearest(block, named::names());
            let guess = guess.map(|name| format!("; did you mean `{name}`?"));
            let text = format!("there is no golden model `{block}`{}", guess.unwrap_or_default());
            ModelError::new_err(text)
        })?;
        let inputs = places(py, &stepper, Direction::Input);
        let names = inputs.iter().enumerate();
        let words = |direction| vec![0; stepper.ports().words(direction)];
        Ok(Model {
            by_name: names.map(|(place, input)| (input.port.name.clone(), place)).collect(),
            outputs: places(py, &stepper, Direction::Output),
            input_image: words(Direction::Input),
            output_image: words(Direction::Output),
            inputs,
            block: block.into(),
            table: stepper.ports().clone(),
            stepper: Mutex::new(stepper),
        })
    }

    /// Name of the module on Tailback's command line.
    #[getter]
    fn block(&self) -> &str {
        &self.block
    }

    /// Name of the Verilog module.
    #[getter]
    fn module(&self) -> &str {
        &self.table.module
    }

    /// The ports besides `clock` and `reset`: inputs, then outputs.
    #[getter]
    fn ports(&self) -> Vec<Port> {
        self.table.ports.iter().map(Port::from).collect()
    }

    /// Runs one clock cycle: returns the outputs that belong to the inputs, and then applies the
    /// clock edge. Inputs that are not given are 0.
    ///
    /// A value is one number for all bits of the port, or a list of its elements. Outputs with
    /// several elements of several bits are lists, unless they are to be `packed`.
    #[pyo3(signature = (inputs=None, /, packed=false, **ports))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        inputs: Option<&Bound<'py, PyDict>>,
        packed: bool,
        ports: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.input_image.fill(0);
        for (name, value) in [inputs, ports].into_iter().flatten().flat_map(|dict| dict.iter()) {
            let text = name.cast::<PyString>()?.to_str()?;
            let Some(input) = self.by_name.get(text).map(|place| &self.inputs[*place]) else {
                return Err(self.no_input(text));
            };
            port::store(&input.port, &value, &mut self.input_image[input.words.clone()])?;
        }
        let Model { stepper, input_image, output_image, .. } = self;
        let stepper = stepper.get_mut().unwrap_or_else(PoisonError::into_inner);
        let stepped = stepper.step(input_image, output_image);
        stepped.map_err(|error| ModelError::new_err(error.to_string()))?;
        let dict = PyDict::new(py);
        for Place { port, name, words } in &self.outputs {
            let image = &self.output_image[words.clone()];
            dict.set_item(name, port::load(py, port, image, packed)?)?;
        }
        Ok(dict)
    }

    /// Applies a clock edge with `reset`, in place of the edge of the `step` before.
    fn reset(&mut self) {
        self.stepper.get_mut().unwrap_or_else(PoisonError::into_inner).reset();
    }

    fn __repr__(&self) -> String {
        format!("<tailback.models.Model: {}>", self.block)
    }
}

impl Model {
    fn no_input(&self, name: &str) -> PyErr {
        let inputs = self.inputs.iter().map(|input| input.port.name.as_str());
        let all = inputs.clone().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let guess = nearest(name, inputs).map(|name| format!(" Did you mean `{name}`?"));
        let guess = guess.unwrap_or_default();
        let block = &self.block;
        ModelError::new_err(format!(
            "`{block}` has no input `{name}`.{guess} Its inputs are {all}."
        ))
    }
}

/// Names of all golden models.
#[pyfunction]
pub fn model_names() -> Vec<&'static str> {
    named::names().collect()
}
