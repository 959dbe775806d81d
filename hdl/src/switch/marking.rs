//! ECN marking (INFOCOM'03 §IV-A, Globecom'02 §IV).

mod counting;
mod naive;
mod output_trigger;

pub use counting::CountingMarking;
pub use naive::NaiveMarking;
pub use output_trigger::OutputTrigger;
