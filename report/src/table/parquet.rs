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

/// A column, all of whose values are there.
enum Column {
    Whole(Vec<i64>),
    Number(Vec<f64>),
    Text(Vec<ByteArray>),
}

impl Column {
    /// Numbers, if all are; else text.
    fn of(values: Vec<&str>) -> Self {
        let numbers: Option<Vec<f64>> = values.iter().map(|value| value.parse().ok()).collect();
        let text = || values.iter().map(|value| ByteArray::from(*value)).collect();
        numbers.map_or_else(|| Column::Text(text()), Column::Number)
    }

    fn declare(&self, name: &str) -> Result<Arc<Type>> {
        let (physical, logical) = match self {
            Column::Whole(_) => (Physical::INT64, None),
            Column::Number(_) => (Physical::DOUBLE, None),
            Column::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let column = Type::primitive_type_builder(name, physical);
        let column = column.with_repetition(Repetition::REQUIRED).with_logical_type(logical);
        Ok(Arc::new(column.build()?))
    }
}

/// The rows as a Parquet file. A key of the sweep with numbers only is a column of numbers.
pub fn to_parquet(sweep: &Sweep, rows: &[Row]) -> Result<Vec<u8>> {
    let mut columns = vec![Column::Whole(rows.iter().map(|row| row.point as i64).collect())];
    for place in 0..sweep.columns.len() {
        columns.push(Column::of(rows.iter().map(|row| row.at[place].as_str()).collect()));
    }
    for text in [|row: &Row| row.metric.to_owned(), |row: &Row| row.of.clone()] {
        let texts = rows.iter().map(|row| ByteArray::from(text(row).as_str()));
        columns.push(Column::Text(texts.collect()));
    }
    columns.push(Column::Number(rows.iter().map(|row| row.value).collect()));
    let names = super::header(sweep).into_iter().chain(["value"]);
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
        };
        writer.close()?;
    }
    group.close()?;
    file.into_inner()
}
