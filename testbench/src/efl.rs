//! Stimulus of the modules of EFL.

pub mod endpoint;
pub mod fcs;
pub mod loss;
pub mod pace;
pub mod rate;
pub mod receive;
pub mod registers;
pub mod switch;
pub mod transmit;

mod beats;
#[cfg(test)]
mod examples;
mod flows;
mod time;

use tailback_spec::efl::Efl;

/// Number of flows of an endpoint, as text for the user.
pub(crate) fn number_of_flows(efl: &Efl) -> String {
    match efl.flows() {
        1 => "1 flow".into(),
        flows => format!("{flows} flows"),
    }
}
