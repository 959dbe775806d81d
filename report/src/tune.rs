//! Search for settings of congestion control that suit a network and its load.
//!
//! A *setting* is what software writes to the registers of congestion detectors and congestion control
//! tables ([`Settings`]). Each is tried in a run of the scenario and measured ([`Measured`]). NSGA-II
//! proposes settings, generation by generation ([`search()`]); those that no other one surpasses in all
//! objectives form the Pareto front. The first run has the settings that a paper recommends
//! ([`guideline()`]), with which the others are compared.

mod guideline;
mod hot_spot;
mod measured;
mod plots;
mod search;
mod settings;

pub use guideline::guideline;
pub use hot_spot::HotSpot;
pub use measured::{Measured, Objective};
pub use plots::{front, map};
pub use search::{search, Plan, Run, Searched};
pub use settings::{Key, Settings, Space};
