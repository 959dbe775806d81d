//! Table of the cycles before a difference, with both sides.

use tailback_spec::Port;

use super::fields::{each, port_text};

/// A table of port values by cycle.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table for the ports of a module.
    pub fn new(inputs: &[Port], outputs: &[Port]) -> Self {
        let names = inputs.iter().chain(outputs).map(|port| port.name.clone());
        let head = ["cycle", "side", "reset"].map(String::from).into_iter().chain(names);
        Table { rows: vec![head.collect()] }
    }

    /// Adds one cycle: a line with the inputs and the model's outputs, and a line with the
    /// Verilog's outputs, where `=` stands for an equal value.
    pub fn push(
        &mut self,
        cycle: u64,
        reset: bool,
        (inputs, driven): (&[Port], &[u64]),
        (outputs, expected, actual): (&[Port], &[u64], &[u64]),
    ) {
        let mut model = vec![cycle.to_string(), "model".into(), u8::from(reset).to_string()];
        let mut verilog = vec![String::new(), "verilog".into(), String::new()];
        for (port, words, _) in each(inputs, driven, driven) {
            model.push(port_text(port, words));
            verilog.push(String::new());
        }
        for (port, expected, actual) in each(outputs, expected, actual) {
            let [one, other] = [expected, actual].map(|words| port_text(port, words));
            verilog.push(if one == other { "=".into() } else { other });
            model.push(one);
        }
        self.rows.extend([model, verilog]);
    }
}

impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let columns = self.rows[0].len();
        let width = |column: usize| self.rows.iter().map(|row| row[column].len()).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        Ok(())
    }
}
