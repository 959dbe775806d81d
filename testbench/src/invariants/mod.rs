//! What must hold of the whole switch, seen from its ports alone.
//!
//! * [`passage`]: packets are neither lost nor duplicated, reordered or altered, and no bad one goes
//!   out as good.
//! * [`credits`]: nobody is promised more than there is, or takes more than was promised.
//! * [`life`]: which packets may have been dropped for having waited for too long.
//! * [`table`]: where packets have to go, as management has written it.
//! * [`switch`]: all of it, and that what waits leaves.

mod beat;
pub mod credits;
pub mod life;
pub mod passage;
mod patience;
mod service;
pub mod switch;
pub mod table;
#[cfg(test)]
mod tests;
