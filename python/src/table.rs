//! A data frame in memory that other libraries share through the Arrow PyCapsule interface.

use crate::columns::Columns;
use arrow_array::{
    cast::AsArray,
    ffi::{to_ffi, FFI_ArrowSchema},
    ffi_stream::FFI_ArrowArrayStream,
    types::{Float32Type, Float64Type, Int32Type, UInt64Type},
    Array, RecordBatch, RecordBatchIterator, StructArray,
};
use arrow_schema::{ArrowError, DataType};
use pyo3::{
    exceptions::PyRuntimeError,
    prelude::*,
    types::{PyCapsule, PyDict, PyTuple},
};
use std::ffi::CStr;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A data frame. pandas, polars, pyarrow and other libraries with the Arrow PyCapsule interface
/// read it without a copy.
#[pyclass(frozen, module = "tailback")]
pub struct Table {
    batch: RecordBatch,
}

fn failed(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

impl Table {
    /// A table with these columns.
    pub fn new(py: Python<'_>, columns: Columns) -> PyResult<Py<Self>> {
        Py::new(py, Table { batch: columns.batch().map_err(failed)? })
    }
}

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let columns = self.column_names().join(", ");
        format!("<tailback.Table: {} rows of {columns}>", self.batch.num_rows())
    }

    /// The schema as an Arrow PyCapsule.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    /// The rows as two Arrow PyCapsules: the schema, and a struct array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A producer may ignore the request.
        drop(requested_schema);
        let rows = StructArray::from(self.batch.clone());
        let (array, schema) = to_ffi(&rows.to_data()).map_err(failed)?;
        let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
        let array = PyCapsule::new_with_value(py, array, ARRAY)?;
        PyTuple::new(py, [schema, array])
    }

    /// The rows as an Arrow PyCapsule with a stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = [Ok(self.batch.clone())];
        let reader = RecordBatchIterator::new(batches, self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// The table as a `pandas.DataFrame`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let frame = slf.py().import("pandas")?.getattr("DataFrame")?;
        frame.call_method1("from_arrow", (slf,))
    }

    /// The table as a `polars.DataFrame`.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// The table as a `pyarrow.Table`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// The columns as lists by name; None stands for absent values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, column) in self.column_names().into_iter().zip(self.batch.columns()) {
            match column.data_type() {
                DataType::Float64 => {
                    let column = column.as_primitive::<Float64Type>();
                    dict.set_item(name, column.iter().collect::<Vec<_>>())?;
                }
                DataType::Float32 => {
                    let column = column.as_primitive::<Float32Type>();
                    dict.set_item(name, column.iter().collect::<Vec<_>>())?;
                }
                DataType::UInt64 => {
                    let column = column.as_primitive::<UInt64Type>();
                    dict.set_item(name, column.iter().collect::<Vec<_>>())?;
                }
                DataType::Dictionary(..) => {
                    let column = column.as_dictionary::<Int32Type>();
                    let texts = column.values().as_string::<i32>();
                    let text = |index: Option<i32>| index.map(|index| texts.value(index as usize));
                    dict.set_item(name, column.keys().iter().map(text).collect::<Vec<_>>())?;
                }
                _ => {
                    let column = column.as_string::<i32>();
                    dict.set_item(name, column.iter().collect::<Vec<_>>())?;
                }
            }
        }
        Ok(dict)
    }
}
