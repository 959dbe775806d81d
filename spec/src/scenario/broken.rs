//! Errors in files that a scenario names.

/// Error in a line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// Line, from 1.
    pub line: usize,
    /// Reason, in a sentence without a full stop.
    pub message: String,
    /// Advice.
    pub help: &'static str,
}

impl Broken {
    pub fn new(line: usize, message: impl Into<String>, help: &'static str) -> Self {
        Broken { line, message: message.into(), help }
    }

    /// The reason, with the name of the file and the line.
    pub fn located(&self, file: &str) -> String {
        format!("{file}, line {}: {}", self.line, self.message)
    }
}

/// Fields of a line, which are separated by white space.
pub(super) struct Fields<'t> {
    pub line: usize,
    fields: std::str::SplitWhitespace<'t>,
    help: &'static str,
}

impl<'t> Fields<'t> {
    /// Fields of a line with this number; `help` describes the line.
    pub fn new(line: usize, text: &'t str, help: &'static str) -> Self {
        Fields { line, fields: text.split_whitespace(), help }
    }

    /// An error of this line.
    pub fn broken(&self, message: impl Into<String>) -> Broken {
        Broken::new(self.line, message, self.help)
    }

    /// The next field, called `what`, as a value.
    ///
    /// # Errors
    ///
    /// If the line has no further field, or the field is not such a value.
    pub fn next<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, Broken> {
        let Some(text) = self.fields.next() else {
            return Err(self.broken(format!("the line ends before {what}")));
        };
        text.parse().map_err(|_| self.broken(format!("{what} is {text:?}")))
    }

    /// The next field, if there is one.
    pub fn optional(&mut self) -> Option<&'t str> {
        self.fields.next()
    }

    /// Checks that the line has no further field.
    ///
    /// # Errors
    ///
    /// If it has one.
    pub fn end(&mut self) -> Result<(), Broken> {
        match self.fields.next() {
            Some(text) => Err(self.broken(format!("{text:?} is one field too many"))),
            None => Ok(()),
        }
    }
}
