//! The table as Parquet.

use super::Row;
use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
    errors::Result,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};
use std::sync::Arc;
use tailback_spec::scenario::Sweep;

/// Values of a column.
enum Column {
    Whole(Vec<i64>),
    Number(Vec<f64>),
    Text(Vec<ByteArray>),
    /// Text that some rows do not have; an empty cell in CSV, and a null in Parquet.
    Optional(Vec<Option<ByteArray>>),
}

impl Column {
    /// Makes a column of integers if all values are integers, else of doubles if all are numbers,
    /// else of text.
    fn of(values: Vec<&str>) -> Self {
        if let Some(whole) = values.iter().map(|value| value.parse().ok()).collect() {
            Column::Whole(whole)
        } else if let Some(numbers) = values.iter().map(|value| value.parse().ok()).collect() {
            Column::Number(numbers)
        } else {
            Column::Text(values.into_iter().map(ByteArray::from).collect())
        }
    }

    /// Makes a column of text, with a null for each empty value.
    fn optional<'a>(values: impl Iterator<Item = &'a str>) -> Self {
        let text = |value: &str| (!value.is_empty()).then(|| ByteArray::from(value));
        Column::Optional(values.map(text).collect())
    }

    fn declare(&self, name: &str) -> Result<Arc<Type>> {
        let (physical, logical) = match self {
            Column::Whole(_) => (Physical::INT64, None),
            Column::Number(_) => (Physical::DOUBLE, None),
            Column::Text(_) | Column::Optional(_) => {
                (Physical::BYTE_ARRAY, Some(LogicalType::String))
            }
        };
        let repetition = match self {
            Column::Optional(_) => Repetition::OPTIONAL,
            _ => Repetition::REQUIRED,
        };
        let column = Type::primitive_type_builder(name, physical);
        let column = column.with_repetition(repetition).with_logical_type(logical);
        Ok(Arc::new(column.build()?))
    }
}

/// Returns the rows as a Parquet file. A key of the sweep with only integer values becomes an
/// integer column, one with only numeric values a column of doubles; `of` is null for values of the
/// whole fabric.
///
/// # Errors
///
/// If the Parquet writer refuses the schema or a column.
pub fn to_parquet(sweep: &Sweep, rows: &[Row]) -> Result<Vec<u8>> {
    let mut columns = vec![Column::Whole(rows.iter().map(|row| row.point as i64).collect())];
    for place in 0..sweep.columns.len() {
        columns.push(Column::of(rows.iter().map(|row| row.at[place].as_str()).collect()));
    }
    columns
        .push(Column::Text(rows.iter().map(|row| ByteArray::from(row.metric.as_str())).collect()));
    columns.push(Column::optional(rows.iter().map(|row| row.of.as_str())));
    columns.push(Column::Number(rows.iter().map(|row| row.value).collect()));
    columns.push(Column::Whole(rows.iter().map(|row| row.seed as i64).collect()));
    for text in [|row: &Row| row.engine.clone(), |_: &Row| super::VERSION.to_owned()] {
        let texts = rows.iter().map(|row| ByteArray::from(text(row).as_str()));
        columns.push(Column::Text(texts.collect()));
    }
    let names = super::header(sweep).into_iter().chain(["value"]).chain(super::ORIGIN);
    let fields: Result<Vec<_>> =
        names.zip(&columns).map(|(name, column)| column.declare(name)).collect();
    let schema = Arc::new(Type::group_type_builder("sweep").with_fields(fields?).build()?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(Vec::new(), schema, properties)?;
    let mut group = file.next_row_group()?;
    for column in &columns {
        let Some(mut writer) = group.next_column()? else { break };
        match column {
            Column::Whole(values) => writer.typed::<Int64Type>().write_batch(values, None, None)?,
            Column::Number(values) => {
                writer.typed::<DoubleType>().write_batch(values, None, None)?
            }
            Column::Text(values) => {
                writer.typed::<ByteArrayType>().write_batch(values, None, None)?
            }
            Column::Optional(values) => {
                let levels: Vec<i16> = values.iter().map(|value| value.is_some().into()).collect();
                let there: Vec<_> = values.iter().flatten().cloned().collect();
                writer.typed::<ByteArrayType>().write_batch(&there, Some(&levels), None)?
            }
        };
        writer.close()?;
    }
    group.close()?;
    file.into_inner()
}
