//! Claims of the maps of switch and NIC.

mod nic;
mod switch;
