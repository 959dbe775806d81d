//! Register maps as C, Markdown and SystemRDL.

pub mod c;
pub mod markdown;
pub mod systemrdl;

#[cfg(test)]
mod tests;
