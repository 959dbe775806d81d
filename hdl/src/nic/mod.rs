//! NIC side.
