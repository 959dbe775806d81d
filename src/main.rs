//! The `tailback` command.

fn main() {}
