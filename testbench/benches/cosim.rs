//! Placeholder until the stimulus exists.

fn main() {}
