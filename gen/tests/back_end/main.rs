//! The back end: what it prints, and what it refuses.

mod clocks;
mod connections;
mod fabric;
mod loop_values;
mod macro_traps;
mod needless;
mod nested_loops;
mod optional;
mod refusals;
mod regressions;
mod simpler;
mod stock_back_end;
mod submodules;
