//! Values for registers, by the names of a map.

use super::{
    entry::{Access, Field},
    map::Map,
    placed::Placed,
};
use serde::Serialize;
use std::{collections::BTreeMap, fmt::Write as _};

/// A word that is to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Write {
    /// Path of the register, with numbers as indices.
    pub register: String,
    /// Its address in bytes, from the beginning of the map.
    pub address: u32,
    /// The word.
    pub value: u32,
    /// The fields that it is made of; all others are 0.
    pub fields: BTreeMap<String, u32>,
}

/// Why a map has no such word.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoWrite {
    /// No register of this path.
    #[error("there is no register `{0}`")]
    Register(String),
    /// Not one index for each repetition, or one that is too large.
    #[error("the register `{register}` has no indices {indices:?}")]
    Indices {
        /// The path.
        register: String,
        /// The indices, from the outside.
        indices: Vec<u32>,
    },
    /// No field of this name that software can write.
    #[error("the field `{0}` cannot be written")]
    Field(String),
    /// A value that the field cannot have.
    #[error("`{field}` cannot be {value}")]
    Value {
        /// The path of the field.
        field: String,
        /// The value.
        value: u32,
    },
}

impl Map {
    /// The word with these fields for the register of a path, as `ports.congestion_setting`, that
    /// has these indices, from the outside.
    ///
    /// # Errors
    ///
    /// If no register has this path, `indices` does not have an index in range for each repetition,
    /// a field does not exist or is not writable, or the value of a field is out of range.
    pub fn write(
        &self,
        path: &str,
        indices: &[u32],
        fields: &[(&str, u32)],
    ) -> Result<Write, NoWrite> {
        let registers = self.registers();
        let register = registers
            .iter()
            .find(|register| register.path.iter().copied().eq(path.split('.')))
            .ok_or_else(|| NoWrite::Register(path.into()))?;
        let inside = register.repeats.iter().zip(indices).all(|(r, index)| *index < r.count);
        if register.repeats.len() != indices.len() || !inside {
            return Err(NoWrite::Indices { register: path.into(), indices: indices.into() });
        }
        let strides = register.repeats.iter().map(|repeat| repeat.stride).zip(indices);
        let mut write = Write {
            register: self.numbered(register, indices),
            address: register.address + strides.map(|(stride, index)| stride * index).sum::<u32>(),
            value: 0,
            fields: BTreeMap::new(),
        };
        for (name, value) in fields {
            let named = || format!("{path}.{name}");
            let field = register.fields.iter().find(|field| field.name == *name);
            let field = field.filter(|field| writable(field));
            let field = field.ok_or_else(|| NoWrite::Field(named()))?;
            let (least, most) = field.range.unwrap_or((0, field.highest()));
            if !(least..=most).contains(value) {
                return Err(NoWrite::Value { field: named(), value: *value });
            }
            write.value |= value << field.lsb;
            write.fields.insert((*name).into(), *value);
        }
        Ok(write)
    }

    fn numbered(&self, register: &Placed, indices: &[u32]) -> String {
        let mut text = register.indexed_path(self);
        for (repeat, index) in register.repeats.iter().zip(indices) {
            text = text.replacen(&format!("[{}]", repeat.index), &format!("[{index}]"), 1);
        }
        text
    }
}

fn writable(field: &Field) -> bool {
    matches!(field.access, Access::ReadWrite | Access::WriteOneToClear)
}

impl Write {
    /// What it does, as `cct[3]: multiplier 1, shift 3`.
    pub fn comment(&self) -> String {
        let mut text = format!("{}:", self.register);
        for (place, (name, value)) in self.fields.iter().enumerate() {
            let _ = write!(text, "{} {name} {value}", if place > 0 { "," } else { "" });
        }
        text
    }
}
