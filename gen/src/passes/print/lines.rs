//! Indented lines, and the layout of comments, headers and instances.

use crate::header;
use tailback_spec::{Direction, Port};

/// Indented lines of text.
pub(crate) struct Lines {
    pub text: String,
    pub depth: usize,
}

/// A port in the header of a module.
pub(crate) struct PortLine {
    /// Comment above the port; an empty line precedes a comment that begins with one.
    pub doc: String,
    /// Direction and type.
    pub kind: &'static str,
    /// Range of the bits; empty for one bit.
    pub range: String,
    pub name: String,
}

impl PortLine {
    /// The line of a port, with a comment above it.
    pub fn of(port: &Port, doc: String) -> PortLine {
        let bits = port.bits();
        PortLine {
            doc,
            kind: match port.direction {
                Direction::Input => "input  wire",
                Direction::Output => "output wire",
            },
            range: if bits > 1 { format!("[{}:0]", bits - 1) } else { String::new() },
            name: port.name.clone(),
        }
    }

    /// Clock, and a reset of this name.
    pub fn clock_and_reset(reset: &str) -> [PortLine; 2] {
        ["clock", reset].map(|name| PortLine {
            doc: String::new(),
            kind: "input  wire",
            range: String::new(),
            name: name.into(),
        })
    }
}

impl Lines {
    /// Lines of a file with one module, the first of which name its source.
    pub fn of_module(module: &str, origin: &str) -> Lines {
        let mut lines = Lines { text: header::comment(module, origin), depth: 0 };
        lines.line("");
        lines.line("`default_nettype none");
        lines.line("");
        lines
    }

    /// Ends the module, and returns the text of the file.
    pub fn end_module(mut self) -> String {
        self.depth = 0;
        self.line("endmodule");
        self.line("");
        self.line("`default_nettype wire");
        self.text
    }

    pub fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text += &"    ".repeat(self.depth);
            self.text += line;
        }
        self.text.push('\n');
    }

    /// Writes `opening`, the lines of `inside` one level deeper, and `closing`.
    pub fn nest(&mut self, opening: &str, inside: impl FnOnce(&mut Lines), closing: &str) {
        self.line(opening);
        self.indent(inside);
        self.line(closing);
    }

    /// Writes a comment line by line.
    pub fn comment(&mut self, text: &str) {
        for line in text.trim().lines() {
            self.line(format!("// {}", line.trim()).trim_end());
        }
    }

    /// Writes the header of a module.
    pub fn header(&mut self, module: &str, ports: &[PortLine]) {
        let column = ports.iter().map(|port| port.range.len()).max().unwrap_or(0);
        self.nest(
            &format!("module {module} ("),
            |lines| {
                for (index, port) in ports.iter().enumerate() {
                    if port.doc.starts_with('\n') {
                        lines.line("");
                    }
                    lines.comment(&port.doc);
                    let comma = if index + 1 < ports.len() { "," } else { "" };
                    let (kind, range, name) = (port.kind, &port.range, &port.name);
                    let line = format!("{kind} {range:column$} {name}{comma}");
                    lines.line(&if column == 0 { line.replace("  ", " ") } else { line });
                }
            },
            ");",
        );
    }

    /// Writes an instance of `module` with these pins, each as `.pin(net)`.
    pub fn instance(&mut self, module: &str, name: &str, pins: &[String]) {
        self.nest(
            &format!("{module} {name} ("),
            |lines| {
                for (index, pin) in pins.iter().enumerate() {
                    let comma = if index + 1 < pins.len() { "," } else { "" };
                    lines.line(&format!("{pin}{comma}"));
                }
            },
            ");",
        );
    }

    /// Writes lines one level deeper.
    pub fn indent(&mut self, inside: impl FnOnce(&mut Lines)) {
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }
}

/// Returns the first line of a loop.
pub(super) fn loop_head(variable: &str, from: usize, to: usize) -> String {
    format!("for ({variable} = {from}; {variable} < {to}; {variable} = {variable} + 1) begin")
}
