//! Columns of a table.

use arrow_array::{
    types::Int32Type, Array, ArrayRef, DictionaryArray, Float32Array, Float64Array, Int32Array,
    RecordBatch, StringArray, UInt64Array,
};
use arrow_schema::ArrowError;
use std::sync::Arc;

/// Columns of equal length, in order.
#[derive(Default)]
pub struct Columns(Vec<(&'static str, ArrayRef, bool)>);

impl Columns {
    /// No columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds numbers.
    pub fn numbers(self, name: &'static str, values: Vec<f64>) -> Self {
        self.add(name, Float64Array::from(values), false)
    }

    /// Adds numbers that may be absent.
    pub fn maybe_numbers(self, name: &'static str, values: Vec<Option<f64>>) -> Self {
        self.add(name, Float64Array::from(values), true)
    }

    /// Adds numbers of single precision.
    pub fn short_numbers(self, name: &'static str, values: Vec<f32>) -> Self {
        self.add(name, Float32Array::from(values), false)
    }

    /// Adds counts.
    pub fn counts(self, name: &'static str, values: Vec<u64>) -> Self {
        self.add(name, UInt64Array::from(values), false)
    }

    /// Adds counts that may be absent.
    pub fn maybe_counts(self, name: &'static str, values: Vec<Option<u64>>) -> Self {
        self.add(name, UInt64Array::from(values), true)
    }

    /// Adds text.
    pub fn text(self, name: &'static str, values: Vec<String>) -> Self {
        self.add(name, StringArray::from(values), false)
    }

    /// Adds text as indices of a list of different texts.
    pub fn category(self, name: &'static str, indices: Vec<i32>, texts: &[String]) -> Self {
        let texts = Arc::new(StringArray::from(texts.to_vec()));
        let column = DictionaryArray::<Int32Type>::new(Int32Array::from(indices), texts);
        self.add(name, column, false)
    }

    fn add(mut self, name: &'static str, array: impl Array + 'static, may_lack: bool) -> Self {
        self.0.push((name, Arc::new(array), may_lack));
        self
    }

    /// The columns as one batch.
    ///
    /// # Errors
    ///
    /// If their lengths differ.
    pub fn batch(self) -> Result<RecordBatch, ArrowError> {
        RecordBatch::try_from_iter_with_nullable(self.0)
    }
}
