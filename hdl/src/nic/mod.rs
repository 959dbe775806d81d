//! NIC side.

mod response;

pub use response::{LipdStep, MultiplicativeStep, ResponseFunction};
