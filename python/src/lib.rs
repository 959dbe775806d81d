//! The extension module `tailback._tailback`, behind the Python package `tailback`.

mod columns;
mod error;
mod ethernet;
mod infiniband;
mod model;
mod port;
mod progress;
mod run;
mod source;
mod table;
mod times;
mod values;

use pyo3::prelude::*;

/// Fabric simulation and golden models; use the package `tailback`.
#[pymodule]
fn _tailback(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // A panic becomes an exception, whose text is that of the panic.
    std::panic::set_hook(Box::new(|_| {}));
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ConfigError", py.get_type::<error::ConfigError>())?;
    module.add("ScenarioError", py.get_type::<error::ScenarioError>())?;
    module.add("ModelError", py.get_type::<error::ModelError>())?;
    module.add_class::<table::Table>()?;
    module.add_class::<run::Run>()?;
    module.add_class::<port::Port>()?;
    module.add_class::<model::Model>()?;
    module.add_function(wrap_pyfunction!(run::run, module)?)?;
    module.add_function(wrap_pyfunction!(run::points, module)?)?;
    module.add_function(wrap_pyfunction!(model::model_names, module)?)?;
    Ok(())
}
