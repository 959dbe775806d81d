//! Indented lines.

/// Indented lines of text.
#[derive(Default)]
pub(super) struct Lines {
    pub text: String,
    pub depth: usize,
}

impl Lines {
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
