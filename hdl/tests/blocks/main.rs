//! The modules, each at several sizes: traces of the specification, lint of the Verilog, its text for
//! review, and equality of the Verilog and the description.

mod link;
mod nic;
mod support;
mod switch;
