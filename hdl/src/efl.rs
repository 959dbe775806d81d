//! EFL: Ethernet with a flow label, reliable and delay-controlled (Shimonishi'07).

pub mod fcs;
pub mod loss;
pub mod pace;
pub mod rate;
