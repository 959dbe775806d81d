//! Origins of failures.

/// Origin of a failure, and so the party that can fix it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The command line or the configuration is wrong.
    Input,
    /// The machine lacks something: a tool, a permission, space.
    Environment,
    /// The user has interrupted the command.
    Interrupted,
}
